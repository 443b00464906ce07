/** What a subscription can watch. */

/** `tenant` is everything: the worst of its capabilities, and all exposure. A team is the applications it owns. */
export const WATCHED_KINDS = ['tenant', 'capability', 'process', 'segment', 'application', 'component', 'team'] as const;
export type WatchedKind = (typeof WATCHED_KINDS)[number];

/** What can have an exposure by itself; of the others there is only a state. */
export const KINDS_WITH_EXPOSURE: readonly WatchedKind[] = ['tenant', 'capability', 'segment'];
