import { calibrationOption } from '../charts/calibration';
import { figure, type Figure } from '../charts/figure';
import { heatmapHeight, heatmapOption } from '../charts/heatmap';
import type { Run } from '../data/run';
import type { ErrorsDocument, Mistake } from '../data/types';
import { count, figures, percent } from '../format';
import { sequentialColours } from '../palette';
import type { Scope } from '../scope';
import { emptyNote } from '../ui/definitions';
import { button, element } from '../ui/dom';
import { table } from '../ui/table';
import { chartText, cut, shortText } from '../ui/text';
import type { Page, Section } from './section';

export const errors: Section = {
  id: 'errors',
  title: 'Errors',
  mount(host, page, scope) {
    const { run } = page.state;
    const found = run.document.errors;
    if (!found) {
      host.append(emptyNote('No model is stored yet.'));
      return;
    }
    if (found.nodes === 0) {
      host.append(emptyNote('There are no labelled test nodes to compare with.'));
      return;
    }
    host.append(
      element(
        'p',
        { testId: 'error-summary' },
        `${count(found.nodes)} labelled test nodes: accuracy ${percent(found.accuracy)}, macro-F1 ${percent(found.macro_f1)}, expected calibration error ${percent(found.calibration?.ece)}. Of the kept model (seed ${run.document.seed ?? '–'}).`,
      ),
    );
    const figures = [confusion(scope, run, found), calibration(scope, found)];
    host.append(
      element(
        'div',
        { class: 'columns' },
        ...figures.flatMap((made) => (made ? [made.element] : [])),
      ),
      perClass(run, found),
      mistakes(page, found),
    );
  },
};

function confusion(scope: Scope, run: Run, found: ErrorsDocument): Figure {
  const size = found.confusion.length;
  const names = Array.from({ length: size }, (_, index) => run.className(index));
  const rowTotals = found.confusion.map((row) => row.reduce((sum, value) => sum + value, 0));
  const shares = found.confusion.map((row, r) =>
    row.map((value) => (rowTotals[r] ? value / rowTotals[r] : 0)),
  );
  return figure(scope, {
    testId: 'confusion',
    title: 'Confusion matrix',
    note: 'Rows: true class; columns: predicted class. Colour: share of the row.',
    height: heatmapHeight(size, size),
    describe: () => {
      const right = found.confusion.reduce((sum, row, r) => sum + row[r], 0);
      return `${count(right)} of ${count(found.nodes)} test nodes are on the diagonal`;
    },
    option: (theme) =>
      heatmapOption(theme, {
        rowNames: names,
        columnNames: names,
        rowTitle: '',
        columnTitle: 'predicted class',
        values: shares,
        limits: { low: 0, high: 1 },
        colours: sequentialColours(theme),
        cellText: (row, column) => count(found.confusion[row][column]),
        tooltip: (row, column) =>
          `true ${chartText(names[row], 40)}\npredicted ${chartText(names[column], 40)}\n${count(found.confusion[row][column])} nodes, ${percent(shares[row][column])} of the class`,
        legendFormat: (value) => `${Math.round(100 * value)} %`,
      }),
  });
}

function calibration(scope: Scope, found: ErrorsDocument): Figure | null {
  const known = found.calibration;
  if (!known || known.bins.length === 0) return null;
  return figure(scope, {
    testId: 'calibration',
    title: `Calibration (ECE ${percent(known.ece)})`,
    note: 'Below the diagonal the model is surer than it is right.',
    height: 380,
    describe: () =>
      `Expected calibration error ${percent(known.ece)}. ` +
      known.bins
        .filter((bin) => bin.count > 0)
        .map(
          (bin) =>
            `Confidence ${percent(bin.confidence)}: accuracy ${percent(bin.accuracy)}, ${count(bin.count)} nodes`,
        )
        .join('; '),
    option: (theme, width) => calibrationOption(theme, width, known.bins),
  });
}

function perClass(run: Run, found: ErrorsDocument): HTMLElement {
  const rows = found.per_class.map((score, index) => ({ ...score, name: run.className(index) }));
  type Row = (typeof rows)[number];
  const score = (title: string, value: (row: Row) => number | null) => ({
    title,
    numeric: true,
    value,
    cell: (row: Row) => percent(value(row)),
  });
  return table<Row>({
    testId: 'per-class',
    caption: 'Scores per class',
    sortable: true,
    limit: 25,
    rows,
    columns: [
      { title: 'class', value: (row) => row.name, cell: (row) => shortText(row.name, 40) },
      score('precision', (row) => row.precision),
      score('recall', (row) => row.recall),
      score('F1', (row) => row.f1),
      {
        title: 'support',
        numeric: true,
        value: (row) => row.support,
        cell: (row) => count(row.support),
      },
    ],
  });
}

function mistakes(page: Page, found: ErrorsDocument): HTMLElement {
  const { run } = page.state;
  const nodes = run.nodes;
  // A report of a very large graph holds a part of its nodes only.
  const known = nodes ? found.mistakes.filter((mistake) => mistake.node < nodes.count) : [];
  if (!nodes || known.length === 0) return emptyNote('No mistakes on the test nodes.');
  const trueClass = (mistake: Mistake) => run.className(nodes.label[mistake.node]);
  const predicted = (mistake: Mistake) => run.className(nodes.predicted[mistake.node]);
  return table<Mistake>({
    testId: 'mistakes',
    caption: 'Most confident mistakes',
    sortable: true,
    limit: 20,
    rows: known,
    columns: [
      {
        title: 'node',
        value: (mistake) => nodes.id(mistake.node),
        cell: (mistake) => {
          const link = button('', { class: 'link-button', title: 'Open in the explorer' }, () =>
            page.openNode(mistake.node),
          );
          link.append(shortText(nodes.id(mistake.node)));
          link.setAttribute(
            'aria-label',
            `Open node ${cut(nodes.id(mistake.node), 60)} in the explorer`,
          );
          return link;
        },
      },
      { title: 'true class', value: trueClass, cell: (mistake) => shortText(trueClass(mistake)) },
      { title: 'predicted', value: predicted, cell: (mistake) => shortText(predicted(mistake)) },
      {
        title: 'confidence',
        numeric: true,
        value: (mistake) => mistake.confidence,
        cell: (mistake) => percent(mistake.confidence),
      },
      {
        title: 'degree',
        numeric: true,
        value: (mistake) => nodes.degree[mistake.node],
        cell: (mistake) => count(nodes.degree[mistake.node]),
      },
      {
        title: 'logit',
        numeric: true,
        value: (mistake) => nodes.logit[mistake.node],
        cell: (mistake) => figures(nodes.logit[mistake.node]),
      },
    ],
  });
}
