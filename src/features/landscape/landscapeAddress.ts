/** All that a view of the landscape is, kept in its address: a copied link opens the same view, and the back button goes one choice back. */
'use client';

import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates, type Values } from 'nuqs';
import { COMPONENT_KINDS, DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';

const parsers = {
  view: parseAsStringLiteral(['picture', 'table']).withDefault('picture'),
  grouping: parseAsStringLiteral(['application', 'none']).withDefault('application'),
  component: parseAsString,
  application: parseAsString,
  /** Applications that are folded where all else is open, or open where all else is folded. */
  toggled: parseAsArrayOf(parseAsString).withDefault([]),
  kinds: parseAsArrayOf(parseAsStringLiteral(COMPONENT_KINDS)).withDefault([]),
  types: parseAsArrayOf(parseAsStringLiteral(DEPENDENCY_TYPES)).withDefault([]),
  modes: parseAsArrayOf(parseAsStringLiteral(DEPENDENCY_MODES)).withDefault([]),
};

export type LandscapeView = Values<typeof parsers>;
export type ChangeView = (change: Partial<{ [Field in keyof LandscapeView]: LandscapeView[Field] | null }>) => void;

export function useLandscapeView(): [LandscapeView, ChangeView] {
  const [view, setView] = useQueryStates(parsers, { history: 'push', scroll: false });
  return [view, (change) => void setView(change)];
}
