/** The command palette and keyboard shortcuts: everything can be reached without a mouse. */
import { expect } from '@playwright/test';
import { demo } from './support/demo';
import { landscapePath, test } from './support/browsing';
import { expectAccessible } from './support/expectAccessible';

// The palette and the help sheet fade in, and contrast must not be checked halfway.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('the palette finds an entity, and leads to what breaks when it fails', async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('button', { name: 'Find anything' }).click();
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('astronomy d');
  await expect(palette.getByRole('option', { name: /^Astronomy database/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('option', { name: 'Open in the inventory' })).toBeVisible();
  await page.keyboard.type('breaks');
  await expect(palette.getByRole('option')).toHaveText([/^What breaks if Astronomy database fails/, 'Back to all']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('option').first()).toHaveText(/^Astronomy database/);
});

test('screen readers hear which row Enter would select', { tag: '@long' }, async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('button', { name: 'Find anything' }).click();
  const field = page.getByRole('combobox', { name: 'Find a page, an action or an entity' });
  await expect(field).toBeFocused();
  const told = async (): Promise<string | null> =>
    page.locator(`[id="${(await field.getAttribute('aria-activedescendant')) ?? ''}"]`).textContent();
  await page.keyboard.type('theme');
  const rows = page.getByRole('listbox', { name: 'Choices' }).getByRole('option');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  for (const place of [0, 1, 2]) {
    await expect(rows.nth(place)).toHaveAttribute('aria-selected', 'true');
    expect(await told()).toBe(await rows.nth(place).textContent());
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.type(' of which there is none');
  await expect(page.getByRole('status').filter({ hasText: 'No matches for' })).toBeVisible();
  await expect(field).not.toHaveAttribute('aria-activedescendant');
});

test('single letters open pages, but not while typing', { tag: '@long' }, async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application')).toHaveAttribute('aria-busy', 'false');
  // As a person types: the second key soon after the first, however busy the machine is.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('s')]);
  await expect(page.getByRole('heading', { name: 'Security register' })).toBeVisible();
  const search = page.getByRole('textbox', { name: 'Search components of the register' });
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('gm?');
  await expect(search).toHaveValue('gm?');
  await expect(page.getByRole('heading', { name: 'Security register' })).toBeVisible();
});

test('the palette and the list of shortcuts are accessible in both themes, also in a narrow window', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/t/${demo().tenantId}/security-register`);
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Find anything' }).click();
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
});
