/** Measures in the page itself: how long an input takes until what it asked for is painted, and how long the main thread was ever held up. */
import type { Page } from '@playwright/test';

/** What tells that an input is answered: something is there, or gone, or says something else than before. */
export interface Answer {
  present?: string;
  absent?: string;
  /** The text or label of the first match differs from what it was before the input. */
  changed?: string;
}

interface Watch {
  answered: Promise<number>;
}

declare global {
  interface Window {
    benchWatch?: Watch;
    benchBlocks?: number[];
  }
}

/** Before any page: keeps every long task, and every pause of a 10 ms timer beyond its time. */
export async function installProbe(page: Page): Promise<void> {
  // The compiler that runs this file names functions by a helper that no page has.
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await page.addInitScript(() => {
    const blocks: number[] = (window.benchBlocks = []);
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => blocks.push(duration))).observe({ type: 'longtask', buffered: true });
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      if (now - last > 60) blocks.push(now - last - 10);
      last = now;
    }, 10);
  });
}

/** In milliseconds; 0 when it was never held up for more than 50. Forgets what it tells. */
export async function longestBlock(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window.benchBlocks?.splice(0) ?? [])));
}

/** An answer that takes longer than this is none. */
const GIVE_UP_MS = 5_000;

/** Milliseconds from the input event until the frame after the answer has been painted; infinite where none came. */
export async function timed(page: Page, act: () => Promise<unknown>, answer: Answer): Promise<number> {
  await page.evaluate(watchFor, answer);
  await act();
  const answered = page.evaluate(() => window.benchWatch?.answered ?? -1);
  const nothing = page.waitForTimeout(GIVE_UP_MS).then(() => Infinity);
  // Whichever is late ends with the page.
  for (const late of [answered, nothing]) late.catch(() => undefined);
  return Promise.race([answered, nothing]);
}

/** Runs in the page. */
function watchFor({ present, absent, changed }: Answer): void {
  const said = (): string => {
    const element = changed === undefined ? null : document.querySelector(changed);
    return element === null ? '' : `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`;
  };
  const before = said();
  let began: number | null = null;
  const types = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel'];
  const begin = (event: Event): void => {
    // Of a typed word the last letter is what is being answered.
    if (event.type !== 'pointermove' || began === null) began = event.timeStamp;
  };
  types.forEach((type) => window.addEventListener(type, begin, { capture: true, passive: true }));
  const isAnswered = (): boolean =>
    (present === undefined || document.querySelector(present) !== null) && (absent === undefined || document.querySelector(absent) === null) && (changed === undefined || said() !== before);
  const answered = new Promise<number>((resolve) => {
    const afterPaint = (): void => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        types.forEach((type) => window.removeEventListener(type, begin, { capture: true }));
        resolve(performance.now() - (began ?? 0));
      };
      channel.port2.postMessage(null);
    };
    const look = (): void => {
      // What was just rendered is drawn on the canvas one frame later.
      if (began !== null && isAnswered()) requestAnimationFrame(afterPaint);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  window.benchWatch = { answered };
}

/** Milliseconds from the load event until places are found and everything is drawn, and from the start of the navigation. */
export async function settledAfter(page: Page): Promise<{ load: number; navigation: number }> {
  return page.evaluate(
    () =>
      new Promise<{ load: number; navigation: number }>((resolve) => {
        const look = (): void => {
          if (document.querySelector('[role="application"][aria-busy="false"]') === null) requestAnimationFrame(look);
          else
            requestAnimationFrame(() => {
              const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
              resolve({ load: performance.now() - (entry?.loadEventEnd ?? 0), navigation: performance.now() });
            });
        };
        look();
      }),
  );
}
