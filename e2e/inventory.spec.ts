/** Maintaining the inventory: creating, changing, conflicts, deleting and restoring, by those who may. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectUncut } from './support/expectAccessible';
import { testInOwnTenant as test } from './support/inOwnTenant';
import { admin } from './support/admin';
import { call, openPageOf } from './support/ownTenant';

const unique = (word: string): string => `${word}-${randomUUID().slice(0, 8)}`;

async function choose(page: Page, form: string, field: string, option: string): Promise<void> {
  const input = page.getByRole('form', { name: form }).getByRole('combobox', { name: field, exact: true });
  await input.click();
  if (await input.isEditable()) await input.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

test('an application, its components and their dependency are created by hand, and mistakes are shown at their fields', async ({
  page,
  ownTenant,
}) => {
  const [shop, web, store] = [unique('Shop'), unique('Web'), unique('Store')];
  await page.goto(`/t/${ownTenant.tenantId}/inventory/applications`);
  await page.getByRole('button', { name: 'New application' }).first().click();
  const form = page.getByRole('form', { name: 'New application' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Name is required.', { exact: true })).toBeVisible();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(shop);
  await expect(form.getByRole('textbox', { name: 'Technical name' })).toHaveValue(shop.toLowerCase());
  await form.getByRole('button', { name: 'Create' }).click();
  const panel = page.getByRole('region', { name: `Application ${shop}` });
  await expect(panel.getByText('Production')).toBeVisible();
  await expect(page).toHaveURL(/open=[0-9a-f-]{36}/);

  await page.getByRole('link', { name: /^Components/ }).click();
  for (const name of [web, store]) {
    await page.getByRole('button', { name: 'New component' }).first().click();
    const component = page.getByRole('form', { name: 'New component' });
    await component.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    if (name === store) {
      // Only the server knows which names are taken.
      await component.getByRole('textbox', { name: 'Technical name' }).fill(web.toLowerCase());
      await choose(page, 'New component', 'Application', shop);
      await component.getByRole('button', { name: 'Create' }).click();
      await expect(component.getByText('is taken')).toBeVisible();
      await component.getByRole('textbox', { name: 'Technical name' }).fill(store.toLowerCase());
    } else await choose(page, 'New component', 'Application', shop);
    await component.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('region', { name: `Component ${name}` })).toBeVisible();
  }

  await page.getByRole('button', { name: 'Add a dependent' }).click();
  await choose(page, 'New dependency', 'Source', web);
  await choose(page, 'New dependency', 'Type', 'Calls');
  await page.getByRole('form', { name: 'New dependency' }).getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('region', { name: 'Dependents' }).getByRole('link', { name: web })).toBeVisible();
});

test(
  'somebody about to overwrite another person’s change sees both versions and chooses field by field',
  { tag: '@long' },
  async ({ page, ownTenant, baseURL }) => {
    const name = unique('Ledger');
    const { id } = await call(baseURL ?? '', ownTenant, 'POST', '/applications', { name, technicalName: name, ownerTeam: 'books' });
    await page.goto(`/t/${ownTenant.tenantId}/inventory/applications?open=${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Change application' });
    await form.getByRole('textbox', { name: 'Owner team' }).fill('mine');
    await call(baseURL ?? '', ownTenant, 'PATCH', `/applications/${id}`, { ownerTeam: 'theirs', description: 'Written meanwhile.' });
    await form.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
    await expect(dialog.getByRole('radiogroup', { name: /^Owner team both changed/ }).getByRole('radio')).toHaveText([
      'Yoursmine',
      'Theirstheirs',
    ]);
    await expect(dialog.getByRole('radio', { name: 'Description: theirs, Written meanwhile.' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const panel = page.getByRole('region', { name: `Application ${name}` });
    await expect(panel.getByText('Written meanwhile.')).toBeVisible();
    await expect(panel.getByText('mine', { exact: true })).toBeVisible();
  },
);

test(
  'a contact and references are given to an application, and a component without its own shows them; nothing is loaded from there',
  { tag: '@long' },
  async ({ page, ownTenant, baseURL }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).hostname));
    const name = unique('Checkout');
    const { id } = await call(baseURL ?? '', ownTenant, 'POST', '/applications', { name, technicalName: name });
    const web = { applicationId: id, name: `${name} web`, technicalName: `${name}-web`, contact: '#web' };
    const { id: componentId } = await call(baseURL ?? '', ownTenant, 'POST', '/components', web);
    await page.goto(`/t/${ownTenant.tenantId}/inventory/applications?open=${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Change application' });
    await form.getByRole('textbox', { name: 'Contact' }).fill('#checkout');
    await form.getByRole('button', { name: 'Add a reference' }).click();
    await page.keyboard.type('Restart');
    const row = form.getByRole('group', { name: 'Reference 1' });
    await row.getByRole('textbox', { name: 'URL' }).fill('javascript:alert(1)');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByText(/^URL must be a complete address/)).toBeVisible();
    await expectAccessible(page);
    await row.getByRole('textbox', { name: 'URL' }).fill('https://wiki.example.com/restart');
    await form.getByRole('button', { name: 'Save' }).click();

    const link = page.getByRole('region', { name: `Application ${name}` }).getByRole('link', { name: 'Restart' });
    await expect(link).toHaveAttribute('href', 'https://wiki.example.com/restart');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await page.goto(`/t/${ownTenant.tenantId}/inventory/components?open=${componentId}`);
    const panel = page.getByRole('region', { name: `Component ${name} web` });
    await expect(panel.getByText('#web', { exact: true })).toBeVisible();
    await expect(panel.getByRole('list', { name: 'References' })).toHaveText('Runbook Restart wiki.example.com');
    await expect(panel.getByText('From its application')).toHaveCount(1);
    await expectAccessible(page);
    expect(new Set(asked)).toEqual(new Set([new URL(baseURL ?? '').hostname]));
  },
);

test('a saved entity can be changed again at once, before anything is reloaded', { tag: '@long' }, async ({ page, ownTenant, baseURL }) => {
  const name = unique('Billing');
  const { id } = await call(baseURL ?? '', ownTenant, 'POST', '/applications', { name, technicalName: name, ownerTeam: 'none' });
  await page.goto(`/t/${ownTenant.tenantId}/inventory/applications?open=${id}`);
  const panel = page.getByRole('region', { name: `Application ${name}` });
  await expect(panel.getByText('none', { exact: true })).toBeVisible();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/[,/]applications\.(list|get)/, async (route) => {
    await released;
    await route.continue();
  });
  for (const team of ['first', 'second']) {
    await panel.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Change application' });
    await form.getByRole('textbox', { name: 'Owner team' }).fill(team);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await expect(panel.getByText(team, { exact: true })).toBeVisible();
  }
  release();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('second');
});

test('a deletion says what else it deletes, and undo restores everything', async ({ page, ownTenant, baseURL }) => {
  const name = unique('Desk');
  const { id } = await call(baseURL ?? '', ownTenant, 'POST', '/applications', { name, technicalName: name });
  const part = await call(baseURL ?? '', ownTenant, 'POST', '/components', {
    name: `${name}-web`,
    technicalName: `${name}-web`,
    applicationId: id,
  });
  await page.goto(`/t/${ownTenant.tenantId}/inventory/applications?open=${id}`);
  await page
    .getByRole('region', { name: `Application ${name}` })
    .getByRole('button', { name: 'Delete' })
    .click();
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Deleted too (1)')).toBeVisible();
  await expect(dialog.getByText(`${name}-web`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete all of this' }).click();
  await expect(page.getByText(`Deleted ${name}.`)).toBeVisible();
  await expect(page.getByRole('row', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored.')).toBeVisible();
  await page.goto(`/t/${ownTenant.tenantId}/inventory/components?open=${part.id}`);
  await expect(page.getByRole('region', { name: `Component ${name}-web` }).getByRole('link', { name })).toBeVisible();
});

test(
  'several entities are selected by keyboard, changed together, and changed back',
  { tag: '@long' },
  async ({ page, ownTenant, baseURL }) => {
    const prefix = unique('bulk');
    for (const letter of ['a', 'b', 'c'])
      await call(baseURL ?? '', ownTenant, 'POST', '/technologies', { name: `${prefix}-${letter}`, technicalName: `${prefix}-${letter}` });
    await page.goto(`/t/${ownTenant.tenantId}/inventory/technologies?search=${prefix}`);
    const grid = page.getByRole('grid', { name: 'Technologies' });
    await expect(grid.getByRole('row')).toHaveCount(4);
    await grid.focus();
    for (const key of ['j', 'x', 'j', 'j', 'X']) await page.keyboard.press(key);
    await expect(page.getByText('3 technologies selected')).toBeVisible();
    await page.getByRole('button', { name: 'Change a field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 3 technologies' });
    await dialog.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Vendor' }).click();
    await dialog.getByRole('textbox', { name: 'New value' }).fill('Somebody');
    await dialog.getByRole('button', { name: 'Change all' }).click();
    await expect(page.getByText('Changed 3 technologies.')).toBeVisible();
    await expect(grid.getByText('Somebody')).toHaveCount(3);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 860 });
      // The note moves to another place, and for a moment stands in both.
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
      await expectUncut(page.getByRole('button', { name: 'Undo' }));
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(grid.getByText('Somebody')).toHaveCount(0);
  },
);

test('Escape closes only the topmost layer, and focus returns to what opened it', async ({ page, ownTenant, baseURL }) => {
  const name = unique('Shop');
  const { id } = await call(baseURL ?? '', ownTenant, 'POST', '/applications', { name, technicalName: name.toLowerCase() });
  await page.goto(`/t/${ownTenant.tenantId}/inventory/applications?open=${id}`);
  const panel = page.getByRole('region', { name: `Application ${name}` });
  for (const [opener, dialog] of [
    ['Edit', 'Change application'],
    ['Delete', `Delete ${name}?`],
  ] as const) {
    await panel.getByRole('button', { name: opener }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: opener })).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('a Viewer can read everything and is offered no changes', { tag: '@long' }, async ({ browser, ownTenant, baseURL }) => {
  const name = unique('Seen');
  await call(baseURL ?? '', ownTenant, 'POST', '/applications', { name, technicalName: name });
  const viewer = { ...ownTenant, email: `${randomUUID()}@faultline.example`, password: randomUUID() };
  await admin(process.env.FAULTLINE_E2E_DATA ?? '', [
    'user',
    'create',
    '--email',
    viewer.email,
    '--password',
    viewer.password,
    '--tenant',
    ownTenant.tenantId,
    '--role',
    'Viewer',
  ]);
  const page = await openPageOf(browser, baseURL ?? '', viewer);
  await page.goto(`/t/${ownTenant.tenantId}/inventory/applications?search=${name}`);
  await page.getByRole('button', { name: `Open ${name}` }).click();
  await expect(page.getByRole('region', { name: `Application ${name}` }).getByText('Business operational')).toBeVisible();
  // Asking what would break is not a change.
  await expect(page.getByRole('button', { name: /^(New|Edit|Delete|Add(?! to scenario))/ })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.context().close();
});

test('tables, panels and forms are accessible in both themes', { tag: '@long' }, async ({ page, ownTenant, baseURL }) => {
  const name = unique('Plain');
  const { id } = await call(baseURL ?? '', ownTenant, 'POST', '/applications', { name, technicalName: name });
  await page.goto(`/t/${ownTenant.tenantId}/inventory/applications?open=${id}`);
  await expect(page.getByRole('region', { name: `Application ${name}` }).getByText('Production')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('form', { name: 'Change application' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/t/${ownTenant.tenantId}/inventory/processes`);
  await expect(page.getByRole('heading', { name: 'No processes yet' })).toBeVisible();
  await expectAccessible(page);
});
