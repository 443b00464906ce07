/** The exports of the landscape. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { landscapePath, test } from './support/browsing';
import { applyManifest, createOwnTenant, openPageOf } from './support/ownTenant';

const graph = /^Landscape with 33 components and 53 dependencies/;

async function download(page: Page, item: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return readFile(await file.path());
}

/** Opened from disk, without a network: the picture is shown, and the search narrows its tables. */
async function expectOpensOffline(page: Page, text: string): Promise<void> {
  const opened = await page.context().newPage();
  await opened.route('**', (route) => route.abort());
  await opened.setContent(text);
  await expect(opened.locator('figure svg')).toBeVisible();
  await opened.getByRole('searchbox').fill('astronomy database');
  await expect(opened.getByRole('heading', { name: 'Components (1)' })).toBeVisible();
  await opened.close();
}

test('the picture exports as PNG and SVG, its content as CSV', { tag: '@long' }, async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
  const png = await download(page, 'Picture as PNG');
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  // Width and height from the file's header: the whole picture, at twice the resolution of the screen.
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
  expect(components.length).toBe(34);
  expect(components[0]).toBe(
    '\uFEFFtechnicalName,name,kind,isExternal,application,group,health,components,lastReport,lastReportAt,isStale',
  );
  expect((await download(page, 'Dependencies as CSV')).toString().replace(/\r\n$/, '').split('\r\n').length).toBe(54);
});

test(
  'a name that looks like a formula is exported as text, and one with SVG markup unchanged',
  { tag: '@long' },
  async ({ browser, baseURL: given }) => {
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
  },
);
