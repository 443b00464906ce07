/** Runs suites: every section in order, even after a failed one, with one total at the end. testSections.ts lists the sections. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOrNull } from '@/plain/jsonOrNull';
import type { TestResult } from './testReports';

export interface Counts {
  passed: number;
  failed: number;
}

export interface Section {
  title: string;
  /** Arguments for Node; `report` is the file for the program's results. */
  words(report: string): string[];
  env?: (report: string) => Record<string, string>;
  /** Keeps one core busy, so another such section runs beside it. Its output appears once it has ended. */
  isSingleCore?: true;
  /** Reads the results. A section without them counts as one check, which passes if the program exits with 0. */
  results?: (report: unknown) => TestResult[];
}

/** The results of a section. A program that failed without naming a failure counts as one, so that nothing broken ever adds up to zero. */
export function judge(exitCode: number | null, results: readonly TestResult[] | null): Counts {
  if (results === null) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const [passed, failed] = (['passed', 'failed'] as const).map((wanted) => results.filter(({ outcome }) => outcome === wanted).length);
  return { passed: passed ?? 0, failed: exitCode !== 0 && failed === 0 ? 1 : (failed ?? 0) };
}

function readReport(path: string): unknown {
  return existsSync(path) ? jsonOrNull(readFileSync(path, 'utf8')) : null;
}

export interface TestRun {
  /** A directory for this run only, for results and for the data of the server under test. */
  directory: string;
  environment: NodeJS.ProcessEnv;
  say: (line: string) => void;
  /** The processes that are running; the caller ends them if the run is interrupted. */
  children: Set<ChildProcess>;
  /** The run was interrupted: nothing else is started or counted. */
  isLeaving: () => boolean;
  /** What could not be run at all and why, repeated beside the total. */
  notes?: readonly string[];
}

interface Ended {
  exitCode: number | null;
  /** The output of a section that ran beside another one; empty for others, which print directly. */
  output: string;
}

function runSection(section: Section, report: string, { environment, children }: TestRun): Promise<Ended> {
  return new Promise((resolve) => {
    const output = section.isSingleCore ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, section.words(report), {
      env: { ...environment, ...section.env?.(report) },
      stdio: ['ignore', output, output],
      // A separate process group, so that all its descendants can be ended with it.
      detached: process.platform !== 'win32',
    });
    children.add(child);
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
    const end = (exitCode: number | null): void => {
      children.delete(child);
      resolve({ exitCode, output: Buffer.concat(printed).toString('utf8') });
    };
    child.once('error', () => end(1));
    child.once('close', end);
  });
}

/** Groups consecutive sections that need one core each; every other section is a group of its own. */
function besideEachOther(sections: readonly Section[]): Section[][] {
  const groups: Section[][] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (section.isSingleCore && last?.[0]?.isSingleCore) last.push(section);
    else groups.push([section]);
  }
  return groups;
}

const SECTIONS_AT_ONCE = 2;

/** Runs `work` on each item, `SECTIONS_AT_ONCE` at a time, in order. */
async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const runner = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: SECTIONS_AT_ONCE }, runner));
}

export interface Result extends Counts {
  section: Section;
  seconds: number;
  /** Of each test; null for a check. */
  results: readonly TestResult[] | null;
}

/** The results in the order of the sections. Null if the run was interrupted. */
export async function collect(sections: readonly Section[], run: TestRun): Promise<Result[] | null> {
  const collected = new Map<Section, Result>();
  for (const group of besideEachOther(sections)) {
    await eachAtOnce(group, async (section) => {
      if (run.isLeaving()) return;
      const heading = `\n=== ${section.title} ===\n`;
      if (!section.isSingleCore) run.say(heading);
      const path = join(run.directory, `report-${sections.indexOf(section)}.json`);
      const startedAt = Date.now();
      const { exitCode, output } = await runSection(section, path, run);
      if (section.isSingleCore && !run.isLeaving()) run.say(`${heading}\n${output}`.trimEnd());
      const report = readReport(path);
      const results = section.results === undefined ? null : report === null ? [] : section.results(report);
      collected.set(section, { section, ...judge(exitCode, results), seconds: (Date.now() - startedAt) / 1_000, results });
    });
    if (run.isLeaving()) return null;
  }
  return sections.flatMap((section) => collected.get(section) ?? []);
}

export function sumOf(results: readonly Counts[]): Counts {
  return results.reduce<Counts>((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/** Seconds as minutes and seconds, such as "7 min 05 s". */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

const NAMED_FAILURES = 20;

/** Which tests failed and why, so that the end of the output is enough to know, even where a log keeps nothing else. */
function failureLines(results: readonly Result[]): string[] {
  const failedAmong = (tests: Result['results']): TestResult[] => tests?.filter(({ outcome }) => outcome === 'failed') ?? [];
  const failures = results.flatMap((result) => failedAmong(result.results));
  const lines = failures.slice(0, NAMED_FAILURES).map(({ test, message }) => `\nFAILED  ${test}\n${message.replace(/^/gm, '    ')}`);
  const rest = failures.length - lines.length;
  if (rest > 0) lines.push(`\n... and ${rest} more`);
  for (const { section, failed, results: tests } of results)
    if (tests !== null && failed > 0 && failedAmong(tests).length === 0)
      lines.push(`\nFAILED  ${section.title}: outside of its tests. The error is above.`);
  return lines;
}

/** Runs the sections and prints their results. Returns the sum, or null if the run was interrupted. */
export async function runSections(sections: readonly Section[], run: TestRun): Promise<Counts | null> {
  const startedAt = Date.now();
  const results = await collect(sections, run);
  if (results === null) return null;
  const total = (Date.now() - startedAt) / 1_000;
  const lines = results.map(({ section: { title }, passed, failed, seconds }) => {
    const share = `${duration(seconds)}, ${Math.round((seconds / total) * 100)} %`;
    return `${failed === 0 ? 'ok    ' : 'FAILED'}  ${title}: ${passed} passed, ${failed} failed (${share})`;
  });
  const sum = sumOf(results);
  const said = [...lines, ...failureLines(results), `Total time: ${duration(total)}`, ...(run.notes ?? [])];
  run.say(`\n=== Summary ===\n\n${said.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed`);
  return sum;
}
