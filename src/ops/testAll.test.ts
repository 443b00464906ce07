/** The sum of all suites: nothing that is broken may count as nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, judge, runSections, type Section } from './testAll';

const check: Section = { title: 'check', words: () => [] };
const suite: Section = { ...check, count: countVitest };

const vitestReport = (passed: number, failed: number, unloadable = 0): object => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: [
    { status: 'passed', assertionResults: [{}] },
    ...Array.from({ length: unloadable }, () => ({ status: 'failed', assertionResults: [] })),
  ],
});

describe('one section', () => {
  it.each<[string, Section, number | null, unknown, { passed: number; failed: number }]>([
    ['a check that holds', check, 0, null, { passed: 1, failed: 0 }],
    ['a check that fails', check, 2, null, { passed: 0, failed: 1 }],
    ['a suite that passes', suite, 0, vitestReport(5, 0), { passed: 5, failed: 0 }],
    ['a suite with failures', suite, 1, vitestReport(5, 2), { passed: 5, failed: 2 }],
    ['a file that cannot be loaded', suite, 1, vitestReport(5, 0, 1), { passed: 5, failed: 1 }],
    ['a suite that ends badly though every test passed', suite, 1, vitestReport(5, 0), { passed: 5, failed: 1 }],
    ['a suite that ends badly without results', suite, null, null, { passed: 0, failed: 1 }],
  ])('%s', (_, section, exitCode, report, expected) => {
    expect(judge(section, exitCode, report)).toEqual(expected);
  });

  it('counts a journey that passed only when repeated as failed, and each error outside of journeys', () => {
    expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [{}] })).toEqual({ passed: 3, failed: 3 });
  });
});

describe('a whole run', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'faultline-sum-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('runs every section after a failed one, and ends with the sum alone on the last line', async () => {
    const program = join(directory, 'suite.mjs');
    writeFileSync(program, `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], process.env.REPORT);`);
    const sections: Section[] = [
      { title: 'Broken', words: () => ['-e', 'process.exit(3)'] },
      {
        title: 'Suite',
        words: (report) => [program, report],
        env: () => ({ REPORT: JSON.stringify(vitestReport(7, 0)) }),
        count: countVitest,
      },
    ];
    const said: string[] = [];
    const sum = await runSections(sections, {
      directory,
      environment: process.env,
      say: (line) => said.push(line),
      onChild: () => undefined,
      isLeaving: () => false,
    });
    expect(sum).toEqual({ passed: 7, failed: 1 });
    expect(said.join('\n').split('\n').at(-1)).toBe('7 passed, 1 failed');
  });

  it('says beside the sum what could not be run, and counts it as nothing', async () => {
    const said: string[] = [];
    const sum = await runSections([], {
      directory,
      environment: process.env,
      say: (line) => said.push(line),
      onChild: () => undefined,
      isLeaving: () => false,
      notes: ['SKIPPED this: no network.'],
    });
    expect(sum).toEqual({ passed: 0, failed: 0 });
    expect(said.join('\n').split('\n').slice(-3)).toEqual(['SKIPPED this: no network.', '', '0 passed, 0 failed']);
  });
});
