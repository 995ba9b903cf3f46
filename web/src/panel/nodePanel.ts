import { exportButtons } from '../charts/export';
import type { Edges } from '../data/edges';
import { splitNames, type Nodes } from '../data/nodes';
import type { Run } from '../data/run';
import { count, figures, percent, signed } from '../format';
import { channelColour, classColour } from '../palette';
import type { State } from '../state';
import { currentTheme } from '../theme';
import { type Bar, barList } from '../ui/barList';
import { chooser } from '../ui/controls';
import { definitions, emptyNote } from '../ui/definitions';
import { element, type Child } from '../ui/dom';
import { table } from '../ui/table';
import { expandableText, shortText } from '../ui/text';
import { egoDrawing } from './egoDrawing';
import { contributionsTo, type Contribution, type Neighbour, neighboursOf } from './neighbours';
import { nodeLink } from './nodeLink';

const mostProbabilities = 8;

export function nodePanel(state: State, node: number, onOpen: (node: number) => void): Child[] {
  const { run } = state;
  const nodes = run.nodes!;
  const edges = run.edges;
  return [
    facts(run, nodes, node),
    element('h3', {}, 'Probabilities'),
    probabilities(run, nodes, node),
    element('h3', {}, 'Why this class'),
    ...why(run, nodes, node, onOpen),
    element('h3', {}, 'Neighbours'),
    edges
      ? neighbourhood(state, nodes, edges, node, onOpen)
      : emptyNote('The report holds no edges.'),
  ];
}

function facts(run: Run, nodes: Nodes, node: number): HTMLElement {
  const correct = nodes.correct(node);
  const verdict = correct === null ? null : correct ? 'right' : 'wrong';
  return definitions(
    [
      ['id', expandableText(nodes.id(node), 40)],
      ['true class', shortText(run.className(nodes.label[node]), 40)],
      [
        'prediction',
        element(
          'span',
          {},
          shortText(run.className(nodes.predicted[node]), 40),
          verdict ? element('span', { class: `verdict ${verdict}` }, verdict) : null,
        ),
      ],
      ['confidence', percent(nodes.confidence[node])],
      ['split', splitNames[nodes.split[node]] ?? 'none'],
      ['degree', count(nodes.degree[node])],
    ],
    'node-facts',
  );
}

function probabilities(run: Run, nodes: Nodes, node: number): HTMLElement {
  const theme = currentTheme();
  const bars = Array.from({ length: nodes.probabilities.columns }, (_, index): Bar => {
    const value = nodes.probability(node, index);
    return {
      label: shortText(run.className(index), 22),
      value,
      text: percent(value),
      colour: classColour(index, theme),
    };
  }).sort((a, b) => b.value - a.value);
  const limits = { low: 0, high: 1 };
  const first = barList(bars.slice(0, mostProbabilities), 'probabilities', limits);
  if (bars.length <= mostProbabilities) return first;
  return element(
    'div',
    {},
    first,
    element(
      'details',
      {},
      element('summary', {}, `The other ${bars.length - mostProbabilities} classes`),
      barList(bars.slice(mostProbabilities), 'more-probabilities', limits),
    ),
  );
}

/** Parts of the channels and the rest add up to the logit of the predicted class. */
function why(run: Run, nodes: Nodes, node: number, onOpen: (node: number) => void): Child[] {
  const parts = nodes.parts;
  const logit = nodes.logit[node];
  if (!parts) {
    return [emptyNote(`${run.model} has no channels to split the logit (${figures(logit)}) into.`)];
  }
  const homo = run.channels?.homo ?? 0;
  const values = Array.from(
    { length: parts.columns },
    (_, channel) => parts.values[node * parts.columns + channel] * parts.scale,
  );
  const rest = logit - values.reduce((sum, value) => sum + value, 0);
  const bars: Bar[] = values.map((value, channel) => ({
    label: `channel ${channel}`,
    value,
    text: signed(value),
    colour: channelColour(channel, homo),
  }));
  const { neutral, accent } = currentTheme();
  bars.push({ label: 'rest', value: rest, text: signed(rest), colour: neutral });
  bars.push({ label: 'logit', value: logit, text: figures(logit), colour: accent });
  return [
    element(
      'p',
      { class: 'figure-note' },
      'What the neighbours add to the logit of the predicted class through each channel. The rest comes from the node itself (its features, and its links or structure where the model reads them), from farther nodes outside the channels (--gpr-hops), and from biases. A prediction stage (--stage) works on the probabilities after the logits, so that with one the predicted class need not have the highest logit.',
    ),
    barList(bars, 'logit-parts'),
    ...contributions(run, nodes, node, onOpen),
  ];
}

function contributions(
  run: Run,
  nodes: Nodes,
  node: number,
  onOpen: (node: number) => void,
): Child[] {
  const edges = run.edges;
  if (!edges?.contribution) return [];
  const found = contributionsTo(edges, node);
  if (found.length === 0) return [emptyNote('No neighbour in the report contributes.')];
  const homo = run.channels?.homo ?? 0;
  return [
    table<Contribution>({
      testId: 'contributions',
      caption: 'Contributing neighbours',
      rows: found,
      limit: 8,
      sortable: true,
      columns: [
        {
          title: 'neighbour',
          value: (row) => nodes.id(row.node),
          cell: (row) => nodeLink(nodes, row.node, onOpen),
        },
        {
          title: 'class',
          value: (row) => run.className(nodes.label[row.node]),
          cell: (row) => shortText(run.className(nodes.label[row.node]), 16),
        },
        {
          title: 'channel',
          value: (row) => row.channel,
          cell: (row) => channelMark(row.channel, homo),
        },
        {
          title: 'adds',
          numeric: true,
          value: (row) => row.value,
          cell: (row) => signed(row.value),
        },
      ],
    }),
  ];
}

export function channelMark(channel: number, homo: number): HTMLElement {
  const dot = element('span', { class: 'swatch', aria: { hidden: 'true' } });
  dot.style.backgroundColor = channelColour(channel, homo);
  return element('span', { class: 'channel-mark' }, dot, String(channel));
}

function neighbourhood(
  state: State,
  nodes: Nodes,
  edges: Edges,
  node: number,
  onOpen: (node: number) => void,
): HTMLElement {
  const { run } = state;
  const layers = edges.layers.length;
  let layer = layers > 0 ? state.layer(layers) : 0;
  let channel: number | null = null;
  const shownHost = element('div');

  function show(): void {
    const found = neighboursOf(edges, node, layer, channel);
    if (found.length === 0) {
      shownHost.replaceChildren(emptyNote('The report holds no edge to this node.'));
      return;
    }
    const drawing = egoDrawing(run, state.colouring, node, found, layer, onOpen);
    const svgText = () => {
      const copy = drawing.cloneNode(true) as SVGSVGElement;
      copy.setAttribute('width', '600');
      copy.setAttribute('height', '600');
      return new XMLSerializer().serializeToString(copy);
    };
    shownHost.replaceChildren(
      drawing,
      element('div', { class: 'frame-tools' }, ...exportButtons('ego', 'Ego network', svgText)),
      neighbourTable(run, nodes, edges, layer, found, onOpen),
    );
  }

  const controls: HTMLElement[] = [];
  if (layers > 1) {
    const choices = Array.from({ length: layers }, (_, l) => ({
      value: l,
      label: `Layer ${l + 1}`,
    }));
    controls.push(
      chooser('Layer', 'panel-layer', choices, layer, (value) => {
        layer = value;
        show();
      }).element,
    );
  }
  if (layers > 0) {
    const choices = [
      { value: null as number | null, label: 'strongest of all' },
      ...Array.from({ length: edges.channels }, (_, c) => ({
        value: c as number | null,
        label: `channel ${c}`,
      })),
    ];
    controls.push(
      chooser('Weight in', 'panel-channel', choices, channel, (value) => {
        channel = value;
        show();
      }).element,
    );
  }
  show();
  return element('div', {}, element('div', { class: 'toolbar' }, ...controls), shownHost);
}

function neighbourTable(
  run: Run,
  nodes: Nodes,
  edges: Edges,
  layer: number,
  found: Neighbour[],
  onOpen: (node: number) => void,
): HTMLElement {
  const homo = run.channels?.homo ?? 0;
  const className = (row: Neighbour) => run.className(nodes.label[row.node]);
  const withChannels = edges.layers.length > 0;
  return table<Neighbour>({
    testId: 'neighbours',
    caption: withChannels ? 'Neighbours by weight' : 'Neighbours',
    rows: found,
    limit: 10,
    sortable: true,
    columns: [
      {
        title: 'neighbour',
        value: (row) => nodes.id(row.node),
        cell: (row) => nodeLink(nodes, row.node, onOpen),
      },
      { title: 'class', value: className, cell: (row) => shortText(className(row), 16) },
      ...(withChannels
        ? [
            {
              title: 'channel',
              value: (row: Neighbour) => row.channel,
              cell: (row: Neighbour) => channelMark(row.channel, homo),
            },
            {
              title: 'weight',
              numeric: true,
              value: (row: Neighbour) => row.weight,
              cell: (row: Neighbour) => figures(row.weight),
            },
            {
              title: 'existence',
              numeric: true,
              value: (row: Neighbour) => edges.existence(layer, row.entry, row.channel),
              cell: (row: Neighbour) => figures(edges.existence(layer, row.entry, row.channel)),
            },
          ]
        : []),
    ],
  });
}
