/** The suites that `npm test`, `npm run test:long` and `npm run test:repeat` consist of. */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Section } from './testAll';
import { playwrightResults, vitestResults } from './testReports';

const bin = (...parts: string[]): string => join('node_modules', ...parts);

/** The programs behind the scripts of package.json, as Node runs them without a shell. */
const ENTRIES: Readonly<Record<string, string>> = {
  oxlint: bin('oxlint', 'bin', 'oxlint'),
  oxfmt: bin('oxfmt', 'bin', 'oxfmt'),
  depcruise: bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
  knip: bin('knip', 'bin', 'knip.js'),
  cspell: bin('cspell', 'bin.mjs'),
};

/** A check that keeps one core busy. Only its script in package.json says what it runs. */
function check(title: string, script: string): Section {
  const words = (): string[] => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const [program = '', ...rest] = (scripts[script] ?? '').split(' ');
    return program === 'node' ? rest : [ENTRIES[program] ?? program, ...rest];
  };
  return { title, words, isSingleCore: true };
}

/** Which cases of a file to run: those tagged `long`, or the others. */
type Cases = 'long' | '!long';

interface Selection {
  files?: () => readonly string[];
  cases?: Cases;
}

function vitest(title: string, projects: readonly string[], { files = () => [], cases }: Selection = {}): Section {
  const words = (report: string): string[] => [
    bin('vitest', 'vitest.mjs'),
    ...['run', '--config', join('src', 'test', 'vitest.config.ts'), ...projects.flatMap((project) => ['--project', project])],
    ...files(),
    ...(cases === undefined ? [] : [`--tags-filter=${cases}`]),
    ...[
      '--passWithNoTests',
      '--reporter=default',
      `--reporter=./${join('src', 'test', 'reportWithErrors.ts')}`,
      `--outputFile.json=${report}`,
    ],
  ];
  return { title, words, results: vitestResults };
}

function playwright(title: string, projects: readonly string[]): Section {
  return {
    title,
    words: () => [
      ...[bin('@playwright', 'test', 'cli.js'), 'test', '--config', join('e2e', 'playwright.config.ts')],
      ...projects.flatMap((project) => ['--project', project]),
    ],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    results: playwrightResults,
  };
}

/** The paths of the test files that contain this text. */
function testsWith(text: string): string[] {
  const tests = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.test\.tsx?$/.test(path) && !path.startsWith(join('integrations', 'backstage', '')),
  );
  return tests
    .map((path) => join('src', path))
    .filter((path) => readFileSync(path, 'utf8').includes(text))
    .sort();
}

/** The path of every property test. */
export const propertyTests = (): string[] => testsWith('fc.assert(');

/** The path of every test file with cases that `npm test` leaves out. */
export const testsWithLongCases = (): string[] => testsWith("['long']");

const RANDOM_FACTOR = 10;

/** More cases than `npm test` tries, from a seed that is new each time unless one is given. */
const randomCases: Section = {
  ...vitest('Random cases', ['unit', 'db'], { files: propertyTests }),
  env: () => ({
    FAULTLINE_SEED: process.env.FAULTLINE_SEED ?? String(randomInt(1, 0x7fffffff)),
    FAULTLINE_RUNS: process.env.FAULTLINE_RUNS ?? String(RANDOM_FACTOR),
  }),
};

/** Much of it is done on one core. */
const build: Section = { title: 'Production build', words: () => [join('src', 'ops', 'boot', 'run.mjs'), 'build'], isSingleCore: true };

const unit = vitest('Unit and component tests', ['unit', 'dom'], { cases: '!long' });
const database = vitest('Database and REST tests', ['db'], { cases: '!long' });
const journeys = playwright('Browser journeys', ['journeys']);

/**
 * `npm test`. Checks and the build run two at a time, the longest first; the build follows the types, because it writes some of its own. The
 * types are checked with one thread: several checkers repeat each other's work.
 */
export const SECTIONS: readonly Section[] = [
  check('Types', 'types'),
  check('Lint', 'lint'),
  build,
  check('Format', 'format:check'),
  check('Dependency rules', 'rules'),
  check('Dead code', 'dead'),
  check('Spelling', 'spelling'),
  unit,
  database,
  journeys,
];

/** `npm run test:long`: tests that hardly any change breaks, and tests that run for too long to wait for after each change. */
export const LONG_SECTIONS: readonly Section[] = [
  vitest('Long tests', ['long', 'long-db']),
  vitest('Long cases of ordinary tests', ['unit', 'dom', 'db'], { files: testsWithLongCases, cases: 'long' }),
  randomCases,
  build,
  playwright('Long journeys', ['long', 'long-journeys']),
];

/** `npm run test:repeat`: everything whose result could differ when it runs again. */
export const REPEATED_SECTIONS: readonly Section[] = [unit, database, journeys];
