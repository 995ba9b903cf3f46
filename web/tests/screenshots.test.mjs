// Pictures of every section for people to look at: light, dark and on a phone.
import { campus } from './fixture.mjs';
import { openSection, test, writeReport } from './page.mjs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url));
const sections = ['overview', 'training', 'channels', 'explorer', 'errors', 'embedding'];
const real = process.env.DISGNN_REPORT;
const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
];

for (const { name, ...use } of looks) {
  test.describe(name, () => {
    test.use(use);
    test(`every section, ${name}`, async ({ page }) => {
      await page.goto(real ? pathToFileURL(real).href : writeReport('campus', campus()));
      for (const section of sections) {
        await openSection(page, section);
        await page.waitForTimeout(section === 'explorer' ? 4000 : 300);
        await page.screenshot({
          path: `${folder}${section}-${name}.png`,
          fullPage: section !== 'explorer',
        });
      }
      await openSection(page, 'explorer');
      await page.getByTestId('node-search').fill('7');
      await page.getByTestId('node-search').press('Enter');
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${folder}explorer-node-${name}.png` });
    });
  });
}
