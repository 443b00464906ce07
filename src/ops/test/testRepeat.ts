/** Runs the suites several times in a row and names the tests whose results differ. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { append } from '@/plain/grouped';
import { collect, type Result, type Section, sumOf, type TestRun } from './testAll';

export interface Flake {
  test: string;
  /** Its result in each run, in order; "not run" if it is missing. */
  outcomes: string[];
}

/** What became of each test in one run, by its name. Tests with the same name share a list, in the order in which they ran. */
type Outcomes = ReadonlyMap<string, readonly string[]>;

function outcomesOf(results: readonly Result[]): Outcomes {
  const outcomes = new Map<string, string[]>();
  for (const { section, results: tests } of results)
    for (const { test, outcome } of tests ?? []) append(outcomes, `${section.title} › ${test}`, outcome);
  return outcomes;
}

/** The tests whose results differ between runs, by name. */
export function flakesIn(runs: readonly Outcomes[]): Flake[] {
  const names = new Set(runs.flatMap((run) => [...run.keys()]));
  return [...names]
    .sort()
    .map((test) => ({ test, outcomes: runs.map((run) => run.get(test)?.join(', ') ?? 'not run') }))
    .filter(({ outcomes }) => new Set(outcomes).size > 1);
}

/** The requested number of runs: three, or a whole number above one. Throws a sentence for anything else. */
export function runsAsked(words: readonly string[]): number {
  const [word = '3', ...rest] = words;
  const runs = Number(word);
  if (rest.length > 0 || !Number.isInteger(runs) || runs < 2) throw new Error('Say how many runs, 2 or more: npm run test:repeat -- 5');
  return runs;
}

/** Prints the tests whose results differed. True if every run passed and no result differed; null if the run was interrupted. */
export async function repeatSections(sections: readonly Section[], runs: number, run: TestRun): Promise<boolean | null> {
  const all: Outcomes[] = [];
  let failed = 0;
  for (let at = 1; at <= runs; at += 1) {
    run.say(`\n=== Run ${at} of ${runs} ===`);
    const directory = join(run.directory, `run-${at}`);
    mkdirSync(directory);
    const results = await collect(sections, { ...run, directory });
    if (results === null) return null;
    failed += sumOf(results).failed;
    all.push(outcomesOf(results));
  }
  const flakes = flakesIn(all);
  const lines = flakes.map(({ test, outcomes }) => `${test}: ${outcomes.join(' | ')}`);
  run.say(`\n=== ${runs} runs ===\n\n${[...lines, ...(run.notes ?? [])].join('\n')}`);
  run.say(`\nNot the same each time: ${flakes.length}. Failures in all runs: ${failed}.`);
  return flakes.length === 0 && failed === 0;
}
