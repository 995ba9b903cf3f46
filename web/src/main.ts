import { App } from './app';
import { runsOf } from './data/run';
import type { ReportDocument } from './data/types';
import { fetchReport, followEvents } from './live';
import { State } from './state';
import { startTheme } from './theme';
import { element } from './ui/dom';

function embeddedReport(): ReportDocument | null {
  const text = document.getElementById('report-data')?.textContent ?? 'null';
  return JSON.parse(text) as ReportDocument | null;
}

function start(report: ReportDocument): App {
  const runs = runsOf(report);
  if (runs.length === 0) throw new Error('The report holds no run.');
  return new App(new State(report, runs));
}

async function main(): Promise<void> {
  startTheme();
  try {
    const embedded = embeddedReport();
    if (embedded) {
      start(embedded);
    } else {
      const app = start(await fetchReport());
      followEvents(app.state, (text) => app.setStatus(text));
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    document
      .getElementById('content')
      ?.append(
        element(
          'p',
          { class: 'failure', role: 'alert', testId: 'failure' },
          `The report cannot be shown: ${reason}`,
        ),
      );
  }
}

void main();
