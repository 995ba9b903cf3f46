import type { Edges } from '../data/edges';

/** A neighbour that a node receives from, through one entry of the edge columns. */
export interface Neighbour {
  node: number;
  entry: number;
  weight: number;
  /** The channel the weight is of; −1 for models without channels. */
  channel: number;
}

function strongestChannel(edges: Edges, layer: number, entry: number): number {
  let best = 0;
  for (let channel = 1; channel < edges.channels; channel++) {
    if (edges.weight(layer, entry, channel) > edges.weight(layer, entry, best)) best = channel;
  }
  return best;
}

/** Ordered by weight in the channel, or, for null, by the largest weight over the channels. */
export function neighboursOf(
  edges: Edges,
  node: number,
  layer: number,
  channel: number | null,
): Neighbour[] {
  const withChannels = edges.layers.length > 0;
  const found = Array.from(edges.incomingOf(node), (entry): Neighbour => {
    if (!withChannels) return { node: edges.source[entry], entry, weight: 0, channel: -1 };
    const shown = channel ?? strongestChannel(edges, layer, entry);
    return {
      node: edges.source[entry],
      entry,
      weight: edges.weight(layer, entry, shown),
      channel: shown,
    };
  });
  return found.sort((a, b) => b.weight - a.weight || a.node - b.node);
}

export interface Contribution {
  node: number;
  entry: number;
  channel: number;
  value: number;
}

/** What neighbours add to the logit of the predicted class, largest effect first. */
export function contributionsTo(edges: Edges, node: number): Contribution[] {
  const table = edges.contribution;
  if (!table) return [];
  const found: Contribution[] = [];
  for (const entry of edges.incomingOf(node)) {
    for (let channel = 0; channel < table.columns; channel++) {
      const value = table.values[entry * table.columns + channel] * table.scale;
      if (value !== 0) found.push({ node: edges.source[entry], entry, channel, value });
    }
  }
  return found.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}
