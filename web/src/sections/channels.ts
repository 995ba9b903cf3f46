import { barsOption } from '../charts/bars';
import { figure, type Figure } from '../charts/figure';
import { heatmapHeight, heatmapOption } from '../charts/heatmap';
import { linesOption } from '../charts/lines';
import type { Run } from '../data/run';
import type { ChannelLayer, ChannelsDocument, Histogram } from '../data/types';
import { axisPercent, count, figures, fixed, isNumber, missing, percent } from '../format';
import { channelColour, divergingColours, sequentialColours } from '../palette';
import { Scope } from '../scope';
import { chooser } from '../ui/controls';
import { emptyNote } from '../ui/definitions';
import { element } from '../ui/dom';
import { table } from '../ui/table';
import { chartText, shortText } from '../ui/text';
import type { Page, Section } from './section';

export const channels: Section = {
  id: 'channels',
  title: 'Channels',
  mount(host, page, scope) {
    const known = page.state.run.channels;
    if (!known || known.layers.length === 0) {
      host.append(
        emptyNote(
          page.state.run.document.nodes
            ? `${page.state.run.model} does not split edges into channels.`
            : 'No model is stored yet.',
        ),
      );
      return;
    }
    let layerScope = new Scope();
    scope.add(() => layerScope.dispose());
    const layerHost = element('div', { class: 'stack' });
    const show = (layer: number) => {
      layerScope.dispose();
      layerScope = new Scope();
      layerHost.replaceChildren(...layerParts(page, layerScope, known, layer));
    };
    const layers = known.layers.map((_, l) => ({ value: l, label: `Layer ${l + 1}` }));
    const current = page.state.layer(known.layers.length);
    host.append(
      element(
        'div',
        { class: 'toolbar' },
        chooser('Layer', 'channel-layer', layers, current, (layer) => {
          page.state.chooseLayer(layer);
          show(layer);
        }).element,
        element('p', { class: 'figure-note' }, halvesNote(known)),
      ),
      layerHost,
    );
    show(current);
  },
};

function halvesNote(known: ChannelsDocument): string {
  const hetero = known.count - known.homo;
  const range = (from: number, number: number) =>
    number === 1 ? `Channel ${from}` : `Channels ${from} to ${from + number - 1}`;
  const parts: string[] = [];
  if (known.homo > 0) parts.push(`${range(0, known.homo)} (cool colours) form the homo half`);
  if (hetero > 0) parts.push(`${range(known.homo, hetero)} (warm colours) form the hetero half`);
  return `${parts.join('; ')}. Counted over all edges of the graph, each direction on its own.`;
}

function channelName(channel: number): string {
  return `channel ${channel}`;
}

function channelNames(known: ChannelsDocument): string[] {
  return Array.from({ length: known.count }, (_, channel) => channelName(channel));
}

function layerParts(
  page: Page,
  scope: Scope,
  known: ChannelsDocument,
  index: number,
): HTMLElement[] {
  const layer = known.layers[index];
  const { run } = page.state;
  const figuresShown = [
    correlation(
      scope,
      known,
      layer.correlation_weight,
      'weight',
      `Correlation of weights, layer ${index + 1}`,
    ),
    correlation(
      scope,
      known,
      layer.correlation_existence,
      'existence',
      `Correlation of existence, layer ${index + 1}`,
    ),
    dominance(scope, known, layer),
    homoRate(scope, run, known, layer),
    histogram(scope, known, layer.existence_histogram, 'existence', 'Distribution of existence'),
    histogram(scope, known, layer.weight_histogram, 'weight', 'Distribution of weight'),
  ].filter((made): made is Figure => made !== null);
  return [
    element('div', { class: 'columns' }, ...figuresShown.map((made) => made.element)),
    element(
      'div',
      { class: 'columns' },
      mixing(scope, run, known, layer),
      element(
        'div',
        { class: 'stack' },
        channelTable(known, layer),
        relationTable(run, known, layer),
      ),
    ),
  ];
}

function correlation(
  scope: Scope,
  known: ChannelsDocument,
  values: (number | null)[][],
  name: string,
  title: string,
): Figure {
  const names = channelNames(known);
  return figure(scope, {
    testId: `correlation-${name}`,
    title,
    height: heatmapHeight(known.count, known.count),
    describe: () => {
      const off = values.flatMap((row, r) =>
        row.filter((value, c) => c > r && isNumber(value)),
      ) as number[];
      if (off.length === 0) return 'One channel only.';
      const mean = off.reduce((sum, value) => sum + value, 0) / off.length;
      return `Pearson correlation between channels: mean ${fixed(mean, 2)}, from ${fixed(Math.min(...off), 2)} to ${fixed(Math.max(...off), 2)}`;
    },
    option: (theme) =>
      heatmapOption(theme, {
        rowNames: names,
        columnNames: names.map((_, channel) => String(channel)),
        rowTitle: '',
        columnTitle: 'channel',
        values,
        limits: { low: -1, high: 1 },
        colours: divergingColours(theme),
        cellText: (row, column) => fixed(values[row][column], 2),
        tooltip: (row, column) => `channels ${row} and ${column}: ${fixed(values[row][column], 3)}`,
        legendFormat: (value) => fixed(value, 0),
      }),
  });
}

function dominance(scope: Scope, known: ChannelsDocument, layer: ChannelLayer): Figure {
  const shares = layer.dominant_share;
  return figure(scope, {
    testId: 'dominant-share',
    title: 'Edges each channel dominates',
    note: 'Dashed: equal shares.',
    height: 270,
    describe: () =>
      shares.map((share, channel) => `${channelName(channel)} ${percent(share)}`).join(', '),
    option: (theme) =>
      barsOption(theme, {
        names: shares.map((_, channel) => String(channel)),
        values: shares,
        colours: shares.map((_, channel) => channelColour(channel, known.homo)),
        xName: 'channel',
        yName: 'share of edges',
        format: (value) => `${figures(100 * value)} %`,
        limits: { low: 0 },
        reference: 1 / known.count,
        missingText: missing,
      }),
  });
}

function homoRate(scope: Scope, run: Run, known: ChannelsDocument, layer: ChannelLayer): Figure {
  const rates = layer.homo_rate;
  const homophily = run.document.dataset?.homophily?.edge;
  return figure(scope, {
    testId: 'homo-rate',
    title: 'Homophily of each channel',
    note: `Share of its edges that stay inside one class.${isNumber(homophily) ? ' Dashed: over all edges.' : ''}`,
    height: 270,
    describe: () =>
      rates
        .map((rate, channel) => `${channelName(channel)} ${rate === null ? 'none' : percent(rate)}`)
        .join(', '),
    option: (theme) =>
      barsOption(theme, {
        names: rates.map((_, channel) => `${channel}\n${channel < known.homo ? 'homo' : 'hetero'}`),
        values: rates,
        colours: rates.map((_, channel) => channelColour(channel, known.homo)),
        xName: 'channel and its half',
        yName: 'inside one class',
        format: (value) => `${figures(100 * value)} %`,
        limits: { low: 0, high: 1 },
        reference: homophily,
        missingText: 'none',
      }),
  });
}

/** The quantiles are not in the data; the middle of the most frequent bin says enough in words. */
function mode(known: Histogram, channel: number): string {
  const counts = known.counts[channel];
  const place = counts.indexOf(Math.max(...counts));
  return `${figures(known.bounds[place])} to ${figures(known.bounds[place + 1])}`;
}

/** Bins that widen by a factor are drawn on an axis of factors. */
function isGeometric(bounds: number[]): boolean {
  const first = bounds[0];
  const last = bounds[bounds.length - 1];
  return first > 0 && Math.abs(bounds[1] / first - last / bounds[bounds.length - 2]) < 1e-3;
}

function histogram(
  scope: Scope,
  known: ChannelsDocument,
  data: Histogram | null,
  name: string,
  title: string,
): Figure | null {
  if (!data || data.counts.length === 0) return null;
  const totals = data.counts.map((counts) => counts.reduce((sum, value) => sum + value, 0) || 1);
  return figure(scope, {
    testId: `histogram-${name}`,
    title,
    note:
      name === 'weight'
        ? 'Weight × degree: 1 is a uniform weight.'
        : 'How sure the channel is of an edge, 0 to 1.',
    height: 270,
    describe: () =>
      `Most frequent values: ${data.counts.map((_, channel) => `${channelName(channel)} ${mode(data, channel)}`).join(', ')}`,
    option: (theme) =>
      linesOption(theme, {
        series: data.counts.map((counts, channel) => ({
          name: channelName(channel),
          colour: channelColour(channel, known.homo),
          // A bin reaches from one bound to the next; the first point only gives it a beginning.
          points: data.bounds.map((bound, b): [number, number] => [
            bound,
            counts[Math.max(0, b - 1)] / totals[channel],
          ]),
          step: true,
        })),
        xName: name === 'weight' ? 'weight × degree' : 'existence',
        yName: 'share of edges',
        format: (value) => `${figures(100 * value)} %`,
        axisFormat: axisPercent,
        xFormat: (value) => `up to ${figures(value)}`,
        yMin: 0,
        xLogarithmic: isGeometric(data.bounds),
      }),
  });
}

function mixing(scope: Scope, run: Run, known: ChannelsDocument, layer: ChannelLayer): HTMLElement {
  const classes = layer.mixing[0]?.length ?? 0;
  if (classes === 0) return emptyNote('No class-to-class counts.');
  let channel = 0;
  const names = Array.from({ length: classes }, (_, index) => run.className(index));
  const total = () => layer.mixing[channel].flat().reduce((sum, value) => sum + value, 0);
  const made = figure(scope, {
    testId: 'mixing',
    title: 'Classes that a channel joins',
    note: 'Entries the channel dominates, by class of the sender (rows) and of the receiver (columns).',
    height: heatmapHeight(classes, classes),
    describe: () => {
      const inside = layer.mixing[channel].reduce((sum, row, r) => sum + row[r], 0);
      return `${channelName(channel)}: ${count(total())} entries between labelled nodes, ${percent(total() ? inside / total() : null)} inside one class`;
    },
    option: (theme) => {
      const values = layer.mixing[channel];
      return heatmapOption(theme, {
        rowNames: names,
        columnNames: names,
        rowTitle: '',
        columnTitle: 'class of the receiver',
        values,
        limits: { low: 0, high: Math.max(1, ...values.map((row) => Math.max(...row))) },
        colours: sequentialColours(theme),
        cellText: (row, column) => count(values[row][column]),
        tooltip: (row, column) =>
          `${chartText(names[row], 40)} to ${chartText(names[column], 40)}: ${count(values[row][column])}`,
        legendFormat: count,
      });
    },
  });
  const choice = chooser(
    'Channel',
    'mixing-channel',
    channelNames(known).map((label, value) => ({ value, label })),
    channel,
    (value) => {
      channel = value;
      made.update();
    },
  );
  return element('div', { class: 'framed' }, choice.element, made.element);
}

function channelTable(known: ChannelsDocument, layer: ChannelLayer): HTMLElement {
  const rows = Array.from({ length: known.count }, (_, channel) => channel);
  return table<number>({
    testId: 'channel-table',
    caption: 'Channels of this layer',
    sortable: true,
    rows,
    columns: [
      { title: 'channel', numeric: true, value: (channel) => channel },
      { title: 'half', value: (channel) => (channel < known.homo ? 'homo' : 'hetero') },
      {
        title: 'share dominated',
        numeric: true,
        value: (channel) => layer.dominant_share[channel],
        cell: (channel) => percent(layer.dominant_share[channel]),
      },
      {
        title: 'inside one class',
        numeric: true,
        value: (channel) => layer.homo_rate[channel],
        cell: (channel) => percent(layer.homo_rate[channel]),
      },
    ],
  });
}

/** What the NMI has to be compared with, where it is known. */
function yardsticks(known: ChannelsDocument): string {
  const { same_class, true_memberships } = known.nmi_of_somebody_who_knows ?? {};
  const parts = [
    same_class != null ? `the classes of both ends: ${figures(same_class)}` : '',
    true_memberships != null ? `all true memberships: ${figures(true_memberships)}` : '',
  ].filter(Boolean);
  return parts.length > 0 ? ` (of somebody who knows ${parts.join('; who knows ')})` : '';
}

function relationTable(run: Run, known: ChannelsDocument, layer: ChannelLayer): HTMLElement {
  const counts = layer.relation_table;
  const scores = element(
    'p',
    { class: 'figure-note', testId: 'layer-scores' },
    `Homophily AUC of this layer: ${figures(layer.homophily_auc)}; NMI of dominant channel and true relation: ${figures(layer.relation_nmi)}${yardsticks(known)}.`,
  );
  if (!counts || counts.length === 0) {
    return element(
      'div',
      { class: 'framed' },
      scores,
      emptyNote('The true relations of the edges are not known.'),
    );
  }
  const relations = counts[0].map((_, relation) =>
    // A column beyond the names counts the edges without a relation.
    relation < (known.relations?.length ?? 0) ? run.relationName(relation) : 'noise',
  );
  return element(
    'div',
    { class: 'framed' },
    table<number>({
      testId: 'relation-table',
      caption: 'Dominant channel by true relation',
      sortable: true,
      rows: counts.map((_, channel) => channel),
      columns: [
        { title: 'channel', numeric: true, value: (channel) => channel },
        ...relations.map((name, relation) => ({
          title: name.slice(0, 40),
          numeric: true,
          value: (channel: number) => counts[channel][relation],
          cell: (channel: number) => shareCell(counts[channel][relation], counts, relation),
        })),
      ],
    }),
    scores,
  );
}

/** A count with its share of the relation, so that columns of different size compare. */
function shareCell(value: number, counts: number[][], relation: number): HTMLElement {
  const total = counts.reduce((sum, row) => sum + row[relation], 0);
  const cell = shortText(count(value));
  if (total > 0)
    cell.append(
      element('span', { class: 'cell-share' }, ` (${Math.round((100 * value) / total)} %)`),
    );
  return cell;
}
