/**
 * Everything that opens over a page is as accessible as the page: searches, menus, dialogs and the palette. Answers that do not come from
 * Faultline are reported, with what to do.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { demo } from './support/demo';
import { test } from './support/browsing';

const REQUEST = '7f9c2f1e-1111-4222-8333-944445555666';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/t/${demo().tenantId}/${path}`);
}

test(
  'the search, the filters, the grouping and the export of the landscape are accessible when they are open',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, 'landscape');
    const search = page.getByLabel('Search components and applications').first();
    await search.click();
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Kind' }).click();
    await expect(page.getByText('Web API', { exact: true }).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Group' }).click();
    await expect(page.getByRole('option', { name: 'Team' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menuitem', { name: 'Print' })).toBeVisible();
    await expectAccessible(page);
  },
);

for (const [path, opener] of [
  ['live-impact', 'Report health'],
  ['maintenance', 'Plan maintenance'],
  ['members', 'Invite somebody'],
  ['api-keys', 'New key'],
  ['webhooks', 'New webhook'],
] as const) {
  // They are one dialog with different fields. Trapping focus is hardest in the one with dates.
  const details = path === 'maintenance' ? {} : { tag: '@long' };
  test(`“${opener}” opens an accessible dialog that traps focus and returns it on Escape`, details, async ({ page }) => {
    await open(page, path);
    const button = page.getByRole('button', { name: opener }).first();
    await button.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      // The parts of a date are focused one by one within their field.
      expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });
}

test('the command palette and the list of shortcuts are accessible when open', { tag: '@long' }, async ({ page }) => {
  await open(page, 'incidents');
  await expect(page.getByRole('heading', { name: 'Incidents', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('front');
  await expect(page.getByRole('dialog').getByText('Frontend', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test(
  'an error from a proxy is shown with its request, the navigation stays, and trying again recovers',
  { tag: '@long' },
  async ({ page }) => {
    await page.route('**/trpc/**', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', headers: { 'x-request-id': REQUEST }, body: '<html>Bad gateway</html>' }),
    );
    await open(page, 'landscape');
    const note = page.getByRole('alert').filter({ hasText: 'The landscape could not be loaded' });
    await expect(note).toContainText('The server is not available at the moment (status 502). Try again in a moment.');
    await expect(note).toContainText(REQUEST);
    await expectAccessible(page);
    await expect(page.getByRole('link', { name: 'Incidents' })).toBeVisible();
    // The live feed stays away: once it is back, the page reads again by itself.
    await page.route('**/trpc/*/events*', (route) => route.abort());
    await page.unroute('**/trpc/**');
    await note.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('33 components, 53 dependencies')).toBeVisible();
  },
);

test('a change refused by a proxy says when to try again, and keeps the text', async ({ page }) => {
  await open(page, 'live-impact');
  await page.getByRole('button', { name: 'Report health' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Component').first().fill('valkey');
  await page.getByRole('option', { name: 'Cart store' }).click();
  await dialog.getByRole('textbox', { name: 'What you saw' }).fill('All is well');
  await page.route('**/trpc/**', (route) =>
    route.fulfill({ status: 429, contentType: 'text/plain', headers: { 'retry-after': '20' }, body: 'slow down' }),
  );
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Too many requests in a short time. Try again in 20 seconds.');
  await expect(dialog.getByRole('textbox', { name: 'What you saw' })).toHaveValue('All is well');
});
