/** How many live feeds each child has open, by tenant and principal. */
import type { FeedCount } from './messages';

export class FeedCounts {
  private readonly byChild = new Map<string, Map<string, FeedCount>>();

  /** Records how many feeds of a principal the child `of` has open now. */
  set(of: string, feeds: FeedCount): void {
    const counts = this.byChild.get(of) ?? new Map<string, FeedCount>();
    this.byChild.set(of, counts);
    const key = `${feeds.tenantId} ${feeds.principalId}`;
    if (feeds.count === 0) counts.delete(key);
    else counts.set(key, feeds);
  }

  /** Forgets the feeds of a child that has exited. */
  drop(of: string): void {
    this.byChild.delete(of);
  }

  /** Every count above zero, with the name of its child. */
  all(): [of: string, feeds: FeedCount][] {
    return [...this.byChild].flatMap(([of, counts]) => [...counts.values()].map((feeds): [string, FeedCount] => [of, feeds]));
  }
}
