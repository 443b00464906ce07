/** How much script each page transfers: in Brotli, as browsers ask for it. */
import { DRAWN } from './landscapePhases';
import { QUIET_MS, type Session } from './session';

const KILOBYTE = 1_000;
/** In kB, compressed. */
const PICTURE_AT_MOST = 300;
const OTHERS_AT_MOST = 220;

/** A page below the tenant, an element that shows it is complete, and how much script it may load. */
const PAGES: readonly [path: string, sign: string, most: number][] = [
  ['landscape', DRAWN, PICTURE_AT_MOST],
  ['blast-radius?entityType=component&entityId=', DRAWN, PICTURE_AT_MOST],
  ['home', 'h1', OTHERS_AT_MOST],
  ['live-impact', 'h1', OTHERS_AT_MOST],
  ['incidents', 'h1', OTHERS_AT_MOST],
  ['paths', 'h1', OTHERS_AT_MOST],
  ['inventory/components', '[role="grid"]', OTHERS_AT_MOST],
  ['security-register', 'h1', OTHERS_AT_MOST],
  ['manifest', 'h1', OTHERS_AT_MOST],
  ['audit-log', 'h1', OTHERS_AT_MOST],
];

export async function weighScripts({ page, site: { address, tenant } }: Session): Promise<void> {
  const answer = await fetch(`${address}/api/${tenant.tenantId}/components/component-100`, {
    headers: { authorization: `Bearer ${tenant.key ?? ''}` },
  });
  const { id } = (await answer.json()) as { id: string };
  for (const [path, sign, most] of PAGES) {
    await page.goto(`/t/${tenant.tenantId}/${path}${path.endsWith('=') ? id : ''}`);
    await page.locator(sign).first().waitFor();
    await page.waitForTimeout(QUIET_MS);
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    const kilobytes = Math.round(bytes / KILOBYTE);
    const name = path.replace(/\?.*/, '');
    process.stdout.write(
      `  ${name.padEnd(46)} ${String(kilobytes).padStart(5)} kB  (${kilobytes <= most ? 'within' : 'OVER'} ${most} kB)\n`,
    );
  }
}
