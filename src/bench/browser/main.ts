/**
 * `npm run bench:browser`: how a landscape of 10,000 components and 30,000 dependencies feels in a real browser against a really started server: until its
 * first picture stands, until each input is answered, and the longest time for which the page could do nothing else.
 */
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../e2e/support/chromium';
import { applyManifest, createOwnTenant, type OwnTenant } from '../../../e2e/support/ownTenant';
import { startServer } from '../../../e2e/support/server';
import { largeManifest } from '../largeManifest';
import { installProbe, longestBlock, settledAfter, timed, type Answer } from './probe';

const COMPONENTS = 10_000;
const DEPENDENCIES = 30_000;
const SETTLED_WITHIN_MS = 2_000;
const ANSWERED_WITHIN_MS = 100;
const BLOCKED_AT_MOST_MS = 200;
const ROUNDS = 5;
const QUIET_MS = 400;

const GRAPH = '[role="application"]';
const SUMMARY = 'header [role="status"]';

function print(what: string, value: number, target: number, more = ''): void {
  const told = Number.isFinite(value) ? `${value.toFixed(0).padStart(6)} ms` : 'no answer';
  process.stdout.write(`  ${what.padEnd(44)} ${told}  (${value <= target ? 'within' : 'OVER'} ${target} ms)${more}\n`);
}

class Session {
  private readonly times = new Map<string, number[]>();

  constructor(readonly page: Page) {}

  /** Times one input; all of one name are told together. */
  async answer(name: string, act: () => Promise<unknown>, answer: Answer): Promise<void> {
    const took = await timed(this.page, act, answer);
    this.times.set(name, [...(this.times.get(name) ?? []), took]);
    // What follows an answer (a second picture, a table that settles) is not part of the next one.
    await this.page.waitForTimeout(QUIET_MS);
  }

  report(): void {
    for (const [name, all] of this.times) {
      const sorted = [...all].sort((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
      print(name, median, ANSWERED_WITHIN_MS, `  worst of ${sorted.length}: ${(sorted.at(-1) ?? 0).toFixed(0)} ms`);
    }
  }
}

async function exploreLandscape(session: Session): Promise<void> {
  const { page } = session;
  const search = page.getByRole('textbox', { name: 'Search components and applications' });
  const panel = 'section[aria-label^="Application application number"]';
  for (let round = 0; round < ROUNDS; round++) {
    const number = 11 + round * 17;
    await search.click();
    await search.fill(`application number ${number}`.slice(0, -1));
    await page.waitForTimeout(300);
    await session.answer('search', () => page.keyboard.type(String(number).slice(-1)), { changed: '[role="listbox"]' });
    await session.answer('choose a group', () => page.keyboard.press('Enter'), { present: panel });
    await session.answer('unfold it', () => page.getByRole('button', { name: /^Unfold/ }).click(), { changed: GRAPH });
    await session.answer('choose a component', () => page.locator(`${panel} [aria-label="Components"] li button`).first().click(), { present: 'section[aria-label^="Component Component"]' });
    await session.answer('its neighbours alone', () => page.getByRole('button', { name: 'Show only its neighbours' }).click(), { changed: GRAPH });
    await session.answer('back to everything', () => page.getByRole('button', { name: 'Show everything', exact: true }).first().click(), { changed: GRAPH });
    await page.getByRole('button', { name: 'Close the panel' }).click();
    await page.waitForTimeout(200);
    await search.fill(`application number ${number}`);
    await page.waitForTimeout(400);
    await page.keyboard.press('Enter');
    await page.locator(panel).waitFor();
    await page.waitForTimeout(QUIET_MS);
    await session.answer('fold it', () => page.getByRole('button', { name: 'Fold into one box' }).click(), { changed: GRAPH });
    await page.getByRole('button', { name: 'Close the panel' }).click();
    await page.waitForTimeout(200);
  }
}

async function filterAndMove(session: Session): Promise<void> {
  const { page } = session;
  const canvas = page.locator(GRAPH);
  const box = await canvas.boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  for (let round = 0; round < ROUNDS; round++) {
    await session.answer('zoom by the wheel', async () => {
      await page.mouse.move(middle.x, middle.y);
      await page.mouse.wheel(0, round % 2 === 0 ? -240 : 240);
    }, { present: GRAPH });
    await page.mouse.move(middle.x + 300, middle.y + 200);
    await page.mouse.down();
    await session.answer('drag the picture', () => page.mouse.move(middle.x + 340 + round, middle.y + 230), { present: GRAPH });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Filter by tier' }).click();
    await session.answer('filter', () => page.getByRole('checkbox', { name: 'Mission critical' }).click(), { changed: SUMMARY });
    await session.answer('filter taken back', () => page.getByRole('checkbox', { name: 'Mission critical' }).click(), { changed: SUMMARY });
    await page.keyboard.press('Escape');
    await session.answer('table', () => page.getByText('Table', { exact: true }).click(), { present: '[role="tablist"]' });
    await session.answer('picture', () => page.getByText('Picture', { exact: true }).click(), { present: `${GRAPH}[aria-busy="false"]` });
  }
}

async function exploreBlastRadius(session: Session, address: string, { tenantId, key }: OwnTenant): Promise<void> {
  const { page } = session;
  const slider = page.getByRole('slider', { name: 'Depth in hops' });
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = (await (await fetch(`${address}/api/${tenantId}/components/component-${100 + round}`, { headers: { authorization: `Bearer ${key ?? ''}` } })).json()) as { id: string };
    await page.goto(`${address}/t/${tenantId}/landscape?component=${id}`);
    await page.locator(`${GRAPH}[aria-busy="false"]`).waitFor();
    await page.waitForTimeout(QUIET_MS);
    await page.getByRole('link', { name: 'Show blast radius' }).hover();
    await session.answer('open its blast radius', () => page.getByRole('link', { name: 'Show blast radius' }).click(), { present: `section[aria-label="Consequences"]` });
    await slider.focus();
    await session.answer('another depth', () => page.keyboard.press('Home'), { changed: 'section[aria-label="Consequences"] [role="status"]' });
    await session.answer('one hop deeper', () => page.keyboard.press('ArrowRight'), { changed: 'section[aria-label="Consequences"] [role="status"]' });
  }
}

async function main(): Promise<void> {
  const { executablePath, args, env } = findBrowser();
  const server = await startServer();
  const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } });
  try {
    const tenant = await createOwnTenant(server.dataDirectory, { name: 'Bench', plan: 'Enterprise' });
    await applyManifest(server.address, tenant, largeManifest({ components: COMPONENTS, dependencies: DEPENDENCIES }));
    const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } });
    await context.request.post('/api/auth/sign-in/email', { data: { email: tenant.email, password: tenant.password }, headers: { origin: server.address } });
    const page = await context.newPage();
    await installProbe(page);
    process.stdout.write(`${COMPONENTS.toLocaleString('en')} components, ${DEPENDENCIES.toLocaleString('en')} dependencies, in ${browser.version()}\n`);
    // The first visit also reads the landscape into the server's memory and finds every place; the second finds them remembered.
    for (const visit of ['first visit', 'next visit', 'by application']) {
      await page.goto(`/t/${tenant.tenantId}/landscape${visit === 'by application' ? '?grouping=application' : ''}`);
      const { load, navigation } = await settledAfter(page);
      print(`${visit}: a picture that stands, after load`, load, SETTLED_WITHIN_MS, `  ${navigation.toFixed(0)} ms after the navigation began`);
      await page.waitForTimeout(QUIET_MS);
      print(`${visit}: longest time held up`, await longestBlock(page), BLOCKED_AT_MOST_MS);
    }
    const phases: [string, (session: Session) => Promise<void>][] = [
      ['exploring', exploreLandscape],
      ['filters, zoom, table', filterAndMove],
      ['blast radius', (session) => exploreBlastRadius(session, server.address, tenant)],
    ];
    for (const [name, explore] of phases) {
      const session = new Session(page);
      await explore(session);
      session.report();
      print(`${name}: longest time held up`, await longestBlock(page), BLOCKED_AT_MOST_MS);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
