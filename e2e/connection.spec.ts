/** When the network fails or a session ends, the page says so and what to do, and nothing typed is lost. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant as test } from './support/inOwnTenant';
import { openPageOf, type OwnTenant } from './support/ownTenant';
import { startServer } from './support/server';

const NAME = 'Written on a train';

/** A form that is filled in but not yet sent. */
async function fillForm(page: Page, { tenantId }: OwnTenant): Promise<void> {
  await page.goto(`/t/${tenantId}/inventory/applications`);
  await page.getByRole('button', { name: 'New application' }).first().click();
  await page.getByRole('form', { name: 'New application' }).getByRole('textbox', { name: 'Name', exact: true }).fill(NAME);
}

function formOf(page: Page) {
  const form = page.getByRole('form', { name: 'New application' });
  return { form, name: form.getByRole('textbox', { name: 'Name', exact: true }), create: form.getByRole('button', { name: 'Create' }) };
}

test(
  'offline, a change is refused at once, the text stays, and it can be saved once the network is back',
  { tag: '@long' },
  async ({ page, ownTenant }) => {
    await fillForm(page, ownTenant);
    const { form, name, create } = formOf(page);
    await page.context().setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
    await create.click();
    await expect(form.getByText('The server cannot be reached. Check your connection and try again.')).toBeVisible();
    await expect(name).toHaveValue(NAME);
    await expectAccessible(page);
    await page.context().setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
    await create.click();
    await expect(page.getByRole('region', { name: `Application ${NAME}` })).toBeVisible();
  },
);

test(
  'if the session ends elsewhere, the text stays, and work continues after signing in again in another tab',
  { tag: '@long' },
  async ({ browser, baseURL, ownTenant }) => {
    const page = await openPageOf(browser, baseURL ?? '', ownTenant);
    await fillForm(page, ownTenant);
    const { name, create } = formOf(page);
    await name.fill(`${NAME}, too`);
    await page.context().clearCookies();
    // With Enter: a request of the page itself may open the dialog first, which blocks the pointer.
    await name.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog).toBeVisible();
    await expect(name).toHaveValue(`${NAME}, too`);
    await expectAccessible(page);
    const [door] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('button', { name: 'Sign in in a new tab' }).click(),
    ]);
    await door.getByRole('textbox', { name: 'E-mail' }).fill(ownTenant.email);
    await door.getByRole('textbox', { name: 'Password' }).fill(ownTenant.password);
    await door.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(door).toHaveURL(/\/inventory\/applications/);
    await door.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(dialog).toBeHidden();
    await create.click();
    await expect(page.getByRole('region', { name: `Application ${NAME}, too` })).toBeVisible();
    await page.context().close();
  },
);

test(
  'if the service stops, every page says so with the time of its data; a pressed link is held, and opens once the service is back',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(240_000);
    const first = await startServer();
    let server = first;
    const context = await browser.newContext({ baseURL: first.address, viewport: { width: 1440, height: 900 } });
    try {
      const page = await context.newPage();
      await page.goto('/sign-in');
      await page.getByLabel('E-mail').fill(first.demo.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(first.demo.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(/\/home$/);
      await page.goto(`/t/${first.demo.tenantId}/landscape`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await first.kill();
      const banner = page.getByRole('status').filter({ hasText: 'The server cannot be reached.' });
      await expect(banner).toContainText(/What you see is as of \d\d:\d\d:\d\d and may have changed since\./, { timeout: 60_000 });
      await expectAccessible(page);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Security register' }).click();
      await expect(banner).toContainText('The page you asked for opens as soon as the server answers.');
      await expect(page).toHaveURL(/\/landscape/);
      server = await startServer(first.dataDirectory, new URL(first.address).port);
      await banner.getByRole('button', { name: 'Try again' }).click();
      await expect(page).toHaveURL(/\/security-register/);
      await expect(page.getByRole('heading', { name: 'Security register' })).toBeVisible();
      await expect(banner).toBeHidden();
    } finally {
      await context.close();
      await server.stop();
    }
  },
);
