import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Listener = (event: { timeStamp: number }) => void;

const listeners = new Map<string, Listener>();
let now = 0;

beforeEach(() => {
  vi.resetModules();
  listeners.clear();
  now = 10_000;
  vi.stubGlobal('window', { addEventListener: (name: string, listener: Listener) => listeners.set(name, listener) });
  vi.stubGlobal('performance', { now: () => now });
});
afterEach(() => vi.unstubAllGlobals());

it.each(['pointerdown', 'pointerup', 'keydown', 'wheel'])(
  'it is quiet until a %s, and again a quarter of a second after it',
  async (input) => {
    const { isQuiet } = await import('./quiet');
    expect(isQuiet()).toBe(true);
    listeners.get(input)?.({ timeStamp: now });
    const after = (ms: number): boolean => {
      now = 10_000 + ms;
      return isQuiet();
    };
    expect([0, 250, 251].map(after)).toEqual([false, false, true]);
  },
);

it('an input that was made a while before it is heard counts from when it was made', async () => {
  const { isQuiet } = await import('./quiet');
  isQuiet();
  listeners.get('keydown')?.({ timeStamp: now - 300 });
  expect(isQuiet()).toBe(true);
});

it('the pointer that merely moves disturbs nothing', async () => {
  const { isQuiet } = await import('./quiet');
  isQuiet();
  expect([...listeners.keys()]).toEqual(['pointerdown', 'pointerup', 'keydown', 'wheel']);
});
