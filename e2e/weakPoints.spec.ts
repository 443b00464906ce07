/** Weak points: from home to the change that removes the costliest single point, and redundancy in name only that stands out. */
import { expect } from '@playwright/test';
import { expectAccessible, expectWithinWindow } from './support/expectAccessible';
import { testInOwnTenant } from './support/inOwnTenant';
import { applyManifest } from './support/ownTenant';

const pair = { dependencyType: 'Reads', redundancyGroup: 'stores', redundancyMinimum: 1 };
const MANIFEST = {
  version: 1,
  name: 'hollow',
  capabilities: [{ technicalName: 'pay', name: 'Take payments' }],
  hostingAreas: [{ technicalName: 'east', name: 'East', zones: [{ technicalName: 'east-a', name: 'East A' }] }],
  applications: [
    {
      technicalName: 'till',
      name: 'Till',
      capabilities: ['pay'],
      components: [
        { technicalName: 'checkout', name: 'Checkout' },
        { technicalName: 'store-a', name: 'Store A', kind: 'Database', hostingZones: ['east-a'] },
        { technicalName: 'store-b', name: 'Store B', kind: 'Database', hostingZones: ['east-a'] },
        { technicalName: 'ledger', name: 'Ledger' },
      ],
    },
  ],
  segments: [
    {
      technicalName: 'buyers',
      name: 'Buyers',
      audienceType: 'Customers',
      annualRevenue: 8_760_000,
      capabilities: [{ capability: 'pay', revenueShare: 1 }],
    },
  ],
  dependencies: [
    { source: 'checkout', target: 'store-a', ...pair },
    { source: 'checkout', target: 'store-b', ...pair },
    { source: 'checkout', target: 'ledger', dependencyType: 'Writes' },
  ],
};

testInOwnTenant(
  'redundancy that is not is seen at once, with the change that mends it',
  { tag: '@long' },
  async ({ page, ownTenant, baseURL }) => {
    const home = `/t/${ownTenant.tenantId}`;
    await page.goto(`${home}/weak-points`);
    await expect(page.getByRole('heading', { name: / has no landscape yet$/ })).toBeVisible();

    await applyManifest(baseURL ?? '', ownTenant, MANIFEST);
    const hollow = page.getByRole('region', { name: 'Redundancy in name only (1)' });
    await expect(hollow).toContainText('Checkout needs 1 of 2 in “stores”.');
    await expect(hollow).toContainText('Hosting zone East A alone takes both down.');
    await expect(hollow.getByRole('meter')).toHaveAccessibleName('How many of “stores” may fail');
    const row = page.getByRole('row', { name: /Take payments/ });
    await expect(row).toContainText('€1,000');
    await expect(row).toContainText('1 group not redundant');
    await expect(row.getByRole('cell', { name: 'Each of 2 alone' })).toHaveCount(1);
    await expectAccessible(page);

    await row.getByRole('link', { name: 'Take payments' }).click();
    await expect(page.getByRole('heading', { name: 'Take payments' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Alone (2)' })).toContainText('Ledger');
    const pairs = page.getByRole('region', { name: 'Only together (1)' });
    await expect(pairs).toContainText('Store A with Store B');
    const fixes = page.getByRole('region', { name: 'What to change' });
    const move = fixes.getByRole('listitem').filter({ hasText: 'Move Store A out of East A' });
    await expect(move).toContainText('Removes 1 shared zone: an hour without it costs €1,000 less');
    await move.getByRole('button', { name: 'Show the manifest' }).press('Enter');
    await expect(fixes.getByRole('group', { name: 'For the manifest' })).toContainText('hostingZones: [east-a-2]');
    await expectAccessible(page);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Fault tree (Open-PSA)' }).click();
    expect((await download).suggestedFilename()).toBe('weak-points.pay.xml');

    await pairs.getByRole('link', { name: 'See what follows if Store A and Store B fail' }).click();
    await expect(page.getByRole('heading', { name: 'What fails (2 of 2)' })).toBeVisible();
    await page.goBack();

    await page.getByText('Degraded or worse').click();
    await page.getByText('Alone', { exact: true }).click();
    await expect(page).toHaveURL(/state=Degraded.*order=1|order=1.*state=Degraded/);
    await expect(pairs).toHaveCount(0);
    await move.getByRole('button', { name: 'Open in the manifest' }).click();
    await expect(page.locator('.cm-content')).toContainText('hostingZones: [east-a-2]');
  },
);

testInOwnTenant(
  'an architect removes the costliest single point, from home to the applied manifest',
  async ({ page, ownTenant, baseURL }) => {
    await applyManifest(baseURL ?? '', ownTenant, MANIFEST);
    await page.goto(`/t/${ownTenant.tenantId}/home`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^The \d changes worth most$/);
    const change = page.getByRole('listitem').filter({ hasText: 'Let Checkout do without Ledger: Hard becomes' });
    await expect(change).toContainText('Saves €500 an hour while Ledger is down');
    await expect(
      change.getByRole('img', { name: 'Today: Ledger is down; Checkout is down; 1 capability is down; €1,000 an hour.' }),
    ).toBeVisible();
    await change.getByRole('button', { name: 'Show the picture' }).click();
    await expect(change.getByRole('group', { name: 'Today' })).toContainText('An hour costs €1,000.');
    await expect(change.getByRole('group', { name: 'With the change' })).toContainText('An hour costs €500.');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 860 });
      await expectWithinWindow(page, width);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 1440, height: 900 });

    await change.getByRole('button', { name: 'Open in the manifest' }).click();
    await page.getByRole('button', { name: 'Preview' }).first().click();
    await expect(page.getByText('Ledger').last()).toBeVisible();
    await page.getByRole('button', { name: 'Apply 1 change' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Applied' })).toContainText('1 updated');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Weak points' }).click();
    await expect(page.getByRole('row', { name: /Take payments/ })).toContainText('Checkout alone');
    await expect(page.getByText('Let Checkout do without Ledger: Hard becomes')).toHaveCount(0);
  },
);

testInOwnTenant('the path finder says what would have saved it', { tag: '@long' }, async ({ page, ownTenant, baseURL }) => {
  const address = baseURL ?? '';
  await applyManifest(address, ownTenant, MANIFEST);
  await page.goto(`/t/${ownTenant.tenantId}/paths`);
  for (const [search, name] of [
    ['If this fails', 'East A'],
    ['Does it reach this component', 'Checkout'],
  ] as const) {
    await page.getByRole('combobox', { name: search }).fill(name);
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
  }
  await expect(page.getByRole('list', { name: 'Path 2: 1 hop' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Redundancy that gave way' })).toContainText('0 of 2 in “stores” work and 1 is needed');
  await expect(page.getByRole('region', { name: 'What would have saved it' })).toContainText(
    'Checkout would stay healthy if this dependency passed nothing on:',
  );
  await expectAccessible(page);
});
