/** Whether what a page shows is how things are: said from when it was last read and how the live feed stands, never assumed. */
import type { FeedStatus } from './liveFeed';

export type Freshness =
  | { kind: 'live' }
  /** No feed, but asked again often enough to be current. */
  | { kind: 'polled' }
  /** Since when nothing is known, in milliseconds since 1970. */
  | { kind: 'stale'; since: number };

/** While the feed is away, pages ask this often. */
export const POLL_MS = 10_000;
/** Two polls may be missed before it is said. */
const POLLED_FOR_MS = 2.5 * POLL_MS;

export interface ShownAnswer {
  /** When it was last read; 0 for never. */
  dataUpdatedAt: number;
  /** Whether the last attempt to read it again failed. */
  isError: boolean;
}

export function freshnessOf(status: FeedStatus, { dataUpdatedAt, isError }: ShownAnswer, now: number): Freshness {
  if (status === 'live' && !isError) return { kind: 'live' };
  if (!isError && now - dataUpdatedAt <= POLLED_FOR_MS) return { kind: 'polled' };
  return { kind: 'stale', since: dataUpdatedAt };
}
