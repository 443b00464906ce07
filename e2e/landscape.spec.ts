/** Navigating the landscape. */
import { expect, type Page } from '@playwright/test';
import { landscapePath, test } from './support/browsing';
import { expectAccessible } from './support/expectAccessible';
import { applyManifest, createOwnTenant, openPageOf } from './support/ownTenant';

const graph = /^Landscape with 33 components and 53 dependencies/;

test('the navigation leads from Home to the picture of the demo landscape', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Landscape' }).click();
  await expect(page).toHaveURL(/\/landscape$/);
  await expect(page.getByRole('application', { name: graph })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '33 components, 53 dependencies' })).toBeVisible();
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
  // The first press comes before the canvas is there: only pointing at the picture makes it.
  await page
    .getByTestId('canvas')
    .locator('svg text', { hasText: /^Checkout$/ })
    .last()
    .click({ force: true });
  await expect(page.getByRole('region', { name: /^Component Checkout/ })).toBeVisible();
  await expect(page.getByTestId('canvas').locator('canvas').first()).toBeVisible();
});

test('a search leads to a component, and from there to its blast radius', async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('astronomy');
  await page.getByRole('option', { name: /Astronomy database/ }).click();
  const panel = page.getByRole('region', { name: 'Component Astronomy database' });
  await expect(panel.getByRole('region', { name: 'Dependents' }).getByRole('listitem')).toHaveText([
    /^Accounting · Fulfilment/,
    /^Product catalogue · Catalogue/,
  ]);
  await expect(panel.getByText('No dependencies.')).toBeVisible();
  await expect(page).toHaveURL(/component=[0-9a-f-]{36}/);
  await panel.getByRole('link', { name: 'Show blast radius' }).click();
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
});

test('the table has the same content as the picture, sorts, and follows the filters', async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  await expect(page.getByRole('tab', { name: 'Components (33)' })).toBeVisible();
  await page.getByRole('button', { name: 'Dependents' }).click();
  await expect(page.getByRole('columnheader', { name: 'Dependents' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText('Feature flags');
  await page.getByRole('button', { name: 'Filter by kind' }).click();
  await page.getByRole('checkbox', { name: 'Database' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/kinds=Database/);
  await expect(page.getByRole('tab', { name: 'Components (3)' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Components (33)' })).toBeVisible();
});

test('the picture follows the selection in the table', { tag: '@long' }, async ({ page }) => {
  await page.goto(landscapePath('?view=table'));
  await choose(page, 'kind', 'Database');
  await expect(page.getByRole('tab', { name: 'Components (3)' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Picture').click();
  await expect(page.getByRole('application', { name: /^Landscape with 3 components/ })).toHaveAttribute('aria-busy', 'false');
});

test('a card opens into its components, stays open in a link, and closes again', { tag: '@long' }, async ({ page, context }) => {
  await page.goto(landscapePath());
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('catalogue');
  await page.getByRole('option', { name: /^Catalogue catalogue/ }).click();
  await page.getByRole('button', { name: 'Open 3 components' }).click();
  await expect(page.getByRole('button', { name: 'Close the card' })).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Close the card' }).click();
  await expect(second.getByRole('button', { name: 'Open 3 components' })).toBeVisible();
  await expect(second).not.toHaveURL(/open=/);
});

test('the keyboard alone finds a component and opens its blast radius', async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search components and applications' })).toBeFocused();
  await page.keyboard.type('valkey-cart');
  await expect(page.getByRole('option', { name: /Cart store/ })).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: 'Show blast radius' });
  await expect(link).toBeVisible();
  for (let presses = 0; presses < 30 && !(await link.evaluate((element) => element === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'If Cart store fails' })).toBeVisible();
});

test('arrow keys move through the picture', { tag: '@long' }, async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('application', { name: graph }).focus();
  await page.keyboard.press('ArrowRight');
  const panel = page.getByRole('region', { name: /^(Component|Application) / });
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  const first = await panel.getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(panel).not.toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

async function choose(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Filter by ${filter}` }).click();
  await page.getByRole('checkbox', { name: value, exact: true }).check();
  await page.keyboard.press('Escape');
}

test('filters narrow each other, are in the URL, and are cleared together', async ({ page }) => {
  await page.goto(landscapePath('?view=table'));
  await choose(page, 'team', 'Catalogue');
  await expect(page).toHaveURL(/teams=Catalogue/);
  await expect(page.getByRole('status').filter({ hasText: /3 of 33 components/ })).toBeVisible();
  await choose(page, 'kind', 'Database');
  await expect(page.getByRole('tab', { name: 'Components (1)' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Astronomy database');
  await choose(page, 'lifecycle', 'Retired');
  await expect(page.getByText('No component matches these filters.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('tab', { name: 'Components (33)' })).toBeVisible();
  await expect(page).not.toHaveURL(/teams=|kinds=|lifecycles=/);
});

test(
  'a grouping in which a component may be in several groups is a map, and each group can be shown by itself',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(landscapePath());
    await expect(page.getByRole('application', { name: graph })).toBeVisible();
    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Capability' }).click();
    await expect(page).toHaveURL(/grouping=capability/);
    await expect(
      page.getByRole('application', { name: /^Landscape with 33 components and 53 dependencies in \d+ groups by capability/ }),
    ).toBeVisible();
    await page.getByRole('combobox', { name: 'Search components and applications' }).fill('browse the');
    await page.getByRole('option', { name: /Browse the catalogue/ }).click();
    const panel = page.getByRole('region', { name: 'Capability Browse the catalogue' });
    await expect(panel.getByRole('region', { name: 'Depends on' }).getByRole('listitem').first()).toBeVisible();
    await panel.getByRole('button', { name: 'Show only this' }).click();
    await expect(page.getByRole('group', { name: 'Focus' })).toContainText('0');
    await expect(page.getByRole('application', { name: /^Landscape with \d components/ })).toBeVisible();
  },
);

test('the colours can show something else, with a legend of what is on the screen', { tag: '@long' }, async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('combobox', { name: 'Colour by' }).click();
  await page.getByRole('option', { name: 'Criticality' }).click();
  await expect(page).toHaveURL(/colour=tier/);
  const legend = page.getByRole('button', { name: 'Legend' });
  await expect(legend).toContainText('Mission critical');
  await legend.click();
  await expect(page.getByRole('dialog', { name: 'Legend' }).getByRole('group', { name: 'Criticality' })).toContainText('Mission critical');
  await expectAccessible(page);
});

test('a component can be shown with only its neighbours, hop by hop, and then everything again', { tag: '@long' }, async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('valkey-cart');
  await page.getByRole('option', { name: /Cart store/ }).click();
  await page.getByRole('button', { name: 'Show only its neighbours' }).click();
  const focus = page.getByRole('group', { name: 'Focus' });
  await expect(focus).toContainText('Around Cart store');
  await expect(page.getByRole('application', { name: /^Landscape with 2 components and 1 dependency/ })).toBeVisible();
  await focus.getByText('2', { exact: true }).click();
  await expect(page).toHaveURL(/hops=2/);
  await expect(page.getByRole('application', { name: /^Landscape with [3-9] components/ })).toBeVisible();
  await focus.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('application', { name: graph })).toBeVisible();
});

test('hovering prefetches, so that selecting sends no request', { tag: '@long' }, async ({ browser, baseURL: given }) => {
  // In a tenant that nobody else changes, because changes make prefetched answers stale.
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Asked ahead', plan: 'Business' });
  const components = ['web', 'db', 'mail'].map((technicalName) => ({ technicalName, name: technicalName }));
  await applyManifest(given ?? '', tenant, {
    version: 1,
    name: 'ahead',
    applications: [{ technicalName: 'shop', name: 'Shop', components }],
    dependencies: [{ source: 'web', target: 'db', dependencyType: 'Reads' }],
  });
  const page = await openPageOf(browser, given ?? '', tenant);
  const pictures: string[] = [];
  page.on('response', (response) => response.url().includes('landscape.picture?') && pictures.push(response.url()));
  const ofNeighbours = (): string[] => pictures.filter((url) => url.includes('around'));
  await page.goto(`/t/${tenant.tenantId}/landscape`);
  // Again once the live feed is connected: before that the page hears of no changes.
  await expect.poll(() => pictures.length).toBe(2);
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('web');
  await page.getByRole('option', { name: /^web/ }).click();
  const button = page.getByRole('button', { name: 'Show only its neighbours' });
  await button.hover();
  await expect.poll(ofNeighbours).toHaveLength(1);
  await expect(page.getByRole('application', { name: /^Landscape with 3 components/ })).toBeVisible();
  await button.click();
  await expect(page.getByRole('application', { name: /^Landscape with 2 components and 1 dependency/ })).toBeVisible();
  expect(ofNeighbours()).toHaveLength(1);
  await page.context().close();
});

test('the panel covers part of the picture, which keeps its size, but no controls', { tag: '@long' }, async ({ page }) => {
  await page.goto(landscapePath());
  const picture = page.getByRole('application', { name: graph });
  await expect(picture).toHaveAttribute('aria-busy', 'false');
  const widthOf = async (): Promise<number> => (await picture.boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('valkey-cart');
  await page.getByRole('option', { name: /Cart store/ }).click();
  const panel = page.getByRole('region', { name: 'Component Cart store' });
  await expect(panel).toBeVisible();
  expect(await widthOf()).toBe(before);
  const left = (await panel.boundingBox())?.x ?? 0;
  for (const name of ['Zoom in', 'Show everything']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(left);
  }
  await page.getByText('Table', { exact: true }).click();
  const table = await page.getByRole('region', { name: 'Components', exact: true }).boundingBox();
  expect((table?.x ?? Infinity) + (table?.width ?? 0)).toBeLessThanOrEqual(left);
  // If there is no room beside the picture, the panel is below it and covers nothing either.
  await page.setViewportSize({ width: 700, height: 900 });
  await page.getByText('Picture', { exact: true }).click();
  await expect
    .poll(
      async () =>
        ((await picture.boundingBox())?.y ?? 0) + ((await picture.boundingBox())?.height ?? Infinity) <=
        ((await panel.boundingBox())?.y ?? 0),
    )
    .toBe(true);
});

test('a failed component and what it takes down are marked in picture and table, and can be found by state', async ({
  browser,
  baseURL: given,
}) => {
  const baseURL = given ?? '';
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Health on the map', plan: 'Business' });
  const components = ['web', 'db', 'mail'].map((technicalName) => ({ technicalName, name: technicalName }));
  await applyManifest(baseURL, tenant, {
    version: 1,
    name: 'map',
    applications: [{ technicalName: 'shop', name: 'Shop', components }],
    dependencies: [{ source: 'web', target: 'db', dependencyType: 'Reads' }],
  });
  const pushed = await fetch(`${baseURL}/api/${tenant.tenantId}/components/db/health`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.key ?? ''}`, 'content-type': 'application/json' },
    body: '{"state":"Outage"}',
  });
  expect(pushed.status).toBe(202);
  const page = await openPageOf(browser, baseURL, tenant);
  await expect(async () => {
    await page.goto(`/t/${tenant.tenantId}/landscape?view=table`);
    await expect(page.getByRole('row').filter({ hasText: 'Outage' })).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('row').filter({ hasText: 'Not reported' })).toHaveCount(1);
  await choose(page, 'health', 'Outage');
  await expect(page.getByRole('tab', { name: 'Components (2)' })).toBeVisible();
  await page.context().close();
});
