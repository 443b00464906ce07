/** What a subscription can watch. */

/** `tenant` means everything: the worst of its capabilities, and the whole exposure. A team means the applications that it owns. */
export const WATCHED_KINDS = ['tenant', 'capability', 'process', 'segment', 'application', 'component', 'team'] as const;
export type WatchedKind = (typeof WATCHED_KINDS)[number];

/** What can have an exposure; the others only have a state. */
export const KINDS_WITH_EXPOSURE: readonly WatchedKind[] = ['tenant', 'capability', 'segment'];
