/** How the reports of the test runners are read. */
import { expect, it } from 'vitest';
import { countPlaywright, playwrightOutcomes, vitestOutcomes } from './testReports';

it('counts a journey that passed only on a retry as failed, and each error outside journeys too', () => {
  expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [{}] })).toEqual({ passed: 3, failed: 3 });
});

it('reads the result of each Vitest test, even of two with the same name, and of a file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: '/a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'group adds', status: 'passed' },
          { fullName: 'group adds', status: 'failed' },
        ],
      },
      { name: '/b.test.ts', status: 'failed', assertionResults: [] },
    ],
  };
  expect([...vitestOutcomes(report)]).toEqual([
    ['/a.test.ts › group adds', ['passed', 'failed']],
    ['/b.test.ts', ['failed']],
  ]);
});

it('reads the result of each journey, by its groups', () => {
  const spec = (title: string, status: string): object => ({ title, tests: [{ status }] });
  const report = {
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('opens', 'expected')],
        suites: [{ title: 'in the dark theme', specs: [spec('opens', 'unexpected')] }],
      },
    ],
  };
  expect([...playwrightOutcomes(report)]).toEqual([
    ['a.spec.ts › opens', ['expected']],
    ['a.spec.ts › in the dark theme › opens', ['unexpected']],
  ]);
});
