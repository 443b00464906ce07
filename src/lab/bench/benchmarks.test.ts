/** Benchmarks are asked for by name. */
import { expect, it } from 'vitest';
import { runBenchmark } from './benchmarks';

it('an unknown name is refused, and the answer lists the names that exist', async () => {
  await expect(runBenchmark('speed', { part: null, isTiny: true, isLarge: false, addresses: null })).rejects.toThrow(
    /^No benchmark speed\. .*graph/,
  );
});
