/** One step of ForceAtlas2 on plain matrices; the package has no types for this file. */
declare module 'graphology-layout-forceatlas2/iterate.js' {
  export interface ForceAtlas2Options {
    linLogMode: boolean;
    outboundAttractionDistribution: boolean;
    adjustSizes: boolean;
    edgeWeightInfluence: number;
    scalingRatio: number;
    strongGravityMode: boolean;
    gravity: number;
    slowDown: number;
    barnesHutOptimize: boolean;
    barnesHutTheta: number;
  }
  export default function iterate(
    options: ForceAtlas2Options,
    nodeMatrix: Float32Array,
    edgeMatrix: Float32Array,
  ): unknown;
}
