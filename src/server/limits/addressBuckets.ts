/** Buckets of tokens in memory, by network address or whatever else is counted: limits for strangers, who have no row to count in. */
import { processState } from '@/server/processState';
import { siblings } from '@/server/siblings';

/** How much one address may do at once in this installation, and how much more per second; each of its processes takes its part. */
export interface BucketKind {
  /** Of the state of the process that holds the buckets. */
  name: string;
  burst: number;
  perSecond: number;
}

interface Bucket {
  left: number;
  /** In milliseconds since 1970. */
  at: number;
}

const MOST_ADDRESSES = 10_000;

const bucketsOf = ({ name }: BucketKind): Map<string, Bucket> => processState(name, () => new Map<string, Bucket>());

function ownPart({ burst, perSecond }: BucketKind): { burst: number; perSecond: number } {
  const { webProcesses } = siblings();
  return { burst: Math.max(1, Math.floor(burst / webProcesses)), perSecond: perSecond / webProcesses };
}

function bucketAt(kind: BucketKind, address: string, now: number): Bucket {
  const { burst, perSecond } = ownPart(kind);
  const { left, at } = bucketsOf(kind).get(address) ?? { left: burst, at: now };
  return { left: Math.min(burst, left + Math.max(0, (now - at) / 1_000) * perSecond), at: now };
}

/** Takes one token. Returns null, or, if there is none, in how many seconds there will be. */
export function takeFromBucket(kind: BucketKind, address: string, now: number): number | null {
  const { left, at } = bucketAt(kind, address, now);
  if (left < 1) return Math.max(1, Math.ceil((1 - left) / ownPart(kind).perSecond));
  put(kind, address, { left: left - 1, at });
  return null;
}

/** Gives one token back. */
export function giveBackToBucket(kind: BucketKind, address: string, now: number): void {
  const { left, at } = bucketAt(kind, address, now);
  put(kind, address, { left: Math.min(ownPart(kind).burst, left + 1), at });
}

/** With very many addresses, the oldest is dropped. */
function put(kind: BucketKind, address: string, bucket: Bucket): void {
  const all = bucketsOf(kind);
  all.delete(address);
  all.set(address, bucket);
  const [oldest] = all.keys();
  if (all.size > MOST_ADDRESSES && oldest !== undefined) all.delete(oldest);
}
