// Puts report documents into the built page and opens it in Chromium.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test as base } from '@playwright/test';

const folder = fileURLToPath(new URL('../test-results/pages/', import.meta.url));
mkdirSync(folder, { recursive: true });
const placeholder = '<script type="application/json" id="report-data">null</script>';
export const builtPage = readFileSync(new URL('../dist/report.html', import.meta.url), 'utf8');

/** Writes a page as `disgnn report` does and gives its address. */
export function writeReport(name, document) {
  const data = JSON.stringify(document).replaceAll('<', '\\u003c');
  const page = builtPage.replace(placeholder, () => placeholder.replace('null', () => data));
  const path = join(folder, `${name}.html`);
  writeFileSync(path, page);
  return pathToFileURL(path).href;
}

/** The document inside a report page. */
export function readReport(path) {
  const page = readFileSync(path, 'utf8');
  const start = page.indexOf('id="report-data">') + 'id="report-data">'.length;
  return JSON.parse(page.slice(start, page.indexOf('</script>', start)));
}

/** The browser's own words about its speed here, and about a server that has ended. */
const expectedComplaints = /GPU stall|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/;

/** A test fails if the page complains anywhere or asks for anything from elsewhere. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = [];
    page.on('console', (message) => {
      const isComplaint = ['error', 'warning'].includes(message.type());
      if (isComplaint && !expectedComplaints.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith('http://127.0.0.1')) {
        complaints.push(`request to ${request.url()}`);
      }
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect };

export async function openSection(page, id) {
  await page.getByTestId(`link-${id}`).click();
  await expect(page.getByTestId(`section-${id}`)).toBeVisible();
}

/** Waits until the layout rests, so that places on the screen hold still. */
export async function stillExplorer(page) {
  await openSection(page, 'explorer');
  await page.waitForFunction(() => window.disgnnReport?.drawn !== undefined);
  const toggle = page.getByTestId('layout-toggle');
  if ((await toggle.textContent()) === 'Pause layout') await toggle.click();
  await page.waitForTimeout(100);
}
