/** Cached list counts, valid for the landscape version in which they were counted. */
import { processState } from '@/server/processState';

export interface KeptCount {
  version: number;
  count: number;
}

const MOST_LISTS = 2_000;

export class KeptCounts {
  constructor(private readonly name: string) {}

  of(list: string): KeptCount | undefined {
    return this.lists().get(list);
  }

  /** The list unused for longest is dropped first. */
  keep(list: string, count: KeptCount): void {
    const lists = this.lists();
    lists.delete(list);
    lists.set(list, count);
    for (const oldest of lists.keys()) {
      if (lists.size <= MOST_LISTS) break;
      lists.delete(oldest);
    }
  }

  private lists(): Map<string, KeptCount> {
    return processState(this.name, () => new Map<string, KeptCount>());
  }
}
