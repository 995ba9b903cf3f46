import Graph from 'graphology';
import Sigma from 'sigma';
import { EdgeRectangleProgram } from 'sigma/rendering';
import { premultiplied } from '../palette';
import { currentTheme } from '../theme';
import { Marker } from './marker';
import { mostlyWithin } from './mostlyWithin';
import { nearestSegment } from './nearestSegment';
import { PlainEdgeProgram, PlainNodeProgram } from './programs';

type NodeAttributes = { x: number; y: number; size: number; color: string };
type EdgeAttributes = { color: string; size: number; type: 'line' | 'thick' };

export interface EdgeStyle {
  colour: string;
  opacity: number;
  /** Pixels; thin lines are drawn fast. */
  width: number;
}

/** How things look; asked again at every change of colours or selection. */
export interface Look {
  nodeColour: (node: number) => string;
  nodeSize: (node: number) => number;
  nodeLabel: (node: number) => string;
  edgeStyle: (edge: number) => EdgeStyle;
  /** The selected node, or both ends of the selected edge. */
  markedNodes: () => number[];
}

export interface ViewEvents {
  onNode: (node: number) => void;
  onEdge: (edge: number) => void;
  onNothing: () => void;
}

export interface Point {
  x: number;
  y: number;
}

const nodeClickDistance = 4;
const edgeClickDistance = 7;
const movingFor = 250;

/** A graph drawn by WebGL. Nodes and edges are named by their place in the report. */
export class GraphView {
  private readonly sigma: Sigma;
  private nodes: number[] = [];
  private edges: number[] = [];
  private ends: number[] = [];
  private drawn = new Set<number>();
  private nodeAttributes: NodeAttributes[] = [];
  private edgeAttributes: EdgeAttributes[] = [];
  private movedAt = Number.NEGATIVE_INFINITY;
  private restTimer = 0;
  private hovered: number | null = null;
  private readonly hoverMarker: Marker;
  private readonly selectionMarkers: Marker[];
  private readonly sizes: ResizeObserver;

  constructor(
    readonly container: HTMLElement,
    private readonly x: Float32Array,
    private readonly y: Float32Array,
    private readonly look: Look,
    private readonly framing: 'all' | 'most',
    events: ViewEvents,
  ) {
    const canvas = document.createElement('div');
    canvas.className = 'graph-layers';
    container.appendChild(canvas);
    this.sigma = new Sigma(this.emptyGraph(), canvas, {
      allowInvalidContainer: true,
      hideEdgesOnMove: true,
      renderLabels: false,
      defaultEdgeType: 'line',
      nodeProgramClasses: { circle: PlainNodeProgram },
      edgeProgramClasses: { line: PlainEdgeProgram, thick: EdgeRectangleProgram },
      minCameraRatio: 0.01,
      maxCameraRatio: 3,
      stagePadding: 24,
    });
    this.selectionMarkers = [new Marker(container), new Marker(container)];
    this.hoverMarker = new Marker(container);
    this.listen(events);
    this.sizes = new ResizeObserver(() => {
      if (this.isVisible()) this.sigma.refresh();
    });
    this.sizes.observe(container);
  }

  dispose(): void {
    this.sizes.disconnect();
    window.clearTimeout(this.restTimer);
    this.sigma.kill();
  }

  /** The reader pans or zooms right now. */
  isMoving(): boolean {
    return performance.now() - this.movedAt < movingFor;
  }

  isVisible(): boolean {
    return this.container.clientWidth > 0;
  }

  /** `ends` holds source and target of every edge, one after the other. */
  setScene(nodes: number[], edges: number[], ends: number[]): void {
    this.nodes = nodes;
    this.edges = edges;
    this.ends = ends;
    this.drawn = new Set(nodes);
    const graph = this.emptyGraph();
    this.nodeAttributes = nodes.map((node) => {
      graph.addNode(node, this.nodeLook(node));
      return graph.getNodeAttributes(node) as NodeAttributes;
    });
    this.edgeAttributes = edges.map((edge, e) => {
      const key = graph.addEdgeWithKey(edge, ends[2 * e], ends[2 * e + 1], this.edgeLook(edge));
      return graph.getEdgeAttributes(key) as EdgeAttributes;
    });
    this.frameNodes();
    this.sigma.setGraph(graph);
  }

  /** Colours, sizes or the selection have changed. */
  restyle(): void {
    this.nodes.forEach((node, index) =>
      Object.assign(this.nodeAttributes[index], this.nodeLook(node)),
    );
    this.edges.forEach((edge, index) =>
      Object.assign(this.edgeAttributes[index], this.edgeLook(edge)),
    );
    this.sigma.refresh();
  }

  /**
   * Positions have changed. They are written in place and Sigma is told that nothing else differs:
   * an event per node or a new copy of every edge would cost frames.
   */
  reposition(): void {
    for (let index = 0; index < this.nodes.length; index++) {
      this.nodeAttributes[index].x = this.x[this.nodes[index]];
      this.nodeAttributes[index].y = this.y[this.nodes[index]];
    }
    this.frameNodes();
    this.sigma.refresh({ partialGraph: {}, skipIndexation: false });
  }

  zoom(factor: number): void {
    const camera = this.sigma.getCamera();
    void camera.animate({ ratio: camera.ratio * factor }, { duration: 150 });
  }

  fit(): void {
    void this.sigma.getCamera().animate({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }, { duration: 200 });
  }

  /** Moves the node to the middle, and nearer if the whole graph is shown. */
  centre(node: number): void {
    const place = this.sigma.getNodeDisplayData(String(node));
    if (!place) return;
    const camera = this.sigma.getCamera();
    void camera.animate(
      { x: place.x, y: place.y, ratio: Math.min(camera.ratio, 0.5) },
      { duration: 250 },
    );
  }

  has(node: number): boolean {
    return this.drawn.has(node);
  }

  /** Place of a node inside the container; null if it is not drawn. */
  nodePosition(node: number): Point | null {
    return this.has(node) ? this.place(node) : null;
  }

  /** The drawing as it is seen now; it holds no text of the data. */
  toSvg(): string {
    const { width, height } = this.sigma.getDimensions();
    const places = this.places();
    const inside = (point: Point) =>
      point.x > -50 && point.y > -50 && point.x < width + 50 && point.y < height + 50;
    const parts: string[] = [];
    this.edges.forEach((edge, index) => {
      const from = places.get(this.ends[2 * index]);
      const to = places.get(this.ends[2 * index + 1]);
      if (!from || !to || (!inside(from) && !inside(to))) return;
      const { colour, opacity, width: thickness } = this.look.edgeStyle(edge);
      parts.push(
        `<line x1="${from.x.toFixed(1)}" y1="${from.y.toFixed(1)}" x2="${to.x.toFixed(1)}" y2="${to.y.toFixed(1)}" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${thickness}"/>`,
      );
    });
    const marked = new Set(this.look.markedNodes());
    for (const node of this.nodes) {
      const place = places.get(node);
      if (!place || !inside(place)) continue;
      const ring = marked.has(node) ? ` stroke="${currentTheme().text}" stroke-width="2"` : '';
      const colour = this.look.nodeColour(node);
      parts.push(
        `<circle cx="${place.x.toFixed(1)}" cy="${place.y.toFixed(1)}" r="${this.radius(node).toFixed(1)}" fill="${colour}"${ring}/>`,
      );
    }
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
  }

  private listen(events: ViewEvents): void {
    const pointer = this.sigma.getMouseCaptor();
    // Sigma would ask the graphics card what is under the pointer, and wait, at every event.
    for (const event of ['mousemove', 'wheel', 'mousedown', 'mouseup'] as const)
      pointer.removeAllListeners(event);
    this.sigma.on('clickStage', ({ event }) => {
      const point = { x: event.x, y: event.y };
      const node = this.nodeAt(point);
      const edge = node === null ? this.edgeAt(point) : null;
      if (node !== null) events.onNode(node);
      else if (edge !== null) events.onEdge(edge);
      else events.onNothing();
    });
    pointer.on('mousemove', (event) =>
      this.hover(event.original instanceof MouseEvent && event.original.buttons > 0 ? null : event),
    );
    pointer.on('mouseleave', () => this.hover(null));
    this.sigma.getCamera().on('updated', () => this.noteMove());
    this.sigma.on('afterRender', () => this.placeMarkers());
    this.container.addEventListener('keydown', (event) => this.moveByKey(event));
  }

  /** While the view moves Sigma leaves the edges out; then their empty layer need not be shown. */
  private noteMove(): void {
    this.movedAt = performance.now();
    this.container.classList.add('moving');
    window.clearTimeout(this.restTimer);
    this.restTimer = window.setTimeout(() => this.container.classList.remove('moving'), movingFor);
  }

  private hover(point: Point | null): void {
    const node = point && !this.isMoving() ? this.nodeAt(point) : null;
    if (node === this.hovered) return;
    this.hovered = node;
    this.container.classList.toggle('over-node', node !== null);
    this.placeMarkers();
  }

  private placeMarkers(): void {
    const marked = this.look.markedNodes().filter((node) => this.has(node));
    this.selectionMarkers.forEach((marker, index) =>
      this.placeMarker(marker, marked[index] ?? null),
    );
    const hovered =
      this.hovered !== null && this.has(this.hovered) && !marked.includes(this.hovered)
        ? this.hovered
        : null;
    this.placeMarker(this.hoverMarker, hovered);
  }

  private placeMarker(marker: Marker, node: number | null): void {
    if (node === null) {
      marker.hide();
      return;
    }
    const place = this.place(node);
    const nearRightEdge = place.x > 0.65 * this.sigma.getDimensions().width;
    marker.show(place, this.radius(node), this.look.nodeLabel(node), nearRightEdge);
  }

  /** What is shown at first. With `most`, a few nodes far out do not make the others tiny. */
  private frameNodes(): void {
    if (this.nodes.length === 0 || this.framing === 'all') return;
    const extent = (values: Float32Array) => mostlyWithin(this.nodes.map((node) => values[node]));
    this.sigma.setCustomBBox({ x: extent(this.x), y: extent(this.y) });
  }

  private place(node: number): Point {
    return this.sigma.graphToViewport({ x: this.x[node], y: this.y[node] });
  }

  private places(): Map<number, Point> {
    return new Map(this.nodes.map((node) => [node, this.place(node)]));
  }

  private radius(node: number): number {
    return this.sigma.scaleSize(this.look.nodeSize(node));
  }

  /** The nearest node whose disc, or a little more, is under the point. */
  private nodeAt(point: Point): number | null {
    const centre = this.sigma.viewportToGraph(point);
    const beside = this.sigma.viewportToGraph({ x: point.x + 1, y: point.y });
    const unitsPerPixel = Math.hypot(beside.x - centre.x, beside.y - centre.y);
    let nearest: number | null = null;
    let smallest = Number.POSITIVE_INFINITY;
    for (const node of this.nodes) {
      const distance = Math.hypot(this.x[node] - centre.x, this.y[node] - centre.y);
      if (distance < smallest) {
        smallest = distance;
        nearest = node;
      }
    }
    if (nearest === null) return null;
    return smallest <= (this.radius(nearest) + nodeClickDistance) * unitsPerPixel ? nearest : null;
  }

  private edgeAt(point: Point): number | null {
    const found = nearestSegment(point, this.ends, this.places(), edgeClickDistance);
    return found === null ? null : this.edges[found];
  }

  private nodeLook(node: number): NodeAttributes {
    return {
      x: this.x[node],
      y: this.y[node],
      size: this.look.nodeSize(node),
      color: this.look.nodeColour(node),
    };
  }

  /** Sigma blends colours that are already multiplied by their opacity. */
  private edgeLook(edge: number): EdgeAttributes {
    const { colour, opacity, width } = this.look.edgeStyle(edge);
    return {
      color: premultiplied(colour, opacity),
      size: width,
      type: width > 1 ? 'thick' : 'line',
    };
  }

  private emptyGraph(): Graph {
    return new Graph({ multi: true, type: 'directed', allowSelfLoops: true });
  }

  private moveByKey(event: KeyboardEvent): void {
    const camera = this.sigma.getCamera();
    const step = 0.1 * camera.ratio;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => camera.setState({ x: camera.x - step }),
      ArrowRight: () => camera.setState({ x: camera.x + step }),
      ArrowUp: () => camera.setState({ y: camera.y + step }),
      ArrowDown: () => camera.setState({ y: camera.y - step }),
      '+': () => this.zoom(1 / 1.5),
      '-': () => this.zoom(1.5),
      '0': () => this.fit(),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  }
}
