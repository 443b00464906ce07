/** Counts unknown keys by the address that sends them: each costs a database look-up, which strangers should not get for free. */
import { AppError } from '@/domain/errors';
import { processState } from '../processState';
import { siblings } from '../siblings';

/** How many unknown keys of one address an installation looks up at once, and how many more per second; each of its processes takes its part. */
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

function ownPart(): { burst: number; perSecond: number } {
  const { webProcesses } = siblings();
  return { burst: Math.max(1, Math.floor(BURST / webProcesses)), perSecond: PER_SECOND / webProcesses };
}

function bucketOf(address: string, now: number): Bucket {
  const { burst, perSecond } = ownPart();
  const { left, at } = buckets().get(address) ?? { left: burst, at: now };
  return { left: Math.min(burst, left + Math.max(0, (now - at) / 1_000) * perSecond), at: now };
}

/**
 * Counts one look-up before it is made, so that concurrent ones count too. Throws `rate_limited` once the address has used up its guesses.
 */
export function takeKeyGuess(address: string, now: number): void {
  const { left, at } = bucketOf(address, now);
  if (left < 1) {
    throw new AppError('rate_limited', 'Too many requests with unknown keys came from your network address. Wait, then send a valid key.', {
      retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / ownPart().perSecond)),
    });
  }
  put(address, { left: left - 1, at });
}

/** Undoes the count if it was a key, or could not be looked up. */
export function giveKeyGuessBack(address: string, now: number): void {
  const { left, at } = bucketOf(address, now);
  put(address, { left: Math.min(ownPart().burst, left + 1), at });
}

/** With very many addresses, the oldest is dropped. */
function put(address: string, bucket: Bucket): void {
  const all = buckets();
  all.delete(address);
  all.set(address, bucket);
  const [oldest] = all.keys();
  if (all.size > MOST_ADDRESSES && oldest !== undefined) all.delete(oldest);
}
