/** How the reports of the test runners are read. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countPlaywright, playwrightFailures, playwrightOutcomes, vitestFailures, vitestOutcomes } from './testReports';

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

it('names each failed Vitest test and each file that could not be loaded, with the first lines of the error', () => {
  const long = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
  const report = {
    testResults: [
      {
        name: join(process.cwd(), 'src', 'a.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'group adds', status: 'passed', failureMessages: [] },
          {
            fullName: 'group takes',
            status: 'failed',
            failureMessages: ['\u001b[31mError: 2 is not 1\u001b[39m\n\n    at a.ts:1:2\nnext'],
          },
          { fullName: 'group tells', status: 'failed', failureMessages: [long] },
        ],
      },
      { name: join(process.cwd(), 'b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(vitestFailures(report)).toEqual([
    { test: `${join('src', 'a.test.ts')} › group takes`, message: 'Error: 2 is not 1\nnext' },
    { test: `${join('src', 'a.test.ts')} › group tells`, message: 'line 0\nline 1\nline 2\nline 3\nline 4\nline 5' },
    { test: 'b.test.ts', message: 'no such module' },
  ]);
});

it('names each journey that failed or needed a retry, and each error outside of journeys', () => {
  const spec = (title: string, status: string): object => ({
    title,
    tests: [{ status, results: [{ error: { message: `${title} took too long` } }, {}] }],
  });
  const report = {
    errors: [{ message: 'no server' }],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('opens', 'expected'), spec('closes', 'flaky')],
        suites: [{ title: 'in the dark theme', specs: [spec('opens', 'unexpected')] }],
      },
    ],
  };
  expect(playwrightFailures(report)).toEqual([
    { test: 'a.spec.ts › closes', message: 'closes took too long' },
    { test: 'a.spec.ts › in the dark theme › opens', message: 'opens took too long' },
    { test: 'outside of journeys', message: 'no server' },
  ]);
});
