/**
 * The state of the landscape page, kept in its URL: a copied link opens the same view, and the back button undoes one choice. The server reads
 * it too.
 */
import { createParser, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { applyViewChange } from '@/client/applyViewChange';
import type { Grouping, LandscapeFilters, LandscapePictureInput, LandscapeRowsInput } from '@/contract/landscapePicture';
import type { PictureInput, PictureLevel } from '@/contract/picture';
import { COLOUR_BY, GROUPINGS, PICTURE_LEVELS, SHOWN_HEALTH, WINDOW_STEP } from '@/contract/values/picture';
import { COMPONENT_KINDS, CRITICALITY_TIERS, DEPENDENCY_MODES, DEPENDENCY_TYPES, LIFECYCLE_STATES } from '@/domain/vocabulary';

const several = <const Value extends string>(values: readonly Value[]) => parseAsArrayOf(parseAsStringLiteral(values)).withDefault([]);
const texts = parseAsArrayOf(parseAsString).withDefault([]);

const filterParsers = {
  kinds: several(COMPONENT_KINDS),
  types: several(DEPENDENCY_TYPES),
  modes: several(DEPENDENCY_MODES),
  tiers: several(CRITICALITY_TIERS),
  lifecycles: several(LIFECYCLE_STATES),
  health: several(SHOWN_HEALTH),
  teams: texts,
  zones: texts,
  technologies: texts,
};

/** Addresses of before maps call cards of applications `groups`. */
const level = createParser<PictureLevel>({
  parse: (text) => PICTURE_LEVELS.find((one) => one === text) ?? (text === 'groups' ? 'map' : null),
  serialize: (one) => one,
});

export const landscapeParsers = {
  view: parseAsStringLiteral(['picture', 'table']).withDefault('picture'),
  /** Null: chosen by the size of the landscape. */
  grouping: parseAsStringLiteral(GROUPINGS),
  /** Null: the most detailed level that is still readable. */
  level,
  /** Null: health, or criticality while nothing reports health. */
  colour: parseAsStringLiteral(COLOUR_BY),
  component: parseAsString,
  /** A card, or an application that is a cell of a map. */
  group: parseAsString,
  /** A line. */
  line: parseAsString,
  /** Open cards and stacks. */
  open: texts,
  focus: texts,
  hops: parseAsInteger.withDefault(1),
  /** A past instant; null for the present. */
  at: parseAsString,
  /** The earlier timestamp to compare with `at`; null if nothing is compared. */
  since: parseAsString,
  ...filterParsers,
};

export const MOST_HOPS = 4;
export type FilterName = keyof typeof filterParsers;
const FILTER_NAMES = Object.keys(filterParsers) as FilterName[];

export type LandscapeView = inferParserType<typeof landscapeParsers>;
export type ViewChange = Partial<{ [Field in keyof LandscapeView]: LandscapeView[Field] | null }>;
export type ChangeView = (change: ViewChange) => void;

export function landscapeViewAfter(view: LandscapeView, change: ViewChange): LandscapeView {
  return applyViewChange(landscapeParsers, view, change);
}

export function filtersOf(view: LandscapeView): LandscapeFilters {
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => (view[name].length === 0 ? [] : [[name, view[name]]])));
}

export function hasFilters(view: LandscapeView): boolean {
  return FILTER_NAMES.some((name) => view[name].length > 0);
}

export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, null])) as Readonly<Record<FilterName, null>>;

export const NOTHING_CHOSEN = { component: null, group: null, line: null } as const;

/** Changing the grouping closes and deselects cards of the old one. */
export function groupedBy(grouping: Grouping): ViewChange {
  return { grouping, level: null, group: null, line: null, open: null };
}

/** The space for a picture, in pixels. */
export interface Room {
  width: number;
  height: number;
}

/** Rounds down to whole steps, as the server does, so that windows of similar size share an answer. */
function stepped(pixels: number): number {
  return Math.max(WINDOW_STEP, Math.floor(pixels / WINDOW_STEP) * WINDOW_STEP);
}

function hopsOf(view: LandscapeView): number {
  return Math.min(MOST_HOPS, Math.max(0, view.hops));
}

/** The query for the picture that the URL describes, in this space. */
export function pictureInputOf(view: LandscapeView, room: Room): PictureInput {
  return {
    grouping: view.grouping,
    level: view.level,
    open: [...view.open].sort(),
    filters: filtersOf(view),
    question: view.focus.length === 0 ? null : { around: view.focus, hops: hopsOf(view) },
    width: stepped(room.width),
    height: stepped(room.height),
    ...instantsOf(view),
  };
}

/** The two timestamps as the server expects them. */
export function instantsOf({ at, since }: Pick<LandscapeView, 'at' | 'since'>): { at?: string; since?: string } {
  return { ...(at === null ? {} : { at }), ...(since === null ? {} : { since }) };
}

/** Whether the page shows a past instant or a comparison. */
export function isPast({ at, since }: Pick<LandscapeView, 'at' | 'since'>): boolean {
  return at !== null || since !== null;
}

/** Whether the address leaves open how the landscape is grouped. */
export function isUngrouped({ grouping, level, focus, group, at }: LandscapeView): boolean {
  return grouping === null && level === null && focus.length === 0 && group === null && at === null;
}

/** The query for the table that the URL describes. */
export function contentsInputOf(view: LandscapeView): LandscapePictureInput {
  const filters = filtersOf(view);
  return {
    ...(view.grouping === null ? {} : { grouping: view.grouping }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    ...(view.focus.length === 0 ? {} : { focus: { ids: view.focus, hops: hopsOf(view) } }),
    ...(view.open.length === 0 ? {} : { open: [...view.open].sort() }),
    ...(view.at === null ? {} : { at: view.at }),
  };
}

/** The query for the list of every component that the URL describes. */
export function rowsInputOf(view: LandscapeView): Omit<LandscapeRowsInput, 'cursor' | 'limit'> {
  const { grouping: _grouping, open: _open, ...input } = contentsInputOf(view);
  return input;
}
