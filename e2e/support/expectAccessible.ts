/** How a page stands: no accessibility violation of any severity, and nothing beyond the window; each looked at once nothing moves any more. */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** So many frames without a movement: what fades in begins a frame or two after it is there. */
const STILL_FRAMES = 5;

/** Waits for what fades and slides; what turns for ever, as a loader does, is no reason to wait. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let still = 0; still < frames; still += 1) {
      await new Promise(requestAnimationFrame);
      const moving = document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity);
      if (moving.length === 0) continue;
      await Promise.allSettled(moving.map(({ finished }) => finished));
      still = -1;
    }
  }, STILL_FRAMES);
}

async function lookAt(page: Page): Promise<string[]> {
  await waitUntilStill(page);
  // Once a document: the rules are half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
}

/** Rule and element of each, in the theme as it is. What began to fade while it was looked at, as a message does by itself, is gone at a second look; what is wrong is still wrong. */
export async function violationsOn(page: Page): Promise<string[]> {
  const found = await lookAt(page);
  return found.length === 0 ? found : lookAt(page);
}

/** In the light theme and in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await violationsOn(page)]).toEqual([colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** The page follows a new size in a moment of its own. */
export async function expectWithinWindow(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}
