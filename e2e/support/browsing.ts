/** What the journeys of the browser share: somebody signed in, and a record of every request that leaves for elsewhere. */
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { demo } from './demo';
import { signedInAs, type SessionState } from './signedInAs';

interface Fixtures {
  /** Requests to other origins than the server under test: there may be none. */
  foreignRequests: string[];
}

interface WorkerFixtures {
  signedInState: SessionState;
}

/** The browser that comes as a package crashes once in some hundred starts, before any page: that says nothing of the product. What crashes later does fail. */
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
