import { exportButtons } from '../charts/export';
import type { Run } from '../data/run';
import { splitNames } from '../data/nodes';
import { colourings, nodeColour, nodeLegend } from '../explorer/colouring';
import { followColours } from '../explorer/followColours';
import { ForceLayout } from '../explorer/forceLayout';
import { type EdgeStyle, GraphView } from '../explorer/graphView';
import { nodeSearch } from '../explorer/nodeSearch';
import {
  emptyScene,
  type Filters,
  makeScene,
  mostEdgesDrawn,
  mostNodesDrawn,
  type Scene,
} from '../explorer/scene';
import { startPositions } from '../explorer/startPositions';
import { extendTestHook, onScreen } from '../explorer/testHook';
import { viewButtons } from '../explorer/viewButtons';
import { count } from '../format';
import { channelColour } from '../palette';
import { currentTheme } from '../theme';
import { checkbox, type Choice, chooser, percentRange, toggleChip } from '../ui/controls';
import { emptyNote } from '../ui/definitions';
import { button, element } from '../ui/dom';
import { cut, drawingText } from '../ui/text';
import type { Section } from './section';

export const explorer: Section = {
  id: 'explorer',
  title: 'Explorer',
  mount(host, page, scope) {
    const { state } = page;
    const run = state.run;
    const { nodes, edges } = run;
    if (!nodes || nodes.count === 0) {
      host.append(emptyNote(nodes ? 'The graph has no nodes.' : 'No model is stored yet.'));
      return;
    }
    const filters = openFilters(run);
    const { x, y } = startPositions(nodes);
    const layers = edges?.layers.length ?? 0;
    const homo = run.channels?.homo ?? 0;
    let layer = layers > 0 ? state.layer(layers) : 0;
    const hasHalves = layers > 0 && homo > 0 && homo < (run.channels?.count ?? 0);
    let follow: 'all' | 'homo' | 'hetero' = hasHalves ? 'homo' : 'all';
    let scene: Scene = emptyScene;
    let ends: number[] = [];

    const legendHost = element('div');
    const noteHost = element('p', { class: 'drawing-note', testId: 'drawing-note' });
    const canvas = element('div', {
      class: 'graph-canvas',
      testId: 'graph',
      tabIndex: 0,
      role: 'application',
    });
    const search = nodeSearch(nodes, page.openNode);
    const crowding = Math.min(1, Math.max(0.45, Math.sqrt(1500 / nodes.count)));
    const nodeSize = (node: number) =>
      Math.min(2.5 + 0.35 * Math.sqrt(nodes.degree[node]), 8) * crowding;
    const selectedNode = () => (state.selection?.kind === 'node' ? state.selection.node : null);

    function edgeStyle(edge: number): EdgeStyle {
      const theme = currentTheme();
      const colour =
        layers > 0 ? channelColour(edges!.dominantOf(layer, edge), homo) : theme.neutral;
      const selection = state.selection;
      // The more lines, the fainter: else they hide the nodes and each other.
      const opacity = Math.min(0.5, Math.max(0.1, 16 / Math.sqrt(scene.edges.length)));
      if (!selection) return { colour, opacity, width: 1 };
      const entry = edges!.firstEntry(edge);
      const chosen =
        selection.kind === 'edge'
          ? selection.edge === edge
          : edges!.source[entry] === selection.node || edges!.target[entry] === selection.node;
      if (!chosen) return { colour, opacity: 0.3 * opacity, width: 1 };
      return { colour, opacity: 1, width: selection.kind === 'edge' ? 5 : 2.5 };
    }

    /** Edges that the layout does not follow still hold the drawing together a little. */
    function pullOf(edge: number): number {
      if (follow === 'all' || layers === 0) return 1;
      const isHomo = edges!.dominantOf(layer, edge) < homo;
      return isHomo === (follow === 'homo') ? 1 : 0.05;
    }

    function markedNodes(): number[] {
      const selection = state.selection;
      if (selection?.kind === 'node') return [selection.node];
      if (selection?.kind !== 'edge') return [];
      const entry = edges!.firstEntry(selection.edge);
      return [edges!.source[entry], edges!.target[entry]];
    }

    const view = new GraphView(
      canvas,
      x,
      y,
      {
        nodeColour: (node) => nodeColour(run, state.colouring, currentTheme(), node),
        nodeSize,
        nodeLabel: (node) => drawingText(nodes.id(node), 40),
        edgeStyle,
        markedNodes,
      },
      'most',
      {
        onNode: (node) => state.select({ kind: 'node', node }),
        onEdge: (edge) => state.select({ kind: 'edge', edge }),
        onNothing: () => state.select(null),
      },
    );
    scope.add(() => view.dispose());

    const layoutButton = button(
      'Pause layout',
      { class: 'small-button', testId: 'layout-toggle' },
      () => (layout.running ? layout.stop() : layout.start()),
    );
    const layout = new ForceLayout(x, y, {
      onDraw: () => view.reposition(),
      onRunning: (running) =>
        (layoutButton.textContent = running ? 'Pause layout' : 'Improve layout'),
      isBusy: () => view.isMoving() || !view.isVisible(),
    });
    layoutButton.textContent = 'Improve layout';
    scope.add(() => layout.stop());

    function rebuild(): void {
      scene = makeScene(run, layer, filters, selectedNode());
      ends = scene.edges.flatMap((edge) => {
        const entry = edges!.firstEntry(edge);
        return [edges!.source[entry], edges!.target[entry]];
      });
      view.setScene(scene.nodes, scene.edges, ends);
      layout.setGraph(scene.nodes, ends, scene.edges.map(pullOf));
      noteHost.textContent = drawingNote(run, scene);
      canvas.setAttribute(
        'aria-label',
        `Drawing of the graph: ${count(scene.nodes.length)} nodes, ${count(scene.edges.length)} edges. Arrow keys move it, plus and minus zoom, 0 shows everything. Find nodes by the search box.`,
      );
    }

    function showLegend(): void {
      legendHost.replaceChildren(nodeLegend(run, state.colouring, currentTheme()));
    }

    function showSelection(): void {
      const node = selectedNode();
      if (node !== null && !view.has(node)) rebuild();
      else view.restyle();
    }

    const colourChooser = chooser(
      'Node colour',
      'node-colouring',
      colourings,
      state.colouring,
      (value) => state.chooseColouring(value),
    );
    const controls = [search, colourChooser.element];
    if (layers > 1) {
      const choices = Array.from({ length: layers }, (_, l) => ({
        value: l,
        label: `channel, layer ${l + 1}`,
      }));
      controls.push(
        chooser('Edge colour', 'edge-layer', choices, layer, (value) => {
          layer = value;
          state.chooseLayer(value);
          rebuild();
        }).element,
      );
    }
    if (hasHalves) {
      controls.push(
        chooser('Layout follows', 'layout-edges', followChoices, follow, (value) => {
          follow = value;
          rebuild();
          layout.start();
        }).element,
      );
    }
    const filterControls = [
      chooser('Class', 'filter-class', classChoices(run), filters.classIndex, (value) => {
        filters.classIndex = value;
        rebuild();
      }).element,
      chooser('Split', 'filter-split', splitChoices, filters.split, (value) => {
        filters.split = value;
        rebuild();
      }).element,
      percentRange('Confidence', 'filter-confidence', (low, high) => {
        filters.confidence = { low, high };
        rebuild();
      }),
      checkbox('Hide lone nodes', 'hide-lone', filters.hideLoneNodes, (checked) => {
        filters.hideLoneNodes = checked;
        rebuild();
      }),
    ];

    const chips = filters.channels.map((shown, channel) =>
      toggleChip(
        `channel ${channel}`,
        channelColour(channel, homo),
        `filter-channel-${channel}`,
        shown,
        (pressed) => {
          filters.channels[channel] = pressed;
          rebuild();
        },
      ),
    );
    const exports = exportButtons('graph', 'Graph', () => view.toSvg());
    const frame = element(
      'div',
      { class: 'graph-frame' },
      canvas,
      element('div', { class: 'graph-tools' }, layoutButton, ...viewButtons(view), ...exports),
    );
    host.append(
      element('div', { class: 'toolbar' }, ...controls),
      filterFold(element('div', { class: 'toolbar' }, ...filterControls)),
      chips.length > 0
        ? element(
            'div',
            { class: 'chips', role: 'group', aria: { label: 'Edges by dominant channel' } },
            element('span', { class: 'control-caption' }, 'Edges:'),
            ...chips,
          )
        : '',
      frame,
      legendHost,
      noteHost,
    );

    rebuild();
    showLegend();
    scope.add(state.on('selection', showSelection));
    followColours(state, scope, colourChooser, () => {
      view.restyle();
      showLegend();
    });
    // Coming from another section: the node is brought to the middle, once the view has a size.
    scope.add(state.on('section', () => centreSelected()));
    function centreSelected(): void {
      const node = selectedNode();
      if (node === null || !view.isVisible()) return;
      // On a phone the panel covers the lower half of the screen.
      if (narrowScreen.matches) frame.scrollIntoView({ block: 'start' });
      requestAnimationFrame(() => view.centre(node));
    }
    centreSelected();

    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!calm && scene.edges.length > 0) layout.start();

    extendTestHook({
      nodeScreenPosition: (node) => onScreen(canvas, view.nodePosition(node)),
      edgeScreenPosition: (edge) => {
        const entry = edges?.firstEntry(edge) ?? 0;
        const from = edges && view.nodePosition(edges.source[entry]);
        const to = edges && view.nodePosition(edges.target[entry]);
        if (!from || !to) return null;
        return onScreen(canvas, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
      },
      drawn: () => ({
        nodes: scene.nodes.length,
        edges: scene.edges.length,
        layoutRunning: layout.running,
      }),
    });
  },
};

const followChoices: Choice<'all' | 'homo' | 'hetero'>[] = [
  { value: 'homo', label: 'homo channels' },
  { value: 'hetero', label: 'hetero channels' },
  { value: 'all', label: 'all edges alike' },
];

const narrowScreen = window.matchMedia('(max-width: 60rem)');

/** On a phone the filters would push the drawing off the screen. */
function filterFold(controls: HTMLElement): HTMLElement {
  const fold = element(
    'details',
    { class: 'filter-fold' },
    element('summary', {}, 'Filters'),
    controls,
  );
  fold.open = !narrowScreen.matches;
  return fold;
}

function openFilters(run: Run): Filters {
  return {
    channels: Array.from({ length: run.edges?.channels ?? 0 }, () => true),
    classIndex: null,
    split: null,
    confidence: { low: 0, high: 1 },
    hideLoneNodes: false,
  };
}

const splitChoices: Choice<number | null>[] = [
  { value: null, label: 'all' },
  ...splitNames.map((label, value) => ({ value, label })),
];

function classChoices(run: Run): Choice<number | null>[] {
  const choices: Choice<number | null>[] = [{ value: null, label: 'all' }];
  run.classes.forEach((name, value) => choices.push({ value, label: cut(name || '(empty)', 40) }));
  if (run.nodes?.label.some((label) => label < 0)) choices.push({ value: -1, label: 'unlabelled' });
  return choices;
}

function drawingNote(run: Run, scene: Scene): string {
  const edges = run.edges;
  const parts: string[] = [];
  if (!edges || edges.total === 0) parts.push('The graph has no edges.');
  else if (scene.matchingEdges > mostEdgesDrawn) {
    parts.push(
      `Drawing ${count(scene.edges.length)} of ${count(scene.matchingEdges)} matching edges, chosen at random.`,
    );
  } else {
    parts.push(`Drawing all ${count(scene.edges.length)} matching edges.`);
  }
  parts.push(
    scene.matchingNodes > mostNodesDrawn
      ? `${count(scene.nodes.length)} of ${count(scene.matchingNodes)} matching nodes, chosen at random, and edges between them alone.`
      : `${count(scene.nodes.length)} of ${count(run.nodes?.count)} nodes.`,
  );
  if (run.nodes && run.nodes.count < run.nodes.total) {
    parts.push(
      `The report holds a random part of ${count(run.nodes.total)} nodes and the edges between them.`,
    );
  }
  if (edges && edges.kept < edges.total) {
    parts.push(
      `The report holds a random sample of ${count(edges.kept)} of ${count(edges.total)} edges.`,
    );
  }
  if (edges && edges.layers.length > 0 && !edges.directed) {
    parts.push(
      'Where the directions of an edge differ, the colour is that of the direction surer of its channel.',
    );
  }
  return parts.join(' ');
}
