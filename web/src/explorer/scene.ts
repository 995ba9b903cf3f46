import type { Run } from '../data/run';
import { sample } from '../random';

export const mostEdgesDrawn = 20_000;
/** More would cost the reader frames, and be a blot. */
export const mostNodesDrawn = 20_000;

export interface Filters {
  /** Whether edges that a channel dominates are drawn; empty for models without channels. */
  channels: boolean[];
  /** Only nodes of this true class; −1: unlabelled ones; null: all. */
  classIndex: number | null;
  split: number | null;
  confidence: { low: number; high: number };
  hideLoneNodes: boolean;
}

/** What is drawn: nodes and edges by their place in the report. */
export interface Scene {
  nodes: number[];
  edges: number[];
  /** Nodes that pass the filters; more than are drawn if there are too many. */
  matchingNodes: number;
  /** Edges between drawn nodes that pass the filters; more than are drawn if there are too many. */
  matchingEdges: number;
}

export const emptyScene: Scene = { nodes: [], edges: [], matchingNodes: 0, matchingEdges: 0 };

/** `alwaysShown` is drawn whatever the filters say: the selected node. */
export function makeScene(
  run: Run,
  layer: number,
  filters: Filters,
  alwaysShown: number | null,
): Scene {
  const nodes = run.nodes;
  if (!nodes) return emptyScene;
  const fitting: number[] = [];
  for (let node = 0; node < nodes.count; node++) {
    const confidence = nodes.confidence[node];
    const fits =
      (filters.classIndex === null || nodes.label[node] === filters.classIndex) &&
      (filters.split === null || nodes.split[node] === filters.split) &&
      confidence >= filters.confidence.low - 1e-6 &&
      confidence <= filters.confidence.high + 1e-6;
    if (fits) fitting.push(node);
  }
  const passes = new Uint8Array(nodes.count);
  for (const node of sample(fitting, mostNodesDrawn)) passes[node] = 1;

  const edges = run.edges;
  const matching: number[] = [];
  if (edges) {
    const byChannel = edges.layers.length > 0 && filters.channels.some((shown) => !shown);
    for (let edge = 0; edge < edges.kept; edge++) {
      const entry = edges.firstEntry(edge);
      if (!passes[edges.source[entry]] || !passes[edges.target[entry]]) continue;
      if (byChannel && !filters.channels[edges.dominantOf(layer, edge)]) continue;
      matching.push(edge);
    }
  }
  const drawn = sample(matching, mostEdgesDrawn);

  const shown = filters.hideLoneNodes ? new Uint8Array(nodes.count) : passes;
  if (filters.hideLoneNodes && edges) {
    for (const edge of drawn) {
      const entry = edges.firstEntry(edge);
      shown[edges.source[entry]] = 1;
      shown[edges.target[entry]] = 1;
    }
  }
  if (alwaysShown !== null) shown[alwaysShown] = 1;
  const visible: number[] = [];
  for (let node = 0; node < nodes.count; node++) if (shown[node]) visible.push(node);
  return {
    nodes: visible,
    edges: drawn,
    matchingNodes: fitting.length,
    matchingEdges: matching.length,
  };
}
