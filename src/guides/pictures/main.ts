/** `npm run pictures`: takes the pictures of the README and the guides from a freshly started demo, so that they show the product as it is. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../e2e/support/chromium';
import { startServer, type RunningServer } from '../../../e2e/support/server';
import { SCENES } from '@/client/demo/outageScenes';
import { animatedPng, type Frame } from './animatedPng';

const FOLDER = join('public', 'pictures');
const WINDOW = { width: 1440, height: 900 };
const FILM_WINDOW = { width: 1200, height: 750 };
const MOST_FILM_BYTES = 3_000_000;

function keep(name: string, picture: Buffer): void {
  const path = join(FOLDER, name);
  writeFileSync(path, picture);
  process.stdout.write(`${String(Math.round(statSync(path).size / 1_000)).padStart(6)} kB  ${path}\n`);
}

async function signedIn(page: Page, { address, demo }: RunningServer): Promise<void> {
  const { email, password } = demo;
  await page.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin: address } });
}

/** Nothing is being read or drawn any more, and nothing fades in or out. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** With `hasPicture`, what is drawn is waited for too. */
async function takePicture(page: Page, name: string, path: string, hasPicture = false): Promise<void> {
  await page.goto(path);
  if (hasPicture) await page.locator('[role="application"][aria-busy="false"]').waitFor();
  await settled(page);
  keep(name, await page.screenshot());
}

/** From all capabilities to the change, in the editor, that mends redundancy in name only. */
async function weakPointPictures(page: Page, path: string): Promise<void> {
  const take = async (name: string): Promise<void> => {
    await settled(page);
    keep(name, await page.screenshot());
  };
  await takePicture(page, 'weak-points.png', path);
  await page.getByRole('link', { name: 'Weak points of Shipping' }).first().click();
  await page.getByRole('heading', { name: 'Shipping' }).waitFor();
  const move = page.getByRole('listitem').filter({ hasText: 'into one where nothing else runs' }).first();
  await move.getByRole('button', { name: 'Show the manifest' }).click();
  await take('weak-points-of-one.png');
  await page
    .getByRole('link', { name: /^See what follows if / })
    .first()
    .click();
  await page.locator('[role="application"][aria-busy="false"]').waitFor();
  await take('scenario.png');
  await page.goBack();
  await move.getByRole('button', { name: 'Open in the manifest' }).click();
  await page.getByRole('button', { name: 'Preview' }).first().click();
  await page.getByRole('button', { name: /^Apply/ }).waitFor();
  await take('weak-points-fix.png');
}

/** Live impact before, during and after the outage of the demo. */
async function film(page: Page): Promise<Buffer> {
  const frames: Frame[] = [];
  const take = async (milliseconds: number): Promise<void> => {
    await settled(page);
    frames.push({ png: await page.screenshot(), milliseconds });
  };
  await take(1_500);
  await page.getByRole('button', { name: 'Play an outage' }).click();
  const stage = page.getByRole('status', { name: 'Demo outage' });
  for (const { caption } of SCENES) {
    await stage.filter({ hasText: caption }).waitFor({ timeout: 60_000 });
    // Impact follows the signals within a second.
    await page.waitForTimeout(3_000);
    await take(2_500);
  }
  await page.getByRole('button', { name: 'Play an outage' }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3_000);
  await take(2_500);
  return animatedPng(frames);
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const { executablePath, args, env } = findBrowser();
  const server = await startServer();
  const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } });
  try {
    const shared = { baseURL: server.address, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-GB' } as const;
    const context = await browser.newContext({ ...shared, viewport: WINDOW });
    const page = await context.newPage();
    await signedIn(page, server);
    const { tenantId, exampleComponentId } = server.demo;
    const pageOf = (path: string): string => `/t/${tenantId}/${path}`;
    await takePicture(page, 'home.png', pageOf('home'));
    await takePicture(page, 'landscape.png', pageOf('landscape'), true);
    await takePicture(page, 'blast-radius.png', pageOf(`blast-radius?entityType=component&entityId=${exampleComponentId}`), true);
    await weakPointPictures(page, pageOf('weak-points'));
    await takePicture(page, 'live-impact.png', pageOf('live-impact'), true);
    await takePicture(page, 'security-register.png', pageOf('security-register'));
    await page.setViewportSize(FILM_WINDOW);
    await page.goto(pageOf('live-impact'));
    const outage = await film(page);
    if (outage.length > MOST_FILM_BYTES) throw new Error(`The film has ${outage.length} bytes; ${MOST_FILM_BYTES} is the most.`);
    keep('outage.png', outage);
  } finally {
    await browser.close();
    await server.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
