/** How many unknown keys of one address are looked up, by one process and by several that share the limit. */
import { afterEach, expect, it } from 'vitest';
import { forgetProcessState } from '@/server/processState';
import { haveSiblings, siblings } from '@/server/siblings';
import { giveKeyGuessBack, takeKeyGuess } from './keyGuesses';

const ADDRESS = '192.0.2.1';
const START = 1_000_000;

afterEach(() => {
  forgetProcessState('siblings');
  forgetProcessState('keyGuesses');
});

function guessesUntilRefused(now: number): { taken: number; retryAfterSeconds: unknown } {
  for (let taken = 0; ; taken++)
    try {
      takeKeyGuess(ADDRESS, now);
    } catch (error) {
      return { taken, retryAfterSeconds: (error as { retryAfterSeconds?: number }).retryAfterSeconds };
    }
}

it.each([
  { webProcesses: 1, atOnce: 60, wait: 1, inAMinute: 60 },
  { webProcesses: 4, atOnce: 15, wait: 4, inAMinute: 15 },
  { webProcesses: 16, atOnce: 3, wait: 16, inAMinute: 3 },
])('each of $webProcesses processes gets its share', ({ webProcesses, atOnce, wait, inAMinute }) => {
  haveSiblings({ ...siblings(), webProcesses });
  expect(guessesUntilRefused(START)).toEqual({ taken: atOnce, retryAfterSeconds: wait });
  expect(guessesUntilRefused(START + 60_000).taken).toBe(inAMinute);
  giveKeyGuessBack(ADDRESS, START + 60_000);
  expect(guessesUntilRefused(START + 60_000).taken).toBe(1);
});
