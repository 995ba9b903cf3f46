import { decodeColumn, decodeMatrix, type Matrix, type Numbers } from './decode';
import type { NodesDocument } from './types';

export const splitNames = ['none', 'train', 'validation', 'test'];

/** The nodes of a run, decoded. */
export class Nodes {
  readonly count: number;
  /** Nodes of the graph; more than `count` if the report holds a part of them. */
  readonly total: number;
  readonly label: Numbers;
  readonly predicted: Numbers;
  readonly probabilities: Matrix;
  readonly split: Numbers;
  readonly degree: Numbers;
  readonly position: Numbers;
  readonly explained: number[];
  /** The first principal components; null in documents of older programs. */
  readonly components: Matrix | null;
  readonly logit: Numbers;
  readonly parts: Matrix | null;
  /** Probability of the predicted class. */
  readonly confidence: Float32Array;
  private readonly ids: string[] | null;

  constructor(document: NodesDocument) {
    const rows = document.count;
    this.count = rows;
    this.total = document.total ?? rows;
    this.ids = document.ids;
    this.label = decodeColumn(document.label, rows, 'nodes.label');
    this.predicted = decodeColumn(document.predicted, rows, 'nodes.predicted');
    this.probabilities = decodeMatrix(document.probabilities, rows, 'nodes.probabilities');
    this.split = decodeColumn(document.split, rows, 'nodes.split');
    this.degree = decodeColumn(document.degree, rows, 'nodes.degree');
    this.position = decodeColumn(document.position, rows, 'nodes.position');
    this.explained = document.explained ?? [];
    this.components = document.components
      ? decodeMatrix(document.components, rows, 'nodes.components')
      : null;
    this.logit = decodeColumn(document.logit, rows, 'nodes.logit');
    this.parts = document.parts ? decodeMatrix(document.parts, rows, 'nodes.parts') : null;
    this.confidence = new Float32Array(rows);
    for (let node = 0; node < rows; node++) {
      const predicted = this.predicted[node];
      this.confidence[node] = predicted >= 0 ? this.probability(node, predicted) : 0;
    }
  }

  id(node: number): string {
    return this.ids ? String(this.ids[node]) : String(node);
  }

  probability(node: number, classIndex: number): number {
    const { values, columns, scale } = this.probabilities;
    return values[node * columns + classIndex] * scale;
  }

  /** null where the true class is not known. */
  correct(node: number): boolean | null {
    return this.label[node] < 0 ? null : this.label[node] === this.predicted[node];
  }

  /** Node with exactly this id, or −1. */
  find(id: string): number {
    if (this.ids) return this.ids.indexOf(id);
    const node = /^\d+$/.test(id) ? Number(id) : -1;
    return node < this.count ? node : -1;
  }

  /** Up to `limit` nodes whose id begins with the text, then those that contain it. */
  suggest(text: string, limit: number): number[] {
    const wanted = text.toLowerCase();
    const beginning: number[] = [];
    const containing: number[] = [];
    for (let node = 0; node < this.count && beginning.length < limit; node++) {
      const place = this.id(node).toLowerCase().indexOf(wanted);
      if (place === 0) beginning.push(node);
      else if (place > 0 && containing.length < limit) containing.push(node);
    }
    return beginning.concat(containing).slice(0, limit);
  }
}
