import { runsOf } from './data/run';
import type { EpochLine, ReportDocument, TrainingLog } from './data/types';
import { isNumber } from './format';
import type { State } from './state';

/** The live mode of `disgnn serve`: the report and its changes come from the server. */

interface EpochMessage {
  type: 'epoch';
  seed: number;
  epoch: EpochLine;
}

type Message = EpochMessage | { type: 'changed' };

export async function fetchReport(): Promise<ReportDocument> {
  const answer = await fetch('/api/report');
  if (!answer.ok) throw new Error(`The server answered ${answer.status} to /api/report.`);
  return (await answer.json()) as ReportDocument;
}

export function followEvents(state: State, onStatus: (text: string) => void): void {
  const events = new EventSource('/api/events');
  events.addEventListener('open', () => onStatus('live'));
  events.addEventListener('error', () => onStatus('connection lost, trying again'));
  events.addEventListener('message', (event: MessageEvent<string>) => {
    const message = JSON.parse(event.data) as Message;
    if (message.type === 'epoch') {
      addEpoch(state, message);
      onStatus(`live: epoch ${message.epoch.epoch}, seed ${message.seed}`);
      state.notify('training');
    } else if (message.type === 'changed') {
      void fetchReport()
        .then((document) => state.replace(document, runsOf(document)))
        .catch(() => onStatus('the new report could not be read'));
    }
  });
}

function emptyLog(seed: number): TrainingLog {
  return {
    seed,
    best_epoch: null,
    epoch: [],
    train_accuracy: [],
    val_accuracy: [],
    val_loss: [],
    seconds: [],
    losses: {},
  };
}

/** `disgnn serve` follows one run folder, the first of the report; its lines differ by seed. */
function addEpoch(state: State, message: EpochMessage): void {
  const run = state.runs[0];
  if (!run) return;
  run.document.training ??= [];
  let log = run.document.training.find((one) => one.seed === message.seed);
  if (!log) {
    log = emptyLog(message.seed);
    run.document.training.push(log);
  }
  const line = message.epoch;
  // After a reconnection the server may tell epochs again that the report already had.
  if (log.epoch.length > 0 && line.epoch <= log.epoch[log.epoch.length - 1]) return;
  const place = log.epoch.length;
  const value = (number: number | null | undefined) => (isNumber(number) ? number : null);
  log.epoch.push(line.epoch);
  log.train_accuracy[place] = value(line.train_accuracy);
  log.val_accuracy[place] = value(line.val_accuracy);
  log.val_loss[place] = value(line.val_loss);
  log.seconds[place] = value(line.seconds);
  for (const [name, loss] of Object.entries(line.losses ?? {})) {
    if (!Object.hasOwn(log.losses, name)) log.losses[name] = Array(place).fill(null);
    log.losses[name][place] = value(loss);
  }
  if (line.best) log.best_epoch = line.epoch;
}
