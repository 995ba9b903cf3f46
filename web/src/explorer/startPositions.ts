import type { Nodes } from '../data/nodes';

/** Positions of the report, spread to the size that the layout likes. */
export function startPositions(nodes: Nodes): { x: Float32Array; y: Float32Array } {
  const x = new Float32Array(nodes.count);
  const y = new Float32Array(nodes.count);
  let squares = 0;
  for (let i = 0; i < 2 * nodes.count; i++) squares += nodes.position[i] ** 2;
  const spread = Math.sqrt(squares / Math.max(2 * nodes.count, 1)) || 1;
  const scale = (10 * Math.sqrt(nodes.count)) / spread;
  for (let node = 0; node < nodes.count; node++) {
    // Forces cannot part nodes that stand at the very same place.
    const angle = 2.399963 * node;
    x[node] = finite(nodes.position[2 * node]) * scale + Math.cos(angle);
    y[node] = finite(nodes.position[2 * node + 1]) * scale + Math.sin(angle);
  }
  return { x, y };
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
