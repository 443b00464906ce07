/** Rows of integers in one typed array, filled in bulk or edited in place; what the integers mean stays outside. */
import { finish, inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** Entries of a bulk fill, or rows of a compaction. */
const ENTRIES_IN_A_STEP = 50_000;

/** Copies an array into one that holds at least `length` entries, with room to grow; returns it unchanged if it is long enough. */
export function grownInts(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  if (array.length >= length) return array as Int32Array<ArrayBuffer>;
  const grown = new Int32Array(Math.max(length, Math.ceil(array.length * 1.3) + 16));
  grown.set(array);
  return grown;
}

/**
 * Row r holds `values[starts[r] .. starts[r] + lengths[r])`, in no particular order. Hot loops read the three arrays directly, and must
 * fetch them again for each query, because an edit may replace them. If requested, `companions` holds a second integer beside each value.
 */
export class RowArena {
  starts = new Int32Array(0);
  lengths = new Int32Array(0);
  values = new Int32Array(0);
  companions = new Int32Array(0);
  private rooms = new Int32Array(0);
  /** Used entries of the arena, including abandoned space. */
  private tail = 0;
  private abandoned = 0;

  constructor(private readonly hasCompanions: boolean) {}

  get approximateBytes(): number {
    return 4 * (this.starts.length + this.lengths.length + this.rooms.length + this.values.length + this.companions.length);
  }

  ensureRows(count: number): void {
    this.starts = grownInts(this.starts, count);
    this.lengths = grownInts(this.lengths, count);
    this.rooms = grownInts(this.rooms, count);
  }

  /** Fills an empty arena: entry i belongs to row `owners[i]`. Every row gets exactly the space it needs. */
  *fill(rowCount: number, entryCount: number, owners: Int32Array, values: Int32Array, companions: Int32Array | null): Steps<void> {
    this.starts = new Int32Array(rowCount);
    this.lengths = new Int32Array(rowCount);
    this.values = new Int32Array(entryCount);
    this.companions = new Int32Array(this.hasCompanions ? entryCount : 0);
    const { starts, lengths } = this;
    yield* inStretches(entryCount, ENTRIES_IN_A_STEP, (from, end) => {
      for (let i = from; i < end; i++) lengths[owners[i]!]!++;
    });
    this.rooms = lengths.slice();
    for (let row = 0, next = 0; row < rowCount; row++) {
      starts[row] = next;
      next += lengths[row]!;
    }
    lengths.fill(0);
    yield* inStretches(entryCount, ENTRIES_IN_A_STEP, (from, end) => {
      for (let i = from; i < end; i++) {
        const owner = owners[i]!;
        const offset = starts[owner]! + lengths[owner]!++;
        this.values[offset] = values[i]!;
        if (companions !== null) this.companions[offset] = companions[i]!;
      }
    });
    this.tail = entryCount;
    this.abandoned = 0;
  }

  /** Adds an entry to a row. A full row moves to the end of the arena with twice its space, so this costs O(1) on average. */
  append(row: number, value: number, companion = 0): void {
    this.ensureRows(row + 1);
    const length = this.lengths[row]!;
    if (length === this.rooms[row]!) this.move(row, length === 0 ? 1 : length * 2);
    const offset = this.starts[row]! + length;
    this.values[offset] = value;
    if (this.hasCompanions) this.companions[offset] = companion;
    this.lengths[row] = length + 1;
  }

  /**
   * Removes the first entry of a row with this value and companion; the last entry of the row takes its position. Returns whether there was
   * one.
   */
  remove(row: number, value: number, companion = 0): boolean {
    const start = this.starts[row] ?? 0;
    const last = start + (this.lengths[row] ?? 0) - 1;
    for (let offset = start; offset <= last; offset++)
      if (this.values[offset] === value && (!this.hasCompanions || this.companions[offset] === companion)) {
        this.values[offset] = this.values[last]!;
        if (this.hasCompanions) this.companions[offset] = this.companions[last]!;
        this.lengths[row]!--;
        return true;
      }
    return false;
  }

  clearRow(row: number): void {
    if (row < this.lengths.length) this.lengths[row] = 0;
  }

  rowLength(row: number): number {
    return this.lengths[row] ?? 0;
  }

  /** A copy of a row, safe to keep while the arena is edited. */
  row(row: number): Int32Array<ArrayBuffer> {
    const start = this.starts[row] ?? 0;
    return this.values.slice(start, start + this.rowLength(row));
  }

  /** A copy of the companions of a row. */
  companionsIn(row: number): Int32Array<ArrayBuffer> {
    const start = this.starts[row] ?? 0;
    return this.companions.slice(start, start + this.rowLength(row));
  }

  /** Releases the space that moved rows left behind, and all spare space. */
  *compact(): Steps<void> {
    const { starts, lengths, rooms } = this;
    let total = 0;
    for (let row = 0; row < lengths.length; row++) total += lengths[row]!;
    const values = new Int32Array(total);
    const companions = new Int32Array(this.hasCompanions ? total : 0);
    let next = 0;
    yield* inStretches(lengths.length, ENTRIES_IN_A_STEP, (firstRow, endRow) => {
      for (let row = firstRow; row < endRow; row++) {
        const start = starts[row]!;
        const end = start + lengths[row]!;
        for (let offset = start, to = next; offset < end; offset++, to++) {
          values[to] = this.values[offset]!;
          if (this.hasCompanions) companions[to] = this.companions[offset]!;
        }
        starts[row] = next;
        rooms[row] = end - start;
        next += end - start;
      }
    });
    this.values = values;
    this.companions = companions;
    this.tail = total;
    this.abandoned = 0;
  }

  private move(row: number, room: number): void {
    if (this.abandoned > 1024 && this.abandoned > this.tail >> 1) finish(this.compact());
    const start = this.starts[row]!;
    const length = this.lengths[row]!;
    const to = this.tail;
    this.abandoned += this.rooms[row]!;
    this.tail = to + room;
    this.values = grownInts(this.values, this.tail);
    this.values.copyWithin(to, start, start + length);
    if (this.hasCompanions) {
      this.companions = grownInts(this.companions, this.tail);
      this.companions.copyWithin(to, start, start + length);
    }
    this.starts[row] = to;
    this.rooms[row] = room;
  }
}

/** A row without copying it, until the arena is edited. */
export function rowIn(rows: RowArena, row: number): Int32Array {
  const start = rows.starts[row] ?? 0;
  return rows.values.subarray(start, start + rows.rowLength(row));
}

/** Visits a row without copying it; the arena must not be edited meanwhile. */
export function forEachInRow(rows: RowArena, row: number, visit: (value: number) => void): void {
  const { values } = rows;
  const start = rows.starts[row] ?? 0;
  const end = start + rows.rowLength(row);
  for (let offset = start; offset < end; offset++) visit(values[offset]!);
}
