/** Counts unknown keys by the address that sends them: each costs a database look-up, which strangers should not get for free. */
import { AppError } from '@/domain/errors';
import { giveBackToBucket, takeFromBucket } from '@/server/limits/addressBuckets';

const KEY_GUESSES = { name: 'keyGuesses', burst: 60, perSecond: 1 };

/**
 * Counts one look-up before it is made, so that concurrent ones count too. Throws `rate_limited` once the address has used up its guesses.
 */
export function takeKeyGuess(address: string, now: number): void {
  const retryAfterSeconds = takeFromBucket(KEY_GUESSES, address, now);
  if (retryAfterSeconds === null) return;
  throw new AppError('rate_limited', 'Too many requests with unknown keys came from your network address. Wait, then send a valid key.', {
    retryAfterSeconds,
  });
}

/** Undoes the count if it was a key, or could not be looked up. */
export function giveKeyGuessBack(address: string, now: number): void {
  giveBackToBucket(KEY_GUESSES, address, now);
}
