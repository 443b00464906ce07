/** Finding one's way in the landscape. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { landscapePath, test } from './support/browsing';
import { expectAccessible } from './support/expectAccessible';
import { applyManifest, createOwnTenant, openPageOf } from './support/ownTenant';

const graph = /^Landscape with 26 components and 46 dependencies/;

test('the navigation leads from home to the demo landscape, drawn', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Landscape' }).click();
  await expect(page).toHaveURL(/\/landscape$/);
  await expect(page.getByRole('application', { name: graph })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '26 components, 46 dependencies' })).toBeVisible();
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
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
  await expect(panel.getByText('It depends on nothing.')).toBeVisible();
  await expect(page).toHaveURL(/component=[0-9a-f-]{36}/);
  await panel.getByRole('link', { name: 'Show blast radius' }).click();
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
});

test('the table holds the same as the picture, sorts, and follows the filters', async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  await expect(page.getByRole('tab', { name: 'Components (26)' })).toBeVisible();
  await page.getByRole('button', { name: 'Dependents' }).click();
  await page.getByRole('button', { name: 'Dependents' }).click();
  await expect(page.getByRole('columnheader', { name: 'Dependents' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText('Feature flags');
  await page.getByRole('button', { name: 'Filter by kind' }).click();
  await page.getByRole('checkbox', { name: 'Database' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/kinds=Database/);
  await expect(page.getByRole('tab', { name: 'Components (3)' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Components (26)' })).toBeVisible();
});

test('the picture follows what was chosen in the table', async ({ page }) => {
  await page.goto(landscapePath('?view=table'));
  await choose(page, 'kind', 'Database');
  await expect(page.getByRole('tab', { name: 'Components (3)' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Picture').click();
  await expect(page.getByRole('application', { name: /^Landscape with 3 components/ })).toHaveAttribute('aria-busy', 'false');
});

test('a card opens into its components, a link keeps it so, and it closes again', async ({ page, context }) => {
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

test('arrow keys move through the picture', async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('application', { name: graph }).focus();
  await page.keyboard.press('ArrowRight');
  const panel = page.getByRole('region', { name: /^(Component|Application) / });
  await expect(panel).toBeVisible();
  const first = await panel.getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await expect(panel).not.toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

async function choose(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Filter by ${filter}` }).click();
  await page.getByRole('checkbox', { name: value, exact: true }).check();
  await page.keyboard.press('Escape');
}

test('filters narrow each other, stand in the address, and are cleared at once', async ({ page }) => {
  await page.goto(landscapePath('?view=table'));
  await choose(page, 'team', 'Catalogue');
  await expect(page).toHaveURL(/teams=Catalogue/);
  await expect(page.getByRole('status').filter({ hasText: /3 of 26 components/ })).toBeVisible();
  await choose(page, 'kind', 'Database');
  await expect(page.getByRole('tab', { name: 'Components (1)' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Astronomy database');
  await choose(page, 'lifecycle', 'Retired');
  await expect(page.getByText('No component passes these filters.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('tab', { name: 'Components (26)' })).toBeVisible();
  await expect(page).not.toHaveURL(/teams=|kinds=|lifecycles=/);
});

test('another grouping draws other cards, and each of them opens', async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toBeVisible();
  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'By capability' }).click();
  await expect(page).toHaveURL(/grouping=capability/);
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('browse the');
  await page.getByRole('option', { name: /Browse the catalogue/ }).click();
  const panel = page.getByRole('region', { name: 'Capability Browse the catalogue' });
  await expect(panel.getByRole('region', { name: 'Depends on' }).getByRole('listitem').first()).toBeVisible();
  await panel.getByRole('button', { name: /^Open \d+ components$/ }).click();
  await expect(panel.getByRole('button', { name: 'Close the card' })).toBeVisible();
  await expect(page).toHaveURL(/open=/);
});

test('colours say something else, with a legend that names what is on the screen', async ({ page }) => {
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

test('a component is seen with its neighbours alone, hop by hop, and everything comes back', async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('valkey-cart');
  await page.getByRole('option', { name: /Cart store/ }).click();
  await page.getByRole('button', { name: 'Show only its neighbours' }).click();
  const focus = page.getByRole('group', { name: 'Focus' });
  await expect(focus).toContainText('Around Cart store');
  await expect(page.getByRole('application', { name: /^Landscape with 2 components and 1 dependency/ })).toBeVisible();
  await focus.getByText('2', { exact: true }).click();
  await expect(page).toHaveURL(/hops=2/);
  await expect(page.getByRole('application', { name: /^Landscape with [4-9] components/ })).toBeVisible();
  await focus.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('application', { name: graph })).toBeVisible();
});

test('what the pointer rests on is asked ahead, and choosing it then asks nothing', async ({ browser, baseURL: given }) => {
  // Where nobody else changes anything: news makes old what was asked ahead.
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
  // Once more when the page hears the live feed: until then it knows of no news.
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

test('the panel lies over the picture, which keeps its size, and over nothing that can be pressed', async ({ page }) => {
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
  // Where there is no room beside each other the panel stands below, and covers nothing either.
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

async function download(page: Page, item: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return readFile(await file.path());
}

/** From disk, without a network: the picture is there, and the search narrows its tables. */
async function expectOpensOffline(page: Page, text: string): Promise<void> {
  const opened = await page.context().newPage();
  await opened.route('**', (route) => route.abort());
  await opened.setContent(text);
  await expect(opened.locator('figure svg')).toBeVisible();
  await opened.getByRole('searchbox').fill('astronomy database');
  await expect(opened.getByRole('heading', { name: 'Components (1)' })).toBeVisible();
  await opened.close();
}

test('the picture leaves as PNG and SVG, and what it holds as CSV', async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
  const png = await download(page, 'Picture as PNG');
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  // Width and height, as its header says: all of the picture, twice as fine as the screen.
  for (const at of [16, 20]) expect(png.readUInt32BE(at)).toBeGreaterThan(1_000);
  expect(png.length).toBeGreaterThan(50_000);
  const svg = (await download(page, 'Picture as SVG')).toString();
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg).toContain('>Astronomy database</text>');
  expect(
    await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('parsererror').length, svg),
  ).toBe(0);
  expect((await download(page, 'Picture as PDF')).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await download(page, 'Diagram as Mermaid')).toString()).toContain('["Astronomy database"]');
  expect((await download(page, 'Diagram as DOT')).toString()).toMatch(/^digraph "Landscape" \{/);
  const kept = (await download(page, 'Page to keep offline (HTML)')).toString();
  await expectOpensOffline(page, kept);
  const components = (await download(page, 'Components as CSV')).toString().replace(/\r\n$/, '').split('\r\n');
  expect(components.length).toBe(27);
  expect(components[0]).toBe('\uFEFFtechnicalName,name,kind,isExternal,application,group,health,components');
  expect((await download(page, 'Dependencies as CSV')).toString().replace(/\r\n$/, '').split('\r\n').length).toBe(47);
});

test('landscape and blast radius are seen as they were, compared with an earlier version in picture and table, and as they are again', async ({
  browser,
  baseURL: given,
}) => {
  const baseURL = given ?? '';
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Then and now', plan: 'Business' });
  for (const names of [
    ['web', 'old'],
    ['web', 'db'],
  ]) {
    const components = names.map((technicalName) => ({ technicalName, name: technicalName }));
    const dependencies = names.includes('old') ? [{ source: 'old', target: 'web', dependencyType: 'Calls' }] : [];
    const applications = [{ technicalName: 'shop', name: 'Shop', components }];
    await applyManifest(baseURL, tenant, { version: 1, name: 'grows', applications, dependencies });
  }
  const headers = { authorization: `Bearer ${tenant.key ?? ''}` };
  const components = `${baseURL}/api/${tenant.tenantId}/components`;
  expect((await fetch(`${components}/old?cascade=true`, { method: 'DELETE', headers })).ok).toBe(true);
  const { id } = (await (await fetch(`${components}/web`, { headers })).json()) as { id: string };
  const page = await openPageOf(browser, baseURL, tenant);
  await page.goto(`/t/${tenant.tenantId}/landscape`);
  await expect(page.getByRole('application', { name: /^Landscape with 2 components/ })).toBeVisible();
  await page.getByRole('button', { name: 'As it was before' }).click();
  const version = page.getByRole('slider', { name: 'Version' });
  await expect(version).toHaveAttribute('aria-valuenow', '3');
  await version.press('ArrowLeft');
  await expect(page).toHaveURL(/at=/);
  await expect(version).toHaveAttribute('aria-valuetext', /applied manifest grows: 1 component added/);
  await page.getByRole('button', { name: 'The change before' }).click();
  await expect(version).toHaveAttribute('aria-valuenow', '1');
  await version.press('End');
  await expect(version).toHaveAttribute('aria-valuenow', '3');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL(/since=/);
  const earlier = page.getByRole('slider', { name: 'Earlier version' });
  await expect(earlier).toHaveAttribute('aria-valuenow', '2');
  await earlier.press('ArrowLeft');
  await expect(earlier).toHaveAttribute('aria-valuenow', '1');
  // What is gone is on the picture too.
  await expect(page.getByRole('application', { name: /^Landscape with 3 components/ })).toBeVisible();
  await expect(page.getByText('Components: 1 new, 1 gone')).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Table', { exact: true }).click();
  const differences = page.getByRole('table', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: /^\+ New Component db/ })).toBeVisible();
  await expect(differences.getByRole('row', { name: /^− Gone Component old/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Picture', { exact: true }).click();
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('application', { name: /^Landscape with 2 components/ })).toBeVisible();

  await page.goto(`/t/${tenant.tenantId}/blast-radius?entityType=component&entityId=${id}`);
  await expect(page.getByRole('application', { name: /: 0 components/ })).toBeVisible();
  await page.getByRole('button', { name: 'As it was before' }).click();
  await version.press('ArrowLeft');
  await expect(page.getByRole('application', { name: /: 1 component / })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('application', { name: /: 0 components/ })).toBeVisible();
  await page.context().close();
});

test('a name that a spreadsheet would compute leaves as text, and one with marks of SVG as itself', async ({ browser, baseURL: given }) => {
  const baseURL = given ?? '';
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Names with a purpose', plan: 'Business' });
  const components = [
    { technicalName: 'sum', name: '=1+1, "all" of it' },
    { technicalName: 'tag', name: '<b>&</b>' },
  ];
  await applyManifest(baseURL, tenant, {
    version: 1,
    name: 'names',
    applications: [{ technicalName: 'sheet', name: 'Sheet', components }],
  });
  const page = await openPageOf(browser, baseURL, tenant);
  await page.goto(`/t/${tenant.tenantId}/landscape`);
  await expect(page.getByRole('application', { name: /^Landscape with 2 components/ })).toHaveAttribute('aria-busy', 'false');
  const lines = (await download(page, 'Components as CSV')).toString().split('\r\n');
  expect(lines.find((line) => line.startsWith('sum,'))).toContain('sum,"\'=1+1, ""all"" of it",Other,');
  expect((await download(page, 'Picture as SVG')).toString()).toContain('&lt;b&gt;&amp;&lt;/b&gt;</text>');
  await page.context().close();
});

test('a component that fails is marked in picture and table, with what it takes down, and found by its state', async ({
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

test('a landscape of two thousand components opens in cards that can be read, opens one of them, and is never sent as a whole', async ({
  browser,
  baseURL: given,
}) => {
  const baseURL = given ?? '';
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Large', plan: 'Enterprise' });
  const applications = Array.from({ length: 100 }, (_, app) => ({
    technicalName: `app-${app}`,
    name: `App ${app}`,
    ownerTeam: `Team ${app % 7}`,
    components: Array.from({ length: 20 }, (_unused, at) => ({ technicalName: `c-${app}-${at}`, name: `Component ${app}.${at}` })),
  }));
  const dependencies = applications.flatMap((_, app) =>
    Array.from({ length: 20 }, (_unused, at) => ({
      source: `c-${app}-${at}`,
      target: `c-${(app + at + 1) % 100}-${at}`,
      dependencyType: 'Calls',
    })),
  );
  await applyManifest(baseURL, tenant, { version: 1, name: 'large', applications, dependencies });
  const page = await openPageOf(browser, baseURL, tenant);
  let most = 0;
  page.on('response', (response) => {
    if (response.url().includes('/trpc/'))
      void response.text().then(
        (text) => (most = Math.max(most, text.split('"technicalName":"c-').length - 1)),
        () => undefined,
      );
  });
  await page.goto(`/t/${tenant.tenantId}/landscape`);
  const picture = page.getByRole('application', { name: /^Landscape with 2,000 components and 2,000 dependencies in 7 cards/ });
  await expect(picture).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('app-42');
  await page
    .getByRole('option', { name: /App 42/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Application App 42' })).toContainText('Components (20)');
  await page.getByRole('button', { name: 'Focus on it' }).click();
  await expect(page.getByRole('group', { name: 'Focus' })).toContainText('Around App 42');
  await expect(page.getByRole('application', { name: /^Landscape with [2-9]\d components/ })).toBeVisible();
  expect(most).toBeLessThanOrEqual(200);

  // A link to a component that no picture has room for: it is told of, with what it depends on.
  const answer = await fetch(`${baseURL}/api/${tenant.tenantId}/components/c-42-3`, {
    headers: { authorization: `Bearer ${tenant.key ?? ''}` },
  });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/t/${tenant.tenantId}/landscape?component=${id}`);
  const panel = page.getByRole('region', { name: 'Component Component 42.3' });
  await expect(panel.getByRole('region', { name: /^(Depends on|Dependents)/ })).toHaveCount(2);
  await expect(picture).toHaveAttribute('aria-busy', 'false');
  await page.context().close();
});
