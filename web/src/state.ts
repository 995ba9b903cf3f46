import type { Run } from './data/run';
import type { ReportDocument } from './data/types';

export type Selection = { kind: 'node'; node: number } | { kind: 'edge'; edge: number };

export type Colouring = 'class' | 'prediction' | 'error' | 'split';

type Change = 'run' | 'selection' | 'training' | 'colouring' | 'section';

/** What the sections share, and who wants to know when it changes. */
export class State {
  document: ReportDocument;
  runs: Run[];
  runIndex = 0;
  selection: Selection | null = null;
  colouring: Colouring = 'class';
  /** Layer that edges and channels are shown of; null: the last one. */
  private chosenLayer: number | null = null;
  private readonly listeners = new Map<Change, Set<() => void>>();

  constructor(document: ReportDocument, runs: Run[]) {
    this.document = document;
    this.runs = runs;
  }

  get run(): Run {
    return this.runs[this.runIndex];
  }

  layer(layers: number): number {
    return Math.min(this.chosenLayer ?? layers - 1, layers - 1);
  }

  chooseLayer(layer: number): void {
    this.chosenLayer = layer;
  }

  chooseRun(index: number): void {
    if (index === this.runIndex) return;
    this.runIndex = index;
    this.selection = null;
    this.notify('run');
    this.notify('selection');
  }

  /** A newer document of the same runs: stays at the run that is shown. */
  replace(document: ReportDocument, runs: Run[]): void {
    const name = this.run?.name;
    this.document = document;
    this.runs = runs;
    this.runIndex = Math.max(
      0,
      runs.findIndex((run) => run.name === name),
    );
    const nodes = this.run?.document.nodes?.count ?? 0;
    if (this.selection && (this.selection.kind === 'edge' || this.selection.node >= nodes)) {
      this.selection = null;
    }
    this.notify('run');
    this.notify('selection');
  }

  select(selection: Selection | null): void {
    this.selection = selection;
    this.notify('selection');
  }

  chooseColouring(colouring: Colouring): void {
    this.colouring = colouring;
    this.notify('colouring');
  }

  on(change: Change, listener: () => void): () => void {
    const known = this.listeners.get(change) ?? new Set();
    known.add(listener);
    this.listeners.set(change, known);
    return () => known.delete(listener);
  }

  notify(change: Change): void {
    for (const listener of [...(this.listeners.get(change) ?? [])]) listener();
  }
}
