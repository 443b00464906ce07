/** The demo as it starts, and the outage that can be played in it from the browser. */
import { expect } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { admin } from './support/admin';
import { test } from './support/browsing';
import { demo } from './support/demo';
import { openPageOf } from './support/ownTenant';
import { startServer, type RunningServer } from './support/server';

const data = (): string => process.env.FAULTLINE_E2E_DATA ?? '';

test('the demo starts with a situation of two incidents, a resolved one and a maintenance window, marked as sample data', async ({
  page,
}) => {
  await page.goto(`/t/${demo().tenantId}/incidents`);
  await expect(page.getByRole('note', { name: 'Sample data' })).toContainText('Everything here is made up.');
  await expect(page.getByRole('table', { name: 'Unresolved incidents' })).toContainText('Together with Event broker 1: 9 components');
  await expect(page.getByRole('table', { name: 'Closed incidents', exact: true })).toContainText('Payment');
  await page.goto(`/t/${demo().tenantId}/maintenance`);
  await expect(page.getByRole('row', { name: /Logs/ })).toContainText('Active');
  await expectAccessible(page);
});

/** A separate demo, because other journeys depend on the health of theirs. */
test('a button plays an outage, which survives a reload and leaves the demo as it was', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(180_000);
  const server: RunningServer = await startServer();
  const look = server.demo;
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill(look.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(look.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/t\//);
    await page.goto(`/t/${look.tenantId}/live-impact`);
    await page.getByRole('button', { name: 'Play an outage' }).click();
    const stage = page.getByRole('status', { name: 'Demo outage' });
    await expect(stage).toHaveText(/^1 of 3 The astronomy database is down\./);
    await expect(page.getByRole('article', { name: 'Astronomy database' })).toContainText('Incident 4');
    await page.getByRole('link', { name: 'See the landscape' }).click();
    await expect(page).toHaveURL(/\/landscape$/);
    await page.reload();
    await expect(stage).toHaveText(/^2 of 3 /, { timeout: 40_000 });
    await page.getByRole('link', { name: 'See live impact' }).click();
    await expect(stage).toHaveText(/^3 of 3 /, { timeout: 40_000 });
    await page.getByRole('link', { name: 'See the incident' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Astronomy database');
    await page.goBack();
    await page.getByRole('button', { name: 'End the outage' }).first().click();
    await expect(page.getByRole('button', { name: 'Play an outage' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Astronomy database' })).toHaveCount(0);
    await expect(page.getByRole('article', { name: 'Event broker 1' })).toContainText('Incident 2');
  } finally {
    await context.close();
    await server.stop();
  }
});

test('a Viewer sees that it is sample data, but no button', async ({ browser, baseURL }) => {
  const viewer = { email: 'looks-on@faultline.example', password: 'only looks at the demo', tenantId: demo().tenantId, key: null };
  const account = ['--email', viewer.email, '--password', viewer.password, '--tenant', viewer.tenantId, '--role', 'Viewer'];
  await admin(data(), ['user', 'create', ...account]);
  const page = await openPageOf(browser, baseURL ?? '', viewer);
  await page.goto(`/t/${viewer.tenantId}/incidents`);
  await expect(page.getByRole('note', { name: 'Sample data' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play an outage' })).toHaveCount(0);
  await page.context().close();
});
