/** Saving a view, using it as the Start view, and finding it on Home; and finding a path between two entities. */
import { expect } from '@playwright/test';
import { test } from './support/browsing';
import { demo } from './support/demo';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant } from './support/inOwnTenant';

testInOwnTenant('a view is saved, begun with, found on home and deleted', { tag: '@long' }, async ({ page, ownTenant: { tenantId } }) => {
  const components = `/t/${tenantId}/inventory/components`;
  await page.goto(`${components}?search=db`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const form = page.getByRole('form', { name: 'Save this view' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Databases');
  await form.getByRole('checkbox', { name: 'Start with it on this page' }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved as “Databases”.')).toBeVisible();

  await page.goto(components);
  await expect(page).toHaveURL(/search=db/);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Your start view Databases' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved views of this page' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete Databases' }).click();
  await expect(dialog.getByText('No saved views.')).toBeVisible();
});

test('a path is found from one entity to another, but not in the opposite direction', async ({ page }) => {
  await page.goto(`/t/${demo().tenantId}/paths`);
  const choose = async (field: string, letters: string, option: RegExp): Promise<void> => {
    await page.getByRole('combobox', { name: field }).fill(letters);
    await page.getByRole('option', { name: option }).click();
  };
  await choose('If this fails', 'astronomy-db', /Astronomy database/);
  await choose('Does it reach this component', 'checkout', /Checkout/);
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails, Checkout is down, 2 hops away' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(page.getByText('A failure of Checkout does not reach Astronomy database')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'See it in the blast radius' }).click();
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
});
