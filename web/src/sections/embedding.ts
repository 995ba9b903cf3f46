import { exportButtons } from '../charts/export';
import { colourings, nodeColour, nodeLegend } from '../explorer/colouring';
import { followColours } from '../explorer/followColours';
import { GraphView } from '../explorer/graphView';
import { startPositions } from '../explorer/startPositions';
import { extendTestHook, onScreen } from '../explorer/testHook';
import { viewButtons } from '../explorer/viewButtons';
import { count, isNumber, percent } from '../format';
import { currentTheme } from '../theme';
import { chooser } from '../ui/controls';
import { emptyNote } from '../ui/definitions';
import { element } from '../ui/dom';
import { drawingText } from '../ui/text';
import type { Section } from './section';

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
    const { x, y } = startPositions(nodes);
    const canvas = element('div', {
      class: 'graph-canvas',
      testId: 'map',
      tabIndex: 0,
      role: 'application',
    });
    const legendHost = element('div');
    const everyNode = Array.from({ length: nodes.count }, (_, node) => node);
    const markedNodes = () => (state.selection?.kind === 'node' ? [state.selection.node] : []);
    const size = nodes.count > 5000 ? 2 : 3.5;
    const view = new GraphView(
      canvas,
      x,
      y,
      {
        nodeColour: (node) => nodeColour(run, state.colouring, currentTheme(), node),
        nodeSize: () => size,
        nodeLabel: (node) => drawingText(nodes.id(node), 40),
        edgeStyle: () => ({ colour: currentTheme().neutral, opacity: 1, width: 1 }),
        markedNodes,
      },
      'all',
      {
        onNode: (node) => state.select({ kind: 'node', node }),
        onEdge: () => undefined,
        onNothing: () => state.select(null),
      },
    );
    scope.add(() => view.dispose());
    const [first, second] = nodes.explained;
    const shares =
      isNumber(first) && isNumber(second)
        ? `They hold ${percent(first)} (across) and ${percent(second)} (upwards) of its variance.`
        : '';
    const partNote =
      nodes.count < nodes.total
        ? ` Shown are ${count(nodes.count)} of ${count(nodes.total)} nodes, chosen at random.`
        : '';
    canvas.setAttribute(
      'aria-label',
      `Map of ${count(nodes.count)} nodes by the first two principal components. ${shares} Arrow keys move it, plus and minus zoom.`,
    );
    const colourChooser = chooser(
      'Node colour',
      'map-colouring',
      colourings,
      state.colouring,
      (value) => state.chooseColouring(value),
    );
    const showLegend = () =>
      legendHost.replaceChildren(nodeLegend(run, state.colouring, currentTheme()));
    host.append(
      element(
        'p',
        { testId: 'explained' },
        `The first two principal components of what the classifier reads about each node. ${shares}${partNote}`,
      ),
      element('div', { class: 'toolbar' }, colourChooser.element),
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
    );
    view.setScene(everyNode, [], []);
    showLegend();
    extendTestHook({ mapScreenPosition: (node) => onScreen(canvas, view.nodePosition(node)) });
    scope.add(state.on('selection', () => view.restyle()));
    followColours(state, scope, colourChooser, () => {
      view.restyle();
      showLegend();
    });
  },
};
