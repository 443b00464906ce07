/**
 * `npm run bench [-- name …]`: every benchmark, or the named ones, each in this one process, from the same kind of bundle that a server
 * runs. `--help` prints the rest.
 */
import { BENCHMARKS, runBenchmark } from '@/lab/bench/benchmarks';

const LARGE = 'large';
const words = process.argv.slice(2).filter((word) => word !== '--');
const isTiny = words.includes('--tiny');
const isLarge = words.includes(LARGE);
const asked = words.filter((word) => word !== '--tiny' && word !== LARGE);
const all = Object.keys(BENCHMARKS);
const withLarge = all.filter((name) => BENCHMARKS[name]?.hasLarge === true);

const HELP = `npm run bench                 every benchmark, in about 15 minutes
npm run bench -- NAME …       some: ${all.join(', ')}
npm run bench -- NAME:PART    a part of one that has parts
npm run bench -- ${LARGE}        a million components or a thousand tenants instead, which take minutes to fill: ${withLarge.join(', ')}
npm run bench -- ${LARGE} NAME   one of these
npm run bench -- --tiny       only shows that they work
`;

if (words.includes('--help')) process.stdout.write(HELP);
else await runAll(asked.length > 0 ? asked : isLarge ? withLarge : all);

async function runAll(names: readonly string[]): Promise<void> {
  for (const wanted of names) {
    const [name = '', part = null] = wanted.split(':');
    // A benchmark that fails does not stop the others, but fails the whole run.
    const from = performance.now();
    await runBenchmark(name, { part, isTiny, isLarge, addresses: null }).catch((error: unknown) => {
      process.exitCode = 1;
      console.error(error);
    });
    process.stdout.write(`  (${name} took ${((performance.now() - from) / 1_000).toFixed(0)} s)\n`);
  }
}
