// A dataset full of hostile names, the whole way: trained, reported and served by the real program.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hostileClasses, hostileIds, shownText, writeHostileDataset } from './hostileDataset.mjs';
import { expect, openSection, readReport, stillExplorer, test } from './page.mjs';
import { disgnn, program, serve, withFolder } from './program.mjs';

const screenshots = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url));
const sections = ['overview', 'training', 'channels', 'explorer', 'errors', 'embedding'];

test.skip(!program, 'DISGNN names no program');
test.describe.configure({ timeout: 180_000 });

/** A folder's name is a name of the data, too. */
function trainHostile(folder) {
  const data = join(folder, '<img src=x onerror=alert(1)>');
  const run = join(folder, '"><script>alert(1)<$(touch attacked)');
  writeHostileDataset(data);
  disgnn('train', data, '--epochs', '5', '--threads', '1', '--quiet', '--out', run);
  return run;
}

/** Bytes are sent as they are; fetch would want text. */
function ask(address, path) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    request({ hostname, port, path }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });
}

const percentEncoded = (name) =>
  [...name].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const strictJson = (bytes) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

async function expectHarmless(page) {
  expect(await page.evaluate(() => window.attacked)).toBeUndefined();
  expect(await page.locator('main img, main script, main iframe, aside img').count()).toBe(0);
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, 'wider than the screen').toBe(0);
}

test('a report of hostile data shows every name and runs none', async ({ page }) => {
  await withFolder(async (folder) => {
    const run = trainHostile(folder);
    const path = join(folder, 'report.html');
    disgnn('report', run, '--out', path);
    // One element holds the data: nothing in them may end it early.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    const document = readReport(path);
    expect(text.split('</script>').length).toBe(text.split('<script').length);
    const names = hostileIds.map(shownText);
    expect(document.runs[0].nodes.ids).toEqual(names);
    expect([...document.runs[0].classes].sort()).toEqual(hostileClasses.map(shownText).sort());

    const blocked = [];
    await page.exposeFunction('noteBlocked', (what) => blocked.push(what));
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', (event) =>
        window.noteBlocked(`${event.violatedDirective} ${event.blockedURI}`),
      ),
    );
    await page.goto(pathToFileURL(path).href);
    for (const section of sections) {
      await openSection(page, section);
      await page.waitForTimeout(300);
      await expect(page.getByTestId('failure')).toHaveCount(0);
      await page.screenshot({
        path: `${screenshots}hostile-run-${section}.png`,
        fullPage: section !== 'explorer',
      });
      await expectHarmless(page);
    }
    await stillExplorer(page);
    for (const name of names.slice(0, 24)) {
      if (/[\n\r]/.test(name)) continue; // cannot be typed into one line
      await page.getByTestId('node-search').fill(name);
      await page.getByTestId('node-search').press('Enter');
      await expect(page.getByTestId('node-facts').locator('dd').first()).toContainText(
        name.slice(0, 20).trim(),
      );
    }
    await expectHarmless(page);
    expect(blocked).toEqual([]);
    await openSection(page, 'overview');
    await expect(page.getByTestId('command')).toContainText("'");
  });
});

test('a server of hostile data answers in JSON that is UTF-8', async ({ page }) => {
  await withFolder(async (folder) => {
    const server = await serve(trainHostile(folder));
    try {
      const report = await ask(server.address, '/api/report');
      expect(strictJson(report.body).runs[0].nodes.ids).toEqual(hostileIds.map(shownText));
      for (const id of hostileIds.slice(0, 24)) {
        // The longest ids do not fit into a request: they are refused, not cut.
        const fits = id.length < 2000;
        for (const path of ['/api/node/', '/api/edges?id=', '/api/predict?id=']) {
          const answer = await ask(server.address, path + percentEncoded(id));
          expect(answer.status, path + shownText(id).slice(0, 40)).toBe(fits ? 200 : 414);
          if (!fits) continue;
          const json = strictJson(answer.body);
          const shown = json.id ?? json.predictions?.[0].id ?? json.edges[0].target;
          expect(shown).toBe(shownText(id));
        }
      }
      const unknown = await ask(server.address, '/api/node/%ff%fe%3Cscript%3E');
      expect(unknown.status).toBe(404);
      expect(strictJson(unknown.body).error).toContain('<script>');
      await page.goto(server.address);
      await openSection(page, 'errors');
      await expect(page.getByTestId('failure')).toHaveCount(0);
      await expectHarmless(page);
    } finally {
      expect((await server.stop()).status).toBe(0);
    }
  });
});
