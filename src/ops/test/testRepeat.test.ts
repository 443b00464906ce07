/** Several runs in a row: a test with different results is named, and nothing that failed counts as passed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { flakesIn, repeatSections, runsAsked } from './testRepeat';
import type { Section } from './testAll';
import { vitestResults } from './testReports';

it('names the tests whose results differ between runs, or that one run lacks', () => {
  const runs = [
    new Map([
      ['steady', ['passed']],
      ['always failing', ['failed']],
      ['shaky', ['passed']],
      ['twice', ['passed', 'failed']],
    ]),
    new Map([
      ['steady', ['passed']],
      ['always failing', ['failed']],
      ['shaky', ['failed']],
      ['twice', ['failed', 'passed']],
      ['late', ['passed']],
    ]),
  ];
  expect(flakesIn(runs)).toEqual([
    { test: 'late', outcomes: ['not run', 'passed'] },
    { test: 'shaky', outcomes: ['passed', 'failed'] },
    { test: 'twice', outcomes: ['passed, failed', 'failed, passed'] },
  ]);
});

it.each<[words: string[], runs: number | null]>([
  [[], 3],
  [['5'], 5],
  [['1'], null],
  [['2.5'], null],
  [['often'], null],
  [['2', '3'], null],
])('%j asks for %j runs, null for a refusal', (words, runs) => {
  if (runs === null) expect(() => runsAsked(words)).toThrow('npm run test:repeat -- 5');
  else expect(runsAsked(words)).toBe(runs);
});

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-repeat-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A suite of one test with a given result in each run. */
function suiteOf(outcomes: readonly string[]): Section {
  const program = join(directory, 'suite.mjs');
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';
     const status = ${JSON.stringify(outcomes)}[Number(/run-(\\d+)/.exec(process.argv[2])[1]) - 1];
     const testResults = [{ name: 'a.test.ts', status, assertionResults: [{ fullName: 'works', status }] }];
     writeFileSync(process.argv[2], JSON.stringify({ testResults }));
     process.exit(status === 'passed' ? 0 : 1);`,
  );
  return { title: 'Suite', words: (report) => [program, report], results: vitestResults };
}

it.each<[outcomes: string[], isGood: boolean, ending: string]>([
  [['passed', 'passed'], true, 'Not the same each time: 0. Failures in all runs: 0.'],
  [['failed', 'failed'], false, 'Not the same each time: 0. Failures in all runs: 2.'],
  [['passed', 'failed'], false, 'Suite › a.test.ts › works: passed | failed\n\nNot the same each time: 1. Failures in all runs: 1.'],
])('runs that %j hold: %j', async (outcomes, isGood, ending) => {
  const said: string[] = [];
  const held = await repeatSections([suiteOf(outcomes)], outcomes.length, {
    directory,
    environment: process.env,
    say: (line) => said.push(line),
    children: new Set(),
    isLeaving: () => false,
  });
  expect([held, said.join('\n').endsWith(ending)]).toEqual([isGood, true]);
});
