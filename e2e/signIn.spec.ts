/** Signing in and out, and who can reach what. */
import { expect } from '@playwright/test';
import { demo } from './support/demo';
import { blastRadiusPath, landscapePath, test } from './support/browsing';
import { holdCode } from './support/holdCode';

test.describe('somebody who is not signed in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('is asked to sign in, sees that a password is wrong, and arrives at the page they wanted', async ({ page }) => {
    await page.goto(blastRadiusPath({ maxDepth: '2' }));
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.getByLabel('E-mail').fill(demo().email);
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'password' })).toHaveText('The e-mail address or the password is wrong.');
    await page.getByRole('textbox', { name: 'Password' }).fill(demo().password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
    await expect(page).toHaveURL(/maxDepth=2/);
  });

  test('can press a button before the page’s code is loaded: nothing typed gets into the URL, and the press counts later', async ({
    page,
  }) => {
    const letThrough = await holdCode(page);
    await page.goto('/sign-in', { waitUntil: 'commit' });
    await page.getByLabel('E-mail').fill(demo().email);
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.fill(demo().password);
    await password.press('Enter');
    await expect(password).toHaveValue(demo().password);
    await expect(page).toHaveURL(/\/sign-in$/);
    // Even if the code never loads, what was typed must not end up in a URL.
    await expect(page.getByRole('form', { name: 'Sign in' })).toHaveAttribute('method', 'post');
    letThrough();
    await expect(page.getByRole('heading', { level: 1, name: 'Demo' })).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('gets no data of a tenant from the procedures', async ({ request }) => {
    const answer = await request.get(`/trpc/${demo().tenantId}/landscape.contents?input=${encodeURIComponent('{}')}`);
    expect(answer.status()).toBe(401);
    expect(await answer.text()).not.toContain('astronomy');
  });
});

test('a page of another site cannot change anything with the cookie of somebody signed in', async ({ page }) => {
  const answer = await page.request.post(`/trpc/${demo().tenantId}/tenant.update`, {
    headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
    data: { name: 'Taken over' },
  });
  expect(answer.status()).toBe(403);
  expect(await answer.text()).toContain('origin_forbidden');
});

test('a tenant that you do not belong to looks as if it did not exist', async ({ page }) => {
  const answer = await page.goto('/t/00000000-0000-4000-8000-000000000000/landscape');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test.describe('signing out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('ends the session: the pages ask to sign in again', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill(demo().email);
    await page.getByRole('textbox', { name: 'Password' }).fill(demo().password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Demo' })).toBeVisible();
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.goto(landscapePath());
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});
