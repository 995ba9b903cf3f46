import type { Run } from '../data/run';
import type { DatasetInfo, Setting, Summary } from '../data/types';
import {
  count,
  figures,
  fixed,
  milliseconds,
  missing,
  percent,
  percentSpread,
  seconds,
} from '../format';
import { copyButton } from '../ui/copyButton';
import { card, definitions, emptyNote } from '../ui/definitions';
import { button, element, type Child } from '../ui/dom';
import { table } from '../ui/table';
import { expandableText, shortText } from '../ui/text';
import type { Page, Section } from './section';

export const overview: Section = {
  id: 'overview',
  title: 'Overview',
  mount(host, page) {
    const { run, runs } = page.state;
    host.append(results(run));
    if (runs.length > 1) host.append(comparison(page), differingSettings(runs));
    host.append(
      element(
        'div',
        { class: 'columns' },
        datasetCard(run.document.dataset ?? null),
        element(
          'div',
          { class: 'stack' },
          modelCard(page),
          auditCard(run.document.dataset ?? null),
        ),
      ),
    );
  },
};

/** Joint training has no steps on the classes alone: then nothing is said of them. */
function stepTimes(timing: NonNullable<Summary['timing']>): string {
  const parts = [
    `epoch ${milliseconds(timing.epoch_ms)}`,
    `full step ${milliseconds(timing.full_step_ms)}`,
    timing.class_step_ms ? `class step ${milliseconds(timing.class_step_ms)}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function tile(name: string, value: string, note: string, testId: string): HTMLElement {
  return element(
    'div',
    { class: 'tile', testId },
    element('span', { class: 'tile-name' }, name),
    element('span', { class: 'tile-value' }, value),
    element('span', { class: 'tile-note' }, note),
  );
}

function layersNote(run: Run): string {
  const layers = run.document.summary?.disentanglement?.homophily_auc?.layers ?? [];
  return layers.length > 0
    ? layers.map((value, l) => `layer ${l + 1}: ${figures(value)}`).join(', ')
    : 'edges between test nodes';
}

function results(run: Run): HTMLElement {
  const summary = run.document.summary;
  const disentanglement = summary?.disentanglement;
  const seeds = summary?.runs?.length ?? 0;
  const over = seeds === 1 ? 'one seed' : `mean ± std over ${seeds} seeds`;
  const waiting = 'still training';
  const timing = summary?.timing;
  const tiles: Child[] = [
    tile(
      'Test accuracy',
      percentSpread(summary?.test?.accuracy),
      summary ? over : waiting,
      'test-accuracy',
    ),
    tile(
      'Test macro-F1',
      percentSpread(summary?.test?.macro_f1),
      summary ? over : waiting,
      'test-macro-f1',
    ),
    tile(
      'Validation accuracy',
      percentSpread(run.validationAccuracy),
      summary ? over : waiting,
      'validation-accuracy',
    ),
    tile(
      'Training time',
      seconds(run.totalSeconds),
      timing
        ? stepTimes(timing)
        : waiting,
      'timing',
    ),
    tile(
      'Peak memory',
      summary?.peak_rss_mb ? `${figures(summary.peak_rss_mb)} MB` : missing,
      'resident',
      'memory',
    ),
    disentanglement?.homophily_auc
      ? tile(
          'Homophily AUC',
          figures(disentanglement.homophily_auc.best),
          layersNote(run),
          'homophily-auc',
        )
      : null,
    typeof disentanglement?.nmi === 'number'
      ? tile(
          'Relation NMI',
          figures(disentanglement.nmi),
          `relation AUC ${figures(disentanglement.relation_auc)}`,
          'relation-nmi',
        )
      : null,
  ];
  return element('div', { class: 'tiles', testId: 'results' }, ...tiles);
}

function comparison(page: Page): HTMLElement {
  const { runs, run: current } = page.state;
  return table<Run>({
    testId: 'comparison',
    caption: 'Runs',
    sortable: true,
    rows: runs,
    current: (run) => run === current,
    columns: [
      {
        title: 'run',
        value: (run) => run.name,
        cell: (run) =>
          button(run.name.slice(0, 60), { class: 'link-button', title: 'Show this run' }, () =>
            page.state.chooseRun(runs.indexOf(run)),
          ),
      },
      { title: 'model', value: (run) => run.model, cell: (run) => shortText(run.model) },
      {
        title: 'dataset',
        value: (run) => run.document.dataset?.name ?? null,
        cell: (run) => shortText(run.document.dataset?.name ?? missing),
      },
      {
        title: 'seeds',
        numeric: true,
        value: (run) => run.document.summary?.runs?.length ?? run.training.length,
      },
      {
        title: 'test accuracy',
        numeric: true,
        value: (run) => run.document.summary?.test?.accuracy?.mean ?? null,
        cell: (run) => percentSpread(run.document.summary?.test?.accuracy),
      },
      {
        title: 'macro-F1',
        numeric: true,
        value: (run) => run.document.summary?.test?.macro_f1?.mean ?? null,
        cell: (run) => percentSpread(run.document.summary?.test?.macro_f1),
      },
      {
        title: 'validation',
        numeric: true,
        value: (run) => run.validationAccuracy?.mean ?? null,
        cell: (run) => percentSpread(run.validationAccuracy),
      },
      {
        title: 'homophily AUC',
        numeric: true,
        value: (run) => run.document.summary?.disentanglement?.homophily_auc?.best ?? null,
        cell: (run) => figures(run.document.summary?.disentanglement?.homophily_auc?.best),
      },
      {
        title: 'NMI',
        numeric: true,
        value: (run) => run.document.summary?.disentanglement?.nmi ?? null,
        cell: (run) => figures(run.document.summary?.disentanglement?.nmi),
      },
      {
        title: 'time',
        numeric: true,
        value: (run) => run.totalSeconds,
        cell: (run) => seconds(run.totalSeconds),
      },
      {
        title: 'memory (MB)',
        numeric: true,
        value: (run) => run.document.summary?.peak_rss_mb ?? null,
        cell: (run) => figures(run.document.summary?.peak_rss_mb),
      },
    ],
  });
}

function settingKey(setting: Setting): string {
  return `${setting.section}.${setting.name}`;
}

function settingText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? missing);
}

/** What the runs were told differently: the first question when results differ. */
function differingSettings(runs: Run[]): HTMLElement {
  const byRun = runs.map(
    (run) =>
      new Map(
        (run.document.settings ?? []).map((setting) => [
          settingKey(setting),
          settingText(setting.value),
        ]),
      ),
  );
  const keys = [...new Set(byRun.flatMap((settings) => [...settings.keys()]))];
  const differing = keys.filter(
    (key) => new Set(byRun.map((settings) => settings.get(key))).size > 1,
  );
  if (differing.length === 0) return emptyNote('All runs have the same settings.');
  return table<string>({
    testId: 'differing-settings',
    caption: 'Settings that differ',
    rows: differing,
    limit: 12,
    columns: [
      { title: 'setting', value: (key) => key, cell: (key) => shortText(key, 40) },
      ...runs.map((run, r) => ({
        title: run.name.slice(0, 40),
        value: (key: string) => byRun[r].get(key) ?? null,
        cell: (key: string) => shortText(byRun[r].get(key) ?? missing, 40),
      })),
    ],
  });
}

function datasetCard(dataset: DatasetInfo | null): HTMLElement {
  if (!dataset)
    return card('Dataset', 'dataset-card', emptyNote('Nothing is known about the dataset.'));
  const degree = dataset.degree;
  const rows: [string, Child][] = [
    ['name', expandableText(dataset.name ?? missing)],
    ['nodes', count(dataset.nodes)],
    [
      'edges',
      `${count(dataset.edges)} ${dataset.directed ? 'directed' : 'undirected'} (${count(dataset.entries)} entries)`,
    ],
    [
      'features',
      dataset.features
        ? `${count(dataset.features)}, ${dataset.sparse_features ? 'sparse' : 'dense'}`
        : 'none',
    ],
    ['classes', count(dataset.classes)],
    degree
      ? [
          'degree',
          `min ${count(degree.min)}, median ${figures(degree.median)}, mean ${figures(degree.mean)}, max ${count(degree.max)}`,
        ]
      : ['degree', missing],
    [
      'components',
      `${count(dataset.components)} (largest ${count(dataset.largest_component)} nodes)`,
    ],
    ['isolated nodes', count(dataset.isolated_nodes)],
    ['edge homophily', fixed(dataset.homophily?.edge, 3)],
    ['adjusted homophily', fixed(dataset.homophily?.adjusted, 3)],
    ['public splits', count(dataset.public_splits)],
  ];
  if (dataset.relations && dataset.relations.length > 0) {
    rows.push(['known relations', expandableText(dataset.relations.join(', '))]);
  }
  const sizes = Object.entries(dataset.class_sizes ?? {});
  return card(
    'Dataset',
    'dataset-card',
    definitions(rows),
    sizes.length > 0
      ? table<[string, number]>({
          testId: 'class-sizes',
          caption: 'Classes',
          sortable: true,
          limit: 8,
          rows: sizes,
          columns: [
            { title: 'class', value: ([name]) => name, cell: ([name]) => shortText(name, 40) },
            {
              title: 'nodes',
              numeric: true,
              value: ([, size]) => size,
              cell: ([, size]) => count(size),
            },
            {
              title: 'share',
              numeric: true,
              value: ([, size]) => (dataset.nodes ? size / dataset.nodes : null),
              cell: ([, size]) => percent(dataset.nodes ? size / dataset.nodes : null),
            },
          ],
        })
      : null,
  );
}

/** What in the data may mislead whoever reads the results. */
function auditCard(dataset: DatasetInfo | null): HTMLElement | null {
  if (!dataset) return null;
  const rows = Object.entries(dataset.audit ?? {}).map(([name, value]): [string, Child] => [
    name.replaceAll('_', ' '),
    name.endsWith('_share') ? percent(value) : count(value),
  ]);
  return card(
    'Audit of the data',
    'audit-card',
    warnings(dataset.warnings ?? []),
    rows.length > 0 ? definitions(rows, 'audit') : emptyNote('No audit.'),
  );
}

function warnings(texts: string[]): HTMLElement | null {
  if (texts.length === 0) return null;
  return element(
    'div',
    { class: 'warnings', testId: 'warnings', role: 'note' },
    element('strong', {}, texts.length === 1 ? 'Warning' : 'Warnings'),
    element('ul', {}, ...texts.map((text) => element('li', {}, expandableText(text, 200)))),
  );
}

function programText(page: Page): string {
  const program = page.state.document.program;
  if (!program) return missing;
  if (typeof program === 'string') return program;
  return [program.version, program.commit].filter(Boolean).join(', commit ');
}

function modelCard(page: Page): HTMLElement {
  const { run } = page.state;
  const changed = (run.document.settings ?? []).filter((setting) => setting.changed);
  const command = run.document.command ?? '';
  return card(
    'Model',
    'model-card',
    definitions([
      ['model', shortText(run.model)],
      ['run', expandableText(run.name)],
      ['folder', expandableText(run.document.folder ?? missing)],
      [
        'seed of the kept model',
        run.document.seed === null || run.document.seed === undefined
          ? missing
          : String(run.document.seed),
      ],
      ['program', shortText(programText(page), 60)],
      ['report made', shortText(page.state.document.created ?? missing, 40)],
    ]),
    element('h4', {}, 'Changed settings'),
    changed.length > 0
      ? definitions(
          changed.map((setting): [string, Child] => [
            settingKey(setting),
            expandableText(settingText(setting.value)),
          ]),
          'changed-settings',
        )
      : emptyNote('None: all settings are the defaults of the model.'),
    command
      ? element(
          'div',
          { class: 'command' },
          element(
            'div',
            { class: 'frame-head' },
            element('h4', {}, 'Train it again'),
            copyButton(command, 'copy-command'),
          ),
          element('pre', { tabIndex: 0, testId: 'command' }, command),
        )
      : null,
    settingsTables(run),
  );
}

function settingsTables(run: Run): HTMLElement {
  const settings = run.document.settings ?? [];
  if (settings.length === 0) return emptyNote('No settings are stored with this run.');
  const ordered = [...settings].sort((a, b) => Number(b.changed) - Number(a.changed));
  return element(
    'details',
    { class: 'all-settings', testId: 'all-settings' },
    element('summary', {}, `All ${settings.length} settings`),
    table<Setting>({
      testId: 'settings',
      caption: 'Settings',
      sortable: true,
      rows: ordered,
      columns: [
        {
          title: 'section',
          value: (setting) => setting.section,
          cell: (setting) => shortText(setting.section),
        },
        {
          title: 'name',
          value: (setting) => setting.name,
          cell: (setting) => shortText(setting.name, 40),
        },
        {
          title: 'value',
          value: (setting) => settingText(setting.value),
          cell: (setting) => expandableText(settingText(setting.value)),
        },
        { title: 'changed', value: (setting) => (setting.changed ? 'yes' : 'no') },
      ],
    }),
  );
}
