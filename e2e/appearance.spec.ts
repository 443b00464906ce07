/** Every page in both themes, at three widths: no accessibility violation, nothing wider than the window, no error in the console, nothing from elsewhere. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { blastRadiusPath, landscapePath, test } from './support/browsing';

const PAGES: readonly { name: string; path: () => string; settled: (page: Page) => Promise<void> }[] = [
  { name: 'landscape', path: () => landscapePath(), settled: (page) => expect(page.getByRole('application')).toHaveAttribute('aria-busy', 'false') },
  { name: 'landscape table', path: () => landscapePath('?view=table'), settled: (page) => expect(page.getByRole('table')).toBeVisible() },
  { name: 'blast radius', path: () => blastRadiusPath(), settled: (page) => expect(page.getByRole('heading', { name: /^If / })).toBeVisible() },
  { name: 'blast radius upstream', path: () => blastRadiusPath({ direction: 'upstream' }), settled: (page) => expect(page.getByRole('heading', { name: /^What could make/ })).toBeVisible() },
  { name: 'blast radius table', path: () => blastRadiusPath({ view: 'table' }), settled: (page) => expect(page.getByRole('table')).toBeVisible() },
  { name: 'blast radius of nothing yet', path: () => landscapePath().replace('landscape', 'blast-radius'), settled: (page) => expect(page.getByRole('link', { name: 'Catalogue, Application' })).toBeVisible() },
  { name: 'nothing there', path: () => '/t/nowhere/landscape', settled: (page) => expect(page.getByRole('heading')).toBeVisible() },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });
    for (const { name, path, settled } of PAGES) {
      test(`${name}: accessible, and within the window at every width`, async ({ page }) => {
        const complaints: string[] = [];
        page.on('console', (message) => {
          if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(error.message));
        for (const width of [1440, 820, 360]) {
          await page.setViewportSize({ width, height: 860 });
          await page.goto(path());
          await settled(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
          // The layout changes below 820 pixels and nowhere else.
          if (width === 820) continue;
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
        }
        expect(complaints).toEqual([]);
      });
    }
  });
}

test.describe('before signing in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the sign-in page is accessible in the ${colorScheme} theme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto('/sign-in');
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  }
});

test('the chosen theme is kept, and is there before anything is painted', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(landscapePath());
  await page.getByRole('radiogroup', { name: 'Colour scheme' }).getByTitle('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
