/**
 * Measures inside the page: how long it takes from an input until its result is painted, how smoothly a page scrolls, and how long it was
 * blocked.
 */
import type { Page } from '@playwright/test';

/** How to recognize that an input was answered: something appears, disappears or changes. */
export interface Sign {
  present?: string;
  absent?: string;
  /** The text, label, value or busy state of the first match differs from what it was before the input. */
  changed?: string;
}

export interface Answer extends Sign {
  /** An immediate reaction to the input, if the answer must be fetched first. */
  reaction?: Sign;
  /** Shows that the picture is updated, if the answer in words comes first. */
  picture?: Sign;
}

/** Milliseconds from the input event until the frame with the result has been painted; infinite if none came. */
export interface Timed {
  reaction: number;
  answer: number;
  /** For the complete picture; that of the answer if no picture was asked for. */
  picture: number;
}

type Watch = Record<keyof Timed, Promise<number>>;

declare global {
  interface Window {
    benchWatch?: Watch;
    benchTasks?: number[];
    benchWaits?: number[];
    benchFrames?: number[];
    /** Called at the start of a frame, before the page does anything in it. */
    benchFrameBegins?: () => void;
    /** Called after everything that the page does in a frame. */
    benchFrameDid?: () => void;
  }
}

/**
 * Call it before opening a page: records every long task, and every delay of a 10 ms timer, which shows several tasks in a row between
 * which no input is handled.
 */
export async function installProbe(page: Page): Promise<void> {
  // The compiler that runs this file names functions with a helper that pages do not have.
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await page.addInitScript(() => {
    const tasks: number[] = (window.benchTasks = []);
    const waits: number[] = (window.benchWaits = []);
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => tasks.push(duration))).observe({
      type: 'longtask',
      buffered: true,
    });
    const inFrame = requestAnimationFrame.bind(window);
    let frame = -1;
    window.requestAnimationFrame = (callback) =>
      inFrame((at) => {
        if (at !== frame) window.benchFrameBegins?.();
        frame = at;
        callback(at);
        window.benchFrameDid?.();
      });
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      if (now - last > 60) waits.push(now - last - 10);
      last = now;
    }, 10);
  });
}

/** In milliseconds; 0 if nothing took longer than 50. */
export interface HeldUp {
  /** The longest single task. */
  task: number;
  /** The longest delay of a timer. */
  wait: number;
}

/** Resets what it returns. */
export async function longestHeldUp(page: Page): Promise<HeldUp> {
  return page.evaluate(() => ({
    task: Math.max(0, ...(window.benchTasks?.splice(0) ?? [])),
    wait: Math.max(0, ...(window.benchWaits?.splice(0) ?? [])),
  }));
}

/** A slower answer counts as none. */
const GIVE_UP_MS = 5_000;

export async function timed(page: Page, act: () => Promise<unknown>, { reaction, picture, ...whole }: Answer): Promise<Timed> {
  await page.evaluate(watchFor, { reaction: reaction ?? whole, answer: whole, picture: picture ?? whole });
  await act();
  const seen = page.evaluate(async () => ({
    reaction: (await window.benchWatch?.reaction) ?? -1,
    answer: (await window.benchWatch?.answer) ?? -1,
    picture: (await window.benchWatch?.picture) ?? -1,
  }));
  const nothing = page.waitForTimeout(GIVE_UP_MS).then(() => ({ reaction: Infinity, answer: Infinity, picture: Infinity }));
  // Whichever is late ends with the page.
  for (const late of [seen, nothing]) late.catch(() => undefined);
  return Promise.race([seen, nothing]);
}

/** Runs in the page. */
function watchFor(wanted: Record<keyof Timed, Sign>): void {
  const said = ({ changed }: Sign): string => {
    const element = changed === undefined ? null : document.querySelector(changed);
    if (element === null) return '';
    const value = element instanceof HTMLInputElement ? `${element.value} ${String(element.checked)}` : element.textContent;
    return `${['aria-label', 'aria-busy', 'aria-valuenow', 'aria-sort', 'aria-rowcount'].map((name) => element.getAttribute(name) ?? '').join(' ')} ${value}`;
  };
  let began: number | null = null;
  const types = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel'];
  const begin = (event: Event): void => {
    // For a typed word, the last letter is the one that is answered.
    if (event.type !== 'pointermove' || began === null) began = event.timeStamp;
  };
  types.forEach((type) => window.addEventListener(type, begin, { capture: true, passive: true }));
  const watched = (sign: Sign): { isThere: () => boolean; isCanvas: boolean } => {
    const { present, absent, changed } = sign;
    const before = said(sign);
    // What was just rendered is drawn on the canvas one frame later.
    const isCanvas = [present, changed].some((selector) => selector?.includes('[role="application"]') === true);
    const isThere = (): boolean =>
      (present === undefined || document.querySelector(present) !== null) &&
      (absent === undefined || document.querySelector(absent) === null) &&
      (changed === undefined || said(sign) !== before);
    return { isThere, isCanvas };
  };
  const pending = new Set<() => void>();
  const painted = new Set<() => void>();
  const all = (told: Set<() => void>): void => [...told].forEach((tell) => tell());
  window.benchFrameBegins = () => {
    all(painted);
    all(pending);
  };
  // What the page does in a frame is painted with that frame.
  window.benchFrameDid = () => all(pending);
  const everyFrame = (): void => {
    if (pending.size + painted.size > 0) requestAnimationFrame(everyFrame);
  };
  requestAnimationFrame(everyFrame);
  const seen = (isThere: () => boolean, isCanvas: boolean): Promise<number> =>
    new Promise((resolve) => {
      // In the next task after this frame, or when the next frame begins, if the browser prefers that.
      const afterPaint = (): void => {
        const done = (): void => {
          painted.delete(done);
          resolve(performance.now() - (began ?? 0));
        };
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(null);
        painted.add(done);
      };
      // Only within a frame.
      const look = (): void => {
        if (began === null || !isThere()) return;
        pending.delete(look);
        if (isCanvas) requestAnimationFrame(afterPaint);
        else afterPaint();
      };
      pending.add(look);
    });
  const [taken, whole, drawn] = [watched(wanted.reaction), watched(wanted.answer), watched(wanted.picture)];
  // If the answer is immediate, no other reaction is needed.
  const reaction = seen(() => taken.isThere() || whole.isThere(), taken.isCanvas);
  const answer = seen(whole.isThere, whole.isCanvas);
  const picture = seen(() => whole.isThere() && drawn.isThere(), drawn.isCanvas);
  void answer.then(() => types.forEach((type) => window.removeEventListener(type, begin, { capture: true })));
  window.benchWatch = { reaction, answer, picture };
}

export interface Frames {
  perSecond: number;
  worstMs: number;
}

/** The intervals between frames in the page during `act`. */
export async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const frames: number[] = (window.benchFrames = []);
    const note = (at: number): void => {
      frames.push(at);
      if (window.benchFrames === frames) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await act();
  const at = await page.evaluate(() => {
    const frames = window.benchFrames ?? [];
    delete window.benchFrames;
    return frames;
  });
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? time));
  const whole = (at.at(-1) ?? 0) - (at[0] ?? 0);
  return { perSecond: whole === 0 ? 0 : (gaps.length / whole) * 1_000, worstMs: Math.max(0, ...gaps) };
}

/** Milliseconds from the load event until something is painted, and from the start of the navigation. */
export async function settledAfter(page: Page, selector: string): Promise<{ load: number; navigation: number }> {
  return page.evaluate(
    (wanted) =>
      new Promise<{ load: number; navigation: number }>((resolve) => {
        const look = (): void => {
          if (document.querySelector(wanted) === null) requestAnimationFrame(look);
          else
            requestAnimationFrame(() => {
              const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
              resolve({ load: performance.now() - (entry?.loadEventEnd ?? 0), navigation: performance.now() });
            });
        };
        look();
      }),
    selector,
  );
}
