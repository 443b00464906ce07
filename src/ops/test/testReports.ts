/** Reads what the test runners report: how many tests passed, and the result of each. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Counts, Failure } from '@/ops/test/testAll';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** A file that could not even be loaded has no test that could fail, so it counts as one failure. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  return { passed: numPassedTests, failed: numFailedTests + broken };
}

interface PlaywrightSuite {
  title: string;
  specs?: { title: string; tests: { projectName: string; status: string; results?: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

/** A journey that succeeded only when repeated does not count as passed. Errors outside of any journey count as one each. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** The result of each test, by its file and name. Tests with the same name in a file share a list, in the order in which they ran. */
export type Outcomes = ReadonlyMap<string, readonly string[]>;

function gather(entries: readonly (readonly [name: string, outcome: string])[]): Outcomes {
  const outcomes = new Map<string, string[]>();
  for (const [name, outcome] of entries) outcomes.set(name, [...(outcomes.get(name) ?? []), outcome]);
  return outcomes;
}

/** "passed" or "failed" for each test, and for each file that could not be loaded. */
export function vitestOutcomes(report: unknown): Outcomes {
  const { testResults } = report as VitestReport;
  return gather(
    testResults.flatMap(({ name: file, status, assertionResults }): [string, string][] =>
      assertionResults.length === 0
        ? [[file, status]]
        : assertionResults.map((test): [string, string] => [`${file} › ${test.fullName}`, test.status]),
    ),
  );
}

/** "expected" for a journey that passed, otherwise Playwright's word for the result. */
export function playwrightOutcomes(report: unknown): Outcomes {
  const entriesOf = (suite: PlaywrightSuite, path: string): [string, string][] => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) => tests.map(({ status }): [string, string] => [`${path} › ${title}`, status])),
    ...(suite.suites ?? []).flatMap((inner) => entriesOf(inner, `${path} › ${inner.title}`)),
  ];
  return gather((report as PlaywrightReport).suites.flatMap((suite) => entriesOf(suite, suite.title)));
}

const MESSAGE_LINES = 6;
const LINE_LENGTH = 300;

/** The first lines of an error, without colors, stack frames and empty lines. */
function beginningOf(error: string): string {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines
    .slice(0, MESSAGE_LINES)
    .map((line) => line.slice(0, LINE_LENGTH))
    .join('\n');
}

/** Each failed test, and each file that could not be loaded, by its path in this directory. */
export function vitestFailures(report: unknown): Failure[] {
  const { testResults } = report as VitestReport;
  return testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative('.', name);
    if (status === 'failed' && assertionResults.length === 0) return [{ test: file, message: beginningOf(message) }];
    return assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages = [] }) => ({
        test: `${file} › ${fullName}`,
        message: beginningOf(failureMessages.join('\n')),
      }));
  });
}

/** Each journey that failed or passed only on a retry, and each error outside of journeys. */
export function playwrightFailures(report: unknown): Failure[] {
  const { suites, errors } = report as PlaywrightReport;
  const failuresOf = (suite: PlaywrightSuite, path: string): Failure[] => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results = [] }) => ({
          test: `${path} › ${title}`,
          message: beginningOf(results.flatMap(({ error }) => error?.message ?? []).join('\n')),
        })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, `${path} › ${inner.title}`)),
  ];
  return [
    ...suites.flatMap((suite) => failuresOf(suite, suite.title)),
    ...errors.map(({ message = '' }) => ({ test: 'outside of journeys', message: beginningOf(message) })),
  ];
}
