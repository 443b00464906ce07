/** Reads what the test runners report: how many tests passed, and the result of each. */
import type { Counts } from '@/ops/testAll';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** A file that could not even be loaded has no test that could fail, so it counts as one failure. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  return { passed: numPassedTests, failed: numFailedTests + broken };
}

interface PlaywrightSuite {
  title: string;
  specs?: { title: string; tests: { projectName: string; status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
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
