/**
 * Every page in both themes: no accessibility violations, nothing wider than the window from 360 pixels on, no console errors, no requests
 * to other servers.
 */
import { expect, type Page } from '@playwright/test';
import { PAGES } from '../src/client/pages';
import { blastRadiusPath, landscapePath, test } from './support/browsing';
import { demo } from './support/demo';
import { expectAccessible, expectWithinWindow, violationsOn } from './support/expectAccessible';
import { createOwnTenant, openPageOf } from './support/ownTenant';

const pageOf = (path: string): string => `/t/${demo().tenantId}/${path}`;

/** Their own journeys check the accessibility of these pages at their default width, or another view shows the same parts. */
const CHECKED_ELSEWHERE = [
  ...['scenarios', 'paths', 'api-keys', 'webhooks', 'members', 'audit-log', 'weak-points', 'manifest'],
  ...['inventory', 'share-links'],
];

/** The pages of the navigation and the tabs of its settings, and those of their views that look different. `isLong`: made of parts that other views show, or checked elsewhere. */
const VIEWS: readonly { name: string; path: () => string; isLong?: boolean }[] = [
  ...PAGES.map(({ label, path }) => ({ name: label, path: () => pageOf(path), isLong: CHECKED_ELSEWHERE.includes(path) })),
  { name: 'Landscape as a table', path: () => landscapePath('?view=table'), isLong: true },
  { name: 'Landscape with a component chosen', path: () => landscapePath(`?component=${demo().exampleComponentId}`), isLong: true },
  { name: 'Blast radius of a component', path: () => blastRadiusPath() },
  { name: 'Blast radius upstream', path: () => blastRadiusPath({ direction: 'upstream' }), isLong: true },
  { name: 'Blast radius as a table', path: () => blastRadiusPath({ view: 'table' }), isLong: true },
  { name: 'Wall screen', path: () => pageOf('live-impact?wall=1') },
  { name: 'Components of the inventory', path: () => pageOf('inventory/components') },
  { name: 'Dependencies of the inventory', path: () => pageOf('inventory/dependencies'), isLong: true },
  { name: 'Applied manifests', path: () => pageOf('manifest/history'), isLong: true },
  { name: 'Profile', path: () => pageOf('profile'), isLong: true },
  { name: 'An incident that is not there', path: () => pageOf('incidents/00000000-0000-4000-8000-000000000000'), isLong: true },
  { name: 'A guide', path: () => '/docs/guides/first-hour' },
  { name: 'The manifest reference', path: () => '/docs/guides/manifest-reference', isLong: true },
  { name: 'A search in the guides', path: () => '/docs/search?q=redundancy', isLong: true },
  { name: 'A tenant that is not there', path: () => '/t/nowhere/landscape', isLong: true },
];

/**
 * The viewer of the API reference renders thousands of elements in portions, and signals when it is done. This is not a measure of its
 * speed.
 */
const WHILE_WRITTEN = { timeout: 60_000 };

/** Waits until nothing is loading or being laid out. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
}

test.describe('in both themes', () => {
  // One window for all tests, so that what was fetched once is reused.
  let page: Page;
  const complaints: string[] = [];
  test.beforeAll(async ({ browser, baseURL, signedInState }) => {
    const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), storageState: signedInState });
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(`${baseURL ?? ''}/`))
        complaints.push(`${request.url()} is elsewhere`);
    });
  });
  test.afterAll(() => page.context().close());

  for (const { name, path, isLong } of VIEWS) {
    const details = isLong === true ? { tag: '@long' } : {};
    test(`${name}: accessible in both themes, and within the window at every width`, details, async () => {
      complaints.length = 0;
      await page.setViewportSize({ width: 1440, height: 860 });
      await page.goto(path());
      await settle(page);
      await expectAccessible(page, ['light']);
      // The layout changes only below 820 pixels.
      for (const width of [820, 360]) {
        await page.setViewportSize({ width, height: 860 });
        await settle(page);
        await expectWithinWindow(page, width);
      }
      // Checks all rules in each theme and each layout once.
      await expectAccessible(page, ['dark']);
      expect(complaints).toEqual([]);
    });
  }

  test('the API reference shows every route, and is accessible at each width and with its search open', { tag: '@long' }, async () => {
    complaints.length = 0;
    const reference = page.locator('#reference');
    const use = async (width: number, colorScheme: 'light' | 'dark'): Promise<void> => {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('body')).toHaveClass(`${colorScheme}-mode`);
      await expect(reference).toHaveAttribute('aria-busy', 'false', WHILE_WRITTEN);
    };
    await page.goto('/docs');
    await use(1440, 'light');
    await expect(page.getByRole('heading', { name: 'Applications', exact: true }).first()).toBeVisible();
    await expect(page.getByText('/blast-radius').first()).toBeVisible();
    await expectWithinWindow(page, 1440);
    expect(await violationsOn(page)).toEqual([]);
    await use(360, 'dark');
    await expectWithinWindow(page, 360);
    expect(await violationsOn(page)).toEqual([]);
    await use(1440, 'dark');
    await page.getByRole('button', { name: /^Open Search/ }).click();
    await expect(page.getByRole('combobox')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('every page of an empty tenant is accessible too', { tag: '@long' }, async ({ browser, baseURL }) => {
  const empty = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Nothing yet', plan: 'Enterprise' });
  const opened = await openPageOf(browser, baseURL ?? '', empty);
  for (const { path } of PAGES) {
    await opened.goto(`/t/${empty.tenantId}/${path}`);
    await settle(opened);
    await expectAccessible(opened);
  }
  await opened.context().close();
});

test.describe('before signing in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  for (const path of ['/sign-in', '/invitations/of-nobody'])
    test(`${path} is accessible in both themes, and within a narrow window`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await settle(page);
      await expectWithinWindow(page, 360);
      await expectAccessible(page);
    });
});

test('at 1440 × 900 the navigation shows all that it holds, and the current item at any height', async ({ page }) => {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(pageOf('webhooks'));
  await expect(navigation.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  for (const link of await navigation.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 420 });
  await page.goto(pageOf('maintenance'));
  for (const label of ['Maintenance', 'Settings']) await expect(navigation.getByRole('link', { name: label })).toBeInViewport({ ratio: 1 });
});

test('the chosen theme is kept, and applies before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(landscapePath());
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a printed page is light and has the whole picture in either theme, and the screen does not change', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(blastRadiusPath());
  await expect(page.getByRole('application')).toHaveAttribute('aria-busy', 'false');
  const scheme = (): Promise<string | null> => page.locator('html').getAttribute('data-mantine-color-scheme');
  expect(await scheme()).toBe('dark');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await scheme()).toBe('light');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const printed = page.locator('svg:not([aria-hidden])').filter({ hasText: 'Frontend proxy' });
  await expect(printed).toBeVisible();
  await expect(printed.locator('rect').first()).toHaveAttribute('fill', '#ffffff');
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
  await page.emulateMedia({ media: null, colorScheme: 'dark' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(printed).toHaveCount(0);
  await expect.poll(scheme).toBe('dark');
});
