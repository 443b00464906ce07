/** Several things fail together: adding them, switching them off and on, and seeing the redundancy that gave way. */
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

testInOwnTenant('a pair that fails together is distinguished from either of them alone', async ({ page, ownTenant, baseURL }) => {
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

  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  await expect(page.getByRole('row', { name: /Checkout Component 1 Outage Healthy/ })).toBeVisible();
  await expectAccessible(page);

  // With the keyboard only, and with everything in the URL.
  await page.getByRole('switch', { name: 'Store B fails' }).press('Space');
  await expect(together).toBeHidden();
  await expect(page.getByRole('status')).toContainText('Affected: 0 components');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Store B fails' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Remove Store B' }).click();
  await expect(page.getByRole('switch', { name: 'Store B fails' })).toHaveCount(0);

  // Another page adds to the same scenario.
  const { id } = await call(address, ownTenant, 'GET', '/components/store-b');
  await page.goto(`/t/${ownTenant.tenantId}/landscape?component=${id}`);
  await page.getByRole('button', { name: 'Add to scenario' }).click();
  await expect(page.getByRole('heading', { name: 'What fails (2 of 2)' })).toBeVisible();
});

testInOwnTenant(
  'a saved scenario is run, and compared with what it answers after a change',
  { tag: '@long' },
  async ({ page, ownTenant, baseURL }) => {
    const address = baseURL ?? '';
    await applyManifest(address, ownTenant, MANIFEST);
    const { id } = await call(address, ownTenant, 'GET', '/components/store-a');
    await page.goto(`/t/${ownTenant.tenantId}/scenarios?fail=component:${id}:Outage&minutes=240`);
    const saved = page.getByRole('region', { name: 'Saved scenarios' });
    await saved.getByRole('button', { name: 'Save this scenario' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this scenario' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Store A is gone');
    await expect(dialog.getByRole('textbox', { name: 'Technical name' })).toHaveValue('store-a-is-gone');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await saved.getByRole('button', { name: 'Run and store the answer' }).click();
    await expect(saved.getByRole('heading', { name: 'Runs (1)' })).toBeVisible();
    await expectAccessible(page);

    // A link with only its id opens the whole scenario, and one with an unknown id says so.
    const scenario = new URL(page.url()).searchParams.get('scenario') ?? '';
    await page.goto(`/t/${ownTenant.tenantId}/scenarios?scenario=${scenario}`);
    await expect(page.getByRole('heading', { name: 'What fails (1 of 1)' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^Affected: / })).toBeVisible();
    await expect(saved.getByRole('button', { name: 'Run and store the answer' })).toBeVisible();
    await page.goto(`/t/${ownTenant.tenantId}/scenarios?scenario=${ownTenant.tenantId}`);
    await expect(saved.getByRole('alert')).toContainText('There is no such scenario in this tenant');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close it' }).click();
    await expect(saved.getByRole('alert')).toHaveCount(0);
    await saved.getByRole('button', { name: 'Store A is gone' }).click();
    await expect(saved.getByRole('heading', { name: 'Runs (1)' })).toBeVisible();

    // Only the other store kept it up.
    const lone = MANIFEST.dependencies
      .filter(({ target }) => target === 'store-a')
      .map((dependency) => ({ ...dependency, redundancyGroup: null }));
    await applyManifest(address, ownTenant, { ...MANIFEST, dependencies: lone });
    await saved.getByRole('button', { name: 'Compare' }).click();
    const compared = saved.getByRole('region', { name: 'Compared' });
    await expect(compared.getByRole('region', { name: 'Newly affected' })).toContainText('Checkout');
    await expect(compared.getByRole('region', { name: 'Tolerances that changed' })).toContainText('not affected, then down too long');
    await expectAccessible(page);

    // The path to a row, and what would happen if that dependency passed nothing on.
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
    await page.getByRole('button', { name: 'Checkout', exact: true }).click();
    const way = page.getByRole('region', { name: 'Path to Checkout' });
    await expect(way.getByRole('listitem')).toHaveText(['Store A failsOutage', 'CheckoutOutage']);
    await way.getByRole('button', { name: 'Assume that Checkout can do without what comes before' }).click();
    await expect(page.getByRole('region', { name: 'Assumed to pass nothing on' })).toContainText('Checkout on Store A');
    await expect(page.getByRole('status').filter({ hasText: 'Affected: 0 components' })).toBeVisible();
    await saved.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('region', { name: 'Assumed to pass nothing on' })).toHaveCount(0);
    await saved.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
    await expect(saved).toContainText('No scenario is saved yet.');
  },
);
