import { UMAP } from 'umap-js';
import type { Matrix } from '../data/decode';
import { randomNumbers, sample } from '../random';
import { NearestNeighbours } from './nearestNeighbours';

/** Of larger graphs a part is laid out: the time grows faster than the number of nodes. */
export const mostNodes = 3000;
/** Fewer nodes have no neighbourhoods worth the name. */
export const fewestNodes = 10;
export const neighbours = 15;
const epochs = 300;
const frameBudget = 8;
const seed = 20180209;
/** Half the width in which UMAP likes to start. */
const startRadius = 10;

export interface UmapEvents {
  /** Positions have changed. */
  onDraw: () => void;
  /** What is being done; null when it has stopped or ended. */
  onProgress: (text: string | null) => void;
  /** While this is so, the reader needs the machine more, or does not look. */
  isBusy: () => boolean;
}

/**
 * UMAP of the principal components, a few milliseconds per frame of the screen. Everything random
 * in it has a seed: the same report always gives the same picture.
 */
export class UmapLayout {
  /** The nodes that are laid out, by their place in the report. */
  readonly nodes: number[];
  private readonly points: Float32Array;
  private readonly found: NearestNeighbours;
  private umap: UMAP | null = null;
  private epoch = 0;
  private frame = 0;

  /** Starts at the first two components; positions, by node of the report, go to `x` and `y`. */
  constructor(
    private readonly components: Matrix,
    private readonly x: Float32Array,
    private readonly y: Float32Array,
    private readonly events: UmapEvents,
  ) {
    this.nodes = sample(
      Array.from({ length: x.length }, (_, node) => node),
      mostNodes,
    );
    this.points = ditheredRows(components, this.nodes);
    const wanted = Math.min(neighbours, this.nodes.length - 1);
    this.found = new NearestNeighbours(this.points, components.columns, wanted);
  }

  get running(): boolean {
    return this.frame !== 0;
  }

  get finished(): boolean {
    return this.epoch === epochs;
  }

  /** Begins, or goes on where it was stopped. */
  start(): void {
    if (this.running || this.finished) return;
    this.frame = requestAnimationFrame(this.step);
    this.events.onProgress(this.progress());
  }

  stop(): void {
    if (!this.running) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.events.onProgress(null);
  }

  /** Writes the positions that it has reached. */
  place(): void {
    const reached = this.umap?.getEmbedding();
    this.nodes.forEach((node, row) => {
      this.x[node] = reached ? reached[row][0] : this.coordinate(row, 0);
      this.y[node] = reached ? reached[row][1] : this.coordinate(row, 1);
    });
  }

  private readonly step = (): void => {
    this.frame = requestAnimationFrame(this.step);
    if (this.events.isBusy()) return;
    const end = performance.now() + frameBudget;
    if (!this.found.done) {
      do this.found.addRow();
      while (!this.found.done && performance.now() < end);
    } else if (!this.umap) {
      this.umap = this.prepared();
    } else {
      do this.epoch = this.umap.step();
      while (!this.finished && performance.now() < end);
      this.place();
      this.events.onDraw();
    }
    if (this.finished) this.stop();
    else this.events.onProgress(this.progress());
  };

  private progress(): string {
    if (!this.found.done) {
      const share = Math.floor((100 * this.found.indices.length) / this.found.count);
      return `UMAP: nearest neighbours, ${share} %`;
    }
    return this.umap ? `UMAP: epoch ${this.epoch} of ${epochs}` : 'UMAP: weighing neighbourhoods';
  }

  private prepared(): UMAP {
    const { columns } = this.components;
    const umap = new UMAP({
      nNeighbors: this.found.indices[0].length,
      nEpochs: epochs,
      random: randomNumbers(seed),
    });
    umap.setPrecomputedKNN(this.found.indices, this.found.distances);
    umap.initializeFit(
      this.nodes.map((_, row) => [...this.points.subarray(row * columns, (row + 1) * columns)]),
    );
    // From where PCA has them rather than from random places: the picture keeps its large shape.
    let largest = 0;
    for (let row = 0; row < this.nodes.length; row++) {
      const size = Math.max(Math.abs(this.coordinate(row, 0)), Math.abs(this.coordinate(row, 1)));
      largest = Math.max(largest, size);
    }
    const scale = startRadius / (largest || 1);
    umap.getEmbedding().forEach((place, row) => {
      place[0] = scale * this.coordinate(row, 0);
      place[1] = scale * this.coordinate(row, 1);
    });
    return umap;
  }

  private coordinate(row: number, axis: number): number {
    const { columns } = this.components;
    return axis < columns ? this.points[row * columns + axis] : 0;
  }
}

/**
 * Rows of the table, each number moved at random within the step it was rounded to. Else nodes at
 * the very same place, of which some graphs have hundreds, would all have the same neighbours.
 */
function ditheredRows({ values, columns }: Matrix, rows: number[]): Float32Array {
  const random = randomNumbers(seed);
  const points = new Float32Array(rows.length * columns);
  rows.forEach((row, index) => {
    for (let c = 0; c < columns; c++) {
      points[index * columns + c] = values[row * columns + c] + random() - 0.5;
    }
  });
  return points;
}
