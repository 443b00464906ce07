/** Keys that there are not, counted by the address that sends them: each costs a look into the database, which strangers are not to have for nothing. */
import { AppError } from '@/domain/errors';
import { processState } from '../processState';

/** Unknown keys of one address that are looked for at once, and how many more each second. */
const BURST = 60;
const PER_SECOND = 1;
const MOST_ADDRESSES = 10_000;

interface Bucket {
  left: number;
  /** In milliseconds since 1970. */
  at: number;
}

function buckets(): Map<string, Bucket> {
  return processState('keyGuesses', () => new Map<string, Bucket>());
}

function bucketOf(address: string, now: number): Bucket {
  const { left, at } = buckets().get(address) ?? { left: BURST, at: now };
  return { left: Math.min(BURST, left + Math.max(0, (now - at) / 1_000) * PER_SECOND), at: now };
}

/** Counts one look-up before it is made, so that many at once are counted too. Throws `rate_limited` once the address has used up what it may guess. */
export function takeKeyGuess(address: string, now: number): void {
  const { left, at } = bucketOf(address, now);
  if (left < 1) {
    throw new AppError('rate_limited', 'Too many keys that there are not have come from your address. Send one that is valid.', {
      retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / PER_SECOND)),
    });
  }
  put(address, { left: left - 1, at });
}

/** What was looked up was a key, or could not be looked up. */
export function giveKeyGuessBack(address: string, now: number): void {
  const { left, at } = bucketOf(address, now);
  put(address, { left: Math.min(BURST, left + 1), at });
}

/** Of very many addresses the oldest is forgotten. */
function put(address: string, bucket: Bucket): void {
  const all = buckets();
  all.delete(address);
  all.set(address, bucket);
  const [oldest] = all.keys();
  if (all.size > MOST_ADDRESSES && oldest !== undefined) all.delete(oldest);
}
