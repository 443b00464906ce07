/** What somebody types and selects before a page's code has loaded counts once it has. */
import { expect } from '@playwright/test';
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

test('the colour scheme can be changed before the page is ready', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const letThrough = await holdCode(page);
  await page.goto(`/t/${demo().tenantId}/incidents`, { waitUntil: 'commit' });
  await page.getByRole('radiogroup', { name: 'Colour scheme' }).getByTitle('Dark').click();
  letThrough();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('radiogroup', { name: 'Colour scheme' }).getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('the picture and the blast radius are requested once, while the code is loading', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const procedure = /\/trpc\/[^/]+\/(landscape\.picture|landscape\.pictureMarks|impact\.blastRadius|impact\.lanes)\?/.exec(request.url());
    if (procedure !== null) asked.push(procedure[1]!);
  });
  const tenant = `/t/${demo().tenantId}`;
  for (const [path, picture, questions] of [
    ['landscape', /^Landscape with/, ['landscape.picture', 'landscape.pictureMarks']],
    [`blast-radius?entityType=component&entityId=${demo().exampleComponentId}`, /^Columns/, ['impact.blastRadius', 'impact.lanes']],
  ] as const) {
    // The page before asks again when something changes, which says nothing about this one.
    await page.goto('about:blank');
    asked.length = 0;
    const letThrough = await holdCode(page);
    await page.goto(`${tenant}/${path}`, { waitUntil: 'commit' });
    await expect.poll(() => [...asked].sort()).toEqual(questions);
    letThrough();
    await expect(page.getByRole('application', { name: picture })).toBeVisible();
    expect([...asked].sort()).toEqual(questions);
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
