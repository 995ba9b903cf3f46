// The live mode of the real program: a run that is being trained, watched to its end.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spread } from './numbers.mjs';
import { expect, openSection, test } from './page.mjs';
import { program, serve, startDisgnn, withFolder } from './program.mjs';

test.skip(!program, 'DISGNN names no program');
test.describe.configure({ timeout: 300_000 });

/** The epochs that the table of seeds counts. */
async function epochsShown(page) {
  const cells = page.getByTestId('seeds').locator('tbody td');
  return Number(await cells.nth(2).textContent());
}

test('the page grows with the training and shows its end, without a reload', async ({ page }) => {
  await withFolder(async (folder) => {
    const run = join(folder, 'run');
    const metrics = join(run, 'metrics.jsonl');
    const training = startDisgnn('train', '--epochs', '60', '--threads', '1', '--out', run);
    let server = null;
    try {
      await expect
        .poll(() => existsSync(metrics) && statSync(metrics).size > 0, { timeout: 60_000 })
        .toBe(true);
      server = await serve(run);
      await page.goto(server.address);
      await page.evaluate(() => {
        window.neverReloaded = true;
      });
      await expect(page.getByTestId('test-accuracy')).toContainText('still training');
      await openSection(page, 'training');
      await expect(page.getByTestId('live-status')).toContainText('live: epoch');
      const first = await epochsShown(page);
      await expect.poll(() => epochsShown(page), { timeout: 60_000 }).toBeGreaterThan(first);
      const second = await epochsShown(page);
      await expect.poll(() => epochsShown(page), { timeout: 60_000 }).toBeGreaterThan(second);

      const outcome = await training.ended;
      expect(outcome.status, outcome.errors).toBe(0);
      const summary = JSON.parse(readFileSync(join(run, 'summary.json'), 'utf8'));
      await expect.poll(() => epochsShown(page)).toBe(summary.runs[0].epochs);
      await openSection(page, 'overview');
      await expect(page.getByTestId('test-accuracy')).toContainText(spread(summary.test.accuracy), {
        timeout: 30_000,
      });
      await openSection(page, 'errors');
      await expect(page.getByTestId('failure')).toHaveCount(0);
      await openSection(page, 'explorer');
      await expect(page.getByTestId('graph')).toBeVisible();
      expect(await page.evaluate(() => window.neverReloaded)).toBe(true);
    } finally {
      training.process.kill('SIGKILL');
      if (server) {
        // An open page must not keep the server from ending. Its loss shows in the status alone.
        const ended = await server.stop();
        expect(ended.status, ended.errors).toBe(0);
      }
    }
    await expect(page.getByTestId('live-status')).toHaveText('connection lost, trying again');
  });
});
