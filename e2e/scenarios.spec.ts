/** Several things fail together: put in a basket, switched off and on, and told with the redundancy that gave way. */
import { expect } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant } from './support/inOwnTenant';
import { applyManifest, call } from './support/ownTenant';

const pair = { dependencyType: 'Reads', redundancyGroup: 'stores', redundancyMinimum: 1 };
const MANIFEST = {
  version: 1,
  name: 'pairs',
  capabilities: [{ technicalName: 'pay', name: 'Take payments', maximumTolerableDowntimeMinutes: 30 }],
  applications: [
    {
      technicalName: 'till',
      name: 'Till',
      capabilities: ['pay'],
      components: [
        { technicalName: 'checkout', name: 'Checkout' },
        { technicalName: 'store-a', name: 'Store A', kind: 'Database' },
        { technicalName: 'store-b', name: 'Store B', kind: 'Database' },
      ],
    },
  ],
  dependencies: [
    { source: 'checkout', target: 'store-a', ...pair },
    { source: 'checkout', target: 'store-b', ...pair },
  ],
};

testInOwnTenant('a pair that fails together is told from either of them alone', async ({ page, ownTenant, baseURL }) => {
  const address = baseURL ?? '';
  await applyManifest(address, ownTenant, MANIFEST);
  await page.goto(`/t/${ownTenant.tenantId}/scenarios`);
  await expect(page.getByRole('heading', { name: 'What if these fail together?' })).toBeVisible();
  await expectAccessible(page);

  const search = page.getByRole('combobox', { name: 'Add what fails: search all kinds' });
  for (const name of ['Store A', 'Store B']) {
    await search.fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await expect(page.getByRole('switch', { name: `${name} fails` })).toBeChecked();
  }
  const together = page.getByRole('region', { name: 'Only together' });
  await expect(together).toContainText('Checkout lost its redundancy: 0 of 2 in “stores” work and 1 is needed.');
  await expect(together).toContainText('Lost: Store A, Store B');
  await expect(page.getByRole('region', { name: 'Capabilities' })).toContainText('Healthy with the worst single failure');
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'How many minutes it lasts' }).fill('240');
  await expect(page.getByRole('region', { name: 'Tolerances' })).toContainText('Take payments');

  await page.getByRole('radiogroup', { name: 'How it is shown' }).getByText('Table').click();
  await expect(page.getByRole('row', { name: /Checkout Component 1 Outage Healthy/ })).toBeVisible();
  await expectAccessible(page);

  // By the keyboard alone, and with everything in the address.
  await page.getByRole('switch', { name: 'Store B fails' }).press('Space');
  await expect(together).toBeHidden();
  await expect(page.getByRole('status')).toContainText('Affected: 0 components');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Store B fails' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Take Store B out' }).click();
  await expect(page.getByRole('switch', { name: 'Store B fails' })).toHaveCount(0);

  // Another page adds to what is in the basket.
  const { id } = await call(address, ownTenant, 'GET', '/components/store-b');
  await page.goto(`/t/${ownTenant.tenantId}/landscape?component=${id}`);
  await page.getByRole('button', { name: 'Add to scenario' }).click();
  await expect(page.getByRole('heading', { name: 'What fails (2 of 2)' })).toBeVisible();
});
