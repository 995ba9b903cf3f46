import { decodeColumn, decodeMatrix, type Matrix, type Numbers } from './decode';
import type { EdgesDocument } from './types';

export interface EdgeLayer {
  existence: Matrix;
  weight: Matrix;
  dominant: Numbers;
}

/**
 * The kept edges of a run, decoded. An entry is one direction of an edge: entries 2e and 2e + 1 of
 * edge e in an undirected graph, entry e in a directed one.
 */
export class Edges {
  readonly total: number;
  readonly kept: number;
  readonly directed: boolean;
  readonly entries: number;
  readonly source: Numbers;
  readonly target: Numbers;
  readonly layers: EdgeLayer[];
  readonly contribution: Matrix | null;
  readonly relation: Numbers | null;
  private incoming: { starts: Uint32Array; entries: Uint32Array } | null = null;

  constructor(
    document: EdgesDocument,
    private readonly nodeCount: number,
  ) {
    const rows = document.source.shape[0];
    this.total = document.total;
    this.directed = document.directed;
    this.entries = rows;
    this.kept = this.directed ? rows : rows / 2;
    this.source = decodeColumn(document.source, rows, 'edges.source');
    this.target = decodeColumn(document.target, rows, 'edges.target');
    this.layers = document.layers.map((layer, l) => ({
      existence: decodeMatrix(layer.existence, rows, `edges.layers[${l}].existence`),
      weight: decodeMatrix(layer.weight, rows, `edges.layers[${l}].weight`),
      dominant: decodeColumn(layer.dominant, rows, `edges.layers[${l}].dominant`),
    }));
    this.contribution = document.contribution
      ? decodeMatrix(document.contribution, rows, 'edges.contribution')
      : null;
    this.relation = document.relation
      ? decodeColumn(document.relation, rows, 'edges.relation')
      : null;
  }

  get channels(): number {
    return this.layers.length > 0 ? this.layers[0].existence.columns : 0;
  }

  firstEntry(edge: number): number {
    return this.directed ? edge : 2 * edge;
  }

  edgeOf(entry: number): number {
    return this.directed ? entry : entry >> 1;
  }

  entriesOf(edge: number): number[] {
    return this.directed ? [edge] : [2 * edge, 2 * edge + 1];
  }

  existence(layer: number, entry: number, channel: number): number {
    const { values, columns, scale } = this.layers[layer].existence;
    return values[entry * columns + channel] * scale;
  }

  weight(layer: number, entry: number, channel: number): number {
    const { values, columns, scale } = this.layers[layer].weight;
    return values[entry * columns + channel] * scale;
  }

  /**
   * One channel for the whole edge: the dominant one of both directions, or, where they differ, of
   * the direction that is surer of it.
   */
  dominantOf(layer: number, edge: number): number {
    const entry = this.firstEntry(edge);
    const first = this.layers[layer].dominant[entry];
    if (this.directed) return first;
    const second = this.layers[layer].dominant[entry + 1];
    if (first === second) return first;
    const firstIsSurer =
      this.existence(layer, entry, first) >= this.existence(layer, entry + 1, second);
    return firstIsSurer ? first : second;
  }

  /** The entries a node receives from, in the order of the columns. */
  incomingOf(node: number): Uint32Array {
    this.incoming ??= this.indexByTarget();
    const { starts, entries } = this.incoming;
    return entries.subarray(starts[node], starts[node + 1]);
  }

  private indexByTarget(): { starts: Uint32Array; entries: Uint32Array } {
    const starts = new Uint32Array(this.nodeCount + 1);
    for (let entry = 0; entry < this.entries; entry++) starts[this.target[entry] + 1]++;
    for (let node = 0; node < this.nodeCount; node++) starts[node + 1] += starts[node];
    const next = starts.slice();
    const entries = new Uint32Array(this.entries);
    for (let entry = 0; entry < this.entries; entry++) entries[next[this.target[entry]]++] = entry;
    return { starts, entries };
  }
}
