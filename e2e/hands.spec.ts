/**
 * Using the app by hand: targets large enough for fingers, a visible focus on fields and buttons, and one row of controls above a table on
 * a phone.
 */
import { expect, type Page } from '@playwright/test';
import { PAGES } from '../src/client/pages';
import { test } from './support/browsing';
import { demo } from './support/demo';
import { ringOf, tooSmallOn } from './support/expectAccessible';

const PHONE = { width: 390, height: 844 };
const pageOf = (path: string): string => `/t/${demo().tenantId}/${path}`;

/** Pictures have their own rules for what can be pressed in them. */
const PICTURES = ['landscape', 'blast-radius', 'live-impact'];
const TOUCHED = [
  ...PAGES.map(({ path }) => path).filter((path) => !PICTURES.includes(path)),
  'inventory/components',
  'inventory/dependencies',
  'manifest/history',
  'profile',
];

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
}

test('on a phone, every control is large enough for a finger', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(PHONE);
  const small: [string, string[]][] = [];
  for (const path of TOUCHED) {
    await page.goto(pageOf(path));
    await settle(page);
    const found = await tooSmallOn(page);
    if (found.length > 0) small.push([path, found]);
  }
  expect(small).toEqual([]);
});

test('a text field shows focus the same way as a button', { tag: '@long' }, async ({ page }) => {
  await page.goto(pageOf('incidents'));
  await settle(page);
  await page.keyboard.press('Tab');
  const button = await ringOf(page.getByRole('button', { name: /Change tenant$/ }));
  expect(button).toMatch(/^solid 2px/);
  await page.goto(pageOf('security-register'));
  expect(await ringOf(page.getByRole('textbox', { name: 'Search components of the register' }))).toBe(button);
  await page.goto(pageOf('profile'));
  expect(await ringOf(page.getByRole('textbox', { name: 'Your name' }))).toBe(button);
});

// All of them use the same parts, so one is enough after each change.
for (const [at, { path, toggle, hidden }] of [
  { path: 'inventory/components', toggle: 'Search and filters', hidden: 'Search components' },
  { path: 'security-register', toggle: 'Filters', hidden: 'As of the end of this day' },
  { path: 'incidents', toggle: 'Filters', hidden: 'Opened from' },
  { path: 'audit-log', toggle: 'Filters', hidden: 'From day' },
].entries())
  test(
    `on a phone, ${path} has one row of controls, and the others are one tap away`,
    at === 0 ? {} : { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.goto(pageOf(path));
      await settle(page);
      const button = page.getByRole('button', { name: toggle, exact: true });
      const row = button.locator('xpath=..');
      const boxOf = async () => (await row.boundingBox()) ?? { height: 0 };
      expect((await boxOf()).height).toBeLessThanOrEqual(56);
      await expect(page.getByLabel(hidden)).toBeHidden();
      await button.click();
      await expect(page.getByLabel(hidden)).toBeVisible();
    },
  );
