/** How much script a page loads for what it shows first. The rest loads when it is needed, or when the page is idle. */
import { expect, type Page } from '@playwright/test';
import { AT_REST_AFTER_MS } from '../src/ui/later';
import { test } from './support/browsing';
import { demo } from './support/demo';

const DRAWN = '[role="application"][aria-busy="false"]:has([data-zoom])';

/**
 * A page below the tenant, an element that shows it is complete, and how many thousand bytes of compressed script it may load. The limit is
 * little more than the page needs, so anything above has a new reason. The bundler cuts shared code by its size, so that one line more can
 * cost every page 5 kB: the limits leave room for that.
 */
const PAGES: readonly [path: string, sign: string, most: number][] = [
  ['landscape', DRAWN, 345],
  ['blast-radius?entityType=component&entityId=', DRAWN, 350],
  ['home', 'h1', 300],
  ['live-impact', 'h1', 368],
  ['incidents', 'h1', 331],
  ['paths', 'h1', 304],
  ['weak-points', 'table', 304],
  ['scenarios', 'h1', 352],
  ['inventory/components', '[role="grid"]', 362],
  ['security-register', 'h1', 335],
  ['manifest', '.cm-content', 444],
  ['audit-log', 'h1', 309],
];

async function loadedKilobytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.round(
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
    ),
  );
}

/** Of each kind of page one: the others differ in what they show, not in what they load first. */
const FEW = new Set(['landscape', 'home', 'inventory/components']);

async function expectWithinLimits(page: Page, pages: typeof PAGES): Promise<void> {
  // However slow the machine is, no page becomes idle, so nothing is fetched for later.
  await page.addInitScript((restMs) => {
    const real = window.setTimeout.bind(window);
    window.setTimeout = ((call: () => void, ms?: number) => (ms === restMs ? 0 : real(call, ms))) as typeof window.setTimeout;
  }, AT_REST_AFTER_MS);
  const sizes: [string, number, number][] = [];
  for (const [path, sign, most] of pages) {
    await page.goto(`/t/${demo().tenantId}/${path}${path.endsWith('=') ? demo().exampleComponentId : ''}`);
    await page.locator(sign).first().waitFor();
    sizes.push([path, await loadedKilobytes(page), most]);
  }
  const told = sizes.map(([path, size, most]) => `${path}: ${size} of ${most} kB`).join('\n');
  expect(
    sizes.filter(([, size, most]) => size > most),
    told,
  ).toEqual([]);
  // If a page loads far less, its scripts came from elsewhere and were not measured.
  expect(
    sizes.filter(([, size]) => size < 150),
    told,
  ).toEqual([]);
}

test('no page loads more script than its limit before it first shows something', ({ page }) =>
  expectWithinLimits(
    page,
    PAGES.filter(([path]) => FEW.has(path)),
  ));

test('no other page loads more script than its limit either', { tag: '@long' }, ({ page }) =>
  expectWithinLimits(
    page,
    PAGES.filter(([path]) => !FEW.has(path)),
  ),
);
