// Runs the real program, which DISGNN names (scripts/test-web does); tests skip without it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const program = process.env.DISGNN;

/** Its standard output; fails on any exit status but 0. */
export function disgnn(...words) {
  return execFileSync(program, words, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}

/** Starts it and gives the process with `ended`, a promise of its exit status and output. */
export function startDisgnn(...words) {
  const process = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', errors: '' };
  process.stdout.on('data', (part) => (said.out += part));
  process.stderr.on('data', (part) => (said.errors += part));
  const ended = new Promise((resolve) =>
    process.on('close', (status, signal) => resolve({ status, signal, ...said })),
  );
  return { process, ended, said };
}

/** Serves a run at a free port. `stop` asks it to end, as a supervisor does, and tells how it did. */
export async function serve(run) {
  const { process, ended, said } = startDisgnn('serve', run, '--port', '0', '--json');
  const started = new Promise((resolve) => process.stdout.on('data', resolve));
  await Promise.race([started, ended]);
  if (process.exitCode !== null) throw new Error(`disgnn serve: ${said.errors}`);
  return {
    address: JSON.parse(said.out).address,
    stop: () => {
      process.kill('SIGTERM');
      return ended;
    },
  };
}

/** A folder that is gone after `use`. */
export async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'disgnn-web-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
