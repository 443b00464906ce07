/** What can be shared with people who have no account, and for how long. */

/** The pages of which one view can be shared. */
export const SHARED_PAGES = ['landscape', 'blast-radius', 'scenarios', 'weak-points', 'weak-points-overview', 'incidents'] as const;
export type SharedPage = (typeof SHARED_PAGES)[number];

export const LINK_KINDS = ['view', 'badge'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** The longest life of a view's link. A badge has no end. */
export const MOST_LINK_DAYS = 7;
/** How many links to views that still work, and how many badges, a tenant may have. */
export const MOST_LINKS: Readonly<Record<LinkKind, number>> = { view: 200, badge: 500 };
/** The largest stored answer, as JSON. */
export const LARGEST_SHARED_BYTES = 4 * 1024 * 1024;
