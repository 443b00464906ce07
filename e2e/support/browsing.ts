/** Shared by the browser journeys: a signed-in person, and a record of every request to another server. */
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { demo } from './demo';
import { signedInAs, type SessionState } from './signedInAs';

interface Fixtures {
  /** Requests to other origins than the server under test: there must be none. */
  foreignRequests: string[];
}

interface WorkerFixtures {
  signedInState: SessionState;
  /** By the person who is signed in. */
  windows: Map<string, BrowserContext>;
}

/** Everything that a page can leave behind, except fetched and compiled code: that is a megabyte, and the same for every journey. */
const LEFT_BEHIND = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems';

/** As it was opened: signed in, without traces of earlier journeys. */
async function emptyWindow(context: BrowserContext, { cookies }: SessionState): Promise<void> {
  await context.setOffline(false);
  await context.clearPermissions();
  const opened = context.pages();
  const blank = await context.newPage();
  // First, because a page whose colours have just changed keeps them in a cookie a moment later.
  await Promise.all(opened.map((page) => page.close()));
  const { origin } = new URL(process.env.FAULTLINE_E2E_ADDRESS ?? '');
  const session = await context.newCDPSession(blank);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: LEFT_BEHIND });
  await blank.close();
  await context.addCookies(cookies);
}

/**
 * The browser from the npm package crashes about once in a few hundred starts, before any page. That says nothing about the product, so we
 * try again. Later crashes fail the test.
 */
async function launched(launch: () => Promise<Browser>): Promise<Browser> {
  return launch().catch(launch);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    async ({ playwright }, use) => {
      const browser = await launched(() => playwright.chromium.launch());
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  signedInState: [async ({}, use) => use(await signedInAs(demo())), { scope: 'worker' }],
  storageState: async ({ signedInState }, use) => use(signedInState),
  windows: [
    async ({}, use) => {
      const windows = new Map<string, BrowserContext>();
      await use(windows);
      await Promise.all([...windows.values()].map((context) => context.close()));
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, storageState, windows }, use) => {
    const state = storageState as SessionState;
    const key = JSON.stringify(state);
    const context = windows.get(key) ?? (await browser.newContext({ storageState: state }));
    windows.set(key, context);
    await use(context);
    await emptyWindow(context, state);
  },
  foreignRequests: [
    async ({ page, baseURL }, use) => {
      const foreign: string[] = [];
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== new URL(baseURL ?? '').origin && protocol !== 'data:' && protocol !== 'blob:') foreign.push(request.url());
      });
      await use(foreign);
      expect(foreign).toEqual([]);
    },
    { auto: true },
  ],
});

export function landscapePath(query = ''): string {
  return `/t/${demo().tenantId}/landscape${query}`;
}

export function blastRadiusPath(parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({ entityType: 'component', entityId: demo().exampleComponentId, ...parameters });
  return `/t/${demo().tenantId}/blast-radius?${query.toString()}`;
}

/** The rows of one list of the roll-up: name and expected state. */
export async function rollUpRows(page: Page, title: string): Promise<[string, string][]> {
  const items = page.getByRole('region', { name: 'Consequences' }).getByRole('region', { name: title, exact: true }).getByRole('listitem');
  await expect(items.first()).toBeVisible();
  return Promise.all(
    (await items.all()).map(async (item): Promise<[string, string]> => {
      const lines = (await item.innerText())
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      return [lines[0] ?? '', lines.at(-1) ?? ''];
    }),
  );
}
