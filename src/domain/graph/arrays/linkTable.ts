/** A many-to-many link between two kinds, readable from both ends and editable in place. */
import { RowArena } from './rowArena';
import type { Steps } from '@/plain/steps';

export class LinkTable {
  /** Row of a holder: what it links to. */
  readonly named = new RowArena(false);
  /** Row of what is linked to: its holders. */
  readonly holders = new RowArena(false);

  get approximateBytes(): number {
    return this.named.approximateBytes + this.holders.approximateBytes;
  }

  /** Replaces all links of a holder; duplicates count once. */
  set(holder: number, names: readonly number[]): void {
    this.dropHolder(holder);
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      if (names.indexOf(name) === i) {
        this.named.append(holder, name);
        this.holders.append(name, holder);
      }
    }
  }

  dropHolder(holder: number): void {
    if (this.named.rowLength(holder) > 0) {
      for (const name of this.named.row(holder)) this.holders.remove(name, holder);
      this.named.clearRow(holder);
    }
  }

  dropNamed(name: number): void {
    if (this.holders.rowLength(name) > 0) {
      for (const holder of this.holders.row(name)) this.named.remove(holder, name);
      this.holders.clearRow(name);
    }
  }

  /** In steps, between which nothing reads or edits the links. */
  *compact(): Steps<void> {
    yield* this.named.compact();
    yield* this.holders.compact();
  }
}
