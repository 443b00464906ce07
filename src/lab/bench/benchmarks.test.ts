/** Every benchmark still works. */
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { BENCHMARKS, runBenchmark } from './benchmarks';

let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
});
afterEach(() => {
  vi.restoreAllMocks();
  // There is no real canvas here, so the module that measures names must forget it.
  vi.resetModules();
});

test.each(Object.keys(BENCHMARKS).filter((name) => BENCHMARKS[name]?.needsDatabase === false))(
  '%s runs on tiny input, and says its name and its figures',
  async (name) => {
    await runBenchmark(name, { part: null, isTiny: true, isLarge: false, addresses: null });
    expect(printed).toMatch(new RegExp(`^\n== ${name}\n`));
    expect(printed).toMatch(/\d ms/);
    expect(printed).not.toMatch(/NaN|undefined/);
  },
);

it('an unknown name is refused, and the answer lists the names that exist', async () => {
  await expect(runBenchmark('speed', { part: null, isTiny: true, isLarge: false, addresses: null })).rejects.toThrow(
    /^No benchmark speed\. .*graph/,
  );
});
