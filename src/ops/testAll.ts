/** `npm test`: every suite in order, none skipped because an earlier one failed, and one sum at the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
}

export interface Section {
  title: string;
  /** Arguments for Node; `report` is the file that the program is asked to write its results to. */
  words(report: string): string[];
  env?: (report: string) => Record<string, string>;
  /** Reads the results; a section without them counts as one check that holds when the program ends well. */
  count?: (report: unknown) => Counts;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** A file that could not even be loaded has no test of its own to fail, so it counts as one. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  return { passed: numPassedTests, failed: numFailedTests + broken };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
}

/** A journey that succeeded only when repeated has not been proven. Errors outside of any journey count one each. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

const bin = (...parts: string[]): string => join('node_modules', ...parts);

function vitest(project: string): Pick<Section, 'words' | 'count'> {
  const words = (report: string): string[] => [
    bin('vitest', 'vitest.mjs'),
    ...['run', '--config', join('src', 'test', 'vitest.config.ts'), '--project', project, '--passWithNoTests'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ];
  return { words, count: countVitest };
}

/** The scripts of package.json stay the one place that says how types, lint and rules are checked. */
function script(name: string): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [program = '', ...rest] = (scripts[name] ?? '').split(' ');
  const entries: Record<string, string> = {
    tsc: bin('typescript', 'bin', 'tsc'),
    eslint: bin('eslint', 'bin', 'eslint.js'),
    depcruise: bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
  };
  return [entries[program] ?? program, ...rest];
}

export const SECTIONS: readonly Section[] = [
  { title: 'Types', words: () => script('types') },
  { title: 'Lint', words: () => script('lint') },
  { title: 'Dependency rules', words: () => script('rules') },
  { title: 'Unit tests', ...vitest('unit') },
  { title: 'Database and REST tests', ...vitest('db') },
  { title: 'Production build', words: () => [join('src', 'ops', 'boot', 'run.mjs'), 'build'] },
  {
    title: 'Browser journeys',
    words: () => [bin('@playwright', 'test', 'cli.js'), 'test', '--config', join('e2e', 'playwright.config.ts')],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    count: countPlaywright,
  },
];

/** What a section has to say. A program that failed without naming a failure counts as one, so that nothing broken ever sums up to zero. */
export function judge(section: Section, exitCode: number | null, report: unknown): Counts {
  if (section.count === undefined) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const counts = report === null ? { passed: 0, failed: 0 } : section.count(report);
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readReport(path: string): unknown {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  } catch {
    return null;
  }
}

export interface TestRun {
  /** A directory of this run alone, for results and for the data of the server under test. */
  directory: string;
  environment: NodeJS.ProcessEnv;
  say: (line: string) => void;
  onChild: (child: ChildProcess | null) => void;
  /** The run has been interrupted: nothing further is begun or summed up. */
  isLeaving: () => boolean;
  /** What could not be run at all and why, said again beside the sum. */
  notes?: readonly string[];
}

function runSection(section: Section, report: string, { environment, onChild }: TestRun): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, section.words(report), {
      env: { ...environment, ...section.env?.(report) },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A group of its own, so that all its descendants can be ended with it.
      detached: process.platform !== 'win32',
    });
    onChild(child);
    child.once('error', () => resolve(1));
    child.once('close', (code) => {
      onChild(null);
      resolve(code);
    });
  });
}

/** Null when the run was interrupted. */
export async function runSections(sections: readonly Section[], run: TestRun): Promise<Counts | null> {
  const sum: Counts = { passed: 0, failed: 0 };
  const lines: string[] = [];
  for (const [index, section] of sections.entries()) {
    run.say(`\n=== ${section.title} ===\n`);
    const report = join(run.directory, `report-${index}.json`);
    const startedAt = Date.now();
    const exitCode = await runSection(section, report, run);
    if (run.isLeaving()) return null;
    const { passed, failed } = judge(section, exitCode, readReport(report));
    sum.passed += passed;
    sum.failed += failed;
    lines.push(
      `${failed === 0 ? 'ok    ' : 'FAILED'}  ${section.title}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - startedAt) / 1_000)} s)`,
    );
  }
  run.say(`\n=== Summary ===\n\n${[...lines, ...(run.notes ?? [])].join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed`);
  return sum;
}
