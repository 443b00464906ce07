/** The bounds and choices of pictures: what one holds, how large its names are, what it may be grouped and coloured by. */
import { HEALTH_STATES } from '@/domain/vocabulary';

/** Sides of a window are rounded down to this many pixels, so that a slightly different window gets the same picture. */
export const WINDOW_STEP = 160;
/** The size of names in the units of a picture; at a scale of 1 these are pixels. */
export const NAME_SIZE = 12;
/** At the first fit no name is smaller than this many pixels; larger ones are aimed at. */
export const LEAST_NAME_PIXELS = 11;
export const WANTED_NAME_PIXELS = 13;
export const MOST_CARDS = 24;
/** In windows narrower than NARROW_BELOW. */
export const MOST_CARDS_NARROW = 8;
export const NARROW_BELOW = 600;
export const MOST_ROWS = 10;
export const MOST_LINES = 60;
/** "Show every component" exists up to this many. */
export const EVERY_COMPONENT_UP_TO = 400;
/** The card of what there is no room for. */
export const REST_CARD = 'rest';

/** From the finest: each component a box; cards with components as rows; cards with applications as rows. */
export const PICTURE_LEVELS = ['components', 'cards', 'groups'] as const;

/** What colours may say. */
export const COLOUR_BY = ['health', 'tier', 'lifecycle', 'team', 'end-of-support', 'exposure', 'single-points'] as const;

/** By what components are put into boxes. */
export const GROUPINGS = ['application', 'hosting-zone', 'team', 'capability', 'none'] as const;

/** What a component shows of its health: Unreported where nothing was ever heard of it, Maintenance while a window lasts. */
export const SHOWN_HEALTH = [...HEALTH_STATES, 'Unreported', 'Maintenance'] as const;

/** A page of a table that holds every component, however many there are. */
export const MOST_TABLE_ROWS = 1_000;

export const DIFFERENCES = ['appeared', 'vanished', 'changed'] as const;

export const MOST_REPORTED_ASKED = 500;
