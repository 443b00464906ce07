/** How many random sequences a suite tries: a few that are the same each time in `npm test`, many new ones in `npm run test:long`. */
import { randomInt } from 'node:crypto';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set by the project: whether this is the long suite. */
    hasManyRuns: boolean;
  }
}

const MANY = 20;

/** Options for fast-check. The seed of the long suite is printed, since it is another one each time. */
export function randomRuns(few: number, seed: number): { numRuns: number; seed: number } {
  if (!inject('hasManyRuns')) return { numRuns: few, seed };
  const fresh = randomInt(2 ** 31);
  console.info(`Random runs with the seed ${fresh}`);
  return { numRuns: few * MANY, seed: fresh };
}
