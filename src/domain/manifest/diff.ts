/**
 * What a manifest would change: a plain function from the known landscape and the declarations to an ordered list of changes. A field that is left out stays;
 * `[]` or null clears it; defaults count only when something is created. Ownership is never a change.
 */
import { capabilityCycles } from './capabilityTree';
import type { Declaration, DeclaredShare, DeclaredValue, DiffIssue, FieldChange, KnownLandscape, ManifestDiff, PlannedChange } from './declaration';
import { areEqual, compareText, CREATION_ORDER, FIELD_RULES, linkedNames, type FieldRule, type ManifestKind, type Share, type Value, type Values } from './manifestFields';
import { FinalLandscape } from './finalLandscape';
import { planPruning } from './prune';
import { checkRedundancy } from './redundancyRule';

export interface DiffOptions {
  prune: boolean;
}

export function diffManifest(known: KnownLandscape, declarations: readonly Declaration[], options: DiffOptions): ManifestDiff {
  const final = new FinalLandscape(known);
  const issues: DiffIssue[] = [];
  for (const declaration of declarations) final.set(declaration.kind, declaration.technicalName, merge(final, declaration, issues));
  checkReferences(final, declarations, issues);
  issues.push(...capabilityCycles(final, declarations));
  const { blocked, released } = options.prune ? planPruning(final, declarations) : { blocked: [], released: [] };
  issues.push(...checkRedundancy(final, declarations));
  const changes = changesBetween(final);
  const touched = new Set(changes.map(({ kind, technicalName }) => `${kind} ${technicalName}`));
  const unchanged = declarations.reduce((count, { kind, technicalName }) => count + (touched.has(`${kind} ${technicalName}`) ? 0 : 1), 0);
  return { changes, unchanged, issues, blocked, released };
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
    else issues.push({ path: [...path, rule.field], ...missing(declaration, rule) });
  }
  return merged;
}

function missing({ kind, technicalName }: Declaration, { field }: FieldRule): Omit<DiffIssue, 'path'> {
  return { message: `is required, because there is no ${kind.replace('-', ' ')} "${technicalName}" yet`, hint: `add ${field}`, unknown: { kind, technicalName } };
}

/** Lists become sets in order. A stated list of shares keeps the share of every link that does not state one. */
function settle(rule: FieldRule, stated: DeclaredValue, before: Value | undefined): Value {
  if (rule.type === 'links') return [...(stated as readonly string[])].sort(compareText);
  if (rule.type !== 'shares') return stated as Value;
  const kept = new Map(((before ?? []) as readonly Share[]).map((share) => [share.capability, share.revenueShare]));
  const shares = (stated as readonly DeclaredShare[]).map(({ capability, revenueShare }) => ({
    capability,
    revenueShare: revenueShare === undefined ? (kept.get(capability) ?? null) : revenueShare,
  }));
  return shares.sort((left, right) => compareText(left.capability, right.capability));
}

function checkReferences(final: FinalLandscape, declarations: readonly Declaration[], issues: DiffIssue[]): void {
  for (const { kind, values, path } of declarations) {
    for (const rule of FIELD_RULES[kind]) {
      const stated = values[rule.field];
      if (rule.target === undefined || stated === undefined) continue;
      for (const [index, name] of linkedNames(rule, stated as Value).entries()) {
        if (final.get(rule.target, name) !== null) continue;
        issues.push({
          path: [...path, rule.field, ...stepsTo(rule, index)],
          message: `there is no ${rule.target.replace('-', ' ')} "${name}", neither in this manifest nor in the landscape`,
          unknown: { kind: rule.target, technicalName: name },
        });
      }
    }
  }
}

function stepsTo({ type }: FieldRule, index: number): (string | number)[] {
  if (type === 'links') return [index];
  return type === 'shares' ? [index, 'capability'] : [];
}

/** Creations and updates in the order in which they can be made, then deletions in the order in which they can go; within a kind by name. */
function changesBetween(final: FinalLandscape): PlannedChange[] {
  const changes: PlannedChange[] = [];
  const deletions: PlannedChange[] = [];
  for (const kind of CREATION_ORDER) {
    for (const [technicalName, after] of final.planned(kind)) {
      const before = final.knownEntity(kind, technicalName);
      const fields = fieldChanges(kind, before?.values ?? null, after);
      if (after === null) deletions.push({ op: 'delete', kind, technicalName, fields, before, after });
      else if (before === null) changes.push({ op: 'create', kind, technicalName, fields, before, after });
      else if (fields.length > 0) changes.push({ op: 'update', kind, technicalName, fields, before, after });
    }
  }
  return [...changes, ...deletions.reverse()];
}

function fieldChanges(kind: ManifestKind, before: Values | null, after: Values | null): FieldChange[] {
  const fields: FieldChange[] = [];
  for (const { field, type } of FIELD_RULES[kind]) {
    const nothing: Value = type === 'links' || type === 'shares' ? [] : null;
    const from = before?.[field] ?? nothing;
    const to = after?.[field] ?? nothing;
    if (!areEqual(from, to)) fields.push({ field, from, to });
  }
  return fields;
}
