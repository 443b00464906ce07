/** Sorts indexes by their names in code unit order, fast enough for a million names at once. */
import { byCodeUnit } from './order';
import type { Steps } from './steps';

type Names = readonly (string | undefined)[];

/** Stretches shorter than this are sorted by comparing names. */
const COMPARE_BELOW = 1024;
/** Four characters of seven bits make one key. */
const CHARACTERS = 4;
const CHARACTER_BITS = 7;
const DIGIT_BITS = 14;
const DIGIT_VALUES = 1 << DIGIT_BITS;
const NAMES_IN_A_STEP = 20_000;

/** The indexes in the order of their names. */
export function* sortedByName(indexes: readonly number[], names: Names): Steps<Int32Array<ArrayBuffer>> {
  const sorted = Int32Array.from(indexes);
  yield* new NameSort(sorted, names).sort(0, sorted.length, 0);
  return sorted;
}

/**
 * Sorts by the next four characters of each name in two radix passes, then each range of equal names by the following four, and so on.
 * Short ranges, and those with non-ASCII characters, are sorted by comparison.
 */
class NameSort {
  private readonly keys: Int32Array;
  private readonly spareKeys: Int32Array;
  private readonly spareIndexes: Int32Array;
  private readonly histogram = new Int32Array(DIGIT_VALUES);

  constructor(
    private readonly indexes: Int32Array,
    private readonly names: Names,
  ) {
    this.keys = new Int32Array(indexes.length);
    this.spareKeys = new Int32Array(indexes.length);
    this.spareIndexes = new Int32Array(indexes.length);
  }

  /** Sorts the stretch from..end, whose names are the same in the characters before `offset`. */
  *sort(from: number, end: number, offset: number): Steps<void> {
    if (end - from < COMPARE_BELOW || !(yield* this.readKeys(from, end, offset))) {
      this.indexes.subarray(from, end).sort((a, b) => byCodeUnit(this.names[a] ?? '', this.names[b] ?? ''));
      return;
    }
    const { keys, spareKeys, indexes, spareIndexes } = this;
    yield* this.distribute(from, end, 0, keys, indexes, spareKeys, spareIndexes);
    yield* this.distribute(from, end, DIGIT_BITS, spareKeys, spareIndexes, keys, indexes);
    const ends: number[] = [];
    for (let position = from + 1; position <= end; position++)
      if (position === end || keys[position] !== keys[position - 1]) ends.push(position);
    let start = from;
    for (const stretchEnd of ends) {
      if (stretchEnd - start > 1) {
        yield* this.sort(start, stretchEnd, offset + CHARACTERS);
        yield;
      }
      start = stretchEnd;
    }
  }

  /**
   * Reads four characters of each name as its key; characters past the end of a name count as 0. False if one is not ASCII, or all names
   * have ended.
   */
  private *readKeys(from: number, end: number, offset: number): Steps<boolean> {
    let isAnyLeft = false;
    for (let position = from; position < end; position++) {
      if ((position - from) % NAMES_IN_A_STEP === NAMES_IN_A_STEP - 1) yield;
      const name = this.names[this.indexes[position]!] ?? '';
      let key = 0;
      for (let i = offset; i < offset + CHARACTERS; i++) {
        const code = i < name.length ? name.charCodeAt(i) : 0;
        if (code > 127) return false;
        key = (key << CHARACTER_BITS) | code;
      }
      isAnyLeft = isAnyLeft || key !== 0;
      this.keys[position] = key;
    }
    return isAnyLeft;
  }

  private *distribute(
    from: number,
    end: number,
    shift: number,
    keys: Int32Array,
    indexes: Int32Array,
    toKeys: Int32Array,
    toIndexes: Int32Array,
  ): Steps<void> {
    const { histogram } = this;
    histogram.fill(0);
    for (let position = from; position < end; position++) histogram[(keys[position]! >>> shift) & (DIGIT_VALUES - 1)]!++;
    for (let digit = 0, next = from; digit < DIGIT_VALUES; digit++) {
      const size = histogram[digit]!;
      histogram[digit] = next;
      next += size;
    }
    for (let position = from; position < end; position++) {
      if ((position - from) % NAMES_IN_A_STEP === NAMES_IN_A_STEP - 1) yield;
      const key = keys[position]!;
      const to = histogram[(key >>> shift) & (DIGIT_VALUES - 1)]!++;
      toKeys[to] = key;
      toIndexes[to] = indexes[position]!;
    }
  }
}
