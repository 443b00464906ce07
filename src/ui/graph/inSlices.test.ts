import { afterEach, expect, it, vi } from 'vitest';
import { inSlices } from './inSlices';

afterEach(() => vi.unstubAllGlobals());

/** Frames come when they are asked for. */
function stubFrames(): { next(): void; count(): number } {
  const waiting = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => {
    waiting.set(++last, call);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => waiting.delete(id));
  return {
    next: () => {
      const [[id, call] = [0, () => undefined]] = waiting;
      waiting.delete(id);
      call();
    },
    count: () => waiting.size,
  };
}

it('the first step is done at once, each further one a frame later, and then no frame is asked for any more', () => {
  const frames = stubFrames();
  const done: number[] = [];
  inSlices(
    [1, 2, 3].map((number) => () => void done.push(number)),
    (step) => step(),
  );
  expect(done).toEqual([1]);
  frames.next();
  expect(done).toEqual([1, 2]);
  frames.next();
  expect(done).toEqual([1, 2, 3]);
  expect(frames.count()).toBe(0);
});

it('what was stopped does nothing more', () => {
  const frames = stubFrames();
  const done: number[] = [];
  const stop = inSlices(
    [1, 2].map((number) => () => void done.push(number)),
    (step) => step(),
  );
  stop();
  expect(frames.count()).toBe(0);
  expect(done).toEqual([1]);
});

it('what may not go on waits, frame by frame, until it may; the first step never waits', () => {
  const frames = stubFrames();
  const done: number[] = [];
  let may = false;
  inSlices(
    [1, 2].map((number) => () => void done.push(number)),
    (step) => step(),
    () => may,
  );
  expect(done).toEqual([1]);
  frames.next();
  frames.next();
  expect(done).toEqual([1]);
  may = true;
  frames.next();
  expect(done).toEqual([1, 2]);
  expect(frames.count()).toBe(0);
});
