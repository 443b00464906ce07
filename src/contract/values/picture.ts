/** Limits and choices of pictures: how much one holds, how large its names are, and what it can be grouped and coloured by. */
import { HEALTH_STATES, type ComponentKind } from '@/domain/vocabulary';

/** A window's sides are rounded down to a multiple of this, so that slightly different windows share a picture. */
export const WINDOW_STEP = 80;
/** The size of names in units of the picture; at scale 1, in pixels. */
export const NAME_SIZE = 12;
/** At the first fit no name is smaller than this many pixels; the layout aims for larger. */
export const LEAST_NAME_PIXELS = 11;
export const WANTED_NAME_PIXELS = 13;
/** Beyond this many components lines are a tangle, so a landscape is shown as a map. */
export const CARDS_UP_TO = 60;
export const MOST_ROWS = 10;
export const MOST_LINES = 60;
/** The cells of a map can be components up to this many. */
export const EVERY_COMPONENT_UP_TO = 400;
/** With fewer applications than this, the cells of a map are components. */
export const LEAST_APPLICATIONS_ON_MAP = 10;

/**
 * Each component a box; cards with components as rows; groups with cells, without lines. Around something (`focus`), columns of cards by hop; that
 * level cannot be requested.
 */
export const PICTURE_LEVELS = ['components', 'cards', 'map'] as const;
export const SHOWN_LEVELS = [...PICTURE_LEVELS, 'focus'] as const;

/** What colours can show. */
export const COLOUR_BY = ['health', 'tier', 'lifecycle', 'team', 'end-of-support', 'exposure', 'single-points'] as const;

/** What components can be grouped by. */
export const GROUPINGS = ['application', 'domain', 'team', 'capability', 'hosting-zone', 'lifecycle', 'tier', 'none'] as const;
/** A component is in one group of these; the others are shown as maps. */
export const CARD_GROUPINGS = ['application', 'team'] as const;

/** The health shown for a component: Unreported if nothing was ever reported, Maintenance during a window. */
export const SHOWN_HEALTH = [...HEALTH_STATES, 'Unreported', 'Maintenance'] as const;

/** The page size of the table with every component. */
export const MOST_TABLE_ROWS = 1_000;

/** Stands for the components that the rows of a card leave out. */
export function moreId(cardId: string): string {
  return `more ${cardId}`;
}

/** The card whose left out components an id of `moreId` stands for; null for any other id. */
export function cardOfMore(id: string): string | null {
  return id.startsWith(moreId('')) ? id.slice(moreId('').length) : null;
}

/** The key of the components without a group. */
export const NO_GROUP_KEY = 'none';

const KIND_PLURALS: Readonly<Record<ComponentKind, string>> = {
  WebAPI: 'web APIs',
  WebApp: 'web apps',
  Database: 'databases',
  Queue: 'queues',
  Cache: 'caches',
  EventBus: 'event buses',
  Worker: 'workers',
  Storage: 'stores',
  MobileApp: 'mobile apps',
  DesktopApp: 'desktop apps',
  ScheduledJob: 'scheduled jobs',
  Integration: 'integrations',
  Identity: 'identity providers',
  Infrastructure: 'infrastructure components',
  Other: 'components',
};

/** For example “18 workers like attachments-consumer”. */
export function stackName(count: number, kind: ComponentKind, first: string): string {
  return `${count} ${KIND_PLURALS[kind]} like ${first}`;
}

export const DIFFERENCES = ['appeared', 'vanished', 'changed'] as const;

export const MOST_REPORTED_ASKED = 500;

/** The most components that can be added to a scenario at once, because their ids are in the URL of its page. */
export const MOST_MEMBERS_ADDED = 100;
