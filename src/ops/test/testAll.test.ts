/** The total of all suites: a broken suite must never count as zero failures. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judge, runSections, type Section, type TestRun } from './testAll';
import { type TestResult, vitestResults } from './testReports';

const some = (outcome: TestResult['outcome'], count: number): TestResult[] =>
  Array.from({ length: count }, (_, place) => ({ test: `${outcome} ${place}`, outcome, message: '' }));

const vitestReport = (passed: number): object => ({
  testResults: [
    {
      name: 'a.test.ts',
      status: 'passed',
      assertionResults: Array.from({ length: passed }, () => ({ fullName: 'adds', status: 'passed' })),
    },
  ],
});

describe('one section', () => {
  it.each<[string, number | null, TestResult[] | null, { passed: number; failed: number }]>([
    ['a check that passes', 0, null, { passed: 1, failed: 0 }],
    ['a check that fails', 2, null, { passed: 0, failed: 1 }],
    ['a suite that passes', 0, [...some('passed', 5), ...some('skipped', 2)], { passed: 5, failed: 0 }],
    ['a suite with failures', 1, [...some('passed', 5), ...some('failed', 2)], { passed: 5, failed: 2 }],
    ['a suite that exits with an error although every test passed', 1, some('passed', 5), { passed: 5, failed: 1 }],
    ['a suite that exits with an error and without results', null, [], { passed: 0, failed: 1 }],
  ])('%s', (_, exitCode, results, expected) => {
    expect(judge(exitCode, results)).toEqual(expected);
  });
});

describe('a whole run', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'faultline-sum-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function runFor(said: string[]): TestRun {
    return { directory, environment: process.env, say: (line) => said.push(line), children: new Set(), isLeaving: () => false };
  }

  /** A section that runs this program, which decides what it prints and whether it fails. */
  function programmed(title: string, program: string, more: Partial<Section> = {}): Section {
    return { title, words: () => ['--input-type=module', '-e', program], ...more };
  }

  it('runs every section after a failed one, and ends with only the total on the last line', async () => {
    const program = join(directory, 'suite.mjs');
    writeFileSync(program, `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], process.env.REPORT);`);
    const sections: Section[] = [
      { title: 'Broken', words: () => ['-e', 'process.exit(3)'] },
      {
        title: 'Suite',
        words: (report) => [program, report],
        env: () => ({ REPORT: JSON.stringify(vitestReport(7)) }),
        results: vitestResults,
      },
    ];
    const said: string[] = [];
    const sum = await runSections(sections, runFor(said));
    expect(sum).toEqual({ passed: 7, failed: 1 });
    expect(said.join('\n').split('\n').at(-1)).toBe('7 passed, 1 failed');
  });

  it('names at the end of its output the tests that failed, and why', async () => {
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'adds', status: 'failed', failureMessages: ['Error: 2 is not 1\nnext'] },
            { fullName: 'takes', status: 'passed' },
          ],
        },
      ],
    };
    const program = join(directory, 'suite.mjs');
    writeFileSync(program, `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], process.env.REPORT); process.exit(1);`);
    const section: Section = {
      title: 'Suite',
      words: (path) => [program, path],
      env: () => ({ REPORT: JSON.stringify(report) }),
      results: vitestResults,
    };
    const said: string[] = [];
    await runSections([section], runFor(said));
    expect(said.at(-1)).toContain('\nFAILED  a.test.ts › adds\n    Error: 2 is not 1\n    next\n');
    expect(said.at(-1)?.split('\n').at(-1)).toBe('1 passed, 1 failed');
  });

  it('says so if a suite failed although none of its tests did', async () => {
    const program = join(directory, 'suite.mjs');
    writeFileSync(program, `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], process.env.REPORT); process.exit(1);`);
    const section: Section = {
      title: 'Suite',
      words: (path) => [program, path],
      env: () => ({ REPORT: JSON.stringify(vitestReport(1)) }),
      results: vitestResults,
    };
    const said: string[] = [];
    expect(await runSections([section], runFor(said))).toEqual({ passed: 1, failed: 1 });
    expect(said.at(-1)).toContain('\nFAILED  Suite: outside of its tests. The error is above.\n');
  });

  it('says beside the total what could not run, and does not count it', async () => {
    const said: string[] = [];
    const sum = await runSections([], { ...runFor(said), notes: ['SKIPPED this: no network.'] });
    expect(sum).toEqual({ passed: 0, failed: 0 });
    expect(said.join('\n').split('\n').slice(-3)).toEqual(['SKIPPED this: no network.', '', '0 passed, 0 failed']);
  });

  it('runs checks that need one core two at a time, and prints the output of each in one piece', async () => {
    // Each section waits until the other has begun, so both would fail if they ran one after the other.
    const meet = (own: string, other: string): string => `
      import { existsSync, writeFileSync } from 'node:fs';
      import { setTimeout as delay } from 'node:timers/promises';
      console.log('${own} begins');
      writeFileSync('${join(directory, own)}', '');
      for (let waited = 0; !existsSync('${join(directory, other)}'); waited += 1) {
        if (waited > 1_000) process.exit(1);
        await delay(20);
      }
      console.log('${own} ends');`;
    const sections = [
      programmed('One', meet('one', 'two'), { isSingleCore: true }),
      programmed('Two', meet('two', 'one'), { isSingleCore: true }),
    ];
    const said: string[] = [];
    expect(await runSections(sections, runFor(said))).toEqual({ passed: 2, failed: 0 });
    expect(said.slice(0, 2).sort()).toEqual(['\n=== One ===\n\none begins\none ends', '\n=== Two ===\n\ntwo begins\ntwo ends']);
  });

  it('lists the results in the order of the sections, and the total time', async () => {
    const sections = [
      programmed('Slow check', "await import('node:timers/promises').then(({ setTimeout: delay }) => delay(300))", { isSingleCore: true }),
      programmed('Quick check', 'process.exit(2)', { isSingleCore: true }),
      programmed('Suite', ''),
    ];
    const said: string[] = [];
    await runSections(sections, runFor(said));
    const summary = said
      .at(-1)
      ?.replace(/\d+ s, \d+ %/g, '# s, # %')
      .replace(/time: \d+ s/, 'time: # s');
    expect(summary?.split('\n').filter((line) => line !== '')).toEqual([
      '=== Summary ===',
      'ok      Slow check: 1 passed, 0 failed (# s, # %)',
      'FAILED  Quick check: 0 passed, 1 failed (# s, # %)',
      'ok      Suite: 1 passed, 0 failed (# s, # %)',
      'Total time: # s',
      '2 passed, 1 failed',
    ]);
  });

  it('begins nothing and prints no totals once it is interrupted, and forgets processes that have ended', async () => {
    const said: string[] = [];
    const children: TestRun['children'] = new Set();
    let seen = 0;
    const isLeaving = (): boolean => seen > 0;
    const add = children.add.bind(children);
    children.add = (child) => {
      seen += 1;
      return add(child);
    };
    const sections = [programmed('First', ''), programmed('Second', '')];
    expect(await runSections(sections, { ...runFor(said), children, isLeaving })).toBeNull();
    expect([seen, children.size, said]).toEqual([1, 0, ['\n=== First ===\n']]);
  });
});
