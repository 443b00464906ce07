/** GUIDs packed into 16 bytes each and found by hashing, so that millions of dependencies need no strings. */
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

const HEX_DIGITS = '0123456789abcdef';

/** Value of a hexadecimal digit by its character code; 255 for everything else, including upper case. */
const DIGIT_VALUES = new Uint8Array(128).fill(255);
for (let value = 0; value < 16; value++) DIGIT_VALUES[HEX_DIGITS.charCodeAt(value)] = value;

const DIGIT_CODES = Uint8Array.from(HEX_DIGITS, (digit) => digit.charCodeAt(0));
const HYPHEN = 45;
const TEXT_LENGTH = 36;
const CHUNK = 1024;
const SLOTS_IN_A_STEP = 5_000;

const decoder = new TextDecoder();

const parsed = new Uint32Array(4);

/** Parses a GUID into `parsed`; false if it is not in canonical lower-case form. */
function parseGuid(guid: string): boolean {
  if (guid.length !== TEXT_LENGTH) return false;
  let digits = 0;
  let word = 0;
  for (let i = 0; i < TEXT_LENGTH; i++) {
    const code = guid.charCodeAt(i);
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (code !== HYPHEN) return false;
      continue;
    }
    const value = code < 128 ? DIGIT_VALUES[code]! : 255;
    if (value === 255) return false;
    word = (word << 4) | value;
    digits++;
    if ((digits & 7) === 0) parsed[(digits >> 3) - 1] = word;
  }
  return true;
}

/** Whether `text` is a GUID with hyphens, in lower case. */
export function isCanonicalGuid(text: string): boolean {
  return parseGuid(text);
}

/** Writes the four hexadecimal digits of the lower 16 bits. */
function writeQuad(chunk: Uint8Array, at: number, bits: number): void {
  chunk[at] = DIGIT_CODES[(bits >>> 12) & 15]!;
  chunk[at + 1] = DIGIT_CODES[(bits >>> 8) & 15]!;
  chunk[at + 2] = DIGIT_CODES[(bits >>> 4) & 15]!;
  chunk[at + 3] = DIGIT_CODES[bits & 15]!;
}

function hashOf(w0: number, w1: number, w2: number, w3: number): number {
  let hash = Math.imul(w0 ^ Math.imul(w1, 0x85ebca6b), 0x9e3779b1) ^ Math.imul(w2 ^ Math.imul(w3, 0xc2b2ae35), 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Each slot holds one GUID; the caller chooses slots. Open addressing with linear probing; buckets hold slot + 1. */
export class GuidTable {
  private words = new Uint32Array(0);
  private buckets = new Int32Array(16);
  private count = 0;

  get approximateBytes(): number {
    return this.words.byteLength + this.buckets.byteLength;
  }

  /** A table over packed GUIDs, which can be formatted but not searched. */
  static over(packed: Uint32Array<ArrayBuffer>): GuidTable {
    const table = new GuidTable();
    table.words = packed;
    return table;
  }

  /** Writes the GUIDs in these slots, four words each, in the format that `over` reads. */
  pack(slots: Int32Array, into: Uint32Array): void {
    const { words } = this;
    for (let i = 0; i < slots.length; i++) {
      const from = slots[i]! * 4;
      into[i * 4] = words[from]!;
      into[i * 4 + 1] = words[from + 1]!;
      into[i * 4 + 2] = words[from + 2]!;
      into[i * 4 + 3] = words[from + 3]!;
    }
  }

  /** Stores a GUID in a free slot. Throws if it is malformed or already stored. */
  put(slot: number, guid: string): void {
    this.gather(slot, guid);
    if ((this.count + 1) * 3 > this.buckets.length * 2) this.rehash(this.buckets.length * 2);
    this.enter(slot);
  }

  /** Stores a GUID without making it searchable; call `enterAll` afterwards. Throws if it is malformed. */
  gather(slot: number, guid: string): void {
    if (!parseGuid(guid)) throw new Error(`Not a GUID in canonical lower-case form: ${guid}`);
    this.ensureSlots(slot + 1);
    this.words[slot * 4] = parsed[0]!;
    this.words[slot * 4 + 1] = parsed[1]!;
    this.words[slot * 4 + 2] = parsed[2]!;
    this.words[slot * 4 + 3] = parsed[3]!;
  }

  /** Makes the stored GUIDs in slots 0 .. slotCount − 1 of an empty table searchable, in steps. Throws on a duplicate. */
  *enterAll(slotCount: number): Steps<void> {
    let length = this.buckets.length;
    while (slotCount * 3 > length * 2) length *= 2;
    this.rehash(length);
    yield* inStretches(slotCount, SLOTS_IN_A_STEP, (from, end) => {
      for (let slot = from; slot < end; slot++) this.enter(slot);
    });
  }

  /** The slot of a GUID, or -1. */
  find(guid: string): number {
    if (!parseGuid(guid)) return -1;
    return this.buckets[this.probe(parsed[0]!, parsed[1]!, parsed[2]!, parsed[3]!)]! - 1;
  }

  /** Empties a used slot. Later entries move up, so that no search ends too early. */
  remove(slot: number): void {
    const { buckets } = this;
    const mask = buckets.length - 1;
    let hole = this.bucketOf(slot);
    for (let next = (hole + 1) & mask; buckets[next] !== 0; next = (next + 1) & mask) {
      const home = this.homeOf(buckets[next]! - 1);
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        buckets[hole] = buckets[next]!;
        hole = next;
      }
    }
    buckets[hole] = 0;
    this.count--;
  }

  /** The GUID in a slot, as text. */
  format(slot: number): string {
    return this.formatAll(Int32Array.of(slot))[0] ?? '';
  }

  /**
   * The GUIDs in these slots as strings. A thousand at a time are written as one text and split, which costs the garbage collector far less
   * than one by one.
   */
  formatAll(slots: Int32Array): string[] {
    const texts: string[] = [];
    const chunk = new Uint8Array(Math.min(slots.length, CHUNK) * TEXT_LENGTH);
    for (let from = 0; from < slots.length; from += CHUNK) {
      const count = Math.min(CHUNK, slots.length - from);
      for (let i = 0; i < count; i++) this.write(slots[from + i]!, chunk, i * TEXT_LENGTH);
      const text = decoder.decode(chunk.subarray(0, count * TEXT_LENGTH));
      for (let i = 0; i < count; i++) texts.push(text.slice(i * TEXT_LENGTH, (i + 1) * TEXT_LENGTH));
    }
    return texts;
  }

  private write(slot: number, chunk: Uint8Array, at: number): void {
    const { words } = this;
    const w0 = words[slot * 4]!;
    const w1 = words[slot * 4 + 1]!;
    const w2 = words[slot * 4 + 2]!;
    const w3 = words[slot * 4 + 3]!;
    writeQuad(chunk, at, w0 >>> 16);
    writeQuad(chunk, at + 4, w0);
    chunk[at + 8] = HYPHEN;
    writeQuad(chunk, at + 9, w1 >>> 16);
    chunk[at + 13] = HYPHEN;
    writeQuad(chunk, at + 14, w1);
    chunk[at + 18] = HYPHEN;
    writeQuad(chunk, at + 19, w2 >>> 16);
    chunk[at + 23] = HYPHEN;
    writeQuad(chunk, at + 24, w2);
    writeQuad(chunk, at + 28, w3 >>> 16);
    writeQuad(chunk, at + 32, w3);
  }

  private ensureSlots(count: number): void {
    if (this.words.length < count * 4) {
      const grown = new Uint32Array(Math.max(count, Math.ceil(this.words.length * 0.325) + 16) * 4);
      grown.set(this.words);
      this.words = grown;
    }
  }

  private homeOf(slot: number): number {
    const at = slot * 4;
    return hashOf(this.words[at]!, this.words[at + 1]!, this.words[at + 2]!, this.words[at + 3]!) & (this.buckets.length - 1);
  }

  private bucketOf(slot: number): number {
    const mask = this.buckets.length - 1;
    let bucket = this.homeOf(slot);
    while (this.buckets[bucket] !== slot + 1) bucket = (bucket + 1) & mask;
    return bucket;
  }

  /** The bucket of this GUID, or the empty one where it would go. */
  private probe(w0: number, w1: number, w2: number, w3: number): number {
    const { buckets, words } = this;
    const mask = buckets.length - 1;
    let bucket = hashOf(w0, w1, w2, w3) & mask;
    for (; buckets[bucket] !== 0; bucket = (bucket + 1) & mask) {
      const at = (buckets[bucket]! - 1) * 4;
      if (words[at + 3] === w3 && words[at] === w0 && words[at + 1] === w1 && words[at + 2] === w2) break;
    }
    return bucket;
  }

  private enter(slot: number): void {
    const at = slot * 4;
    const bucket = this.probe(this.words[at]!, this.words[at + 1]!, this.words[at + 2]!, this.words[at + 3]!);
    if (this.buckets[bucket] !== 0) throw new Error(`This id was added before: ${this.format(slot)}`);
    this.buckets[bucket] = slot + 1;
    this.count++;
  }

  private rehash(length: number): void {
    const old = this.buckets;
    this.buckets = new Int32Array(length);
    const mask = length - 1;
    for (const entry of old)
      if (entry !== 0) {
        let bucket = this.homeOf(entry - 1);
        while (this.buckets[bucket] !== 0) bucket = (bucket + 1) & mask;
        this.buckets[bucket] = entry;
      }
  }
}
