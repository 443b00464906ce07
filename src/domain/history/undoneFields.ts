/** Reverts what a change did to one entity, field by field, and keeps whatever was changed later. */
import { FIELD_RULES, type FieldRule, type ManifestKind } from '@/domain/manifest/manifestFields';
import { areSameReferences, isReference, referenceOf, type Reference } from '@/domain/references';
import type { EntityKind } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

/** An entity or dependency with all its fields, named as in the API. */
export type LandscapeRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** What a change did to one entity: `before` is null for a creation, `after` is null for a deletion. */
export interface DoneChange {
  kind: ManifestKind;
  id: string;
  technicalName: string;
  before: LandscapeRecord | null;
  after: LandscapeRecord | null;
}

export const UNDO_REASONS = [
  'changed_since',
  'deleted_since',
  'needed',
  'declared_elsewhere',
  'name_taken',
  'link_gone',
  'redundancy_group',
  'capability_cycle',
] as const;
export type UndoReason = (typeof UNDO_REASONS)[number];

export interface FieldProblem {
  field: string;
  reason: UndoReason;
  message: string;
}

export interface RestoredRecord {
  record: LandscapeRecord;
  problems: FieldProblem[];
  /** True if the entity cannot be restored at all, because a required link points to nothing. */
  isImpossible: boolean;
}

/** A rename is undone like any other field, although manifests do not state it as one. */
const NAME_RULE: FieldRule = { field: 'technicalName', entityField: 'technicalName', type: 'plain' };

type Exists = (kind: EntityKind, id: string) => boolean;

/**
 * The entity as it should be: `current` (null if it is gone) with every field put back that still has the value from the change. Lists are
 * sets of links: added links are removed, removed links come back, all others stay. `exists` says what can be linked to; a `forbidden`
 * field is not changed.
 */
export function restoredRecord(
  change: DoneChange,
  current: LandscapeRecord | null,
  exists: Exists,
  forbidden: ReadonlyMap<string, FieldProblem>,
): RestoredRecord {
  const { kind, before, after } = change;
  if (before === null) throw new Error('What was created has no state to go back to.');
  const record: Record<string, unknown> = { ...(current ?? before) };
  const problems: FieldProblem[] = [];
  let isImpossible = false;
  for (const rule of current === null || after === null ? FIELD_RULES[kind] : rulesOf(kind)) {
    const field = rule.entityField;
    const was = valueIn(before, rule);
    if (current === null || after === null) {
      const refusal = forbidden.get(field);
      const kept = refusal === undefined ? existingLinks(rule, was, exists) : { value: null, gone: [] };
      record[field] = kept.value;
      if (refusal !== undefined) problems.push(refusal);
      if (kept.gone.length > 0) problems.push(linkGone(rule, kept.gone));
      if (rule.type === 'link' && rule.initial === undefined && kept.value === null) isImpossible = true;
      continue;
    }
    const restored = restoredField(rule, was, valueIn(after, rule), current[field] ?? null, exists, forbidden.get(field));
    record[field] = restored.value;
    if (restored.problem !== null) problems.push(restored.problem);
  }
  return { record: record as LandscapeRecord, problems, isImpossible };
}

function rulesOf(kind: ManifestKind): readonly FieldRule[] {
  return kind === 'dependency' ? FIELD_RULES[kind] : [NAME_RULE, ...FIELD_RULES[kind]];
}

/** What a state holds, and what it would have held when a record was made before the field existed. */
function valueIn(state: LandscapeRecord, { entityField, type, initial = null }: FieldRule): unknown {
  const value = state[entityField] ?? initial;
  return type === 'references' ? (value as readonly Reference[]).map(referenceOf) : value;
}

interface RestoredField {
  value: unknown;
  problem: FieldProblem | null;
}

function restoredField(
  rule: FieldRule,
  was: unknown,
  made: unknown,
  is: unknown,
  exists: Exists,
  refusal: FieldProblem | undefined,
): RestoredField {
  if (isSameValue(was, made) || isSameValue(is, was)) return { value: is, problem: null };
  if (refusal !== undefined) return { value: is, problem: refusal };
  if (rule.type === 'links' || rule.type === 'shares') return restoredList(rule, was, made, is, exists);
  if (!isSameValue(is, made))
    return { value: is, problem: { field: rule.entityField, reason: 'changed_since', message: 'it was changed since' } };
  if (rule.type === 'link' && rule.target !== undefined && was !== null && !exists(rule.target, String(was)))
    return { value: is, problem: linkGone(rule, [String(was)]) };
  return { value: was, problem: null };
}

function restoredList(rule: FieldRule, was: unknown, made: unknown, is: unknown, exists: Exists): RestoredField {
  const [before, after, items] = [membersOf(was), membersOf(made), membersOf(is)];
  const gone: string[] = [];
  let isChanged = false;
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const share = before.get(id);
    const now = items.get(id);
    if (share === after.get(id) || now === share) continue;
    if (now !== after.get(id)) isChanged = true;
    else if (share === undefined) items.delete(id);
    else if (rule.target === undefined || !exists(rule.target, id)) gone.push(id);
    else items.set(id, share);
  }
  const problem: FieldProblem | null =
    gone.length > 0
      ? linkGone(rule, gone)
      : isChanged
        ? { field: rule.entityField, reason: 'changed_since', message: 'it was changed since' }
        : null;
  return { value: listOf(rule, items), problem };
}

/** The links of a value whose targets exist. */
function existingLinks(rule: FieldRule, value: unknown, exists: Exists): { value: unknown; gone: string[] } {
  const { target } = rule;
  if (target === undefined || value === null) return { value, gone: [] };
  if (rule.type === 'link') return exists(target, String(value)) ? { value, gone: [] } : { value: null, gone: [String(value)] };
  const members = membersOf(value);
  const gone = [...members.keys()].filter((id) => !exists(target, id));
  gone.forEach((id) => members.delete(id));
  return { value: listOf(rule, members), gone };
}

function linkGone({ entityField, target }: FieldRule, ids: readonly string[]): FieldProblem {
  return {
    field: entityField,
    reason: 'link_gone',
    message: `the ${target} that it was linked to is gone (${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''})`,
  };
}

/** Links by id, each with its share (null if it has none); members of a scenario with their state. */
function membersOf(value: unknown): Map<string, unknown> {
  const items = (value ?? []) as readonly (string | { capabilityId: string; revenueShare?: unknown } | { id: string; state: string })[];
  return new Map(
    items.map((item) => {
      if (typeof item === 'string') return [item, null];
      return 'capabilityId' in item ? [item.capabilityId, item.revenueShare ?? null] : [item.id, item.state];
    }),
  );
}

function listOf(rule: FieldRule, members: ReadonlyMap<string, unknown>): unknown[] {
  const sorted = [...members].sort(([left], [right]) => byCodeUnit(left, right));
  return sorted.map(([id, revenueShare]) => (rule.type === 'shares' ? { capabilityId: id, revenueShare } : id));
}

/** Lists other than references are compared as sets, and the order of an object's keys does not matter. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  if (left.length === right.length && left.every((item, index) => item === right[index])) return true;
  if (left.some(isReference) || right.some(isReference))
    return areSameReferences(left as readonly Reference[], right as readonly Reference[]);
  const [members, others] = [membersOf(left), membersOf(right)];
  return members.size === others.size && [...members].every(([id, share]) => others.has(id) && others.get(id) === share);
}

/** The fields in which two states differ, without bookkeeping fields. */
export function differingFields(kind: ManifestKind, left: LandscapeRecord, right: LandscapeRecord): string[] {
  const differs = (rule: FieldRule): boolean => !isSameValue(valueIn(left, rule), valueIn(right, rule));
  return rulesOf(kind)
    .filter(differs)
    .map(({ entityField }) => entityField);
}

/** Everything that a state links to. */
export function linksOf(kind: ManifestKind, record: LandscapeRecord): { field: string; target: EntityKind; id: string }[] {
  return FIELD_RULES[kind].flatMap(({ entityField: field, type, target }) => {
    const value = record[field] ?? null;
    if (target === undefined || value === null) return [];
    return (type === 'link' ? [String(value)] : [...membersOf(value).keys()]).map((id) => ({ field, target, id }));
  });
}
