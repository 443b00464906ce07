/** Maps the ordinals that a database assigns to the nodes of a graph, in pages, so that large gaps cost nothing. */

const PAGE_BITS = 12;
const PAGE_SIZE = 1 << PAGE_BITS;

export class OrdinalIndex {
  /** Entries hold node + 1; 0 means that no component has this ordinal. */
  private readonly pages = new Map<number, Int32Array>();
  private lastPage = -1;
  private lastEntries: Int32Array | undefined;

  get approximateBytes(): number {
    return this.pages.size * PAGE_SIZE * 4;
  }

  /** The node of an ordinal, or -1. */
  get(ordinal: number): number {
    const page = Math.floor(ordinal / PAGE_SIZE);
    if (page !== this.lastPage) {
      this.lastPage = page;
      this.lastEntries = this.pages.get(page);
    }
    return (this.lastEntries?.[ordinal & (PAGE_SIZE - 1)] ?? 0) - 1;
  }

  set(ordinal: number, node: number): void {
    if (!Number.isSafeInteger(ordinal) || ordinal < 0) throw new Error(`An ordinal must be a whole number from 0: ${ordinal}`);
    const page = Math.floor(ordinal / PAGE_SIZE);
    let entries = this.pages.get(page);
    if (entries === undefined) {
      entries = new Int32Array(PAGE_SIZE);
      this.pages.set(page, entries);
      this.lastPage = -1;
    }
    entries[ordinal & (PAGE_SIZE - 1)] = node + 1;
  }

  delete(ordinal: number): void {
    const entries = this.pages.get(Math.floor(ordinal / PAGE_SIZE));
    if (entries !== undefined) entries[ordinal & (PAGE_SIZE - 1)] = 0;
  }
}
