// Themes, downloads, keyboard, phones, hostile and missing data, several runs, live mode.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import {
  baseline,
  campus,
  directed,
  hostile,
  hostileTexts,
  large,
  makeReport,
  makeRun,
  manyClasses,
  manyNodes,
  tiny,
  training,
  twoRuns,
} from './fixture.mjs';
import {
  countGraphicsCalls,
  frameRateAtRest,
  frameRateWhilePanning,
  graphicsCallsOfPanning,
  possibleFrameRate,
  untilNothingIsUploaded,
} from './frameRate.mjs';
import { spread } from './numbers.mjs';
import { builtPage, expect, openSection, stillExplorer, test, writeReport } from './page.mjs';

const sections = ['overview', 'training', 'channels', 'explorer', 'errors', 'embedding'];
const screenshots = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url));

async function visitAll(page, address) {
  await page.goto(address);
  for (const section of sections) {
    await openSection(page, section);
    await page.waitForTimeout(150);
    await expect(page.getByTestId('failure')).toHaveCount(0);
  }
}

async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('the theme follows the system, can be switched and is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(writeReport('theme', campus()));
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe('dark');
  await page.getByTestId('theme').click();
  expect(await theme()).toBe('light');
  await page.reload();
  expect(await theme()).toBe('light');
});

test('tables download as CSV, with formulas disarmed', async ({ page }) => {
  await page.goto(writeReport('csv', hostile()));
  const csv = await saved(page, () => page.getByTestId('class-sizes-csv').click());
  const text = csv.bytes.toString('utf8');
  expect(csv.name).toBe('disgnn-class-sizes.csv');
  expect(text.startsWith('class,nodes,share\r\n')).toBe(true);
  expect(text).toContain('"\'=HYPERLINK(""http://example.org"",""x"")"');
  expect(text).toContain('"""><img src=x onerror=""window.attacked = true"">"');
});

test('charts and drawings download as SVG and PNG', async ({ page }) => {
  await page.goto(writeReport('export', campus()));
  await openSection(page, 'channels');
  const svg = await saved(page, () => page.getByTestId('correlation-weight-svg').click());
  expect(svg.name).toBe('disgnn-correlation-of-weights-layer-2.svg');
  expect(svg.bytes.toString('utf8')).toMatch(/^<svg[^>]*xmlns=.*<\/svg>$/s);
  const png = await saved(page, () => page.getByTestId('correlation-weight-png').click());
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.length).toBeGreaterThan(5000);
  await stillExplorer(page);
  const graph = await saved(page, () => page.getByTestId('graph-svg').click());
  expect(graph.bytes.toString('utf8').match(/<circle/g).length).toBeGreaterThan(200);
  const picture = await saved(page, () => page.getByTestId('graph-png').click());
  expect(picture.bytes.length).toBeGreaterThan(20_000);
});

test('the command can be copied', async ({ page, context }) => {
  await page.goto(writeReport('copy', campus()));
  await page.getByTestId('copy-command').click();
  await expect(page.getByTestId('copy-command')).toHaveText('Copied');
});

test('the explorer can be used by keyboard alone', async ({ page }) => {
  await page.goto(writeReport('keyboard', campus()));
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip-link')).toBeFocused();
  await page.getByTestId('link-explorer').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('node-search').focus();
  await page.keyboard.type('12');
  await expect(page.getByTestId('suggestions').getByRole('option').first()).toHaveText('12');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = await page
    .getByTestId('suggestions')
    .locator('[aria-selected=true]')
    .textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('side-panel-heading')).toHaveText(`Node ${chosen}`);
  await page.getByTestId('contributions').locator('tbody button').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('side-panel-heading')).not.toHaveText(`Node ${chosen}`);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('node-panel')).toBeHidden();
  await page.getByTestId('graph').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await page.keyboard.press('0');
});

test('an unknown node id is said to be unknown', async ({ page }) => {
  await page.goto(writeReport('unknown', campus()));
  await openSection(page, 'explorer');
  await page.getByTestId('node-search').fill('no such node');
  await page.getByTestId('node-search').press('Enter');
  await expect(page.getByText('No such node.')).toBeVisible();
});

test('hostile texts are shown and never run', async ({ page }) => {
  const document = hostile();
  await visitAll(page, writeReport('hostile', document));
  await openSection(page, 'overview');
  await expect(page.getByTestId('dataset-card')).toContainText('<script>');
  await page.screenshot({ path: `${screenshots}hostile-overview.png`, fullPage: true });
  await openSection(page, 'errors');
  await page.screenshot({ path: `${screenshots}hostile-errors.png`, fullPage: true });
  await stillExplorer(page);
  for (const [node, text] of hostileTexts.entries()) {
    if (text === '' || text.includes('\n')) continue;
    await page.getByTestId('node-search').fill(text);
    await page.getByTestId('node-search').press('Enter');
    await expect(page.getByTestId('node-facts').locator('dd').first()).toContainText(
      text.slice(0, 30),
    );
    expect(
      await page.evaluate((index) => window.disgnnReport.nodeScreenPosition(index), node),
    ).not.toBeNull();
  }
  await page.getByTestId('node-search').fill(hostileTexts[4]);
  await page.getByTestId('node-search').press('Enter');
  await page.getByTestId('node-facts').locator('summary').click();
  await expect(page.getByTestId('node-facts').locator('.whole-text')).toHaveText(hostileTexts[4]);
  await page.screenshot({ path: `${screenshots}hostile-explorer.png` });
  expect(await page.evaluate(() => window.attacked)).toBeUndefined();
  expect(await page.locator('main img, main script, aside img').count()).toBe(0);
  const width = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(width).toBe(0);
});

test('a baseline without channels has all other parts', async ({ page }) => {
  await visitAll(page, writeReport('baseline', baseline()));
  await openSection(page, 'channels');
  await expect(page.getByTestId('empty-note')).toContainText('does not split edges');
  await stillExplorer(page);
  await page.getByTestId('node-search').fill('3');
  await page.getByTestId('node-search').press('Enter');
  await expect(page.getByTestId('neighbours')).toBeVisible();
});

test('a directed graph has one direction per edge', async ({ page }) => {
  const document = directed();
  await visitAll(page, writeReport('directed', document));
  await stillExplorer(page);
  await expect(page.getByTestId('drawing-note')).toContainText('Drawing all 1,200 matching edges.');
  await page.getByTestId('node-search').fill('3');
  await page.getByTestId('node-search').press('Enter');
  await expect(page.getByTestId('neighbours')).toBeVisible();
});

test('a run that still trains says what is missing', async ({ page }) => {
  await visitAll(page, writeReport('training', training()));
  await openSection(page, 'overview');
  await expect(page.getByTestId('test-accuracy')).toContainText('still training');
});

test('one class, no edges and no test nodes are no trouble', async ({ page }) => {
  await visitAll(page, writeReport('tiny', tiny()));
  await openSection(page, 'explorer');
  await expect(page.getByTestId('drawing-note')).toContainText('no edges');
});

test('seventy classes stay readable', async ({ page }) => {
  await visitAll(page, writeReport('many', manyClasses()));
  await openSection(page, 'errors');
  await page.screenshot({ path: `${screenshots}many-errors.png`, fullPage: true });
  await openSection(page, 'channels');
  await page.screenshot({ path: `${screenshots}many-channels.png`, fullPage: true });
  await openSection(page, 'embedding');
  await page.screenshot({ path: `${screenshots}many-embedding.png` });
});

test('of very many nodes a part is drawn, and any can be found', async ({ page }) => {
  await page.goto(writeReport('many-nodes', manyNodes()));
  await stillExplorer(page);
  const drawn = () => page.evaluate(() => window.disgnnReport.drawn().nodes);
  expect(await drawn()).toBe(20_000);
  await expect(page.getByTestId('drawing-note')).toContainText(
    '20,000 of 30,000 matching nodes, chosen at random, and edges between them alone.',
  );
  const hidden = await page.evaluate(() => {
    for (let node = 0; ; node++) {
      if (!window.disgnnReport.nodeScreenPosition(node)) return node;
    }
  });
  await page.getByTestId('node-search').fill(String(hidden));
  await page.getByTestId('node-search').press('Enter');
  await expect(page.getByTestId('side-panel-heading')).toHaveText(`Node ${hidden}`);
  expect(await drawn()).toBe(20_001);
  await openSection(page, 'embedding');
  await expect(page.getByTestId('map-note')).toContainText('Shown are 20,000 of 30,000 nodes');
});

test('a broken column spoils its own part only', async ({ page }) => {
  const run = makeRun({});
  run.nodes.label.data = run.nodes.label.data.slice(0, 40);
  await page.goto(writeReport('broken', makeReport([run])));
  await openSection(page, 'explorer');
  await expect(page.getByTestId('failure')).toContainText('nodes.label');
  await openSection(page, 'training');
  await expect(page.getByTestId('seeds')).toBeVisible();
});

test('several runs are compared and can be chosen', async ({ page }) => {
  const document = twoRuns();
  await visitAll(page, writeReport('two', document));
  await openSection(page, 'overview');
  const rows = page.getByTestId('comparison').locator('tbody tr');
  await expect(rows).toHaveCount(2);
  for (const [index, run] of document.runs.entries()) {
    await expect(rows.nth(index)).toContainText(spread(run.summary.test.accuracy));
  }
  await expect(page.getByTestId('differing-settings')).toContainText('model.channels');
  await page.screenshot({ path: `${screenshots}two-overview.png`, fullPage: true });
  await page.getByTestId('run-chooser').selectOption('1');
  await expect(page.getByTestId('test-accuracy')).toContainText(
    spread(document.runs[1].summary.test.accuracy),
  );
  await openSection(page, 'training');
  await expect(page.getByTestId('overlay-figure').locator('svg')).toBeVisible();
  await page.screenshot({ path: `${screenshots}two-training.png`, fullPage: true });
  await openSection(page, 'channels');
  await expect(page.getByTestId('channel-table').locator('tbody tr')).toHaveCount(6);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('nothing is wider than the screen', async ({ page }) => {
    await page.goto(writeReport('phone', twoRuns()));
    for (const section of sections) {
      await openSection(page, section);
      await page.waitForTimeout(150);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, section).toBe(0);
    }
  });
});

test('20,000 edges move in a few batches, and only the nodes are uploaded again', async ({ page }) => {
  test.setTimeout(180_000); // the layout takes its time on a busy machine
  await countGraphicsCalls(page);
  await page.goto(writeReport('large', large()));
  const possible = await possibleFrameRate(page);
  await openSection(page, 'explorer');
  await expect(page.getByTestId('drawing-note')).toContainText(
    'Drawing 20,000 of 26,000 matching edges',
  );
  await expect(page.getByTestId('drawing-note')).toContainText('sample of 26,000 of 198,493 edges');
  const panning = await frameRateWhilePanning(page, 'graph');
  const layout = await frameRateAtRest(page);
  const text = (rate) => rate.toFixed(1);
  console.log(
    `frames/s: ${text(panning)} panning, ${text(layout)} with layout, ${text(possible)} possible`,
  );
  await untilNothingIsUploaded(page);
  const moves = 8;
  const calls = await graphicsCallsOfPanning(page, 'graph', moves);
  console.log(`panning by ${moves} frames: ${JSON.stringify(calls)}`);
  expect(calls.batches).toBeGreaterThanOrEqual(moves);
  expect(calls.batches).toBeLessThanOrEqual(20 * moves);
  // Sigma uploads what it draws with every frame: the nodes, five numbers each. An edge would be two
  // ends of three numbers or more.
  const bytesOfEdges = 20_000 * 2 * 3 * 4;
  expect(calls.uploadedBytes).toBeLessThan((moves * bytesOfEdges) / 2);
  await page.screenshot({ path: `${screenshots}large-explorer.png` });
});

test('printing shows every section on white', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(writeReport('print', campus()));
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  for (const section of sections)
    await expect(page.getByTestId(`section-${section}`)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 760, height: 1000 });
  await page.screenshot({ path: `${screenshots}print.png`, fullPage: true });
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.getByTestId('section-training')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('the policy allows nothing inline and nothing from elsewhere', () => {
  const policy = builtPage.match(/Content-Security-Policy" content="([^"]*)"/)[1];
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/,
  );
  expect(policy).not.toContain('unsafe');
  expect(builtPage).not.toMatch(/(src|href)="https?:/);
  expect(Buffer.byteLength(builtPage)).toBeLessThan(2_000_000);
});

test('live mode follows the training', async ({ page }) => {
  let report = training();
  const streams = new Set();
  const server = createServer((request, response) => {
    if (request.url === '/api/report') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(report));
    } else if (request.url === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(':\n\n');
      streams.add(response);
    } else {
      response.setHeader('content-type', 'text/html');
      response.end(builtPage);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const send = (message) =>
    streams.forEach((stream) => stream.write(`data: ${JSON.stringify(message)}\n\n`));
  const epoch = (number) => ({
    type: 'epoch',
    run: 0,
    seed: 0,
    epoch: {
      run: 0,
      seed: 0,
      epoch: number,
      losses: { node: 0.5, full: 2 },
      train_accuracy: 0.9,
      val_accuracy: 0.91,
      val_loss: 0.4,
      best: true,
      seconds: 4,
    },
  });
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await expect(page.getByTestId('live-status')).toHaveText('live');
    await openSection(page, 'training');
    send(epoch(7)); // known already
    send(epoch(8));
    send(epoch(9));
    await expect(page.getByTestId('live-status')).toHaveText('live: epoch 9, seed 0');
    const cells = page.getByTestId('seeds').locator('tbody td');
    await expect(cells.nth(2)).toHaveText('9');
    await expect(cells.nth(3)).toHaveText('9');
    await expect(cells.nth(4)).toHaveText('91.00 %');
    expect(await page.getByTestId('accuracy-figure-chart').getAttribute('aria-label')).toContain(
      'best epoch 9 of 9',
    );
    report = makeReport([makeRun({ name: 'training' })]);
    send({ type: 'changed' });
    await openSection(page, 'overview');
    await expect(page.getByTestId('test-accuracy')).toContainText(
      spread(report.runs[0].summary.test.accuracy),
    );
  } finally {
    streams.forEach((stream) => stream.end());
    server.closeAllConnections();
    server.close();
  }
});
