/**
 * `npm run bench [-- name …]`: every benchmark, or the named ones, each in this one process, from the same kind of bundle that a server
 * runs. `name:part` runs only that part of a benchmark that has parts; `--tiny` only shows that they work.
 */
import { BENCHMARKS, runBenchmark } from '@/bench/benchmarks';

const words = process.argv.slice(2).filter((word) => word !== '--');
const isTiny = words.includes('--tiny');
const asked = words.filter((word) => word !== '--tiny');

for (const wanted of asked.length === 0 ? Object.keys(BENCHMARKS) : asked) {
  const [name = '', part = null] = wanted.split(':');
  // A benchmark that fails does not stop the others, but fails the whole run.
  await runBenchmark(name, { part, isTiny, addresses: null }).catch((error: unknown) => {
    process.exitCode = 1;
    console.error(error);
  });
}
