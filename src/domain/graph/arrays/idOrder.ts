/** The order of components by id, which does not depend on names or on positions in memory. */
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

const WORDS_OF_ID = 4;
/** Each pass sorts by this many bits of the first word of an id. */
const PASSES = [
  { shift: 0, mask: 0x7ff },
  { shift: 11, mask: 0x7ff },
  { shift: 22, mask: 0x3ff },
] as const;

/** The positions of ids (four words each) in ascending order. Works in stretches of `portion`. */
export function* orderOfIds(ids: Uint32Array, portion: number): Steps<Int32Array> {
  const count = ids.length / WORDS_OF_ID;
  let order = new Int32Array(count);
  let next = new Int32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  for (const { shift, mask } of PASSES) {
    const ends = countBelow(ids, shift, mask);
    const [from, into] = [order, next];
    yield* inStretches(count, portion, (start, end) => {
      for (let i = start; i < end; i++) {
        const position = from[i]!;
        into[ends[(ids[position * WORDS_OF_ID]! >>> shift) & mask]!++] = position;
      }
    });
    [order, next] = [into, from];
  }
  orderAlike(order, ids);
  return order;
}

/** By digit: how many ids have a lower one. */
function countBelow(ids: Uint32Array, shift: number, mask: number): Int32Array {
  const counts = new Int32Array(mask + 1);
  for (let at = 0; at < ids.length; at += WORDS_OF_ID) counts[(ids[at]! >>> shift) & mask]!++;
  let below = 0;
  for (let digit = 0; digit <= mask; digit++) {
    const own = counts[digit]!;
    counts[digit] = below;
    below += own;
  }
  return counts;
}

/** Sorts neighbours whose first words are equal. */
function orderAlike(order: Int32Array, ids: Uint32Array): void {
  for (let i = 1; i < order.length; i++) {
    const own = order[i]!;
    let at = i;
    for (; at > 0 && isAlikeAndAfter(ids, order[at - 1]!, own); at--) order[at] = order[at - 1]!;
    order[at] = own;
  }
}

function isAlikeAndAfter(ids: Uint32Array, left: number, right: number): boolean {
  const [a, b] = [left * WORDS_OF_ID, right * WORDS_OF_ID];
  if (ids[a] !== ids[b]) return false;
  for (let word = 1; word < WORDS_OF_ID; word++) if (ids[a + word] !== ids[b + word]) return ids[a + word]! > ids[b + word]!;
  return false;
}
