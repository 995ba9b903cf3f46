// The map: PCA and UMAP, how they are chosen, stopped, repeated and saved.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { campus, large } from './fixture.mjs';
import { expect, openSection, test, writeReport } from './page.mjs';

const screenshots = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url));

const place = (page, node) =>
  page.evaluate((index) => window.disgnnReport.mapScreenPosition(index), node);
const running = (page) => page.evaluate(() => window.disgnnReport.map().running);

async function finishedUmap(page) {
  await page.getByTestId('map-layout').selectOption({ label: 'UMAP' });
  await page.waitForFunction(() => !window.disgnnReport.map().running);
  await page.waitForTimeout(100);
}

test('UMAP gives the same picture every time and stays linked', async ({ page }) => {
  await page.goto(writeReport('umap', campus()));
  await openSection(page, 'embedding');
  await page.waitForTimeout(300);
  const byPca = await place(page, 5);
  await page.getByTestId('map-layout').selectOption({ label: 'UMAP' });
  await expect(page.getByTestId('map-note')).toContainText('UMAP: ');
  await finishedUmap(page);
  await expect(page.getByTestId('map-note')).toHaveText('');
  await expect(page.getByTestId('explained')).toContainText('first 16 principal components');
  const first = await place(page, 5);
  expect(first).not.toEqual(byPca);
  await page.screenshot({ path: `${screenshots}umap.png` });

  await page.mouse.click(first.x, first.y);
  await expect(page.getByTestId('side-panel-heading')).toHaveText('Node 5');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('map-svg').click(),
  ]);
  const svg = readFileSync(await download.path(), 'utf8');
  expect(svg.match(/<circle/g).length).toBe(240);
  expect(svg.match(/stroke-width="2"/g).length).toBe(1);

  await page.reload();
  await openSection(page, 'embedding');
  await page.waitForTimeout(300);
  expect(await place(page, 5)).toEqual(byPca);
  await finishedUmap(page);
  expect(await place(page, 5)).toEqual(first);
});

test('UMAP of many nodes takes a part of them and can be stopped', async ({ page }) => {
  await page.goto(writeReport('umap-large', large()));
  await openSection(page, 'embedding');
  await page.waitForTimeout(300);
  const byPca = await place(page, 5);
  await page.getByTestId('map-layout').selectOption({ label: 'UMAP' });
  await expect(page.getByTestId('map-note')).toContainText(
    'Shown are 3,000 of 5,200 nodes, chosen at random.',
  );
  await expect(page.getByTestId('map-note')).toContainText('UMAP: epoch');
  expect(await running(page)).toBe(true);
  await page.getByTestId('map-layout').selectOption({ label: 'PCA' });
  expect(await running(page)).toBe(false);
  await expect(page.getByTestId('map-note')).toHaveText('');
  expect(await page.evaluate(() => window.disgnnReport.map().nodes)).toBe(5200);
  await page.waitForTimeout(100);
  expect(await place(page, 5)).toEqual(byPca);
});

test('a document without further components has the PCA alone', async ({ page }) => {
  const document = campus();
  delete document.runs[0].nodes.components;
  await page.goto(writeReport('pca-alone', document));
  await openSection(page, 'embedding');
  await expect(page.getByTestId('explained')).toContainText('41.23 %');
  await expect(page.getByTestId('map-layout')).toHaveCount(0);
});
