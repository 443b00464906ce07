/** The values of subscriptions. */

export { KINDS_WITH_EXPOSURE, WATCHED_KINDS } from '@/domain/notifications/watchedKinds';

/** Quiet: the condition does not hold. Holding: it holds, but not for long enough. Raised: a message was sent. Gone: what it watches no longer exists. */
export const SUBSCRIPTION_STATUSES = ['Quiet', 'Holding', 'Raised', 'Paused', 'Gone'] as const;

/** A day. */
export const LONGEST_HOLD_MINUTES = 1_440;

/** How many subscriptions of their own one person may have. */
export const MOST_OWN_SUBSCRIPTIONS = 50;
