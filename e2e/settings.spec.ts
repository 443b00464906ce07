/** Settings, plan, profile, and creating and deleting a tenant. */
import { expect } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant as test } from './support/inOwnTenant';

test(
  'settings are saved, logged with before and after, and never overwrite somebody else’s change',
  { tag: '@long' },
  async ({ page, ownTenant: { tenantId } }) => {
    await page.goto(`/t/${tenantId}/settings`);
    const form = page.getByRole('form', { name: 'Settings' });
    await form.getByLabel('Name of the tenant').fill('Renamed shop');
    await form.getByRole('combobox', { name: 'Opens at' }).click();
    await page.getByRole('option', { name: 'Outage only' }).click();
    await form.getByRole('button', { name: 'Save the settings' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Renamed shop .*Change tenant$/ })).toBeVisible();

    const second = await page.context().newPage();
    await second.goto(`/t/${tenantId}/settings`);
    await second.getByLabel('Resolves after').fill('60 s');
    await form.getByLabel('Name of the tenant').fill('Twice renamed');
    await form.getByRole('button', { name: 'Save the settings' }).click();
    await expect(page.getByRole('button', { name: /^Twice renamed .*Change tenant$/ })).toBeVisible();
    await second.getByRole('button', { name: 'Save the settings' }).click();
    await expect(second.getByText('Somebody changed the settings in the meantime')).toBeVisible();
    await second.getByRole('button', { name: 'Reload' }).click();
    await expect(second.getByLabel('Name of the tenant')).toHaveValue('Twice renamed');
    await expect(second.getByLabel('Resolves after')).toHaveValue('5 minutes');
    await second.close();

    await page.goto(`/t/${tenantId}/audit-log?tab=administration&kind=tenant`);
    const log = page.getByRole('table', { name: 'Audit log' });
    await expect(log.getByRole('row').nth(1)).toContainText('Renamed shop→Twice renamed');
    await expect(log.getByRole('row').nth(2)).toContainText('Degraded→Outage');
  },
);

test(
  'an Owner sees the usage, sees what a smaller plan takes away, and changes to it',
  { tag: '@long' },
  async ({ page, ownTenant: { tenantId } }) => {
    await page.goto(`/t/${tenantId}/settings`);
    await expect(page.getByRole('progressbar', { name: 'Components: 0 of 20,000' })).toBeAttached();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose Team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change to the Team plan?' });
    await expect(dialog.getByRole('listitem').first()).toHaveText(
      'All API keys are refused, agents and webhooks stop, and no health signal is accepted.',
    );
    await dialog.getByRole('button', { name: 'Change to Team' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Team plan · Owner')).toBeVisible();
    await page.getByRole('button', { name: 'Choose Business' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Business' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Business plan · Owner')).toBeVisible();
  },
);

test('anyone can create a tenant, and delete it by typing its name', { tag: '@long' }, async ({ page, ownTenant: { tenantId } }) => {
  await page.goto(`/t/${tenantId}/landscape`);
  await page.getByRole('button', { name: /Change tenant$/ }).click();
  await page.getByRole('menuitem', { name: 'New tenant' }).click();
  const form = page.getByRole('form', { name: 'New tenant' });
  await form.getByLabel('Name of the tenant').fill('Second shop');
  await form.getByRole('button', { name: 'Create the tenant' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Free plan · Owner')).toBeVisible();
  const second = new URL(page.url()).pathname.split('/')[2] ?? '';
  expect(second).not.toBe(tenantId);

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Choose a landscape' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/t/${second}/settings`);
  await page.getByRole('button', { name: 'Delete this tenant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Second shop?' });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByText('Still missing: Second shop, typed exactly.')).toBeVisible();
  await dialog.getByLabel('Type Second shop to continue').fill('Second shop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(new RegExp(`/t/${tenantId}/home`));
  await page.goto(`/t/${second}/landscape`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test(
  'the profile: a new name shows at once, a wrong password is reported, another session is ended',
  { tag: '@long' },
  async ({ page, browser, baseURL, ownTenant: { tenantId, email, password } }) => {
    const other = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } });
    const signedIn = await other.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin: baseURL ?? '' } });
    expect(signedIn.status()).toBe(200);
    await page.goto(`/t/${tenantId}/profile`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await expect(page.getByRole('button', { name: 'Signed in as Ada' })).toBeVisible();

    await page.getByRole('textbox', { name: 'Current password' }).fill('not the password');
    await page.getByRole('textbox', { name: 'New password' }).fill('another password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expect(page.getByText('The current password is wrong.')).toBeVisible();
    await expectAccessible(page);

    await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This one')).toHaveCount(1);
    await page.getByRole('button', { name: 'End all others' }).click();
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
    expect((await other.request.get(`/trpc/${tenantId}/tenant.get?input=%7B%7D`)).status()).toBe(401);
    await other.close();
  },
);
