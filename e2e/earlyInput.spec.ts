/** What somebody types and selects before a page's code has loaded counts once it has. */
import { expect, type Locator } from '@playwright/test';
import { demo } from './support/demo';
import { holdCode } from './support/holdCode';
import { test } from './support/browsing';
import { testInOwnTenant as inOwnTenant } from './support/inOwnTenant';

test('a search typed before the page is ready finds its matches', async ({ page }) => {
  const letThrough = await holdCode(page);
  await page.goto(`/t/${demo().tenantId}/blast-radius`, { waitUntil: 'commit' });
  const field = page.getByRole('combobox', { name: 'What fails: search all kinds' });
  await field.fill('valkey-carts');
  await field.press('Backspace');
  letThrough();
  await page.getByRole('option', { name: /Cart store/ }).click();
  await expect(page.getByRole('heading', { name: 'If Cart store fails' })).toBeVisible();
});

test(
  'the menu of the person opens if it was pressed before the page is ready, and changes the theme',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const letThrough = await holdCode(page);
    await page.goto(`/t/${demo().tenantId}/incidents`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    letThrough();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  },
);

const ANSWERED_WITH_THE_PAGE =
  /^(landscape\.picture(Marks)?|impact\.(blastRadius|lanes)|home\.\w+|weakPoints\.best|views\.list|health\.(snapshot|causes|lanes)|incidents\.list|maintenance\.list)$/;

test('pages with first answers can be read before the code has loaded, and ask for nothing again', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const procedure = /\/trpc\/[^/]+\/(\w+\.\w+)\?/.exec(request.url())?.[1];
    if (procedure !== undefined && ANSWERED_WITH_THE_PAGE.test(procedure)) asked.push(procedure);
  });
  const tenant = `/t/${demo().tenantId}`;
  // Any page before keeps the size of the window.
  await page.goto(`${tenant}/profile`);
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('faultline-window');
  const picture = (name: RegExp): Locator => page.getByRole('application', { name });
  const freshness = page.getByRole('status', { name: /^(Live|Reconnecting)\./ });
  // A page, what is read first, and what only its code can show.
  const pages: [path: string, first: Locator, last: Locator][] = [
    [
      'landscape',
      page
        .getByTestId('canvas')
        .locator('svg text', { hasText: /^Checkout$/ })
        .last(),
      picture(/^Landscape with/),
    ],
    [
      `blast-radius?entityType=component&entityId=${demo().exampleComponentId}`,
      page.getByRole('heading', { name: 'If Astronomy database fails' }),
      picture(/^Columns/),
    ],
    ['home', page.getByText(/^Saves €[\d,]+ an hour while /).first(), freshness],
    ['live-impact', page.getByRole('heading', { name: /are degraded/ }), freshness],
  ];
  for (const [path, first, last] of pages) {
    // The page before asks again when something changes, which says nothing about this one.
    await page.goto('about:blank');
    asked.length = 0;
    // The live feed makes pages ask again, a moment after it begins.
    await page.route('**/trpc/*/events', () => undefined);
    const letThrough = await holdCode(page);
    await page.goto(`${tenant}/${path}`, { waitUntil: 'commit' });
    await expect(first).toBeVisible();
    letThrough();
    await expect(last).toBeVisible();
    expect(asked).toEqual([]);
    await page.unrouteAll();
  }
});

inOwnTenant('a name typed early is saved as typed, with the cursor where it was', async ({ page, ownTenant: { tenantId } }) => {
  const letThrough = await holdCode(page);
  await page.goto(`/t/${tenantId}/profile`, { waitUntil: 'commit' });
  const name = page.getByLabel('Your name');
  await name.fill('Aa');
  await name.press('ArrowLeft');
  letThrough();
  const save = page.getByRole('button', { name: 'Save the name' });
  await expect(save).toBeEnabled();
  await expect.poll(() => name.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(1);
  await page.keyboard.type('d');
  await expect(name).toHaveValue('Ada');
  await save.click();
  await expect(page.getByRole('button', { name: 'Signed in as Ada' })).toBeVisible();
});
