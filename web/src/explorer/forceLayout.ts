import iterate, { type ForceAtlas2Options } from 'graphology-layout-forceatlas2/iterate.js';

const numbersPerNode = 10;
const numbersPerEdge = 3;
const frameBudget = 12;
const drawingRest = 3;
/** Milliseconds that a layout may run; frames in the background are long and count less. */
const timeLimit = 20_000;
const longestFrame = 250;

export interface LayoutEvents {
  /** Positions have changed and there is time to draw them. */
  onDraw: () => void;
  /** It has started or stopped. */
  onRunning: (running: boolean) => void;
  /** While this is so, the reader needs the machine more. */
  isBusy: () => boolean;
}

/** ForceAtlas2 in small steps, a few milliseconds per frame of the screen. */
export class ForceLayout {
  private nodes: number[] = [];
  private nodeMatrix = new Float32Array(0);
  private edgeMatrix = new Float32Array(0);
  private options: ForceAtlas2Options | null = null;
  private frame = 0;
  private used = 0;
  private lastFrame = 0;
  private drewInLastFrame = false;
  private nextDraw = 0;

  /** The positions, by node of the report, are read at the start and written at every step. */
  constructor(
    private readonly x: Float32Array,
    private readonly y: Float32Array,
    private readonly events: LayoutEvents,
  ) {}

  get running(): boolean {
    return this.frame !== 0;
  }

  /**
   * `ends` holds source and target of every drawn edge, one after the other, `pulls` how strongly
   * each edge draws its ends together.
   */
  setGraph(nodes: number[], ends: number[], pulls: number[]): void {
    this.nodes = nodes;
    this.nodeMatrix = new Float32Array(nodes.length * numbersPerNode);
    const row = new Map<number, number>();
    nodes.forEach((node, index) => {
      const start = index * numbersPerNode;
      row.set(node, start);
      this.nodeMatrix[start] = this.x[node];
      this.nodeMatrix[start + 1] = this.y[node];
      this.nodeMatrix[start + 6] = 1; // mass
      this.nodeMatrix[start + 7] = 1; // convergence
      this.nodeMatrix[start + 8] = 1; // size
    });
    this.edgeMatrix = new Float32Array((ends.length / 2) * numbersPerEdge);
    for (let e = 0; e < ends.length; e += 2) {
      const source = row.get(ends[e]);
      const target = row.get(ends[e + 1]);
      if (source === undefined || target === undefined) continue;
      const start = (e / 2) * numbersPerEdge;
      this.edgeMatrix[start] = source;
      this.edgeMatrix[start + 1] = target;
      const pull = pulls[e / 2];
      this.edgeMatrix[start + 2] = pull;
      this.nodeMatrix[source + 6] += pull;
      this.nodeMatrix[target + 6] += pull;
    }
    this.options = {
      linLogMode: false,
      outboundAttractionDistribution: false,
      adjustSizes: false,
      edgeWeightInfluence: 1,
      scalingRatio: 10,
      strongGravityMode: true,
      gravity: 0.05,
      slowDown: 1 + Math.log(Math.max(nodes.length, 1)),
      barnesHutOptimize: nodes.length > 500,
      barnesHutTheta: 0.7,
    };
    this.used = 0;
  }

  start(): void {
    if (this.running || this.nodes.length < 2) return;
    if (this.used >= timeLimit) this.used = 0;
    this.drewInLastFrame = false;
    this.lastFrame = performance.now();
    this.frame = requestAnimationFrame(this.step);
    this.events.onRunning(true);
  }

  stop(): void {
    if (!this.running) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.draw();
    this.events.onRunning(false);
  }

  private readonly step = (): void => {
    this.frame = requestAnimationFrame(this.step);
    const begin = performance.now();
    // What drawing really costs shows in how late the next frame comes. It may take a quarter of
    // the time; the rest belongs to the layout and to the reader.
    if (this.drewInLastFrame) this.nextDraw = begin + drawingRest * (begin - this.lastFrame);
    this.drewInLastFrame = false;
    const sinceLastFrame = begin - this.lastFrame;
    this.lastFrame = begin;
    if (this.events.isBusy() || !this.options) return;
    do iterate(this.options, this.nodeMatrix, this.edgeMatrix);
    while (performance.now() - begin < frameBudget);
    this.used += Math.min(sinceLastFrame, longestFrame);
    const done = this.used >= timeLimit;
    if (done) this.stop();
    else if (begin >= this.nextDraw) this.draw();
  };

  private draw(): void {
    for (let index = 0; index < this.nodes.length; index++) {
      this.x[this.nodes[index]] = this.nodeMatrix[index * numbersPerNode];
      this.y[this.nodes[index]] = this.nodeMatrix[index * numbersPerNode + 1];
    }
    this.events.onDraw();
    this.drewInLastFrame = true;
  }
}
