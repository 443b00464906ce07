/** Whether a page's data is current, derived from when it was last read and from the live feed's status. */
import type { FeedStatus } from './liveFeed';

export type Freshness =
  | { kind: 'live' }
  /** No feed, but polled often enough to be current. */
  | { kind: 'polled' }
  /** When it was last known to be current, in milliseconds since 1970. */
  | { kind: 'stale'; since: number };

/** How often pages poll while the feed is down. */
export const POLL_MS = 10_000;
/** Two polls may be missed before the page says so. */
const POLLED_FOR_MS = 2.5 * POLL_MS;

export interface ShownAnswer {
  /** When it was last read; 0 for never. */
  dataUpdatedAt: number;
  /** Whether the last refresh failed. */
  isError: boolean;
}

export function freshnessOf(status: FeedStatus, { dataUpdatedAt, isError }: ShownAnswer, now: number): Freshness {
  if (status === 'live' && !isError) return { kind: 'live' };
  if (!isError && now - dataUpdatedAt <= POLLED_FOR_MS) return { kind: 'polled' };
  return { kind: 'stale', since: dataUpdatedAt };
}
