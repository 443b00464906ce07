/** Reads what the test runners report: the result of each test. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface TestResult {
  /** Its file in this directory, and its names. */
  test: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** The first lines of its error; empty if there is none. */
  message: string;
}

interface VitestReport {
  /** Outside of tests. */
  errors?: { message?: string; stack?: string }[];
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  specs?: { title: string; tests: { status: string; results?: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  errors?: { message?: string }[];
  suites: PlaywrightSuite[];
}

const MESSAGE_LINES = 6;
const LINE_LENGTH = 300;

/** The errors outside of any test: each counts as one that failed. */
function outsideOf(where: string, errors: readonly string[]): TestResult[] {
  return errors.map((error) => ({ test: `outside of ${where}`, outcome: 'failed', message: beginningOf([error]) }));
}

/** An error without colors, stack frames and empty lines. */
function beginningOf(errors: readonly (string | undefined)[]): string {
  const lines = stripVTControlCharacters(errors.filter((error) => error !== undefined).join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines
    .slice(0, MESSAGE_LINES)
    .map((line) => line.slice(0, LINE_LENGTH))
    .join('\n');
}

/** An error without a test to name it, with the places in our code that its stack leads through. */
function withPlaces({ message = '', stack = '' }: { message?: string; stack?: string }): string {
  const places = stack.split('\n').flatMap((line) => /^\s+at .*?\b((?:src|e2e)[\\/].*:\d+):\d+\)?$/.exec(line)?.[1] ?? []);
  return [message, ...places.map((place) => `in ${place}`)].join('\n');
}

/** A file that could not even be loaded has no test that could fail, so it counts as one failure, as does each error outside of tests. */
export function vitestResults(report: unknown): TestResult[] {
  const { testResults, errors = [] } = report as VitestReport;
  const tests = testResults.flatMap(({ name, status, message, assertionResults }): TestResult[] => {
    const file = relative('.', name);
    if (status === 'failed' && assertionResults.length === 0) return [{ test: file, outcome: 'failed', message: beginningOf([message]) }];
    return assertionResults.map((test) => ({
      test: `${file} › ${test.fullName}`,
      outcome: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      message: beginningOf(test.failureMessages ?? []),
    }));
  });
  return [...tests, ...outsideOf('tests', errors.map(withPlaces))];
}

/** A journey that succeeded only when repeated did not pass. An error outside of any journey counts as one that failed. */
export function playwrightResults(report: unknown): TestResult[] {
  const { suites, errors = [] } = report as PlaywrightReport;
  const resultsOf = (suite: PlaywrightSuite, path: string): TestResult[] => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status, results = [] }): TestResult => ({
        test: `${path} › ${title}`,
        outcome: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        message: beginningOf(results.map(({ error }) => error?.message)),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => resultsOf(inner, `${path} › ${inner.title}`)),
  ];
  const outside = errors.map(({ message = '' }) => message);
  return [...suites.flatMap((suite) => resultsOf(suite, suite.title)), ...outsideOf('journeys', outside)];
}
