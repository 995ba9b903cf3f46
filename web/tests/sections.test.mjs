// Every number of every section against the document inside the page: the fixture's, or a real
// report's with DISGNN_REPORT=/path/report.html.
import { pathToFileURL } from 'node:url';
import { campus, unpack } from './fixture.mjs';
import { count, figures, fixed, percent, spread } from './numbers.mjs';
import { expect, openSection, readReport, stillExplorer, test, writeReport } from './page.mjs';

const real = process.env.DISGNN_REPORT;
const document = real ? readReport(real) : campus();
const address = real ? pathToFileURL(real).href : writeReport('sections', document);
const run = document.runs[0];

async function rowsOf(page, table) {
  const more = page.getByTestId(table).getByRole('button', { name: /^Show all/ });
  if (await more.isVisible()) await more.click();
  return page
    .getByTestId(table)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
}

async function chartTexts(page, figure) {
  await expect(page.getByTestId(figure).locator('svg')).toBeVisible();
  return page.getByTestId(figure).locator('svg text').allTextContents();
}

test.beforeEach(async ({ page }) => {
  await page.goto(address);
});

test('paints at once and says when', async ({ page }) => {
  await expect(page.getByTestId('results')).toBeVisible();
  const entry = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  const paint = await entry.jsonValue();
  console.log(`first contentful paint after ${Math.round(paint)} ms`);
  expect(paint).toBeGreaterThan(0);
});

test('overview shows summary, dataset and settings', async ({ page }) => {
  const { summary, dataset } = run;
  if (summary) {
    await expect(page.getByTestId('test-accuracy')).toContainText(spread(summary.test.accuracy));
    await expect(page.getByTestId('test-macro-f1')).toContainText(spread(summary.test.macro_f1));
    await expect(page.getByTestId('timing')).toContainText(
      `epoch ${figures(summary.timing.epoch_ms)} ms`,
    );
    await expect(page.getByTestId('memory')).toContainText(`${figures(summary.peak_rss_mb)} MB`);
    const validation = summary.runs.map((one) => one.val_accuracy);
    const mean = validation.reduce((sum, value) => sum + value, 0) / validation.length;
    await expect(page.getByTestId('validation-accuracy')).toContainText((100 * mean).toFixed(2));
    const auc = summary.disentanglement?.homophily_auc?.best;
    if (auc) await expect(page.getByTestId('homophily-auc')).toContainText(figures(auc));
    const nmi = summary.disentanglement?.nmi;
    if (nmi) await expect(page.getByTestId('relation-nmi')).toContainText(figures(nmi));
  }
  const card = page.getByTestId('dataset-card');
  await expect(card).toContainText(count(dataset.nodes));
  await expect(card).toContainText(count(dataset.edges));
  await expect(page.getByTestId('audit')).toContainText(count(dataset.audit.duplicated_nodes));
  for (const warning of dataset.warnings) {
    await expect(page.getByTestId('warnings')).toContainText(warning.slice(0, 100));
  }
  await expect(page.getByTestId('command')).toHaveText(run.command);
  await page.getByTestId('all-settings').locator('summary').first().click();
  const settings = await rowsOf(page, 'settings');
  expect(settings.length).toBe(run.settings.length);
  const changed = run.settings.filter((setting) => setting.changed).length;
  expect(settings.slice(0, changed).every((row) => row[3] === 'yes')).toBe(true);
});

test('training shows every seed and its best epoch', async ({ page }) => {
  await openSection(page, 'training');
  const rows = await rowsOf(page, 'seeds');
  expect(rows.length).toBe(run.training.length);
  run.training.forEach((log, index) => {
    expect(rows[index][0]).toBe(String(log.seed));
    expect(rows[index][2]).toBe(count(log.epoch.length));
    expect(rows[index][3]).toBe(String(log.best_epoch));
    expect(rows[index][4]).toBe(percent(log.val_accuracy[log.epoch.indexOf(log.best_epoch)]));
  });
  const label = await page.getByTestId('accuracy-figure-chart').getAttribute('aria-label');
  expect(label).toContain(
    `best epoch ${run.training[0].best_epoch} of ${run.training[0].epoch.length}`,
  );
  const terms = await chartTexts(page, 'loss-figure');
  const names = Object.keys(run.training[0].losses);
  if (names.length > 1 && names.length <= 5) expect(terms).toEqual(expect.arrayContaining(names));
  expect(await page.getByTestId('accuracy-figure').locator('svg path').count()).toBeGreaterThan(3);
  await page.getByTestId('log-losses').check();
  expect(await page.getByTestId('loss-figure').locator('svg path').count()).toBeGreaterThan(3);
});

test('channels shows correlations, shares, mixing and relations', async ({ page }) => {
  test.skip(!run.channels, 'this model has no channels');
  await openSection(page, 'channels');
  const last = run.channels.layers.length - 1;
  for (const index of [last, 0]) {
    const layer = run.channels.layers[index];
    await page.getByTestId('channel-layer').selectOption(String(index));
    for (const kind of ['weight', 'existence']) {
      const texts = await chartTexts(page, `correlation-${kind}`);
      const wanted = layer[`correlation_${kind}`].flat().filter((value) => value !== null);
      if (run.channels.count <= 20) {
        expect(texts).toEqual(expect.arrayContaining(wanted.map((value) => fixed(value, 2))));
      }
    }
    const rows = await rowsOf(page, 'channel-table');
    layer.dominant_share.forEach((share, channel) => {
      expect(rows[channel]).toEqual([
        String(channel),
        channel < run.channels.homo ? 'homo' : 'hetero',
        percent(share),
        percent(layer.homo_rate[channel]),
      ]);
    });
    await page.getByTestId('mixing-channel').selectOption(String(run.channels.count - 1));
    const label = await page.getByTestId('mixing-chart').getAttribute('aria-label');
    const total = layer.mixing[run.channels.count - 1]
      .flat()
      .reduce((sum, value) => sum + value, 0);
    expect(label).toContain(`${count(total)} entries`);
    if (run.classes.length <= 20) {
      const texts = await chartTexts(page, 'mixing');
      expect(texts).toEqual(
        expect.arrayContaining(layer.mixing[run.channels.count - 1].flat().map(count)),
      );
    }
    await expect(page.getByTestId('layer-scores')).toContainText(figures(layer.homophily_auc));
    if (layer.relation_table) {
      const relations = await rowsOf(page, 'relation-table');
      layer.relation_table.forEach((row, channel) =>
        row.forEach((value, relation) =>
          expect(relations[channel][relation + 1]).toMatch(new RegExp(`^${count(value)}( |$)`)),
        ),
      );
      await expect(page.getByTestId('layer-scores')).toContainText(figures(layer.relation_nmi));
      const known = run.channels.nmi_of_somebody_who_knows?.true_memberships;
      if (known != null)
        await expect(page.getByTestId('layer-scores')).toContainText(
          `who knows all true memberships: ${figures(known)}`,
        );
    }
  }
});

test('errors shows confusion, scores, calibration and mistakes', async ({ page }) => {
  test.skip(!run.errors || run.errors.nodes === 0, 'no test nodes');
  await openSection(page, 'errors');
  const { errors } = run;
  await expect(page.getByTestId('error-summary')).toContainText(
    `${count(errors.nodes)} labelled test nodes: accuracy ${percent(errors.accuracy)}, macro-F1 ${percent(errors.macro_f1)}`,
  );
  if (run.classes.length <= 20) {
    const texts = await chartTexts(page, 'confusion');
    expect(texts).toEqual(expect.arrayContaining(errors.confusion.flat().map(count)));
  }
  const rows = await rowsOf(page, 'per-class');
  errors.per_class.forEach((score, index) =>
    expect(rows[index].slice(1)).toEqual([
      percent(score.precision),
      percent(score.recall),
      percent(score.f1),
      count(score.support),
    ]),
  );
  await expect(page.getByTestId('calibration')).toContainText(
    `ECE ${percent(errors.calibration.ece)}`,
  );
  expect((await rowsOf(page, 'mistakes')).map((row) => row[3])).toEqual(
    errors.mistakes.map((mistake) => percent(mistake.confidence)),
  );
  await page.getByTestId('per-class').getByRole('button', { name: 'support' }).click();
  const sorted = (await rowsOf(page, 'per-class')).map((row) => Number(row[4].replaceAll(',', '')));
  expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
});

test('a mistake opens in the explorer', async ({ page }) => {
  test.skip(!run.errors || run.errors.mistakes.length === 0, 'no mistakes');
  await openSection(page, 'errors');
  await page.getByTestId('mistakes').locator('tbody button').first().click();
  await expect(page.getByTestId('section-explorer')).toBeVisible();
  await expect(page.getByTestId('node-facts')).toContainText('wrong');
  // As the nodes have it: rounded to 16 bits, which may round up once more on the page.
  const { node } = run.errors.mistakes[0];
  const place = node * run.classes.length + unpack(run.nodes.predicted)[node];
  await expect(page.getByTestId('node-facts')).toContainText(
    percent(unpack(run.nodes.probabilities)[place]),
  );
});

test('a click on a node explains its class', async ({ page }) => {
  test.skip(!run.nodes, 'no model');
  await stillExplorer(page);
  const nodes = run.nodes;
  const degrees = unpack(nodes.degree);
  const node = degrees.indexOf(Math.max(...degrees));
  // Brought to the middle first, where no button lies over it.
  await page.getByTestId('node-search').fill(nodes.ids ? nodes.ids[node] : String(node));
  await page.getByTestId('node-search').press('Enter');
  await page.waitForTimeout(500);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('node-panel')).toBeHidden();
  await page.waitForTimeout(300);
  const place = await page.evaluate((index) => window.disgnnReport.nodeScreenPosition(index), node);
  await page.mouse.click(place.x, place.y);
  await expect(page.getByTestId('node-panel')).toBeVisible();

  const classes = run.classes.length;
  const row = unpack(nodes.probabilities).slice(node * classes, (node + 1) * classes);
  const facts = page.getByTestId('node-facts');
  await expect(facts).toContainText(percent(row[unpack(nodes.predicted)[node]]));
  await expect(facts).toContainText(count(degrees[node]));
  const shown = await page.getByTestId('probabilities').locator('.bar-value').allTextContents();
  expect(shown).toEqual(
    [...row]
      .sort((a, b) => b - a)
      .slice(0, 8)
      .map(percent),
  );
  if (!nodes.parts) return;

  const channels = nodes.parts.shape[1];
  const parts = unpack(nodes.parts).slice(node * channels, (node + 1) * channels);
  const logit = unpack(nodes.logit)[node];
  const rest = logit - parts.reduce((sum, value) => sum + value, 0);
  const signed = (value) => (value > 0 ? `+${figures(value)}` : figures(value));
  const bars = await page.getByTestId('logit-parts').locator('.bar-value').allTextContents();
  expect(bars).toEqual([...parts.map(signed), signed(rest), figures(logit)]);

  const target = unpack(run.edges.target);
  const entries = target.flatMap((own, entry) => (own === node ? [entry] : []));
  const added = unpack(run.edges.contribution);
  const largest = Math.max(
    ...entries
      .flatMap((entry) => added.slice(entry * channels, (entry + 1) * channels))
      .map(Math.abs),
  );
  const first = await page
    .getByTestId('contributions')
    .locator('tbody tr')
    .first()
    .locator('td')
    .last()
    .textContent();
  expect([signed(largest), signed(-largest)]).toContain(first);

  const channel = 1 % channels;
  await page.getByTestId('panel-channel').selectOption({ label: `channel ${channel}` });
  const weight = unpack(run.edges.layers.at(-1).weight);
  const weights = entries.map((entry) => weight[entry * channels + channel]).sort((a, b) => b - a);
  const listed = (await rowsOf(page, 'neighbours')).map((cells) => cells[3]);
  expect(listed).toEqual(weights.map(figures));

  const neighbour = page.getByTestId('neighbours').locator('tbody button').first();
  const id = await neighbour.getAttribute('data-node');
  await neighbour.click();
  await expect(facts).toContainText(
    percent(
      Math.max(...unpack(nodes.probabilities).slice(id * classes, (Number(id) + 1) * classes)),
    ),
  );
  await expect(page.getByTestId('ego').locator('circle').first()).toBeVisible();
});

test('a click on an edge shows its channel profile', async ({ page }) => {
  test.skip(!run.edges || run.edges.kept === 0 || run.edges.directed, 'no undirected edges');
  await stillExplorer(page);
  const source = unpack(run.edges.source);
  const target = unpack(run.edges.target);
  // Middles of edges that no node covers. Where several edges cross, the nearest one answers.
  const frame = await page.getByTestId('graph').boundingBox();
  const places = await page.evaluate(
    ({ nodes, kept, area }) => {
      const hook = window.disgnnReport;
      const discs = Array.from({ length: nodes }, (_, node) =>
        hook.nodeScreenPosition(node),
      ).filter(Boolean);
      const free = [];
      for (let edge = 0; edge < kept && free.length < 20; edge += Math.ceil(kept / 2000)) {
        const middle = hook.edgeScreenPosition(edge);
        if (!middle || middle.x < area.x + 20 || middle.x > area.x + area.width - 20) continue;
        if (middle.y < area.y + 60 || middle.y > area.y + area.height - 20) continue;
        if (discs.every((disc) => Math.hypot(disc.x - middle.x, disc.y - middle.y) > 16))
          free.push(middle);
      }
      return free;
    },
    { nodes: run.nodes.count, kept: run.edges.kept, area: frame },
  );
  const panel = page.getByTestId('edge-panel');
  for (const place of places) {
    await page.mouse.click(place.x, place.y);
    if (await panel.isVisible()) break;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(350);
  }
  await expect(panel).toBeVisible();
  const ends = await page
    .getByTestId('edge-facts')
    .locator('button')
    .evaluateAll((links) => links.map((link) => Number(link.dataset.node)));
  const entry = source.findIndex((from, index) => from === ends[0] && target[index] === ends[1]);
  expect(entry).toBeGreaterThanOrEqual(0);
  for (const direction of [0, 1]) {
    const rows = await rowsOf(page, `profile-${direction}`);
    if (run.edges.layers.length === 0) break;
    const wanted = run.edges.layers.flatMap((layer, l) => {
      const channels = layer.existence.shape[1];
      const start = (entry + direction) * channels;
      const existence = unpack(layer.existence).slice(start, start + channels);
      const weight = unpack(layer.weight).slice(start, start + channels);
      const dominant = unpack(layer.dominant)[entry + direction];
      return existence.map((value, c) => [
        String(l + 1),
        String(c),
        figures(value),
        figures(weight[c]),
        c === dominant ? 'yes' : '',
      ]);
    });
    expect(rows).toEqual(wanted);
  }
  if (run.edges.relation) {
    const relation = unpack(run.edges.relation)[entry];
    await expect(page.getByTestId('edge-facts')).toContainText(
      relation < 0 ? 'noise' : run.channels.relations[relation],
    );
  }
});

test('filters draw what they say', async ({ page }) => {
  test.skip(!run.edges || run.edges.layers.length === 0, 'no channels');
  await stillExplorer(page);
  const drawn = () => page.evaluate(() => window.disgnnReport.drawn());
  const before = await drawn();
  const label = unpack(run.nodes.label);
  const source = unpack(run.edges.source);
  const target = unpack(run.edges.target);
  const inClass = (entry) => label[source[entry]] === 0 && label[target[entry]] === 0;
  const wanted = source.filter((_, entry) => entry % 2 === 0 && inClass(entry)).length;
  await page.getByTestId('filter-class').selectOption('1');
  expect((await drawn()).edges).toBe(Math.min(wanted, 20000));
  expect((await drawn()).nodes).toBe(label.filter((own) => own === 0).length);
  await page.getByTestId('filter-class').selectOption('0');
  expect(await drawn()).toEqual(before);
  await page.getByTestId('filter-channel-0').click();
  const without = await drawn();
  if (before.edges < 20000) expect(without.edges).toBeLessThan(before.edges);
  await page.getByTestId('filter-channel-0').click();
  await page.getByTestId('filter-confidence-from').fill('60');
  const confident = (await drawn()).nodes;
  const classes = run.classes.length;
  const probabilities = unpack(run.nodes.probabilities);
  const predicted = unpack(run.nodes.predicted);
  expect(confident).toBe(
    predicted.filter((own, node) => probabilities[node * classes + own] >= 0.6 - 1e-6).length,
  );
  await page.getByTestId('filter-split').selectOption('3');
  const split = unpack(run.nodes.split);
  expect((await drawn()).nodes).toBe(
    predicted.filter(
      (own, node) => probabilities[node * classes + own] >= 0.6 - 1e-6 && split[node] === 2,
    ).length,
  );
  await page.getByTestId('hide-lone').check();
  expect((await drawn()).nodes).toBeLessThanOrEqual(confident);
});

test('the map marks the selected node and opens its panel', async ({ page }) => {
  test.skip(!run.nodes, 'no model');
  await openSection(page, 'embedding');
  const [first] = run.nodes.explained;
  await expect(page.getByTestId('explained')).toContainText(percent(first));
  await page.waitForTimeout(300);
  const place = await page.evaluate(() => window.disgnnReport.mapScreenPosition(0));
  await page.mouse.click(place.x, place.y);
  await expect(page.getByTestId('node-panel')).toBeVisible();
  await openSection(page, 'explorer');
  await expect(page.getByTestId('node-panel')).toBeVisible();
});
