/**
 * Compares a manifest with a landscape: a plain function from the known landscape and the declarations to an ordered list of changes. A
 * field that is left out does not change; `[]` or null clears it; defaults apply only to new entities. Ownership is never a change.
 */
import { sortedByName } from '@/plain/nameSort';
import { byCodeUnit } from '@/plain/order';
import type { Steps } from '@/plain/steps';
import { capabilityCycles } from './capabilityTree';
import type {
  Declaration,
  DeclaredShare,
  DeclaredValue,
  DiffIssue,
  FieldChange,
  KnownLandscape,
  ManifestDiff,
  PlannedChange,
} from './declaration';
import {
  areEqual,
  CREATION_ORDER,
  FIELD_RULES,
  isListField,
  linkedNames,
  type FieldRule,
  type ManifestKind,
  type Share,
  type Value,
  type Values,
} from './manifestFields';
import { notThere, requiredWhenNew } from './diffIssues';
import { FinalLandscape } from './finalLandscape';
import { planRenames } from './renames';
import { keptByPruning } from './keptByPruning';
import { planPruning } from './prune';
import { checkRedundancy } from './redundancyRule';
import { namedIn } from './scenarioValues';

export interface DiffOptions {
  prune: boolean;
}

/** Yields after this many declarations. */
const PORTION = 2_000;

/**
 * What the declarations would change in the landscape, in steps of a few milliseconds. Mistakes are in `issues` of the result; nothing is thrown
 * for them.
 */
export function* diffManifest(landscape: KnownLandscape, stated: readonly Declaration[], options: DiffOptions): Steps<ManifestDiff> {
  const { known, declarations, renames, issues, warnings } = planRenames(landscape, stated);
  yield;
  const final = new FinalLandscape(known);
  const formerNames = new Map(renames.map(({ kind, from, to }) => [`${kind} ${to}`, from]));
  const referring: Declaration[] = [];
  for (const portion of portionsOf(declarations)) {
    for (const declaration of portion) {
      const { kind, technicalName } = declaration;
      const present = final.knownEntity(kind, technicalName);
      // Most of a manifest usually states what is there already. A renamed entity changes in any case.
      const isNew = present === null || formerNames.has(`${kind} ${technicalName}`) || !statesNothingNew(declaration, present.values);
      if (isNew) final.set(kind, technicalName, merge(final, declaration, issues));
      // Whatever else is there refers to what is there; members of a scenario need not exist any more.
      if (isNew || kind === 'scenario') referring.push(declaration);
    }
    yield;
  }
  for (const portion of portionsOf(referring)) {
    checkReferences(final, portion, issues);
    yield;
  }
  issues.push(...capabilityCycles(final, declarations));
  yield;
  const { blocked, released } = options.prune ? yield* planPruning(final, declarations) : { blocked: [], released: [] };
  yield;
  warnings.push(...keptByPruning(released, ({ kind, technicalName }) => final.known.owned.get(kind)?.get(technicalName)));
  issues.push(...checkRedundancy(final, declarations));
  yield;
  // Creations and updates come kind by kind in the order in which they can be made, by name; deletions follow in the opposite order.
  const changes: PlannedChange[] = [];
  const deletions: PlannedChange[] = [];
  for (const kind of CREATION_ORDER) {
    const planned = [...final.planned(kind)].map(([technicalName]) => technicalName);
    yield;
    const order = yield* sortedByName([...planned.keys()], planned);
    const names = Array.from(order, (position) => planned[position] ?? '');
    for (const portion of portionsOf(names)) {
      yield;
      for (const technicalName of portion) {
        const change = changeOf(final, kind, technicalName, formerNames);
        if (change !== null) (change.op === 'delete' ? deletions : changes).push(change);
      }
    }
  }
  yield;
  changes.push(...deletions.reverse());
  return { changes, renames, warnings, known, declarations, unchanged: countUnchanged(declarations, changes), issues, blocked, released };
}

function* portionsOf<Item>(items: readonly Item[]): IterableIterator<readonly Item[]> {
  for (let start = 0; start < items.length; start += PORTION) yield items.slice(start, start + PORTION);
}

function countUnchanged(declarations: readonly Declaration[], changes: readonly PlannedChange[]): number {
  const touched = new Map<ManifestKind, Set<string>>(CREATION_ORDER.map((kind) => [kind, new Set()]));
  for (const { kind, technicalName } of changes) touched.get(kind)?.add(technicalName);
  return declarations.reduce((count, { kind, technicalName }) => count + (touched.get(kind)?.has(technicalName) === true ? 0 : 1), 0);
}

/** Whether every stated field has this value already. Lists are compared in the order in which both may be sorted. */
function statesNothingNew({ kind, values }: Declaration, present: Values): boolean {
  for (const rule of FIELD_RULES[kind]) {
    const stated = values[rule.field];
    if (stated === undefined) continue;
    const before = present[rule.field];
    if (stated === before) continue;
    if (before === undefined || !isListField(rule) || !areEqual(settle(rule, stated, before), before)) return false;
  }
  return true;
}

function merge(final: FinalLandscape, declaration: Declaration, issues: DiffIssue[]): Values {
  const { kind, technicalName, values, path } = declaration;
  const known = final.knownEntity(kind, technicalName);
  const merged: Record<string, Value> = {};
  for (const rule of FIELD_RULES[kind]) {
    const stated = values[rule.field];
    const before = known === null ? rule.initial : known.values[rule.field];
    if (stated !== undefined) merged[rule.field] = settle(rule, stated, before);
    else if (before !== undefined) merged[rule.field] = before;
    else issues.push({ path: [...path, rule.field], ...requiredWhenNew(kind, technicalName, rule.field) });
  }
  return merged;
}

/** Turns lists into sorted sets. In a stated list of shares, a link without a share keeps its present one. */
function settle(rule: FieldRule, stated: DeclaredValue, before: Value | undefined): Value {
  if (rule.type === 'links' || rule.type === 'members' || rule.type === 'edges') return [...(stated as readonly string[])].sort(byCodeUnit);
  if (rule.type !== 'shares') return stated as Value;
  const kept = new Map(((before ?? []) as readonly Share[]).map((share) => [share.capability, share.revenueShare]));
  const shares = (stated as readonly DeclaredShare[]).map(({ capability, revenueShare }) => ({
    capability,
    revenueShare: revenueShare === undefined ? (kept.get(capability) ?? null) : revenueShare,
  }));
  return shares.sort((left, right) => byCodeUnit(left.capability, right.capability));
}

function checkReferences(final: FinalLandscape, declarations: readonly Declaration[], issues: DiffIssue[]): void {
  for (const { kind, values, path } of declarations)
    for (const rule of FIELD_RULES[kind]) {
      const stated = values[rule.field];
      if (stated === undefined) continue;
      for (const [index, member] of namedIn(rule, stated).entries()) {
        if (final.get(member.kind, member.technicalName) !== null) continue;
        issues.push({ path: [...path, rule.field, index], ...notThere(member.kind, member.technicalName) });
      }
      if (rule.target === undefined) continue;
      for (const [index, name] of linkedNames(rule, stated as Value).entries()) {
        if (final.get(rule.target, name) !== null) continue;
        issues.push({
          path: [...path, rule.field, ...stepsTo(rule, index)],
          ...notThere(rule.target, name),
        });
      }
    }
}

function stepsTo({ type }: FieldRule, index: number): (string | number)[] {
  if (type === 'links') return [index];
  return type === 'shares' ? [index, 'capability'] : [];
}

/** What is planned for one entity, if that changes it. */
function changeOf(
  final: FinalLandscape,
  kind: ManifestKind,
  technicalName: string,
  formerNames: ReadonlyMap<string, string>,
): PlannedChange | null {
  const before = final.knownEntity(kind, technicalName);
  const after = final.plan(kind, technicalName);
  if (before === null && after === null) return null;
  const fields = fieldChanges(kind, before?.values ?? null, after);
  if (after === null) return { op: 'delete', kind, technicalName, fields, before, after };
  if (before === null) return { op: 'create', kind, technicalName, fields, before, after };
  const renamedFrom = formerNames.get(`${kind} ${technicalName}`);
  if (renamedFrom !== undefined) fields.unshift({ field: 'technicalName', from: renamedFrom, to: technicalName });
  const renaming = renamedFrom === undefined ? {} : { renamedFrom };
  return fields.length === 0 ? null : { op: 'update', kind, technicalName, fields, ...renaming, before, after };
}

function fieldChanges(kind: ManifestKind, before: Values | null, after: Values | null): FieldChange[] {
  const fields: FieldChange[] = [];
  for (const { field, type } of FIELD_RULES[kind]) {
    const nothing: Value = isListField({ type }) ? [] : null;
    const from = before?.[field] ?? nothing;
    const to = after?.[field] ?? nothing;
    if (!areEqual(from, to)) fields.push({ field, from, to });
  }
  return fields;
}
