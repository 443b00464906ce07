/**
 * Spans in rows of a fixed size, so that a file of many hundred megabytes fits into memory: whatever repeats (resources, sets of attributes)
 * is kept once. Rows are visited in the order of their ids, so the order in which spans arrive changes nothing. Pure.
 */
import { SPAN_KINDS, type Attributes, type Span, type SpanKind } from './span';

/** What a row has instead of a parent: it is a root, or the parent is not among the spans. */
export const NO_ROW = -1;
export const MISSING_ROW = -2;

/** What one set of attributes says; one object for all spans that say the same. */
export interface Said {
  /** The beginning of the span's name, of steps of the network alone. */
  readonly name: string;
  readonly attributes: Attributes;
}

const IS_ERROR = 8;
const HAS_PARENT = 16;
const KIND = 7;
const FIRST_ROOM = 1_024;

export class SpanTable {
  /** Of distinct spans. */
  size = 0;
  private ids = new Uint32Array(2 * FIRST_ROOM);
  private parents = new Uint32Array(2 * FIRST_ROOM);
  private flags = new Uint8Array(FIRST_ROOM);
  private sets = new Int32Array(FIRST_ROOM);
  private resources = new Int32Array(FIRST_ROOM);
  private ends = new Float64Array(FIRST_ROOM);
  /** Open addressing: a row plus one, or 0. At most half full. */
  private slots = new Int32Array(4 * FIRST_ROOM);
  private readonly said: Said[] = [];
  private readonly setOf = new Map<string, number>();
  private readonly resourceList: Attributes[] = [];
  private readonly resourceOf = new Map<Attributes, number>();

  /** Of a span that comes twice, because its exporter tried again, one is kept: the same one whichever comes first. */
  add(span: Span): void {
    hashInto(span.id);
    const [high, low] = [hashed[0]!, hashed[1]!];
    const known = this.find(high, low);
    const row = known === NO_ROW ? this.claim(high, low) : known;
    const flags = SPAN_KINDS.indexOf(span.kind) + (span.isError ? IS_ERROR : 0) + (span.parentId === null ? 0 : HAS_PARENT);
    const set = this.internSet(span);
    if (known !== NO_ROW && !this.isBefore(flags, set, row)) return;
    this.flags[row] = flags;
    this.sets[row] = set;
    this.resources[row] = this.internResource(span.resource);
    this.ends[row] = span.endMs;
    if (span.parentId === null) return;
    hashInto(span.parentId);
    this.parents[2 * row] = hashed[0]!;
    this.parents[2 * row + 1] = hashed[1]!;
  }

  /** All rows, by their ids. */
  inOrder(): Uint32Array {
    const { ids } = this;
    return Uint32Array.from({ length: this.size }, (_, row) => row).sort(
      (one, other) => ids[2 * one]! - ids[2 * other]! || ids[2 * one + 1]! - ids[2 * other + 1]!,
    );
  }

  kind(row: number): SpanKind {
    return SPAN_KINDS[this.flags[row]! & KIND]!;
  }

  isError(row: number): boolean {
    return (this.flags[row]! & IS_ERROR) !== 0;
  }

  isRoot(row: number): boolean {
    return (this.flags[row]! & HAS_PARENT) === 0;
  }

  /** A row, NO_ROW or MISSING_ROW. */
  parent(row: number): number {
    if (this.isRoot(row)) return NO_ROW;
    const found = this.find(this.parents[2 * row]!, this.parents[2 * row + 1]!);
    return found === NO_ROW ? MISSING_ROW : found;
  }

  saidBy(row: number): Said {
    return this.said[this.sets[row]!]!;
  }

  resource(row: number): Attributes {
    return this.resourceList[this.resources[row]!]!;
  }

  /** In milliseconds since 1970; NaN if the span does not say. */
  endMs(row: number): number {
    return this.ends[row]!;
  }

  private find(high: number, low: number): number {
    const mask = this.slots.length - 1;
    for (let slot = high & mask; ; slot = (slot + 1) & mask) {
      const row = this.slots[slot]! - 1;
      if (row < 0) return NO_ROW;
      if (this.ids[2 * row] === high && this.ids[2 * row + 1] === low) return row;
    }
  }

  private claim(high: number, low: number): number {
    if (this.size === this.flags.length) this.grow();
    const row = this.size++;
    this.ids[2 * row] = high;
    this.ids[2 * row + 1] = low;
    this.enter(row);
    return row;
  }

  private enter(row: number): void {
    const mask = this.slots.length - 1;
    let slot = this.ids[2 * row]! & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = row + 1;
  }

  private grow(): void {
    const room = 2 * this.flags.length;
    this.ids = copied(this.ids, new Uint32Array(2 * room));
    this.parents = copied(this.parents, new Uint32Array(2 * room));
    this.flags = copied(this.flags, new Uint8Array(room));
    this.sets = copied(this.sets, new Int32Array(room));
    this.resources = copied(this.resources, new Int32Array(room));
    this.ends = copied(this.ends, new Float64Array(room));
    this.slots = new Int32Array(4 * room);
    for (let row = 0; row < this.size; row++) this.enter(row);
  }

  private internSet({ name, attributes }: Span): number {
    let key = name;
    for (const one in attributes) key += `\n${one}\n${attributes[one]}`;
    const known = this.setOf.get(key);
    if (known !== undefined) return known;
    this.setOf.set(key, this.said.length);
    return this.said.push({ name, attributes }) - 1;
  }

  /** By identity: readers make one object for equal resources, and may still fill it while its spans arrive. */
  private internResource(resource: Attributes): number {
    const known = this.resourceOf.get(resource);
    if (known !== undefined) return known;
    this.resourceOf.set(resource, this.resourceList.length);
    return this.resourceList.push(resource) - 1;
  }

  private isBefore(flags: number, set: number, row: number): boolean {
    if (flags !== this.flags[row]) return flags < this.flags[row]!;
    return set !== this.sets[row] && JSON.stringify(this.said[set]) < JSON.stringify(this.saidBy(row));
  }
}

function copied<List extends { set(from: List): void }>(from: List, to: List): List {
  to.set(from);
  return to;
}

/** Of the id that was hashed last. */
const hashed = new Uint32Array(2);

/**
 * 64 bits of an id, whatever its form. Two spans of a million share them once in ten million files, which is as rare as two tracers drawing the
 * same span id.
 */
function hashInto(id: string): void {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  hashed[0] = one;
  hashed[1] = other;
}
