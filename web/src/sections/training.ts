import { figure, type Figure } from '../charts/figure';
import { linesOption, type LineSeries } from '../charts/lines';
import type { Run } from '../data/run';
import type { Column, TrainingLog } from '../data/types';
import {
  axisFigures,
  axisPercent,
  count,
  figures,
  isNumber,
  missing,
  percent,
  seconds,
} from '../format';
import { seriesColour } from '../palette';
import type { Scope } from '../scope';
import { checkbox } from '../ui/controls';
import { emptyNote } from '../ui/definitions';
import { element } from '../ui/dom';
import { table } from '../ui/table';
import type { Section } from './section';

export const training: Section = {
  id: 'training',
  title: 'Training',
  mount(host, page, scope) {
    const tableHost = element('div');
    const figures: Figure[] = [];
    let logarithmic = false;
    const fillTable = () => tableHost.replaceChildren(seedTable(page.state.run));

    function build(): void {
      const run = page.state.run;
      if (run.training.length === 0) {
        host.append(emptyNote('No epoch has been logged yet.'));
        return;
      }
      const lossFigure = losses(scope, run, () => logarithmic);
      const severalRuns = page.state.runs.length > 1;
      const accuracyFigure = accuracies(scope, run);
      figures.push(accuracyFigure);
      if (severalRuns) figures.push(overlay(scope, page.state.runs));
      else accuracyFigure.element.classList.add('whole-row');
      figures.push(lossFigure, validationLoss(scope, run));
      const logarithmicBox = checkbox('Logarithmic losses', 'log-losses', false, (checked) => {
        logarithmic = checked;
        lossFigure.update();
      });
      fillTable();
      host.append(
        logarithmicBox,
        element('div', { class: 'columns' }, ...figures.map((made) => made.element)),
        tableHost,
      );
    }

    build();
    scope.add(
      page.state.on('training', () => {
        if (figures.length === 0) {
          host.querySelector('[data-testid="empty-note"]')?.remove();
          build();
          return;
        }
        for (const made of figures) made.update();
        fillTable();
      }),
    );
  },
};

/** Seeds share the colours and differ by opacity and dashes. */
function seedLook(index: number, seeds: number): { opacity: number; dash?: number[] } {
  const dashes = [undefined, [6, 3], [2, 3], [8, 3, 2, 3], [12, 4]];
  return {
    opacity: seeds > 1 ? Math.max(0.35, 0.95 - (0.5 * index) / seeds) : 1,
    dash: dashes[index % dashes.length],
  };
}

function points(log: TrainingLog, column: Column): [number, number | null][] {
  return log.epoch.map((epoch, i) => [epoch, isNumber(column[i]) ? column[i] : null]);
}

function bestValue(log: TrainingLog, column: Column): number | null {
  const place = log.epoch.indexOf(log.best_epoch ?? -1);
  return place >= 0 ? (column[place] ?? null) : null;
}

function lastValue(column: Column): number | null {
  return column.length > 0 ? column[column.length - 1] : null;
}

function accuracies(scope: Scope, run: Run): Figure {
  return figure(scope, {
    testId: 'accuracy-figure',
    title: 'Accuracy by epoch',
    note: 'Vertical lines mark the best epoch of each seed.',
    height: 300,
    describe: () =>
      run.training
        .map(
          (log) =>
            `Seed ${log.seed}: best epoch ${log.best_epoch ?? missing} of ${log.epoch.length}, ` +
            `validation accuracy ${percent(bestValue(log, log.val_accuracy))} there`,
        )
        .join('; '),
    option: (theme) => {
      const series: LineSeries[] = run.training.flatMap((log, index) => {
        const look = seedLook(index, run.training.length);
        return [
          {
            name: 'train',
            colour: seriesColour(1),
            points: points(log, log.train_accuracy),
            ...look,
          },
          {
            name: 'validation',
            colour: seriesColour(0),
            points: points(log, log.val_accuracy),
            mark: log.best_epoch,
            ...look,
          },
        ];
      });
      return linesOption(theme, {
        series,
        xName: 'epoch',
        yName: 'accuracy',
        format: percent,
        axisFormat: axisPercent,
      });
    },
  });
}

function losses(scope: Scope, run: Run, logarithmic: () => boolean): Figure {
  const names = () => [...new Set(run.training.flatMap((log) => Object.keys(log.losses)))];
  return figure(scope, {
    testId: 'loss-figure',
    title: 'Loss per term',
    note: 'One colour per term; seeds differ by dashes and opacity.',
    height: 300,
    describe: () => {
      const log = run.training[0];
      if (!log) return 'No data.';
      const parts = Object.entries(log.losses).map(
        ([name, column]) => `${name} ${figures(lastValue(column))}`,
      );
      return `Last epoch of seed ${log.seed}: ${parts.join(', ')}`;
    },
    option: (theme) =>
      linesOption(theme, {
        series: names().flatMap((name, term) =>
          run.training.flatMap((log, index): LineSeries[] =>
            Object.hasOwn(log.losses, name)
              ? [
                  {
                    name,
                    colour: seriesColour(term),
                    points: points(log, log.losses[name]),
                    ...seedLook(index, run.training.length),
                  },
                ]
              : [],
          ),
        ),
        xName: 'epoch',
        yName: 'loss',
        format: figures,
        axisFormat: axisFigures,
        logarithmic: logarithmic(),
      }),
  });
}

function validationLoss(scope: Scope, run: Run): Figure {
  return figure(scope, {
    testId: 'validation-loss-figure',
    title: 'Validation loss',
    height: 300,
    describe: () =>
      run.training
        .map(
          (log) => `Seed ${log.seed}: ${figures(bestValue(log, log.val_loss))} at the best epoch`,
        )
        .join('; '),
    option: (theme) =>
      linesOption(theme, {
        series: run.training.map((log, index) => ({
          name: 'validation loss',
          colour: seriesColour(0),
          points: points(log, log.val_loss),
          mark: log.best_epoch,
          ...seedLook(index, run.training.length),
        })),
        xName: 'epoch',
        yName: 'validation loss',
        format: figures,
        axisFormat: axisFigures,
      }),
  });
}

function overlay(scope: Scope, runs: Run[]): Figure {
  return figure(scope, {
    testId: 'overlay-figure',
    title: 'Validation accuracy of all runs',
    height: 300,
    describe: () =>
      runs
        .map((run) => {
          const log = run.training[0];
          return `${run.name.slice(0, 60)}: ${log ? percent(bestValue(log, log.val_accuracy)) : missing} at the best epoch of the first seed`;
        })
        .join('; '),
    option: (theme) =>
      linesOption(theme, {
        series: runs.flatMap((run, r) =>
          run.training.map((log, index) => ({
            name: run.name,
            colour: seriesColour(r),
            points: points(log, log.val_accuracy),
            ...seedLook(index, run.training.length),
          })),
        ),
        xName: 'epoch',
        yName: 'validation accuracy',
        format: percent,
        axisFormat: axisPercent,
      }),
  });
}

function seedTable(run: Run): HTMLElement {
  const result = (log: TrainingLog) =>
    run.document.summary?.runs?.find((one) => one.seed === log.seed);
  return table<TrainingLog>({
    testId: 'seeds',
    caption: 'Seeds',
    sortable: true,
    rows: run.training,
    columns: [
      { title: 'seed', numeric: true, value: (log) => log.seed },
      { title: 'state', value: (log) => (result(log) ? 'finished' : 'training') },
      {
        title: 'epochs',
        numeric: true,
        value: (log) => log.epoch.length,
        cell: (log) => count(log.epoch.length),
      },
      { title: 'best epoch', numeric: true, value: (log) => log.best_epoch },
      {
        title: 'validation accuracy',
        numeric: true,
        value: (log) => bestValue(log, log.val_accuracy),
        cell: (log) => percent(bestValue(log, log.val_accuracy)),
      },
      {
        title: 'test accuracy',
        numeric: true,
        value: (log) => result(log)?.test_accuracy ?? null,
        cell: (log) => percent(result(log)?.test_accuracy),
      },
      {
        title: 'test macro-F1',
        numeric: true,
        value: (log) => result(log)?.test_macro_f1 ?? null,
        cell: (log) => percent(result(log)?.test_macro_f1),
      },
      {
        title: 'time',
        numeric: true,
        value: (log) => lastValue(log.seconds),
        cell: (log) => seconds(lastValue(log.seconds)),
      },
    ],
  });
}
