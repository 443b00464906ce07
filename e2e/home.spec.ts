/** The home page: what is wrong now and what would hurt most, one click from its picture; and the ways into an empty tenant. */
import { expect } from '@playwright/test';
import { test } from './support/browsing';
import { demo } from './support/demo';
import { expectAccessible, expectWithinWindow } from './support/expectAccessible';
import { otlpProtobuf, type SaidSpan } from '../src/test/spans';
import { createOwnTenant, openPageOf } from './support/ownTenant';

test('Home leads from what is wrong to its situation, and from the widest blast radius to its picture', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('link', { name: /^Degraded\s*Event broker 1 and Event broker 2/ }).click();
  await expect(page.getByRole('region', { name: 'Situation: Event broker 1 and Event broker 2' })).toContainText(
    'Affected together: 9 components',
  );
  await page.goBack();
  await page
    .getByRole('region', { name: 'Widest blast radii' })
    .getByRole('link', { name: /^Astronomy database/ })
    .click();
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
});

test('dropping compose files or traces fills an empty tenant, after a preview', async ({ browser, baseURL }) => {
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Empty shop', plan: 'Free' });
  const page = await openPageOf(browser, baseURL ?? '', tenant);
  await page.goto(`/t/${tenant.tenantId}/home`);
  await expect(page.getByRole('heading', { name: 'Empty shop has no landscape yet' })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 860 });
    await expectWithinWindow(page, width);
    await expectAccessible(page);
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose files' }).click()]);
  const compose = 'name: shop\nservices:\n  web: { image: nginx, depends_on: [db] }\n  db: { image: "postgres:17" }\n';
  await chooser.setFiles([{ name: 'compose.yaml', mimeType: 'application/yaml', buffer: Buffer.from(compose) }]);
  await expect(page).toHaveURL(/\/manifest$/);
  await expect(page.getByRole('textbox').first()).toContainText('shop-web');

  await page.goto(`/t/${tenant.tenantId}/home`);
  const [traces] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose what was recorded' }).click(),
  ]);
  const spans: SaidSpan[] = [
    { service: 'till', kind: 'SERVER', id: 'a' },
    { service: 'till', kind: 'CLIENT', id: 'b', parent: 'a', attributes: { 'server.address': 'stockroom' } },
  ];
  await traces.setFiles([{ name: 'traces.pb', mimeType: 'application/octet-stream', buffer: otlpProtobuf(spans) }]);
  await expect(page.getByText('1 service, 1 more component, 1 dependency seen')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'What do they do at till?' }).fill('Pay');
  await page.getByRole('button', { name: 'Review the proposal' }).click();
  await expect(page).toHaveURL(/\/manifest$/);
  await expect(page.getByRole('textbox').first()).toContainText('Of 1 dependency, the modes of 0 are measured and of 1 assumed.');
  await expect(page.getByRole('textbox').first()).toContainText('name: Pay');
  await page.context().close();
});

test(
  'the Owner of a Free tenant loads the sample without its revenue, and arrives at its overview',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Sample shop', plan: 'Free' });
    const page = await openPageOf(browser, baseURL ?? '', tenant);
    await page.goto(`/t/${tenant.tenantId}/home`);
    await page.getByRole('button', { name: 'Load the sample landscape' }).click();
    await expect(page.getByText('33 components in 7 applications, with 53 dependencies.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Widest blast radii' })).toContainText('Astronomy database');
    await expect(page.getByText('per hour')).toHaveCount(0);
    await page.context().close();
  },
);

test('Home is accessible, and fits a phone', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/t/${demo().tenantId}/home`);
  await expect(page.getByRole('region', { name: 'Widest blast radii' })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectWithinWindow(page, width);
    await expectAccessible(page);
  }
});
