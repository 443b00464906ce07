/** Checks a page once nothing moves: no accessibility violations of any severity, and nothing outside the window. */
import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';

/** This many frames without movement: a fade starts a frame or two after the element appears. */
const STILL_FRAMES = 5;

/** Waits for fades and slides, but not for endless animations such as a loader. */
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

/** The only rules that can pass in one theme and fail in the other, because themes differ only in colors. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function lookAt(page: Page, rules: readonly string[] | null): Promise<string[]> {
  await waitUntilStill(page);
  // Once per document: the rules are half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const options = { resultTypes: ['violations' as const], ...(only === null ? {} : { runOnly: [...only] }) };
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  }, rules);
}

/** A message that began to fade during the check is gone at the second attempt; a real violation is still there. */
async function lookTwice(page: Page, rules: readonly string[] | null): Promise<string[]> {
  const found = await lookAt(page, rules);
  return found.length === 0 ? found : lookAt(page, rules);
}

/** Rule and element of each violation of any rule, in the current theme. */
export function violationsOn(page: Page): Promise<string[]> {
  return lookTwice(page, null);
}

type Theme = 'light' | 'dark';

/** Expects no violations in these themes, in this order: of all rules in the first, of the colour rules in the other. */
export async function expectAccessible(page: Page, themes: readonly Theme[] = ['light', 'dark']): Promise<void> {
  for (const [at, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect([colorScheme, await lookTwice(page, at === 0 ? null : COLOUR_RULES)]).toEqual([colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** The page adapts to a new size a moment later. */
export async function expectWithinWindow(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

/** Controls that are neither 24 pixels wide and high nor have that much space around them (WCAG 2.2, 2.5.8). */
export function tooSmallOn(page: Page): Promise<string[]> {
  return lookTwice(page, ['target-size']);
}

/** How far the focus ring extends beyond its element. */
const RING_PIXELS = 4;

/** Expects that nothing clips the element, nor the focus ring that it would have. */
export async function expectUncut(locator: Locator): Promise<void> {
  const cutBy = (element: Element, ring: number): string[] => {
    const own = element.getBoundingClientRect();
    const cutting: string[] = [];
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const box = around.getBoundingClientRect();
      const isWithin =
        own.left - ring >= box.left && own.right + ring <= box.right && own.top - ring >= box.top && own.bottom + ring <= box.bottom;
      if (!isWithin) cutting.push(around.className);
    }
    return element.scrollWidth > element.clientWidth ? [...cutting, 'its own words'] : cutting;
  };
  await expect.poll(() => locator.evaluate(cutBy, RING_PIXELS)).toEqual([]);
}

/** Width and style of the ring around what has the focus. */
export async function ringOf(locator: Locator): Promise<string> {
  await locator.focus();
  return locator.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  });
}
