/** Limits and choices of pictures: how much one holds, how large its names are, and what it can be grouped and coloured by. */
import { HEALTH_STATES } from '@/domain/vocabulary';

/** A window's sides are rounded down to a multiple of this, so that slightly different windows share a picture. */
export const WINDOW_STEP = 160;
/** The size of names in units of the picture; at scale 1, in pixels. */
export const NAME_SIZE = 12;
/** At the first fit no name is smaller than this many pixels; the layout aims for larger. */
export const LEAST_NAME_PIXELS = 11;
export const WANTED_NAME_PIXELS = 13;
export const MOST_CARDS = 24;
/** In windows narrower than NARROW_BELOW. */
export const MOST_CARDS_NARROW = 8;
export const NARROW_BELOW = 600;
export const MOST_ROWS = 10;
export const MOST_LINES = 60;
/** "Show every component" is available up to this many. */
export const EVERY_COMPONENT_UP_TO = 400;
/** The id of the card for everything that does not fit. */
export const REST_CARD = 'rest';

/** From the most detailed: each component a box; cards with components as rows; cards with applications as rows. */
export const PICTURE_LEVELS = ['components', 'cards', 'groups'] as const;

/** What colours can show. */
export const COLOUR_BY = ['health', 'tier', 'lifecycle', 'team', 'end-of-support', 'exposure', 'single-points'] as const;

/** What components can be grouped by. */
export const GROUPINGS = ['application', 'hosting-zone', 'team', 'capability', 'none'] as const;

/** The health shown for a component: Unreported if nothing was ever reported, Maintenance during a window. */
export const SHOWN_HEALTH = [...HEALTH_STATES, 'Unreported', 'Maintenance'] as const;

/** The page size of the table with every component. */
export const MOST_TABLE_ROWS = 1_000;

export const DIFFERENCES = ['appeared', 'vanished', 'changed'] as const;

export const MOST_REPORTED_ASKED = 500;

/** The most components that can be added to a scenario at once, because their ids are in the URL of its page. */
export const MOST_MEMBERS_ADDED = 100;
