/**
 * What breaks when the demo's database fails. The expectation was calculated by hand from the manifest: product-catalog reads it and accounting
 * writes it (1 hop, Hard); frontend, recommendation and checkout call product-catalog (2); frontend-proxy sends traffic to frontend (3),
 * load-generator to frontend-proxy (4), but its application is not in service. All of it Hard and required, so all is down. Shoppers bring 17,520,000 a year, 0.2 of it by browsing and
 * 0.8 by ordering: all of it is exposed, 2,000 an hour.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { blastRadiusPath, rollUpRows, test } from './support/browsing';
import { demo } from './support/demo';
import { expectAccessible, violationsOn } from './support/expectAccessible';
import { admin } from './support/admin';
import { applyManifest, call, createOwnTenant, openPageOf } from './support/ownTenant';

const OUT = 'Outage';

test('the roll-up names exactly what breaks with the astronomy database, and what that costs', async ({ page }) => {
  await page.goto(blastRadiusPath());
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Consequences' }).getByText('6 components affected, and 1 not in service, 4 applications'),
  ).toBeVisible();
  // Among those that are down, the most critical comes first.
  expect(await rollUpRows(page, 'Applications')).toEqual([
    ['Storefront', OUT],
    ['Ordering', OUT],
    ['Catalogue', OUT],
    ['Fulfilment', OUT],
    ['Load test', OUT],
  ]);
  expect((await rollUpRows(page, 'Capabilities')).sort()).toEqual([
    ['Browse the catalogue', OUT],
    ['Fulfil an order', OUT],
    ['Online sales', OUT],
    ['Place an order', OUT],
  ]);
  expect(await rollUpRows(page, 'Processes')).toEqual([['Order to cash', OUT]]);
  expect(await rollUpRows(page, 'Audiences')).toEqual([['Shoppers', OUT]]);
  const revenue = page.getByRole('region', { name: 'Expected cost per hour' });
  await expect(revenue).toContainText('€2,000');
  await expect(revenue).toContainText('At risk: €2,000 per hour, €17,520,000 per year');
  await expect(page.getByText('Nothing further is affected.')).toBeVisible();
});

test('components, applications, people and money are visible without scrolling', async ({ page }) => {
  for (const window of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(window);
    await page.goto(blastRadiusPath());
    const figures = page.getByRole('region', { name: 'In figures' });
    await expect(figures.getByRole('definition')).toHaveText([
      '6 components',
      'and 1 not in service',
      '4 applications',
      '2 mission critical, and 1 not in service',
      '4',
      'affected',
      '240,000',
      'people in 1 audience',
      '€2,000',
      '€2,000 at risk',
    ]);
    await expect(figures).toBeInViewport({ ratio: 1 });
  }
  // What opens below the head of a phone lies on top of the page: a click that hits something else fails.
  await page.getByRole('combobox', { name: 'What fails: search all kinds' }).fill('kafka');
  await page.getByRole('option', { name: /^Order events/ }).click();
  await expect(page.getByRole('heading', { name: 'If Order events fails' })).toBeVisible();
});

test('the figures, table and applications of a zone count the same components', async ({ page, baseURL: given }) => {
  const { tenantId, key } = demo();
  const answer = await fetch(`${given ?? ''}/api/${tenantId}/hosting-zones/eu-central-a`, { headers: { authorization: `Bearer ${key}` } });
  const zone = (await answer.json()) as { id: string };
  await page.goto(blastRadiusPath({ entityType: 'hosting-zone', entityId: zone.id, view: 'table' }));
  const rows = page.getByRole('table', { name: 'Affected components' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const count = (await rows.count()) - 1;
  // The load generator is set apart.
  await expect(page.getByText(`${count - 1} components affected, and 1 not in service`)).toBeVisible();
  const applications = page.getByRole('region', { name: 'Applications', exact: true });
  const listed = await applications.getByRole('listitem').allInnerTexts();
  const sum = listed.reduce((total, text) => total + Number(/(\d+) components?/.exec(text)?.[1] ?? 0), 0);
  expect(sum).toBe(count);
});

test('the page states the numbers of the API, for five questions', async ({ page, baseURL: given }) => {
  const { tenantId, key } = demo();
  const questions = [
    { entityType: 'component', entityId: 'kafka', direction: 'downstream', state: 'Degraded' },
    { entityType: 'application', entityId: 'ordering', direction: 'upstream', state: 'Outage' },
    { entityType: 'technology', entityId: 'postgresql-17', direction: 'downstream', state: 'Outage' },
    { entityType: 'segment', entityId: 'shoppers', direction: 'upstream', state: 'Outage' },
    { entityType: 'hosting-zone', entityId: 'eu-central-b', direction: 'downstream', state: 'Warning' },
  ];
  for (const question of questions) {
    const told = await fetch(`${given ?? ''}/api/${tenantId}/blast-radius?${new URLSearchParams(question).toString()}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const answer = (await told.json()) as BlastRadiusAnswer;
    await page.goto(blastRadiusPath({ ...question, entityId: answer.entity.id, view: 'table' }));
    const worse = (rows: readonly { expectedState: string }[]) => rows.filter(({ expectedState }) => expectedState !== 'Healthy').length;
    const origin = question.entityType === 'component' && question.direction === 'downstream' ? [] : answer.origin;
    const affected = worse(origin) + answer.affectedCounts.components;
    const inService = affected - answer.completeness.notInService.components;
    const components = `${inService} component${inService === 1 ? '' : 's'}`;
    const consequences = page.getByRole('region', { name: 'Consequences' });
    await expect(
      consequences.getByText(`${components} ${question.direction === 'upstream' ? 'could cause it' : 'affected'}`),
    ).toBeVisible();
    const rows = page.getByRole('table', { name: /^(Affected components|Components that could cause it)$/ }).getByRole('row');
    await expect(rows).toHaveCount(1 + affected);
    const unharmed = origin.length + answer.counts.components - affected;
    const others = page.getByRole('table', { name: /^(Components reached, not affected|Components that reach it without harm)$/ });
    await expect(others.getByRole('row')).toHaveCount(unharmed === 0 ? 0 : 1 + unharmed);
  }
});

test('the table lists every reached component with its state and distance', async ({ page }) => {
  await page.goto(blastRadiusPath({ view: 'table' }));
  const rows = page.getByRole('table', { name: 'Affected components' }).getByRole('row');
  await expect(rows).toHaveCount(8);
  // They are unhealthy in the demo, which is known a moment after the answer.
  for (const name of ['Accounting', 'Load generator']) await expect(rows.filter({ hasText: name })).toContainText('failing now');
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].slice(0, 3).map((cell) => cell.innerText.trim())),
  );
  expect(cells).toEqual([
    ['Accounting failing now', OUT, '1'],
    ['Product catalogue', OUT, '1'],
    ['Checkout', OUT, '2'],
    ['Frontend', OUT, '2'],
    ['Recommendations', OUT, '2'],
    ['Frontend proxy', OUT, '3'],
    ['Load generator failing now', OUT, '4'],
  ]);
});

test('depth and filters are in the URL, say what they leave out, and the back button reverts them', async ({ page }) => {
  await page.goto(blastRadiusPath());
  await expect(page.getByRole('region', { name: 'Consequences' }).getByText('6 components affected, and 1 not in service')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Depth in hops' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/maxDepth=1/);
  await expect(page.getByRole('region', { name: 'Consequences' }).getByText('2 components affected, 2 applications')).toBeVisible();
  const remarks = page.getByRole('note', { name: 'What this answer leaves out' });
  await expect(remarks).toContainText('3 more components one hop beyond depth 1.');
  await remarks.getByRole('button', { name: 'Look deeper' }).click();
  await expect(page).toHaveURL(/maxDepth=2/);
  await expect(page.getByRole('region', { name: 'Consequences' }).getByText('5 components affected, 4 applications')).toBeVisible();
  await page.getByRole('button', { name: 'Filter by mode' }).click();
  await page.getByRole('checkbox', { name: 'Soft' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/modeFilter=Soft/);
  await expect(page.getByRole('region', { name: 'Consequences' }).getByText('0 components affected')).toBeVisible();
  await expect(remarks).toContainText('2 dependencies that would lead further are excluded by the filters.');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/maxDepth=1/);
  await expect(page.getByRole('region', { name: 'Consequences' }).getByText('2 components affected, 2 applications')).toBeVisible();
});

test('the path to a reached component is shown step by step', async ({ page }) => {
  await page.goto(blastRadiusPath({ view: 'table' }));
  await page.getByRole('table', { name: 'Affected components' }).getByRole('button', { name: 'Frontend proxy' }).click();
  const path = page.getByRole('region', { name: 'Path to Frontend proxy' });
  // The other paths follow the shortest one.
  await expect(path.locator('ol').first().locator('> li')).toHaveText([
    'Product catalogue reads from Astronomy database (Hard, required), so it is down.',
    'Frontend calls Product catalogue (Hard, required), so it is down.',
    'Frontend proxy sends traffic to Frontend (Hard, required), so it is down.',
  ]);
});

test('a copied link opens the same view for somebody else', { tag: '@long' }, async ({ page, context, browser, signedInState }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(blastRadiusPath({ maxDepth: '2', state: 'Degraded', view: 'table' }));
  await page.getByRole('button', { name: 'Copy the link to this view' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await browser.newContext({ storageState: signedInState });
  const second = await other.newPage();
  await second.goto(link);
  await expect(second.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
  await expect(second.getByText('5 components affected, 4 applications')).toBeVisible();
  await expect(second.getByRole('row').nth(1)).toContainText('Degraded');
  await other.close();
});

test('upstream ranks possible causes by how much they would hurt', async ({ page }) => {
  await page.goto(blastRadiusPath({ direction: 'upstream' }));
  await expect(page.getByRole('heading', { name: 'What could make Astronomy database fail' })).toBeVisible();
  await expect(page.getByText('It depends on no other component within this depth and these filters.')).toBeVisible();
  await expect(page.getByText('Nothing can make')).toHaveCount(0);
  await expect(page.getByText('The zones, technologies and datasets it uses can still make it fail.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Infrastructure and data' }).getByRole('listitem')).not.toHaveCount(0);
  await page.getByRole('combobox', { name: 'What fails: search all kinds' }).fill('checkout');
  await page
    .getByRole('option', { name: /Checkout/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'What could make Checkout fail' })).toBeVisible();
  const causes = (group: string) => page.getByRole('region', { name: group, exact: true }).getByRole('listitem');
  await expect(causes('Could take it down')).toHaveText([
    /^Checkout · its own\s*Outage/,
    /^Cart · 1 hop\s*Outage/,
    /^Currency · 1 hop\s*Outage/,
    /^Payment · 1 hop\s*Outage/,
    /^Product catalogue · 1 hop\s*Outage/,
    /^Shipping · 1 hop\s*Outage/,
    /^Astronomy database · 2 hops\s*Outage/,
  ]);
  await expect(causes('Could degrade it')).toHaveText([
    /^E-mail · 1 hop\s*Degraded/,
    /^Feature flags · 1 hop\s*Warning/,
    /^Order events · 1 hop\s*Warning/,
  ]);
  await expect(causes('Reaches it without harm').first()).toHaveText(/^Card provider · 2 hops\s*Healthy/);
  await expect(page.getByText('10 components could cause it')).toBeVisible();
});

test('the blast radius is found and shared: from a search to a copied link that opens the same path', async ({
  page,
  context,
  browser,
  signedInState,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/t/${demo().tenantId}/blast-radius`);
  await page.getByRole('combobox', { name: 'What fails: search all kinds' }).fill('astronomy-db');
  await page.getByRole('option', { name: /Astronomy database/ }).click();
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('table', { name: 'Affected components' }).getByRole('button', { name: 'Checkout', exact: true }).click();
  const steps = [
    'Product catalogue reads from Astronomy database (Hard, required), so it is down.',
    'Checkout calls Product catalogue (Hard, required), so it is down.',
  ];
  // After the steps comes what would have saved it.
  const stepsOn = (of: Page) => of.getByRole('region', { name: 'Path to Checkout' }).locator('ol > li');
  await expect(stepsOn(page)).toHaveText(steps);
  // The URL changes a moment after the picture, and the clipboard a moment after the press.
  await expect(page).toHaveURL(/[?&]component=/);
  await page.getByRole('button', { name: 'Copy the link to this view' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await browser.newContext({ storageState: signedInState });
  const second = await other.newPage();
  await second.goto(link);
  await expect(stepsOn(second)).toHaveText(steps);
  await other.close();
});

const STARTS = [
  'applications',
  'components',
  'capabilities',
  'processes',
  'hosting-areas',
  'hosting-zones',
  'technologies',
  'segments',
  'datasets',
] as const;
const KIND_OF = {
  applications: 'application',
  components: 'component',
  capabilities: 'capability',
  processes: 'process',
  'hosting-areas': 'hosting-area',
  'hosting-zones': 'hosting-zone',
  technologies: 'technology',
  segments: 'segment',
  datasets: 'dataset',
} as const;

test('any of the nine kinds can fail', { tag: '@long' }, async ({ page, baseURL: given }) => {
  const baseURL = given ?? '';
  const { tenantId, key } = demo();
  for (const path of STARTS) {
    const answer = await fetch(`${baseURL}/api/${tenantId}/${path}?limit=1`, { headers: { authorization: `Bearer ${key}` } });
    const { items } = (await answer.json()) as { items: { id: string; name: string }[] };
    await page.goto(blastRadiusPath({ entityType: KIND_OF[path], entityId: items[0]?.id ?? '' }));
    await expect(page.getByRole('heading', { name: `If ${items[0]?.name ?? '?'} fails` })).toBeVisible();
  }
  await page.getByRole('combobox', { name: 'What fails: search all kinds' }).fill('valkey-8');
  await page.getByRole('option', { name: /Valkey/ }).click();
  await expect(page).toHaveURL(/entityType=technology/);
  await expect(page.getByRole('heading', { name: 'If Valkey fails' })).toBeVisible();
});

test('affected components export as CSV and columns as SVG, at an address of rings, too', async ({ page }) => {
  await page.goto(blastRadiusPath({ view: 'rings' }));
  await expect(page.getByRole('application', { name: /^Columns of what breaks/ })).toHaveAttribute('aria-busy', 'false');
  const download = async (item: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
    return readFile(await file.path(), 'utf8');
  };
  const lines = (await download('Components as CSV')).replace(/\r\n$/, '').split('\r\n');
  expect(lines.slice(0, 3)).toEqual([
    '\uFEFFtechnicalName,name,kind,isExternal,application,depth,expectedState,reachedFrom',
    'astronomy-db,Astronomy database,Database,false,catalogue,0,Outage,',
    'accounting,Accounting,Worker,false,fulfilment,1,Outage,astronomy-db',
  ]);
  expect(lines.length).toBe(9);
  expect((await download('Roll-up as CSV')).split('\r\n')).toContain('audiences,shoppers,Shoppers,0,Outage');
  expect(await download('Picture as SVG')).toContain('>Frontend proxy</text>');
});

test('selecting a row of the columns highlights its path, and the URL keeps the selection', async ({ page }) => {
  await page.goto(blastRadiusPath());
  const columns = page.getByRole('application', { name: /^Columns of what breaks/ });
  await expect(columns).toHaveAttribute('aria-busy', 'false');
  await columns.focus();
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  const spoken = columns.getByRole('status');
  await expect(spoken).toHaveText(/^Product catalogue, Outage, 1 hop, in Catalogue, via Astronomy database$/);
  await expect(columns).toHaveAttribute('aria-activedescendant', (await columns.getByRole('button').getAttribute('id')) ?? '');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]component=/);
  await expect(
    page
      .getByRole('region', { name: /^Path to / })
      .getByRole('listitem')
      .first(),
  ).toContainText('reads from Astronomy database');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Path to / })).toHaveCount(0);
});

test('the search result that Enter takes can be read, in both themes', async ({ page }) => {
  await page.goto(blastRadiusPath());
  await page.getByRole('combobox', { name: 'What fails: search all kinds' }).fill('cart');
  await expect(page.getByRole('option', { selected: true }).or(page.locator('[data-combobox-selected]')).first()).toContainText('Cart');
  await expectAccessible(page);
});

test('a plan with less depth says so, and says why revenue is withheld', { tag: '@long' }, async ({ browser, baseURL: given }) => {
  const baseURL = given ?? '';
  const data = process.env.FAULTLINE_E2E_DATA ?? '';
  const tenant = await createOwnTenant(data, { name: 'Small plan', plan: 'Business' });
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  await applyManifest(baseURL, tenant, {
    version: 1,
    name: 'chain',
    applications: [
      {
        technicalName: 'app',
        name: 'App',
        components: names.map((technicalName) => ({ technicalName, name: technicalName.toUpperCase() })),
      },
    ],
    dependencies: names.slice(1).map((target, index) => ({ source: names[index], target, dependencyType: 'Calls' })),
  });
  const last = (await (
    await fetch(`${baseURL}/api/${tenant.tenantId}/components/f`, { headers: { authorization: `Bearer ${tenant.key ?? ''}` } })
  ).json()) as { id: string };
  await admin(data, ['tenant', 'set-plan', '--tenant', tenant.tenantId, '--plan', 'Free']);
  const page = await openPageOf(browser, baseURL, tenant);
  await page.goto(`/t/${tenant.tenantId}/blast-radius?entityType=component&entityId=${last.id}`);
  await expect(page.getByRole('region', { name: 'Consequences' }).getByText('3 components affected')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Depth in hops' });
  await expect(slider).toHaveAttribute('aria-valuetext', '3 hops. The Free plan looks up to 3 hops away; the highest plan up to 10.');
  // The words about the plan take room; nothing else may lie over the track.
  const track = (await page.locator('.mantine-Slider-root').boundingBox()) ?? { x: 0, width: 0 };
  const mode = (await page.getByRole('button', { name: 'Filter by mode' }).boundingBox()) ?? { x: 0 };
  expect(track.x + track.width).toBeLessThanOrEqual(mode.x);
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/maxDepth=10/);
  await expect(page.getByRole('note', { name: 'What this answer leaves out' })).toContainText(
    'You asked for 10 hops; the Free plan looks up to 3 away.',
  );
  await expect(page.getByRole('region', { name: 'Expected cost per hour' })).toContainText(
    'Withheld. The Free plan does not include revenue.',
  );
  await page.context().close();
});

test('an editor shares it, a stranger reads it until it is revoked, and the bell tells the editor about it', async ({
  browser,
  baseURL: given,
}) => {
  const baseURL = given ?? '';
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Sharing', plan: 'Business', role: 'Editor' });
  const components = [{ technicalName: 'store', name: 'Order store' }];
  await applyManifest(baseURL, tenant, { version: 1, name: 'shop', applications: [{ technicalName: 'shop', name: 'Shop', components }] });
  await call(baseURL, tenant, 'POST', '/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    format: 'slack',
    description: 'on-call',
    isOpenToMembers: true,
  });
  const { id } = await call(baseURL, tenant, 'GET', '/components/store');
  const page = await openPageOf(browser, baseURL, tenant);
  await page.goto(`/t/${tenant.tenantId}/blast-radius?entityType=component&entityId=${id}`);
  await page.getByRole('button', { name: 'Share this view with somebody without an account' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByText(/\/s\/[\w-]{43}$/).innerText();
  await page.getByRole('button', { name: 'I have copied it' }).click();

  const stranger = await (await browser.newContext({ baseURL })).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('What breaks if Order store fails');
  expect(await violationsOn(stranger)).toEqual([]);

  await page.getByRole('button', { name: 'Notify me about Order store' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Notify me' }).click();
  await expect(page.getByRole('button', { name: 'Notify me about Order store' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`/t/${tenant.tenantId}/notifications`);
  await expect(page.getByRole('row', { name: /Order store/ })).toContainText('Slack: on-call');

  await page.goto(`/t/${tenant.tenantId}/share-links`);
  await page.getByRole('button', { name: 'Revoke blast radius Order store' }).click();
  await page.getByRole('button', { name: 'Revoke the link' }).click();
  await expect(page.getByText('The link was revoked.')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText('This link leads nowhere: it has ended or was revoked, or its address is incomplete.')).toBeVisible();
  await stranger.context().close();
  await page.context().close();
});
