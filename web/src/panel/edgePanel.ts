import type { Edges } from '../data/edges';
import type { Run } from '../data/run';
import { figures } from '../format';
import type { State } from '../state';
import { definitions, emptyNote } from '../ui/definitions';
import { element, type Child } from '../ui/dom';
import { table } from '../ui/table';
import { shortText } from '../ui/text';
import { channelMark } from './nodePanel';
import { nodeLink } from './nodeLink';

interface ProfileRow {
  layer: number;
  channel: number;
}

export function edgePanel(state: State, edge: number, onOpen: (node: number) => void): Child[] {
  const { run } = state;
  const nodes = run.nodes!;
  const edges = run.edges!;
  const entry = edges.firstEntry(edge);
  const from = edges.source[entry];
  const to = edges.target[entry];
  const end = (node: number) =>
    element(
      'span',
      {},
      nodeLink(nodes, node, onOpen),
      ', ',
      shortText(run.className(nodes.label[node]), 24),
    );
  const facts: [string, Child][] = [
    [edges.directed ? 'sender' : 'one end', end(from)],
    [edges.directed ? 'receiver' : 'other end', end(to)],
    ['classes', classesText(nodes.label[from], nodes.label[to])],
  ];
  if (edges.relation)
    facts.push(['true relation', shortText(run.relationName(edges.relation[entry]), 40)]);
  return [
    definitions(facts, 'edge-facts'),
    edges.layers.length > 0
      ? profile(run, edges, edge)
      : emptyNote(`${run.model} does not split edges into channels.`),
  ];
}

function classesText(first: number, second: number): string {
  if (first < 0 || second < 0) return 'not both known';
  return first === second ? 'the same class' : 'two classes';
}

function profile(run: Run, edges: Edges, edge: number): HTMLElement {
  const nodes = run.nodes!;
  const homo = run.channels?.homo ?? 0;
  const rows: ProfileRow[] = edges.layers.flatMap((_, layer) =>
    Array.from({ length: edges.channels }, (_unused, channel) => ({ layer, channel })),
  );
  return element(
    'div',
    { class: 'stack' },
    ...edges.entriesOf(edge).map((entry, direction) => {
      const id = (node: number) => shortText(nodes.id(node), 14);
      const dominant = edges.layers.map((layer, l) =>
        element(
          'span',
          { class: 'dominant' },
          `layer ${l + 1}: `,
          channelMark(layer.dominant[entry], homo),
        ),
      );
      return element(
        'section',
        { testId: `direction-${direction}` },
        element('h3', {}, id(edges.source[entry]), ' → ', id(edges.target[entry])),
        element(
          'p',
          {},
          'Dominant channel: ',
          ...dominant.flatMap((mark, l): Child[] => (l > 0 ? [', ', mark] : [mark])),
        ),
        table<ProfileRow>({
          testId: `profile-${direction}`,
          caption: 'Channel profile',
          hideCaption: true,
          rows,
          columns: [
            { title: 'layer', numeric: true, value: (row) => row.layer + 1 },
            {
              title: 'channel',
              value: (row) => row.channel,
              cell: (row) => channelMark(row.channel, homo),
            },
            {
              title: 'existence',
              numeric: true,
              value: (row) => edges.existence(row.layer, entry, row.channel),
              cell: (row) => figures(edges.existence(row.layer, entry, row.channel)),
            },
            {
              title: 'weight',
              numeric: true,
              value: (row) => edges.weight(row.layer, entry, row.channel),
              cell: (row) => figures(edges.weight(row.layer, entry, row.channel)),
            },
            {
              title: 'dominant',
              value: (row) =>
                edges.layers[row.layer].dominant[entry] === row.channel ? 'yes' : '',
            },
          ],
        }),
      );
    }),
  );
}
