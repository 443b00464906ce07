/** All that a view of the landscape is, kept in its address: a copied link opens the same view, and the back button goes one choice back. */
'use client';

import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates, type Values } from 'nuqs';
import { useCallback } from 'react';
import { applyViewChange } from '@/client/applyViewChange';
import {
  GROUPINGS,
  SHOWN_HEALTH,
  type ComponentJoinsInput,
  type Grouping,
  type LandscapeFilters,
  type LandscapeGroupInput,
  type LandscapePictureInput,
} from '@/contract/landscapePicture';
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

const parsers = {
  view: parseAsStringLiteral(['picture', 'table']).withDefault('picture'),
  /** Null: as the size of the landscape suggests. */
  grouping: parseAsStringLiteral(GROUPINGS),
  component: parseAsString,
  group: parseAsString,
  /** Groups that are open where all others are folded. */
  open: texts,
  /** Groups that are folded where all others are open. */
  folded: texts,
  focus: texts,
  hops: parseAsInteger.withDefault(1),
  ...filterParsers,
};

export const MOST_HOPS = 4;
export type FilterName = keyof typeof filterParsers;
export const FILTER_NAMES = Object.keys(filterParsers) as FilterName[];

export type LandscapeView = Values<typeof parsers>;
export type ViewChange = Partial<{ [Field in keyof LandscapeView]: LandscapeView[Field] | null }>;
export type ChangeView = (change: ViewChange) => void;

export function useLandscapeView(): [LandscapeView, ChangeView] {
  const [view, setView] = useQueryStates(parsers, { history: 'push', scroll: false });
  const change = useCallback((wanted: ViewChange) => void setView(wanted), [setView]);
  return [view, change];
}

export function landscapeViewAfter(view: LandscapeView, change: ViewChange): LandscapeView {
  return applyViewChange(parsers, view, change);
}

export function filtersOf(view: LandscapeView): LandscapeFilters {
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => (view[name].length === 0 ? [] : [[name, view[name]]])));
}

export function hasFilters(view: LandscapeView): boolean {
  return FILTER_NAMES.some((name) => view[name].length > 0);
}

export const NO_FILTERS: Readonly<Record<FilterName, null>> = {
  kinds: null,
  types: null,
  modes: null,
  tiers: null,
  lifecycles: null,
  health: null,
  teams: null,
  zones: null,
  technologies: null,
};

/** What another grouping leaves of a view: no group of the one before. */
export function groupedBy(grouping: Grouping): ViewChange {
  return { grouping, group: null, open: null, folded: null };
}

/** What one group is asked for by; without grouping, applications are groups. */
export function groupInputOf(view: LandscapeView, grouping: Grouping, key: string): LandscapeGroupInput {
  const filters = filtersOf(view);
  return { grouping: grouping === 'none' ? 'application' : grouping, key, ...(Object.keys(filters).length === 0 ? {} : { filters }) };
}

/** What one component's joins are asked for by: those of the picture, as it is grouped and narrowed. */
export function joinsInputOf(view: LandscapeView, grouping: Grouping, component: string): ComponentJoinsInput {
  const { filters, focus } = pictureInputOf(view, null);
  return {
    component,
    grouping: grouping === 'none' ? 'application' : grouping,
    ...(filters === undefined ? {} : { filters }),
    ...(focus === undefined ? {} : { focus }),
  };
}

/** What the address asks of the server. `reveal` is the group of a chosen component, to be open whatever the address says. */
export function pictureInputOf(view: LandscapeView, reveal: string | null): LandscapePictureInput {
  const filters = filtersOf(view);
  const open = [...new Set([...view.open, ...(reveal === null ? [] : [reveal])])].sort();
  const folded = view.folded.filter((key) => key !== reveal).sort();
  return {
    ...(view.grouping === null ? {} : { grouping: view.grouping }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    ...(view.focus.length === 0 ? {} : { focus: { ids: view.focus, hops: Math.min(MOST_HOPS, Math.max(0, view.hops)) } }),
    ...(open.length === 0 ? {} : { open }),
    ...(folded.length === 0 ? {} : { folded }),
  };
}
