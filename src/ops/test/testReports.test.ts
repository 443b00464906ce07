/** How the reports of the test runners are read. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { playwrightResults, vitestResults } from './testReports';

it('reads the result of each Vitest test, even of two with the same name, of a file that could not be loaded, and each error outside of tests', () => {
  const long = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
  const stack =
    'Error: too late\n    at wait (/home/src/server/wait.ts:12:3)\n    at node:internal/timers:5:7\n    at src/plain/later.ts:3:1';
  const report = {
    errors: [{ message: 'too late', stack }, {}],
    testResults: [
      {
        name: join(process.cwd(), 'src', 'a.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'group adds', status: 'passed', failureMessages: [] },
          {
            fullName: 'group adds',
            status: 'failed',
            failureMessages: ['\u001b[31mError: 2 is not 1\u001b[39m\n\n    at a.ts:1:2\nnext'],
          },
          { fullName: 'group tells', status: 'failed', failureMessages: [long] },
          { fullName: 'group waits', status: 'pending' },
        ],
      },
      { name: join(process.cwd(), 'b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  const file = join('src', 'a.test.ts');
  expect(vitestResults(report)).toEqual([
    { test: `${file} › group adds`, outcome: 'passed', message: '' },
    { test: `${file} › group adds`, outcome: 'failed', message: 'Error: 2 is not 1\nnext' },
    { test: `${file} › group tells`, outcome: 'failed', message: 'line 0\nline 1\nline 2\nline 3\nline 4\nline 5' },
    { test: `${file} › group waits`, outcome: 'skipped', message: '' },
    { test: 'b.test.ts', outcome: 'failed', message: 'no such module' },
    { test: 'outside of tests', outcome: 'failed', message: 'too late\nin src/server/wait.ts:12\nin src/plain/later.ts:3' },
    { test: 'outside of tests', outcome: 'failed', message: '' },
  ]);
});

it('reads the result of each journey by its groups; one that needed a retry failed, and so did each error outside of journeys', () => {
  const spec = (title: string, status: string): object => ({
    title,
    tests: [{ status, results: [{ error: { message: `${title} took too long` } }, {}] }],
  });
  const report = {
    errors: [{ message: 'no server' }],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [{ title: 'opens', tests: [{ status: 'expected', results: [{}] }] }, spec('closes', 'flaky')],
        suites: [{ title: 'in the dark theme', specs: [spec('opens', 'unexpected'), { title: 'closes', tests: [{ status: 'skipped' }] }] }],
      },
    ],
  };
  expect(playwrightResults(report)).toEqual([
    { test: 'a.spec.ts › opens', outcome: 'passed', message: '' },
    { test: 'a.spec.ts › closes', outcome: 'failed', message: 'closes took too long' },
    { test: 'a.spec.ts › in the dark theme › opens', outcome: 'failed', message: 'opens took too long' },
    { test: 'a.spec.ts › in the dark theme › closes', outcome: 'skipped', message: '' },
    { test: 'outside of journeys', outcome: 'failed', message: 'no server' },
  ]);
});
