/** The landscape as code in the browser: writing, checking, previewing, applying and undoing a manifest. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectWithinWindow } from './support/expectAccessible';
import { testInOwnTenant as test } from './support/inOwnTenant';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Manifest' });

async function write(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const BROKEN = `version: 1
name: bakery
applications:
  - technicalName: bakery
    name: Bakery
    components:
      - { technicalName: oven, name: Oven, knd: Worker }
      - { technicalName: counter, name: Counter }
dependencies:
  - { source: counter, target: oven, dependencyType: Calls }
`;
const MENDED = BROKEN.replace('knd:', 'kind:');

test('a pasted manifest is corrected, previewed, applied, seen in the landscape and undone', async ({ page, ownTenant }) => {
  await page.goto(`/t/${ownTenant.tenantId}/manifest`);
  await write(page, BROKEN);
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems.getByRole('button')).toHaveText([
    /7:44.*knd of component “Oven” in application “Bakery”: is not a field of a component.*did you mean "kind"/,
  ]);
  await problems.getByRole('button').click();
  await expect(editorOf(page)).toBeFocused();
  await write(page, MENDED);
  await expect(page.getByText('No problems found')).toBeVisible();

  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: '4 changes' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Counts' })).toHaveText('Create 40 unchanged');
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'oven Component' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'oven' }).filter({ hasText: 'Component' }).getByText('Worker')).toBeVisible();
  await page.getByRole('button', { name: 'Apply 4 changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Applied' })).toContainText('4 created.');

  await page.getByRole('link', { name: 'See the landscape' }).click();
  await expect(page.getByRole('application', { name: /^Landscape with 2 components and 1 dependenc/ })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Manifest' }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('region', { name: 'Applied manifests' }).getByRole('row').nth(1).getByRole('button').first().click();
  const detail = page.getByRole('region', { name: 'What this apply did' });
  await expect(detail.getByRole('button', { name: 'counter → oven (Calls) Dependency' })).toBeVisible();
  await detail.getByRole('button', { name: 'Undo …' }).click();
  await expect(detail.getByText('This makes a new change: 4 deleted.')).toBeVisible();
  await detail.getByRole('button', { name: 'Undo it' }).click();
  await expect(detail.getByText('It was undone.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Landscape' }).click();
  await expect(page.getByRole('heading', { name: /has no landscape yet/ })).toBeVisible();
});

test('a deletion is marked and needs confirmation, and an outdated preview is refused', async ({ page, ownTenant, request }) => {
  await page.goto(`/t/${ownTenant.tenantId}/manifest?prune=true`);
  const shop = (components: string): string =>
    `version: 1\nname: shop\napplications:\n  - technicalName: shop\n    name: Shop\n    components:\n${components}`;
  await write(page, shop('      - { technicalName: web, name: Web }\n      - { technicalName: old, name: Old }\n'));
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await page.getByRole('button', { name: 'Apply 3 changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Applied' })).toBeVisible();

  await write(page, shop('      - { technicalName: web, name: Web shop }\n'));
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await expect(page.getByRole('group', { name: 'Counts' })).toHaveText('Update 1Delete 11 unchanged');
  // Somebody else makes a change first.
  const origin = new URL(page.url()).origin;
  const meanwhile = await request.post(`/trpc/${ownTenant.tenantId}/manifest.applyNow`, {
    headers: { origin, 'content-type': 'application/json' },
    data: { manifest: shop('      - { technicalName: web, name: Website }\n') },
  });
  expect(meanwhile.status()).toBe(200);
  await page.getByRole('button', { name: 'Apply 2 changes …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 1 entry of the landscape?' });
  await expect(dialog.getByRole('listitem')).toHaveText(['component old']);
  await dialog.getByRole('button', { name: 'Delete and apply' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The landscape has changed since the preview' });
  await alert.getByRole('button', { name: 'Preview again' }).click();
  await page.getByRole('button', { name: 'Apply 2 changes …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete and apply' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Applied' })).toContainText('1 updated, 1 deleted.');
});

test('fields that another manifest states differently are taken over only on request', async ({ page, ownTenant, request }) => {
  await page.goto(`/t/${ownTenant.tenantId}/manifest`);
  const stating = (name: string, team: string): string =>
    `version: 1\nname: ${name}\napplications:\n  - { technicalName: contested, name: Contested, ownerTeam: ${team} }\n`;
  const first = await request.post(`/trpc/${ownTenant.tenantId}/manifest.applyNow`, {
    headers: { origin: new URL(page.url()).origin, 'content-type': 'application/json' },
    data: { manifest: stating('web', 'red') },
  });
  expect(first.status()).toBe(200);
  await write(page, stating('platform', 'blue'));
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await expect(page.getByText('application contested ownerTeam: web states red, this one blue')).toBeVisible();
  const apply = page.getByRole('button', { name: 'Apply 1 change' });
  await expect(apply).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Take over 1 field from web' }).check();
  await apply.click();
  await expect(page.getByRole('status').filter({ hasText: 'Applied' })).toContainText('1 updated');
  await write(page, stating('web', 'red'));
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await expect(page.getByText('application contested ownerTeam: platform states blue, this one red')).toBeVisible();
  await expectAccessible(page);
});

test('the editor completes fields, values and names, and keeps its text between pages', { tag: '@long' }, async ({ page, ownTenant }) => {
  await page.goto(`/t/${ownTenant.tenantId}/manifest`);
  await page.getByRole('button', { name: 'Start from a template' }).click();
  await editorOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  - source: shop-w');
  await page.getByRole('option', { name: 'shop-web' }).click();
  await expect(editorOf(page)).toContainText('- source: shop-web');
  await page.keyboard.press('Enter');
  await page.keyboard.type('dep');
  await page.getByRole('option', { name: /^dependencyType/ }).click();
  await page.keyboard.type('Use');
  await page.getByRole('option', { name: 'UsesIdp' }).click();
  await expect(editorOf(page)).toContainText('dependencyType: UsesIdp');
  await expect(page.getByRole('region', { name: 'Problems' }).getByRole('button')).toHaveText([
    /target of dependency number 2: is required/,
  ]);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('link', { name: 'To the editor' }).click();
  await expect(editorOf(page)).toContainText('dependencyType: UsesIdp');
});

test(
  'the manifest pages are accessible in both themes and within the window at every width',
  { tag: '@long' },
  async ({ page, ownTenant }) => {
    const atEachWidth = async (): Promise<void> => {
      for (const [width, themes] of [
        [1440, ['light', 'dark']],
        [360, ['dark', 'light']],
      ] as const) {
        await page.setViewportSize({ width, height: 860 });
        await expectWithinWindow(page, width);
        await expectAccessible(page, themes);
      }
    };
    await page.goto(`/t/${ownTenant.tenantId}/manifest`);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('menuitem', { name: 'A template' }).click();
    await page.getByRole('button', { name: 'Preview' }).first().click();
    await expect(page.getByRole('tab', { name: /^Impact/ })).toBeVisible();
    await expect(page).toHaveTitle(/./);
    await atEachWidth();
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByRole('heading', { name: 'Applied manifests' })).toBeVisible();
    await expect(page).toHaveTitle(/./);
    await atEachWidth();
  },
);

const SYSTEMS = `Name;Type;Owner;Needs;Cost centre
oven;service;Bakers;;7
counter;web app;Sales;oven;8
`;

test('a table becomes a manifest once somebody has said what its columns are', async ({ page, ownTenant }) => {
  await page.goto(`/t/${ownTenant.tenantId}/manifest`);
  await editorOf(page).waitFor();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'systems.csv', mimeType: 'text/csv', buffer: Buffer.from(SYSTEMS) });
  const dialog = page.getByRole('dialog', { name: 'Import tables' });
  await expect(dialog.getByRole('status')).toHaveText('2 applications, 2 components, 1 dependency');
  await expectAccessible(page);
  await expectWithinWindow(page, 1440);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectWithinWindow(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('What Cost centre becomes').selectOption('Description');
  await dialog.getByLabel('Name of the manifest').fill('bakery');
  await expect(dialog.getByText('column Cost centre')).toBeHidden();
  await dialog.getByRole('button', { name: 'Continue with the manifest' }).click();
  await expect(editorOf(page)).toContainText('name: bakery');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: '5 changes' })).toBeVisible();
});
