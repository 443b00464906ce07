/** The question, kept in the URL under the names of the REST API: the same query string asks the same question there. The server reads it too. */
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { applyViewChange } from '@/client/applyViewChange';
import type { Question } from '@/client/blastRadiusQuestion';
import { filled } from '@/client/filled';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES, DIRECTIONS, ENTITY_KINDS, FAILURE_STATES } from '@/domain/vocabulary';

export const LOOKS = ['lanes', 'table'] as const;
export type Look = (typeof LOOKS)[number];

export const blastRadiusParsers = {
  entityId: parseAsString,
  entityType: parseAsStringLiteral(ENTITY_KINDS),
  direction: parseAsStringLiteral(DIRECTIONS).withDefault('downstream'),
  maxDepth: parseAsInteger,
  modeFilter: parseAsArrayOf(parseAsStringLiteral(DEPENDENCY_MODES)).withDefault([]),
  typeFilter: parseAsArrayOf(parseAsStringLiteral(DEPENDENCY_TYPES)).withDefault([]),
  state: parseAsStringLiteral(FAILURE_STATES).withDefault('Outage'),
  view: parseAsStringLiteral(LOOKS).withDefault('lanes'),
  /** A past instant; null for the present. */
  at: parseAsString,
  /** The affected component whose path is shown. */
  component: parseAsString,
  /** An application, capability, process or audience that is selected in the columns. */
  item: parseAsString,
  /** The team or capability whose applications the columns show, where there are too many for all. */
  group: parseAsString,
};

export type BlastRadiusView = inferParserType<typeof blastRadiusParsers>;
export type ViewChange = Partial<{ [Field in keyof BlastRadiusView]: BlastRadiusView[Field] | null }>;
export type ChangeView = (change: ViewChange) => void;

/** A new question starts with nothing selected. */
export const NOTHING_CHOSEN = { component: null, item: null, group: null } as const;

export function blastRadiusViewAfter(view: BlastRadiusView, change: ViewChange): BlastRadiusView {
  return applyViewChange(blastRadiusParsers, view, change);
}

/** The question in the URL; null while nothing is selected to fail. */
export function questionOf(view: BlastRadiusView): Question | null {
  const { entityId, entityType, direction, maxDepth, modeFilter, typeFilter, state, at } = view;
  if (entityId === null || entityType === null) return null;
  const depth = maxDepth === null ? null : Math.min(10, Math.max(1, maxDepth));
  return { entityId, entityType, direction, state, ...filled({ maxDepth: depth, modeFilter, typeFilter, at }) };
}

/** A question to the columns: of one group, or of all. */
export function columnsQuestion(question: Question, group: string | null) {
  return group === null ? question : { ...question, group };
}
