/**
 * How every property test runs: from a seed, which fast-check prints with its findings. `npm test` tries a few cases, always the same; `npm
 * run test:long` tries many, from a new seed that is printed at the start.
 */

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_SEED = 20261120;

/** FAULTLINE_SEED; null lets every test use its own fixed seed. Throws if it is not a whole number. */
export function givenSeed(environment: Environment = process.env): number | null {
  return wholeNumber('FAULTLINE_SEED', environment.FAULTLINE_SEED);
}

/** The factor for the number of cases: FAULTLINE_RUNS, default 1. Throws if it is not a whole number. */
export function randomFactor(environment: Environment = process.env): number {
  return wholeNumber('FAULTLINE_RUNS', environment.FAULTLINE_RUNS) ?? 1;
}

/** `npm test` tries this part of the stated cases, because it always tries the same ones, but never fewer than this many. */
const PART = 0.2;
const LEAST = 10;

/** For `fc.assert`: a part of `cases` from `seed`, or a multiple of them from the seed of this run. */
export function randomRuns(
  cases: number,
  seed: number = DEFAULT_SEED,
  environment: Environment = process.env,
): { seed: number; numRuns: number } {
  const factor = randomFactor(environment);
  const numRuns = factor > 1 ? cases * factor : Math.max(Math.min(cases, LEAST), Math.ceil(cases * PART));
  return { seed: givenSeed(environment) ?? seed, numRuns };
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  if (!/^\d{1,10}$/.test(text) || Number(text) < 1 || Number(text) > 0x7fffffff)
    throw new Error(`${name} must be a whole number from 1 to ${0x7fffffff}.`);
  return Number(text);
}
