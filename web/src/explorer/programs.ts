import { EdgeLineProgram, NodePointProgram } from 'sigma/rendering';

/**
 * How WebGL draws nodes and thin edges. Without the second, invisible drawing that Sigma uses to
 * find what is under the pointer: GraphView finds it by geometry, which costs no frames.
 * Nodes are points: the triangles of the default program are drawn as instances, and machines
 * without a graphics card draw instances one by one.
 */

type NodeArguments = ConstructorParameters<typeof NodePointProgram>;
type EdgeArguments = ConstructorParameters<typeof EdgeLineProgram>;

export class PlainNodeProgram extends NodePointProgram {
  constructor(gl: NodeArguments[0], _picking: NodeArguments[1], renderer: NodeArguments[2]) {
    super(gl, null, renderer);
  }
}

export class PlainEdgeProgram extends EdgeLineProgram {
  constructor(gl: EdgeArguments[0], _picking: EdgeArguments[1], renderer: EdgeArguments[2]) {
    super(gl, null, renderer);
  }
}
