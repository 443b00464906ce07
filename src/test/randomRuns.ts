/**
 * How every property test runs: from a seed, which fast-check prints beside what it found. `npm test` tries few cases, the same each time;
 * `npm run test:long` many, from a new seed, which is printed at the start.
 */

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_SEED = 20261120;

/** FAULTLINE_SEED; null leaves every test the seed of its own, the same each time. Throws for what is no whole number. */
export function givenSeed(environment: Environment = process.env): number | null {
  return wholeNumber('FAULTLINE_SEED', environment.FAULTLINE_SEED);
}

/** How many times as many cases are tried: FAULTLINE_RUNS, else 1. Throws for what is no whole number. */
export function randomFactor(environment: Environment = process.env): number {
  return wholeNumber('FAULTLINE_RUNS', environment.FAULTLINE_RUNS) ?? 1;
}

/** For `fc.assert`: `few` cases from `seed`, or so many times as many from the seed that this run was given. */
export function randomRuns(
  few: number,
  seed: number = DEFAULT_SEED,
  environment: Environment = process.env,
): { seed: number; numRuns: number } {
  return { seed: givenSeed(environment) ?? seed, numRuns: few * randomFactor(environment) };
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  if (!/^\d{1,10}$/.test(text) || Number(text) < 1 || Number(text) > 0x7fffffff)
    throw new Error(`${name} must be a whole number from 1 to ${0x7fffffff}.`);
  return Number(text);
}
