/** A key from creation to revocation, used with the real API. */
import { expect } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant as test } from './support/inOwnTenant';
import { createOwnTenant, openPageOf } from './support/ownTenant';

test(
  'a new key gives exactly the access that its scopes name, and is refused once revoked',
  { tag: '@long' },
  async ({ page, request, ownTenant: { tenantId } }) => {
    const api = (key: string, method: string, path: string, data?: object) =>
      request.fetch(`/api/${tenantId}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(data === undefined ? {} : { data }),
      });
    await page.goto(`/t/${tenantId}/api-keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByLabel('Name').fill('Dashboard');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create the key' }).click();

    const made = page.getByRole('dialog', { name: 'The key Dashboard' });
    await expect(made.getByText('This key is shown only once.')).toBeVisible();
    const key = (await made.getByRole('group', { name: 'The key' }).innerText()).trim();
    expect(key).toMatch(/^flt_[0-9A-Za-z]{36}$/);
    const line = await made.getByRole('group', { name: 'A command that reads' }).innerText();
    expect(line).toBe(`curl -H "Authorization: Bearer ${key}" "${new URL(page.url()).origin}/api/${tenantId}/applications?limit=5"`);
    await page.keyboard.press('Escape');
    await expect(made).toBeVisible();
    await expectAccessible(page);
    await made.getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByText(key)).toHaveCount(0);

    expect((await api(key, 'GET', '/applications?limit=5')).status()).toBe(200);
    const refused = await api(key, 'POST', '/applications', { name: 'Shop', technicalName: 'shop' });
    expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([403, 'scope_missing']);

    await page.reload();
    const row = page.getByRole('row', { name: /Dashboard/ });
    await expect(row).toContainText(key.slice(0, 8));
    await expect(row).toContainText('Active');
    await expect(row).not.toContainText('Never');
    await row.getByRole('button', { name: 'Revoke Dashboard' }).click();
    await page.getByRole('dialog', { name: 'Revoke Dashboard?' }).getByRole('button', { name: 'Revoke the key' }).click();
    await expect(row).toContainText('Revoked');
    await expect.poll(async () => (await api(key, 'GET', '/applications')).status()).toBe(401);
    await expectAccessible(page);
  },
);

test('filters narrow the list and are in the URL', async ({ page, ownTenant: { tenantId } }) => {
  await page.goto(`/t/${tenantId}/api-keys`);
  const table = page.getByRole('table', { name: 'API keys' });
  await expect(table.getByRole('row', { name: /journeys/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search keys by name' }).fill('nothing of that name');
  await expect(page.getByText('No key matches these filters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Search keys by name' }).fill('journ');
  await expect(table.getByRole('row', { name: /journeys/ })).toBeVisible();
  await expect(page).toHaveURL(/search=journ/);
});

test('below the Business plan, the page offers no keys and says what to do', { tag: '@long' }, async ({ browser, baseURL }) => {
  const free = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Small shop', plan: 'Free' });
  const page = await openPageOf(browser, baseURL ?? '', free);
  await page.goto(`/t/${free.tenantId}/api-keys`);
  await expect(page.getByText('API keys need the Business plan or above')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New key' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose another plan in the settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.context().close();
});
