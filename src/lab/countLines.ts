/**
 * `npm run lines -- COMMIT …`: the product's non-blank lines in each commit and in its parent, and what they come to together. Tests and their support, the lab, plugins
 * for other products and generated files do not count.
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const COUNTED = ['ts', 'tsx', 'mjs', 'css'].map((ending) => `src/**/*.${ending}`);
// Benchmarks, which are in the lab now, had a folder of their own.
const NOT_COUNTED = ['src/**/*.test.*', 'src/test', 'src/lab', 'src/bench', 'src/integrations', 'src/**/generated/**'];
const PATHS = [
  ...COUNTED.map((path) => `:(glob)${path}`),
  ...NOT_COUNTED.map((path) => `:(exclude,glob)${path.includes('*') ? path : `${path}/**`}`),
];

function git(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.trim();
}

/** The lines of `commit` that are not blank. */
export function productLines(commit: string): number {
  const counts = git('grep', '-I', '-c', '-E', '[^[:space:]]', commit, '--', ...PATHS);
  return counts.split('\n').reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(':') + 1)), 0);
}

function main(named: readonly string[]): void {
  let total = 0;
  for (const commit of named.length === 0 ? ['HEAD'] : named) {
    const [before, after] = [productLines(`${commit}^`), productLines(commit)];
    total += after - before;
    console.log(`${before} → ${after}  ${String(after - before).padStart(6)}  ${git('log', '-1', '--format=%h %s', commit)}`);
  }
  console.log(`In all: ${total}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2).filter((word) => word !== '--'));
