/**
 * Pruning: a manifest releases what it owns but no longer declares. An entity that a manifest created is deleted once no manifest declares
 * it any more. Links to it are removed; if something that stays needs it (as its parent or an end), the deletion is blocked. Entities
 * created by hand are never deleted.
 */
import { sortedByName } from '@/plain/nameSort';
import { byCodeUnit } from '@/plain/order';
import { inStretches, type Steps } from '@/plain/steps';
import type { BlockedDeletion, Declaration } from './declaration';
import type { FinalLandscape } from './finalLandscape';
import {
  CREATION_ORDER,
  FIELD_RULES,
  linkedNames,
  MANIFEST_KINDS,
  type FieldRule,
  type ManifestKind,
  type Share,
  type Value,
} from './manifestFields';
import { namedIn } from './scenarioValues';

export interface PrunePlan {
  blocked: BlockedDeletion[];
  released: { kind: ManifestKind; technicalName: string }[];
}

/** Entities looked at in one step. */
const PORTION = 2_000;

/** Adds deletions and unlinks to `final`. */
export function* planPruning(final: FinalLandscape, declarations: readonly Declaration[]): Steps<PrunePlan> {
  const declared = new Map<ManifestKind, Map<string, Declaration>>(MANIFEST_KINDS.map((kind) => [kind, new Map()]));
  yield* inStretches(declarations.length, PORTION, (from, end) => {
    for (const declaration of declarations.slice(from, end)) declared.get(declaration.kind)?.set(declaration.technicalName, declaration);
  });
  const released: PrunePlan['released'] = [];
  const doomed = new Map<ManifestKind, Set<string>>(MANIFEST_KINDS.map((kind) => [kind, new Set()]));
  for (const kind of CREATION_ORDER) {
    const owned = [...(final.known.owned.get(kind) ?? [])];
    const names: string[] = [];
    yield* inStretches(owned.length, PORTION, (from, end) => {
      for (const [technicalName, { hasCreated, isSharedWithOthers }] of owned.slice(from, end)) {
        if (declared.get(kind)?.has(technicalName) === true) continue;
        names.push(technicalName);
        if (!hasCreated || isSharedWithOthers) continue;
        doomed.get(kind)?.add(technicalName);
        final.set(kind, technicalName, null);
      }
    });
    yield;
    for (const position of yield* sortedByName([...names.keys()], names)) released.push({ kind, technicalName: names[position] ?? '' });
  }
  return { released, blocked: [...doomed.values()].some(({ size }) => size > 0) ? yield* cutLoose(final, doomed, declared) : [] };
}

type Names = ReadonlyMap<ManifestKind, ReadonlySet<string>>;
type Declared = ReadonlyMap<ManifestKind, ReadonlyMap<string, Declaration>>;

/** Removes links from entities that stay to entities that go. Links that cannot be removed block the deletion. */
function* cutLoose(final: FinalLandscape, doomed: Names, declared: Declared): Steps<BlockedDeletion[]> {
  const needs = new Map<string, BlockedDeletion>();
  for (const kind of CREATION_ORDER) {
    const rules = FIELD_RULES[kind].filter(({ target }) => target !== undefined && (doomed.get(target)?.size ?? 0) > 0);
    if (kind === 'scenario') blockStatedMembers(doomed, declared, needs);
    if (rules.length === 0) continue;
    // Copied, because unlinking changes the plan during the loop.
    for (const [number, [technicalName, values]] of [...final.all(kind)].entries()) {
      if (number % PORTION === 0) yield;
      for (const rule of rules) {
        const gone = linkedNames(rule, values[rule.field] ?? null).filter((name) => isDoomed(doomed, rule, name));
        if (gone.length === 0) continue;
        const isStated = declared.get(kind)?.get(technicalName)?.values[rule.field] !== undefined;
        if (rule.type === 'link' || isStated) gone.forEach((name) => addNeed(needs, rule, name, { kind, technicalName }));
        else
          final.set(kind, technicalName, {
            ...(final.get(kind, technicalName) ?? values),
            [rule.field]: without(values[rule.field] ?? [], gone),
          });
      }
    }
  }
  for (const { neededBy } of needs.values()) neededBy.sort((left, right) => byCodeUnit(left.technicalName, right.technicalName));
  return [...needs.values()].sort(
    (left, right) =>
      CREATION_ORDER.indexOf(left.kind) - CREATION_ORDER.indexOf(right.kind) || byCodeUnit(left.technicalName, right.technicalName),
  );
}

/**
 * A manifest cannot delete what one of its own scenarios lets fail. Members of other scenarios may be deleted, and are then reported as
 * missing.
 */
function blockStatedMembers(doomed: Names, declared: Declared, needs: Map<string, BlockedDeletion>): void {
  for (const [technicalName, { values }] of declared.get('scenario') ?? [])
    for (const rule of FIELD_RULES.scenario)
      for (const { kind, technicalName: name } of namedIn(rule, values[rule.field]))
        if (doomed.get(kind)?.has(name) === true) addNeed(needs, { target: kind }, name, { kind: 'scenario', technicalName });
}

function isDoomed(doomed: Names, { target }: FieldRule, name: string): boolean {
  return target !== undefined && doomed.get(target)?.has(name) === true;
}

function addNeed(
  needs: Map<string, BlockedDeletion>,
  { target }: { target?: ManifestKind | undefined },
  name: string,
  needer: { kind: ManifestKind; technicalName: string },
): void {
  if (target === undefined) return;
  const key = `${target} ${name}`;
  const need = needs.get(key) ?? { kind: target, technicalName: name, neededBy: [] };
  need.neededBy.push(needer);
  needs.set(key, need);
}

function without(value: Value, gone: readonly string[]): Value {
  if (!Array.isArray(value)) return value;
  const list = value as readonly (string | Share)[];
  return list.filter((item) => !gone.includes(typeof item === 'string' ? item : item.capability)) as unknown as Value;
}
