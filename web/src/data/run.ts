import { Edges } from './edges';
import { Nodes } from './nodes';
import type { ChannelsDocument, ReportDocument, RunDocument, Spread, TrainingLog } from './types';

/** A run of the report; packed columns are decoded when they are first asked for. */
export class Run {
  private decodedNodes: Nodes | null = null;
  private decodedEdges: Edges | null = null;

  constructor(readonly document: RunDocument) {}

  get name(): string {
    return String(this.document.name);
  }

  get model(): string {
    return this.document.model ?? 'unknown model';
  }

  get classes(): string[] {
    return this.document.classes ?? [];
  }

  get channels(): ChannelsDocument | null {
    return this.document.channels ?? null;
  }

  get training(): TrainingLog[] {
    return this.document.training ?? [];
  }

  get nodes(): Nodes | null {
    if (!this.decodedNodes && this.document.nodes) {
      this.decodedNodes = new Nodes(this.document.nodes);
    }
    return this.decodedNodes;
  }

  get edges(): Edges | null {
    if (!this.decodedEdges && this.document.edges && this.document.nodes) {
      this.decodedEdges = new Edges(this.document.edges, this.document.nodes.count);
    }
    return this.decodedEdges;
  }

  /** Name of a class; unlabelled nodes have class −1. */
  className(index: number): string {
    if (index < 0) return 'unlabelled';
    return this.classes[index] ?? `class ${index}`;
  }

  /** Name of a true relation; −1 stands for noise. */
  relationName(index: number): string {
    if (index < 0) return 'noise';
    return this.channels?.relations?.[index] ?? `relation ${index}`;
  }

  get validationAccuracy(): Spread | null {
    const values = (this.document.summary?.runs ?? [])
      .map((run) => run.val_accuracy)
      .filter((value): value is number => typeof value === 'number');
    return values.length > 0 ? spreadOf(values) : null;
  }

  /** Seconds over all seeds. */
  get totalSeconds(): number | null {
    const runs = this.document.summary?.runs;
    if (!runs || runs.length === 0) return null;
    return runs.reduce((sum, run) => sum + (run.seconds ?? 0), 0);
  }
}

/** Mean and standard deviation as summary.json has them: n − 1 in the denominator, 0 for one. */
function spreadOf(values: number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return { mean, std: 0 };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, std: Math.sqrt(squares / (values.length - 1)) };
}

export function runsOf(document: ReportDocument): Run[] {
  if (document.format !== 'disgnn-report-1') {
    throw new Error(`This page reads disgnn-report-1, the data are ${String(document.format)}.`);
  }
  return document.runs.map((run) => new Run(run));
}
