/** The order of every list in an answer (depth, worst state, technical name) as one integer per row, so that no strings are compared. */
import type { Steps } from '@/plain/steps';

/** Below this many keys the engine's own sort is faster. */
const RADIX_FROM = 512;
const DIGIT_BITS = 11;
const DIGIT_VALUES = 1 << DIGIT_BITS;
const RANK_MASK = 0xffffff;

const histogram = new Int32Array(DIGIT_VALUES);

/** Six bits of depth (63 hops and more count as equal), two of severity, worst first, and 24 of the name's rank. */
export function orderKey(depth: number, severity: number, rank: number): number {
  return ((Math.min(depth, 63) << 26) | ((3 - severity) << 24) | rank) >>> 0;
}

/** The rank of the name in a key of `orderKey`. */
export function rankIn(key: number): number {
  return key & RANK_MASK;
}

/**
 * Sorts keys in ascending order in place: radix sort in three stable passes over `spare` and back, each O(keys). `spare` must be as long.
 */
export function* sortKeysUpwards(keys: Uint32Array, spare: Uint32Array): Steps<void> {
  if (keys.length < RADIX_FROM) {
    keys.sort();
    return;
  }
  distribute(keys, spare, keys.length, 0);
  yield;
  distribute(spare, keys, keys.length, DIGIT_BITS);
  yield;
  distribute(keys, spare, keys.length, 2 * DIGIT_BITS);
  keys.set(spare.subarray(0, keys.length));
}

function distribute(from: Uint32Array, to: Uint32Array, count: number, shift: number): void {
  histogram.fill(0);
  for (let i = 0; i < count; i++) histogram[(from[i]! >>> shift) & (DIGIT_VALUES - 1)]!++;
  for (let digit = 0, next = 0; digit < DIGIT_VALUES; digit++) {
    const size = histogram[digit]!;
    histogram[digit] = next;
    next += size;
  }
  for (let i = 0; i < count; i++) {
    const key = from[i]!;
    to[histogram[(key >>> shift) & (DIGIT_VALUES - 1)]!++] = key;
  }
}
