/** The first picture of a landscape is legible, whatever its size and the window's: every box has a name of at least 11 pixels, nothing overlaps, and no line crosses a box that it does not connect. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { parse } from 'yaml';
import type { PackedPicture } from '../src/contract/packedPicture';
import { unpackPicture } from '../src/contract/values/packPicture';
import type { Picture, PictureLine } from '../src/contract/picture';
import { demo } from './support/demo';
import { test } from './support/browsing';
import { expectAccessible } from './support/expectAccessible';
import { expectColumnsReadable } from './support/columnsGeometry';
import { applyManifest, createOwnTenant, openPageOf } from './support/ownTenant';

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const LEAST_PIXELS = 11;
const NAME_SIZE = 12;

type Box = Picture['cards'][number]['box'];
interface Part {
  name: string;
  box: Box;
}

/** What is drawn, with the zoom of its canvas. */
async function firstPicture(page: Page, path: string): Promise<{ picture: Picture; zoom: number }> {
  const answers: Picture[] = [];
  const listen = async (response: { url(): string; json(): Promise<unknown> }): Promise<void> => {
    if (!response.url().includes('landscape.picture?')) return;
    const body = (await response.json()) as { result: { data: PackedPicture } };
    answers.push(unpackPicture(body.result.data));
  };
  page.on('response', (response) => void listen(response).catch(() => undefined));
  await page.goto(path);
  await expect(page.getByRole('application', { name: /^Landscape/ })).toHaveAttribute('aria-busy', 'false');
  const canvas = page.getByTestId('canvas');
  await expect(canvas).toHaveAttribute('data-zoom', /\d/);
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  const picture = answers.at(-1)!;
  let before = NaN;
  await expect
    .poll(async () => {
      const { width, height } = (await canvas.boundingBox())!;
      const zoom = Number(await canvas.getAttribute('data-zoom'));
      const isStill = zoom === before;
      before = zoom;
      // A map that is too high to be read as a whole moves down.
      return isStill && picture.size.width * zoom <= width && (picture.level === 'map' || picture.size.height * zoom <= height);
    })
    .toBe(true);
  return { picture, zoom: Number(await canvas.getAttribute('data-zoom')) };
}

function overlap(a: Box, b: Box): boolean {
  const room = 0.5;
  return a.x + room < b.x + b.width && b.x + room < a.x + a.width && a.y + room < b.y + b.height && b.y + room < a.y + a.height;
}

/** Whether a vertical or horizontal piece passes through a box. */
function crosses({ points }: PictureLine, box: Box): boolean {
  return points.slice(1).some((point, at) => {
    const before = points[at]!;
    const piece = {
      x: Math.min(before.x, point.x),
      y: Math.min(before.y, point.y),
      width: Math.max(1.2, Math.abs(before.x - point.x)),
      height: Math.max(1.2, Math.abs(before.y - point.y)),
    };
    return overlap(piece, { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 });
  });
}

function expectReadable({ picture, zoom }: { picture: Picture; zoom: number }): void {
  const { cards, boxes, stacks, lines } = picture;
  expect(NAME_SIZE * zoom).toBeGreaterThanOrEqual(LEAST_PIXELS);
  const closed = cards.filter(({ isOpen }) => !isOpen);
  const things: (Part & { id: string })[] = [
    ...closed.map(({ id, title, box }) => ({ id, name: title, box })),
    ...boxes.map(({ id, name, box }) => ({ id, name, box })),
    ...stacks.map(({ id, name, box }) => ({ id, name, box })),
  ];
  expect(things.length).toBeGreaterThan(0);
  const rows: Part[] = cards.flatMap((card) => card.rows);
  expect([...things, ...rows].filter(({ name }) => name.trim() === '')).toEqual([]);
  for (const [at, thing] of things.entries()) expect(things.slice(at + 1).filter((other) => overlap(thing.box, other.box))).toEqual([]);
  for (const card of cards)
    for (const [at, row] of card.rows.entries()) expect(card.rows.slice(at + 1).some((other) => overlap(row.box, other.box))).toBe(false);
  for (const line of lines)
    expect(things.filter(({ id, box }) => id !== line.from && id !== line.to && crosses(line, box)).map(({ name }) => name)).toEqual([]);
}

/** A landscape of this many components, in applications of 25 and teams of ten applications, with about three dependencies each. */
function landscapeOf(components: number): object {
  const applications = Array.from({ length: Math.ceil(components / 25) }, (_, app) => ({
    technicalName: `app-${app}`,
    name: `Application ${app} of the company`,
    ownerTeam: `Team ${Math.floor(app / 10)}`,
    components: Array.from({ length: 25 }, (_unused, at) => ({
      technicalName: `c-${app}-${at}`,
      name: at % 5 === 0 ? `Service for reconciliation ${app}.${at}` : `Service ${app}.${at}`,
    })),
  }));
  const all = applications.flatMap(({ components: of }) => of.map(({ technicalName }) => technicalName));
  const dependencies = all.flatMap((source, at) =>
    [1, 7, 40].flatMap((step) => {
      const target = all[(at * 13 + step) % all.length]!;
      return target === source ? [] : [{ source, target, dependencyType: 'Calls' }];
    }),
  );
  return { version: 1, name: 'sized', applications, dependencies };
}

async function readableAtEachWindow(page: Page, path: string): Promise<void> {
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    expectReadable(await firstPicture(page, path));
  }
}

/** `cause` names a component with many dependents, whose columns are measured too. */
async function inTenantOf(browser: Browser, baseURL: string, name: string, manifest: object, cause?: string): Promise<void> {
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name, plan: 'Enterprise' });
  await applyManifest(baseURL, tenant, manifest);
  const page = await openPageOf(browser, baseURL, tenant);
  await readableAtEachWindow(page, `/t/${tenant.tenantId}/landscape`);
  if (cause !== undefined) {
    const headers = { authorization: `Bearer ${tenant.key ?? ''}` };
    const { id } = (await (await fetch(`${baseURL}/api/${tenant.tenantId}/components/${cause}`, { headers })).json()) as { id: string };
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await page.goto(`/t/${tenant.tenantId}/blast-radius?entityType=component&entityId=${id}`);
      await expectColumnsReadable(page);
    }
  }
  await page.context().close();
}

test('the demo, in a wide and a narrow window', async ({ page }) => {
  await readableAtEachWindow(page, `/t/${demo().tenantId}/landscape`);
});

test('a landscape of one application shows its components', async ({ browser, baseURL }) => {
  const text = await readFile(join('src', 'test', 'landscapes', 'sentry-self-hosted.yaml'), 'utf8');
  await inTenantOf(browser, baseURL ?? '', 'Self-hosted', parse(text) as object);
});

test('a table that loads in parts reaches every component', { tag: '@long' }, async ({ browser, baseURL }) => {
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Every one', plan: 'Enterprise' });
  await applyManifest(baseURL ?? '', tenant, landscapeOf(1_525));
  const page = await openPageOf(browser, baseURL ?? '', tenant);
  await page.goto(`/t/${tenant.tenantId}/landscape?view=table`);
  await page.getByRole('tab', { name: 'Components (1,525)' }).click();
  const table = page.getByRole('table', { name: 'Components' });
  await expect(table).toHaveAttribute('aria-rowcount', '501');
  for (const rows of ['1001', '1501', '1526']) {
    await page.getByRole('button', { name: 'Show more of 1,525' }).click();
    await expect(table).toHaveAttribute('aria-rowcount', rows);
  }
  await expect(page.getByRole('button', { name: /^Show more/ })).toBeHidden();
  await expectAccessible(page);
  await page.context().close();
});

const NOW_AND_THEN = { tag: '@long' };

for (const [components, details] of [
  [400, NOW_AND_THEN],
  [1_000, NOW_AND_THEN],
  [10_000, NOW_AND_THEN],
] as const) {
  const title = `${components.toLocaleString('en')} components, and the columns of one that much depends on`;
  test(title, details, async ({ browser, baseURL }) => {
    await inTenantOf(browser, baseURL ?? '', `Of ${components}`, landscapeOf(components), 'c-1-0');
  });
}
