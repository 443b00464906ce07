/** A colleague joins with a low role, gets another one, and is removed. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant as test } from './support/inOwnTenant';

test(
  'somebody invited as a Viewer joins, cannot do more than a Viewer, becomes an Editor, and is removed',
  { tag: '@long' },
  async ({ page, browser, baseURL, ownTenant: { tenantId } }) => {
    const email = `grace-${randomUUID()}@faultline.example`;
    await page.goto(`/t/${tenantId}/members`);
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByLabel('E-mail').fill(email);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create the invitation' }).click();
    const made = page.getByRole('dialog', { name: `Invitation for ${email}` });
    const link = (await made.getByRole('group', { name: 'Invitation link' }).innerText()).trim();
    expect(link.startsWith(`${new URL(page.url()).origin}/invitations/`)).toBe(true);
    await made.getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByRole('table', { name: 'Invitations' }).getByRole('row', { name: new RegExp(email) })).toContainText('Viewer');

    // People who are signed in with another address see a note about it.
    await page.goto(link);
    await expect(page.getByText(`This invitation is for ${email}`)).toBeVisible();

    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState: { cookies: [], origins: [] } });
    const theirs = await context.newPage();
    await theirs.goto(link);
    await expect(theirs.getByText(`invites ${email} as Viewer`)).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByLabel('Your name').fill('Grace');
    await theirs.getByRole('textbox', { name: 'Password' }).fill('a good password');
    await theirs.getByRole('button', { name: 'Join' }).click();
    await expect(theirs).toHaveURL(new RegExp(`/t/${tenantId}/home`));
    const navigation = theirs.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByText('Business plan · Viewer')).toBeVisible();
    for (const label of ['API keys', 'Members', 'Settings']) await expect(navigation.getByRole('link', { name: label })).toHaveCount(0);
    await expect(navigation.getByRole('link', { name: 'Audit log' })).toBeVisible();

    // A link that somebody sent leads to an explanation, not to buttons that do not work.
    await theirs.goto(`/t/${tenantId}/api-keys`);
    await expect(theirs.getByRole('heading', { name: 'API keys needs the Admin role or above' })).toBeVisible();
    await expectAccessible(theirs);

    // The server also refuses what the page does not offer.
    const origin = new URL(link).origin;
    const attempt = (name: string, data: object) => theirs.request.post(`/trpc/${tenantId}/${name}`, { headers: { origin }, data });
    for (const [name, input] of [
      ['apiKeys.create', { name: 'k', scopes: ['read'] }],
      ['members.changeRole', { userId: 'x', role: 'Owner' }],
      ['tenant.update', { name: 'Mine' }],
      ['applications.create', { name: 'Shop', technicalName: 'shop' }],
    ] as const) {
      const answer = await attempt(name, input);
      expect([name, answer.status(), ((await answer.json()) as { error: { data: { code: string } } }).error.data.code]).toEqual([
        name,
        403,
        'role_missing',
      ]);
    }
    // The link cannot be used again.
    await theirs.goto(link);
    await expect(theirs.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible();

    await page.goto(`/t/${tenantId}/members`);
    const row = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: /Grace/ });
    await row.getByRole('combobox', { name: 'Role of Grace' }).click();
    await page.getByRole('option', { name: /^Editor/ }).click();
    await expect(page.getByText('Grace is now Editor.')).toBeVisible();
    expect((await attempt('applications.create', { name: 'Shop', technicalName: 'shop' })).status()).toBe(200);

    await expectAccessible(page);
    await row.getByRole('button', { name: 'Remove Grace' }).click();
    await page.getByRole('dialog', { name: 'Remove Grace?' }).getByRole('button', { name: 'Remove from the tenant' }).click();
    await expect(row).toHaveCount(0);
    expect((await attempt('applications.create', { name: 'Two', technicalName: 'two' })).status()).toBe(403);
    await theirs.goto(`/t/${tenantId}/landscape`);
    await expect(theirs.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await context.close();

    await page.goto(`/t/${tenantId}/audit-log?tab=administration&search=${email}`);
    const log = page.getByRole('table', { name: 'Audit log' });
    // Joining ends the invitation in the same step.
    await expect(log.getByRole('row')).toHaveCount(5);
    await expect(log.getByRole('row').nth(2)).toContainText(/Changed\s*Membership/);
    await expect(log.getByRole('row').nth(2)).toContainText('Viewer→Editor');
    await expectAccessible(page);
  },
);

test('the last Owner cannot give the role away', { tag: '@long' }, async ({ page, ownTenant: { tenantId, email } }) => {
  await page.goto(`/t/${tenantId}/members`);
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: new RegExp(email) });
  await row.getByRole('combobox', { name: /^Role of/ }).click();
  await page.getByRole('option', { name: /^Viewer/ }).click();
  await expect(page.getByText('This is the last Owner, and a tenant needs one.')).toBeVisible();
  await expect(row.getByRole('combobox', { name: /^Role of/ })).toHaveValue('Owner');
});
