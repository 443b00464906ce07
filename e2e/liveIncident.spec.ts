/** A live incident from the first signal to its resolution, seen by two people and on a wall screen, without any reload. */
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { test } from './support/browsing';
import { expectAccessible, expectWithinWindow } from './support/expectAccessible';
import { admin } from './support/admin';
import { applyManifest, createOwnTenant, openPageOf, type OwnTenant } from './support/ownTenant';

const address = (): string => process.env.FAULTLINE_E2E_ADDRESS ?? '';
const dataDirectory = (): string => process.env.FAULTLINE_E2E_DATA ?? '';

const SHOP = {
  version: 1,
  name: 'shop',
  capabilities: [{ technicalName: 'selling', name: 'Selling' }],
  segments: [
    {
      technicalName: 'shoppers',
      name: 'Shoppers',
      audienceType: 'Customers',
      people: 1_200,
      annualRevenue: 8_760_000,
      capabilities: [{ capability: 'selling', revenueShare: 1 }],
    },
  ],
  applications: [
    {
      technicalName: 'shop',
      name: 'Shop',
      ownerTeam: 'Checkout',
      contact: '#checkout-on-call',
      capabilities: ['selling'],
      components: [
        { technicalName: 'web', name: 'Web shop', kind: 'WebApp' },
        { technicalName: 'orders-db', name: 'Orders database', kind: 'Database' },
      ],
    },
  ],
  dependencies: [{ source: 'web', target: 'orders-db', dependencyType: 'ReadsWrites', mode: 'Hard' }],
};

async function newShop(name: string): Promise<OwnTenant> {
  const tenant = await createOwnTenant(dataDirectory(), { name, plan: 'Business' });
  await applyManifest(address(), tenant, SHOP);
  return tenant;
}

async function reportAll({ tenantId, key }: OwnTenant, states: Readonly<Record<string, string>>): Promise<void> {
  const headers = { authorization: `Bearer ${key ?? ''}`, 'content-type': 'application/json' };
  const signals = Object.entries(states).map(([component, state]) => ({ component, state }));
  const answer = await fetch(`${address()}/api/${tenantId}/health-signals`, { method: 'POST', headers, body: JSON.stringify({ signals }) });
  expect(answer.status).toBe(202);
}

function report(tenant: OwnTenant, component: string, state: string): Promise<void> {
  return reportAll(tenant, { [component]: state });
}

async function open(browser: Browser, tenant: OwnTenant, path: string): Promise<Page> {
  const page = await openPageOf(browser, address(), tenant);
  await page.goto(`/t/${tenant.tenantId}/${path}`);
  return page;
}

const verdict = (page: Page) => page.getByRole('region', { name: 'Status' });

/** The path to what is selected is shown beside the columns, not below them. */
async function expectWordsBeside(page: Page, columns: Locator): Promise<void> {
  await expect(columns).toHaveAttribute('aria-busy', 'false');
  await columns.focus();
  const path = page.getByRole('region', { name: /^Path to/ });
  const spoken = columns.getByRole('status');
  for (let presses = 0; presses < 8 && !/ hops?, in /.test((await spoken.textContent()) ?? ''); presses++)
    await page.keyboard.press(presses % 2 === 0 ? 'ArrowRight' : 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(path).toContainText('The cause is Orders database.');
  const [picture, words] = [await columns.boundingBox(), await path.boundingBox()];
  expect(words?.x).toBeGreaterThanOrEqual((picture?.x ?? Infinity) + (picture?.width ?? 0));
  expect(words?.y).toBeLessThan((picture?.y ?? 0) + (picture?.height ?? 0) / 2);
  await page.getByRole('button', { name: 'Close the path' }).click();
  await expect(path).toHaveCount(0);
}

/** From the list: the cause, its owner, what it costs and the text for the bridge. */
async function expectTwoClicksToCall(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: '1 · Orders database' }).click();
  await expect(page.getByRole('region', { name: 'Who owns the cause' })).toContainText(
    'Team: CheckoutApplication: ShopContact: #checkout-on-call',
  );
  await expect(page.getByRole('region', { name: 'In figures' })).toContainText(/Expected cost per hour€1,000.*Cost until now/);
  await expect(page.getByRole('region', { name: 'What changed before it' })).toContainText('by the manifest shop');
  const picture = page.getByRole('application', { name: /^Columns of the situation: 1 cause, 1 application/ });
  await expect(picture).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Incident 1: Orders database is down\nState: Acknowledged\n/);
  expect(text).toMatch(
    /\nExpected cost per hour EUR 1,000\nCost until now EUR .*\nAffected, not monitored: Web shop\nOwner: Checkout \(application Shop\)\nContact: #checkout-on-call\n/,
  );
}

/** In a browser without JavaScript: rows, their links, and orders. */
async function expectReadWithoutScript(page: Page): Promise<void> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      javaScriptEnabled: false,
      baseURL: address(),
      storageState: await page.context().storageState(),
      viewport: { width: 1440, height: 900 },
    });
  if (context === undefined) throw new Error('There is no browser.');
  const plain = await context.newPage();
  await plain.goto(page.url());
  const table = plain.getByRole('table', { name: 'Unresolved incidents' });
  await expect(table.getByRole('row').nth(1)).toContainText(/1 · Orders database.*Outage.*€1,000.*1,200.*Checkout/s);
  await table.getByRole('link', { name: 'Owner' }).click();
  await expect(plain).toHaveURL(/\?sort=team$/);
  await expect(table.getByRole('columnheader', { name: 'Owner' })).toHaveAttribute('aria-sort', 'ascending');
  await table.getByRole('link', { name: '1 · Orders database' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Incident 1: Orders database');
  await expect(plain.getByRole('region', { name: 'Who owns the cause' })).toContainText('Contact: #checkout-on-call');
  await context.close();
}

test('an incident is followed live from signal to resolution, on two pages and a wall screen', async ({ browser }) => {
  test.setTimeout(150_000);
  const tenant = await newShop('Journey of an incident');
  const page = await open(browser, tenant, 'live-impact');
  const wall = await open(browser, tenant, 'live-impact?wall=1');
  await expect(verdict(page)).toContainText('Nothing is known');
  await expect(page.getByText('Until then, report health by hand.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play an outage' })).toHaveCount(0);
  for (const one of [page, wall]) await expect(one.getByRole('status').filter({ hasText: /^Live/ })).toBeVisible();
  await expect(wall.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

  await report(tenant, 'orders-db', 'Outage');
  for (const one of [page, wall]) {
    await expect(verdict(one)).toContainText(
      'Orders database is down. Affected: 1 application, 1 capability, 1 audience with 1,200 people. Expected cost per hour: €1,000.',
    );
    await expect(one.getByRole('article', { name: 'Orders database' })).toContainText('Incident 1');
    await expect(one.getByRole('region', { name: 'Applications' }).getByRole('listitem')).toHaveText(/Shop.*Outage/s);
  }
  // The same from cause to cost, as a picture.
  const columns = page.getByRole('application', { name: 'Columns of what is affected now: 1 cause, 1 application.' });
  await expectWordsBeside(page, columns);
  await expect(wall.getByRole('img', { name: 'What fails, what it affects, and what it costs' })).toBeVisible();
  const cause = page.getByRole('article', { name: 'Orders database' });
  await expect(cause).toContainText('Shoppers (1,200 people)');
  await expect(cause).toContainText('€1,000 per hour');

  await cause.getByRole('link', { name: /^Incident 1/ }).click();
  await expect(page.getByRole('heading', { name: 'Incident 1: Orders database' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Blast radius of Orders database' })).toContainText('1 component affected, 1 application');
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Acknowledged');
  await expect(wall.getByRole('article', { name: 'Orders database' })).toContainText('Acknowledged');
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);

  const colleague = await open(browser, tenant, 'incidents');
  await expect(colleague.getByRole('table', { name: 'Unresolved incidents' }).getByRole('row').nth(1)).toContainText('Acknowledged');
  await expectReadWithoutScript(colleague);
  await expectTwoClicksToCall(colleague);
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Failing over to the standby.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(colleague.getByRole('region', { name: 'Timeline' })).toContainText('Failing over to the standby.');
  await report(tenant, 'web', 'Degraded');
  await expect(colleague.getByRole('region', { name: 'Timeline' })).toContainText('Web shop is affected too.');

  // All in one request: otherwise the symptom would outlive its cause for a moment and get its own incident.
  await reportAll(tenant, { 'orders-db': 'Healthy', web: 'Healthy' });
  await expect(colleague.getByRole('region', { name: 'Status' })).toContainText('Recovered');
  await expect(verdict(wall)).toContainText('Nothing is affected');
  await expect(wall.getByRole('img', { name: 'What fails, what it affects, and what it costs' })).toHaveCount(0);
  await colleague.getByRole('button', { name: 'Resolve' }).click();
  const dialog = colleague.getByRole('dialog', { name: 'Resolve incident 1' });
  await dialog.getByRole('textbox', { name: 'What was done' }).fill('Replaced the disk.');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  for (const one of [page, colleague]) {
    await expect(one.getByRole('region', { name: 'Status' })).toContainText('Resolved');
    await expect(one.getByRole('region', { name: 'Timeline' })).toContainText('Replaced the disk.');
    await expect(one.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
  }
  const told = await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').allInnerTexts();
  expect(
    told.map((entry) =>
      entry
        .split('\n')[0]
        ?.trim()
        .replace(/^.* (acknowledged it|said:|resolved it)/, 'Somebody $1'),
    ),
  ).toEqual([
    'Opened: Orders database is down.',
    'Somebody acknowledged it.',
    'Somebody said:',
    'Web shop is affected too.',
    'The cause recovered. The incident resolves by itself if this lasts.',
    'Web shop is no longer affected.',
    'Somebody resolved it.',
  ]);
  await wall.keyboard.press('Escape');
  await expect(wall).toHaveURL(/\/live-impact$/);
  await expect(wall.getByRole('navigation', { name: 'Main' })).toBeVisible();
  for (const one of [page, wall, colleague]) await one.context().close();
});

test('a wall screen that hears nothing says so, and recovers by itself', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(120_000);
  const tenant = await newShop('Journey of a wall');
  const wall = await open(browser, tenant, 'live-impact?wall=1');
  await expect(wall.getByRole('status').filter({ hasText: /^Live/ })).toBeVisible();
  await wall.context().setOffline(true);
  await expect(wall.getByRole('status').filter({ hasText: 'Not current. Stale since' })).toBeVisible({ timeout: 60_000 });
  await report(tenant, 'orders-db', 'Outage');
  await wall.context().setOffline(false);
  await expect(verdict(wall)).toContainText('Orders database is down', { timeout: 40_000 });
  await expect(wall.getByRole('status').filter({ hasText: /^Live/ })).toBeVisible();
  await wall.context().close();
});

test('maintenance is planned, shown as maintenance and never as healthy, and ended early', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(120_000);
  const tenant = await newShop('Journey of maintenance');
  const page = await open(browser, tenant, 'maintenance');
  await page.getByRole('button', { name: 'Plan maintenance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plan maintenance' });
  await dialog.getByRole('combobox', { name: 'Component or application' }).fill('orders');
  await page.getByRole('option', { name: /Orders database/ }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Upgrade of the database');
  await dialog.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByRole('row', { name: /Orders database/ })).toContainText('Active');
  const live = await open(browser, tenant, 'live-impact');
  await report(tenant, 'orders-db', 'Outage');
  await report(tenant, 'web', 'Healthy');
  await expect(verdict(live)).toContainText('What is wrong is under maintenance');
  await expect(live.getByRole('article', { name: 'Orders database' })).toContainText('Under maintenance, so no incident.');
  await page.getByRole('button', { name: 'End now: the window of Orders database' }).click();
  await page.getByRole('button', { name: 'End it now' }).click();
  await expect(page.getByRole('row', { name: /Orders database/ })).toContainText('Ended');
  await expect(live.getByRole('article', { name: 'Orders database' })).toContainText('Incident 1');
  for (const one of [page, live]) await one.context().close();
});

test('health is reported by hand, and a Viewer can look but not act', { tag: '@long' }, async ({ browser }) => {
  const tenant = await newShop('Journey of a viewer');
  const editor = await open(browser, tenant, 'live-impact');
  await editor.getByRole('button', { name: 'Report health' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Report health' });
  await dialog.getByRole('combobox', { name: 'Component' }).fill('orders');
  await editor.getByRole('option', { name: /Orders database/ }).click();
  await dialog.getByRole('radio', { name: 'Outage' }).check();
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(verdict(editor)).toContainText('Orders database is down');
  const email = `viewer-${tenant.email}`;
  await admin(dataDirectory(), [
    'user',
    'create',
    '--email',
    email,
    '--password',
    tenant.password,
    '--tenant',
    tenant.tenantId,
    '--role',
    'Viewer',
  ]);
  const viewer = await open(browser, { ...tenant, email }, 'live-impact');
  await expect(verdict(viewer)).toContainText('Orders database is down');
  await expect(viewer.getByRole('button', { name: 'Report health' })).toHaveCount(0);
  await viewer.getByRole('link', { name: /^Incident 1/ }).click();
  await expect(viewer.getByRole('region', { name: 'Timeline' })).toContainText('Opened: Orders database is down.');
  await expect(viewer.getByRole('group', { name: 'Actions' })).toHaveCount(0);
  await expect(viewer.getByRole('textbox', { name: 'Comment' })).toHaveCount(0);
  for (const one of [editor, viewer]) await one.context().close();
});

test('every page of live impact is accessible in both themes, and fits the window', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(180_000);
  const tenant = await newShop('Journey of a look');
  await report(tenant, 'orders-db', 'Outage');
  const page = await open(browser, tenant, 'live-impact');
  await page.getByRole('link', { name: /^Incident 1/ }).click();
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  const incident = page.url();
  const root = `/t/${tenant.tenantId}`;
  const paths = ['live-impact', 'live-impact?wall=1', 'incidents', 'maintenance'].map((path) => `${root}/${path}`);
  for (const path of [...paths, incident, `${incident}/replay`]) {
    await page.goto(path);
    for (const [width, themes] of [
      [1440, ['light', 'dark']],
      [360, ['dark', 'light']],
    ] as const) {
      await page.setViewportSize({ width, height: 860 });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: /loading/ })).toHaveCount(0);
      await expectWithinWindow(page, width);
      await expectAccessible(page, themes);
    }
  }
  await page.context().close();
});

/** In pixels; a wall screen is read from across a room. */
const WALL_LETTERS = 12;

/** The smallest font size in the picture of a wall screen, as displayed. */
async function smallestLetters(wall: Page): Promise<number> {
  const picture = wall.getByRole('img', { name: 'What fails, what it affects, and what it costs' });
  await expect(picture.locator('img')).toBeVisible();
  return picture.locator('img').evaluate((image: HTMLImageElement) => {
    const svg = decodeURIComponent(image.src.slice(image.src.indexOf(',') + 1));
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    const scale = Math.min(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight);
    return Math.min(...sizes) * scale;
  });
}

test('a wall screen shows the worst of a large outage without scrolling', async ({ browser }) => {
  const many = Array.from({ length: 8 }, (_, at) => at);
  const tenant = await createOwnTenant(dataDirectory(), { name: 'Much is down', plan: 'Business' });
  await applyManifest(address(), tenant, {
    version: 1,
    name: 'much',
    capabilities: many.map((at) => ({ technicalName: `selling-${at}`, name: `Selling to customers of kind ${at}` })),
    processes: many.map((at) => ({ technicalName: `order-${at}`, name: `From order to cash, kind ${at}` })),
    segments: many.map((at) => ({
      technicalName: `shoppers-${at}`,
      name: `Shoppers of the kind ${at}`,
      audienceType: 'Customers',
      people: 1_200,
      annualRevenue: 8_760_000,
      capabilities: [{ capability: `selling-${at}`, revenueShare: 1 }],
    })),
    applications: many.map((at) => ({
      technicalName: `shop-${at}`,
      name: `Shop for customers of kind ${at}`,
      capabilities: [`selling-${at}`],
      processes: [`order-${at}`],
      components: [{ technicalName: `web-${at}`, name: `Component number ${at} of it`, kind: 'WebApp' }],
    })),
  });
  await reportAll(tenant, Object.fromEntries(many.map((at) => [`web-${at}`, 'Outage'])));
  const wall = await open(browser, tenant, 'live-impact?wall=1');
  await expect(verdict(wall)).toContainText('8 applications');
  const area = wall.getByRole('heading', { level: 1 }).locator('xpath=ancestor::div[1]');
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [1920, 1080],
    [2560, 1440],
  ] as const) {
    await wall.setViewportSize({ width, height });
    await expect(wall.getByRole('article')).toHaveCount(3);
    await expect(wall.getByRole('region', { name: /^Applications/ }).getByRole('listitem')).toHaveCount(5);
    const beyond = await area.evaluate((element) => [
      element.scrollHeight - element.clientHeight,
      element.scrollWidth - element.clientWidth,
    ]);
    expect([width, ...beyond]).toEqual([width, 0, 0]);
    expect(await smallestLetters(wall)).toBeGreaterThanOrEqual(WALL_LETTERS);
  }
  await wall.context().close();
});
