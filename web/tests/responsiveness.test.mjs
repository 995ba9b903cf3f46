// How large, quick and smooth a real report is. DISGNN_REPORT names it. Times are printed, not
// asserted: they are the machine's.
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { frameRateWhilePanning, frameRateWhileZooming, possibleFrameRate } from './frameRate.mjs';
import { expect, openSection, test } from './page.mjs';

const report = process.env.DISGNN_REPORT;
test.skip(!report, 'DISGNN_REPORT names no report');
test.describe.configure({ timeout: 120_000 });

test('a report is small, and how soon it is there and how smoothly it moves', async ({ page }) => {
  const megabytes = statSync(report).size / 1e6;
  await page.goto(pathToFileURL(report).href);
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const seen = () => performance.getEntriesByName('first-contentful-paint')[0];
        const look = () =>
          seen() ? resolve(seen().startTime / 1000) : requestAnimationFrame(look);
        look();
      }),
  );
  const possible = await possibleFrameRate(page);
  await openSection(page, 'explorer');
  await expect(page.getByTestId('graph')).toBeVisible();
  const drawn = await page.evaluate(() => window.disgnnReport.drawn());
  const panning = await frameRateWhilePanning(page, 'graph');
  const zooming = await frameRateWhileZooming(page, 'graph');
  console.log(
    `${report}: ${megabytes.toFixed(1)} MB, first paint ${paint.toFixed(2)} s, ` +
      `${drawn.nodes} nodes, ${drawn.edges} edges, frames/s: ${panning.toFixed(1)} panning, ` +
      `${zooming.toFixed(1)} zooming, ${possible.toFixed(1)} possible`,
  );
  // Of a huge graph up to 100,000 nodes are kept, which take most of the space.
  expect(megabytes).toBeLessThan(drawn.nodes < 20_000 ? 15 : 40);
});
