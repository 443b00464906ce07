/**
 * `npm run bench:browser`: how a landscape of 10,000 components and 30,000 dependencies feels in a real browser with a real server: how long until each page
 * is complete and each input is answered (as with a hand, the pointer or the focus rests on a control for a tenth of a second before the press), how smoothly it
 * scrolls, its longest task, and how much script each page loads. Names of phases after `--` run only those.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser } from '../../../../e2e/support/chromium';
import { applyManifest, createOwnTenant } from '../../../../e2e/support/ownTenant';
import { startServer, type RunningServer } from '../../../../e2e/support/server';
import { largeManifest } from '@/lab/bench/largeManifest';
import { exploreBlastRadius } from './blastRadiusPhase';
import { DRAWN, exploreLandscape, filterLandscape, moveLandscape, openLandscape, pointAtLandscape } from './landscapePhases';
import { findAnything, readIncidents, watchLiveImpact } from './livePhases';
import { installProbe } from './probe';
import { weighScripts } from './scriptPhase';
import { Session } from './session';
import { keepInventory, readRegister } from './tablePhases';

const COMPONENTS = 10_000;
const DEPENDENCIES = 30_000;
/** For the demo, from the start of the navigation. */
const DEMO_WITHIN_MS = 1_000;
/** Other work on the machine counts as the product's own, so nothing is measured while there is any: at most this load (mean of a minute), or after this long. */
const QUIET_LOAD = 0.5;
const WAIT_FOR_QUIET_MS = 360_000;

const PHASES: readonly [string, (session: Session) => Promise<void>][] = [
  ['opening the landscape', openLandscape],
  ['exploring', exploreLandscape],
  ['filters, groups, table', filterLandscape],
  ['pointing', pointAtLandscape],
  ['moving', moveLandscape],
  ['palette', findAnything],
  ['blast radius', exploreBlastRadius],
  ['inventory', keepInventory],
  ['security register', readRegister],
  ['live impact', watchLiveImpact],
  ['incidents', readIncidents],
  ['script', weighScripts],
];

/** The first picture that users see. */
async function openDemo(browser: Browser, { address, demo }: RunningServer): Promise<void> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  const page = await signedIn(context, demo);
  const session = new Session(page, { address, tenant: demo });
  for (const visit of ['first visit', 'next visit']) await session.open(`demo, ${visit}`, 'landscape', DRAWN, DEMO_WITHIN_MS);
  await session.report('demo');
  await context.close();
}

/** What the machine was asked to do in the last minute, once that is little, or once waiting for it was long enough. */
async function loadAtRest(): Promise<string> {
  const until = Date.now() + WAIT_FOR_QUIET_MS;
  const load = (): number => loadavg()[0] ?? 0;
  while (load() >= QUIET_LOAD && Date.now() < until) await sleep(2_000);
  return `load of the machine before: ${load().toFixed(2)}${load() < QUIET_LOAD ? '' : ', not quiet: what follows is too slow'}`;
}

/** On the page for it, as every person does before their first visit anywhere. */
async function signedIn(context: BrowserContext, person: { email: string; password: string }): Promise<Page> {
  const page = await context.newPage();
  await installProbe(page);
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  // The live feed keeps the network busy for good.
  await page.waitForTimeout(2_000);
  return page;
}

async function main(): Promise<void> {
  const { executablePath, args, env } = findBrowser();
  const server = await startServer();
  const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } });
  try {
    const tenant = await createOwnTenant(server.dataDirectory, { name: 'Bench', plan: 'Enterprise' });
    await applyManifest(server.address, tenant, largeManifest({ components: COMPONENTS, dependencies: DEPENDENCIES }));
    const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 } });
    const page = await signedIn(context, tenant);
    process.stdout.write(
      `${COMPONENTS.toLocaleString('en')} components, ${DEPENDENCIES.toLocaleString('en')} dependencies, in ${browser.version()}; ${await loadAtRest()}\n`,
    );
    await openDemo(browser, server);
    const asked = process.argv.slice(2);
    for (const [name, explore] of PHASES.filter(([phase]) => asked.length === 0 || asked.includes(phase))) {
      process.stdout.write(`${name}\n`);
      const session = new Session(page, { address: server.address, tenant });
      // A phase that fails does not stop the others, but fails the benchmark.
      await explore(session).catch((error: unknown) => {
        process.exitCode = 1;
        console.error(error);
      });
      await session.report(name);
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
