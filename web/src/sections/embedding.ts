import { exportButtons } from '../charts/export';
import type { Nodes } from '../data/nodes';
import { fewestNodes, mostNodes, neighbours, UmapLayout } from '../embedding/umapLayout';
import { colourings, nodeColour, nodeLegend } from '../explorer/colouring';
import { followColours } from '../explorer/followColours';
import { GraphView } from '../explorer/graphView';
import { mostNodesDrawn } from '../explorer/scene';
import { startPositions } from '../explorer/startPositions';
import { extendTestHook, onScreen } from '../explorer/testHook';
import { viewButtons } from '../explorer/viewButtons';
import { count, isNumber, percent } from '../format';
import { sample } from '../random';
import { currentTheme } from '../theme';
import { type Choice, chooser } from '../ui/controls';
import { emptyNote } from '../ui/definitions';
import { announce, element } from '../ui/dom';
import { drawingText } from '../ui/text';
import type { Section } from './section';

type Layout = 'pca' | 'umap';

const layouts: Choice<Layout>[] = [
  { value: 'pca', label: 'PCA' },
  { value: 'umap', label: 'UMAP' },
];

export const embedding: Section = {
  id: 'embedding',
  title: 'Embedding',
  mount(host, page, scope) {
    const { state } = page;
    const run = state.run;
    const { nodes } = run;
    if (!nodes || nodes.count === 0) {
      host.append(emptyNote(nodes ? 'The graph has no nodes.' : 'No model is stored yet.'));
      return;
    }
    const pca = startPositions(nodes);
    const x = pca.x.slice();
    const y = pca.y.slice();
    let layout: Layout = 'pca';
    let shown: number[] = [];
    const canvas = element('div', {
      class: 'graph-canvas',
      testId: 'map',
      tabIndex: 0,
      role: 'application',
    });
    const legendHost = element('div');
    const meaning = element('p', { testId: 'explained' });
    const note = element('p', { class: 'drawing-note', testId: 'map-note' });
    const mapped = sample(
      Array.from({ length: nodes.count }, (_, node) => node),
      mostNodesDrawn,
    );
    const selectedNode = () => (state.selection?.kind === 'node' ? state.selection.node : null);
    const view = new GraphView(
      canvas,
      x,
      y,
      {
        nodeColour: (node) => nodeColour(run, state.colouring, currentTheme(), node),
        nodeSize: () => (shown.length > 5000 ? 2 : 3.5),
        nodeLabel: (node) => drawingText(nodes.id(node), 40),
        edgeStyle: () => ({ colour: currentTheme().neutral, opacity: 1, width: 1 }),
        markedNodes: () => (state.selection?.kind === 'node' ? [state.selection.node] : []),
      },
      'all',
      {
        onNode: (node) => state.select({ kind: 'node', node }),
        onEdge: () => undefined,
        onNothing: () => state.select(null),
      },
    );
    scope.add(() => view.dispose());

    let progress: string | null = null;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const umap =
      nodes.components && nodes.count >= fewestNodes
        ? new UmapLayout(nodes.components, x, y, {
            onDraw: () => {
              if (!calm || umap?.finished) view.reposition();
            },
            onProgress: (text) => {
              progress = text;
              if (umap?.finished) announce('The UMAP is finished.');
              showNote();
            },
            isBusy: () => view.isMoving() || !view.isVisible(),
          })
        : null;
    scope.add(() => umap?.stop());

    function showNote(): void {
      const selected = selectedNode();
      const parts = [
        shown.length < nodes!.count
          ? `Shown are ${count(shown.length)} of ${count(nodes!.count)} nodes, chosen at random.`
          : '',
        nodes!.count < nodes!.total
          ? `The report holds a random part of ${count(nodes!.total)} nodes.`
          : '',
        selected !== null && !view.has(selected) ? 'The selected node is not among them.' : '',
        progress ?? '',
      ];
      note.textContent = parts.filter((part) => part !== '').join(' ');
    }

    function show(chosen: Layout): void {
      layout = chosen;
      if (layout === 'umap' && umap) {
        shown = umap.nodes;
        umap.place();
      } else {
        umap?.stop();
        shown = mapped;
        x.set(pca.x);
        y.set(pca.y);
      }
      const text = layout === 'umap' ? umapMeaning(nodes!) : pcaMeaning(nodes!);
      meaning.textContent = text;
      canvas.setAttribute(
        'aria-label',
        `Map of ${count(shown.length)} nodes. ${text} Arrow keys move it, plus and minus zoom.`,
      );
      view.setScene(shown, [], []);
      showNote();
      if (layout === 'umap') umap?.start();
    }

    const colourChooser = chooser(
      'Node colour',
      'map-colouring',
      colourings,
      state.colouring,
      (value) => state.chooseColouring(value),
    );
    const controls = [colourChooser.element];
    if (umap) controls.unshift(chooser('Layout', 'map-layout', layouts, layout, show).element);
    const showLegend = () =>
      legendHost.replaceChildren(nodeLegend(run, state.colouring, currentTheme()));
    host.append(
      meaning,
      element('div', { class: 'toolbar' }, ...controls),
      element(
        'div',
        { class: 'graph-frame' },
        canvas,
        element(
          'div',
          { class: 'graph-tools' },
          ...viewButtons(view),
          ...exportButtons('map', 'Embedding', () => view.toSvg()),
        ),
      ),
      legendHost,
      note,
    );
    show(layout);
    showLegend();
    extendTestHook({
      mapScreenPosition: (node) => onScreen(canvas, view.nodePosition(node)),
      map: () => ({ nodes: shown.length, running: umap?.running ?? false }),
    });
    scope.add(
      state.on('selection', () => {
        view.restyle();
        showNote();
      }),
    );
    followColours(state, scope, colourChooser, () => {
      view.restyle();
      showLegend();
    });
  },
};

function pcaMeaning(nodes: Nodes): string {
  const [first, second] = nodes.explained;
  const shares =
    isNumber(first) && isNumber(second)
      ? ` They hold ${percent(first)} (across) and ${percent(second)} (upwards) of its variance.`
      : '';
  return `The first two principal components of what the classifier reads about each node.${shares}`;
}

function umapMeaning(nodes: Nodes): string {
  const part = nodes.count > mostNodes ? ` of at most ${count(mostNodes)} nodes` : '';
  return `UMAP${part} by the first ${nodes.components?.columns} principal components of what the classifier reads about each node: nodes stand near the ${neighbours} most like them. How far groups are apart means little.`;
}
