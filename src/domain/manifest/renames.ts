/**
 * Renames: with `formerly`, a manifest says that an entity had another name, and that entity gets the new one. All renames of a manifest
 * apply together, so two entities can swap names. A reference to a former name resolves to the renamed entity, with a warning.
 */
import { byCodeUnit } from '@/plain/order';
import { withArticle } from '@/plain/withArticle';
import type { Declaration, DeclaredShare, DeclaredValue, DiffIssue, KnownEntity, KnownLandscape } from './declaration';
import { formerNameTaken } from './diffIssues';
import { dependencyName, FIELD_RULES, linkedNames, MANIFEST_KINDS, type ManifestKind, type Share, type Value } from './manifestFields';
import { renamedMembers } from './scenarioValues';

export interface Rename {
  kind: ManifestKind;
  from: string;
  to: string;
  id: string;
}

export interface RenamePlan {
  /** The landscape after the renames. */
  known: KnownLandscape;
  /** The declarations with every former name replaced by the present one. */
  declarations: readonly Declaration[];
  renames: readonly Rename[];
  issues: DiffIssue[];
  /** References that use a former name. */
  warnings: DiffIssue[];
}

interface Candidate extends Rename {
  declaration: Declaration;
  path: readonly (string | number)[];
}

type Declared = ReadonlyMap<ManifestKind, ReadonlyMap<string, Declaration>>;

/** Determines the renames, and the landscape and declarations after them. */
export function planRenames(known: KnownLandscape, declarations: readonly Declaration[]): RenamePlan {
  const declared = new Map<ManifestKind, Map<string, Declaration>>(MANIFEST_KINDS.map((kind) => [kind, new Map()]));
  for (const declaration of declarations) declared.get(declaration.kind)?.set(declaration.technicalName, declaration);
  const issues: DiffIssue[] = [];
  const renames = withoutClashes(known, candidatesIn(known, declarations, declared, issues), issues);
  const renamed = renames.length === 0 ? known : renamedLandscape(known, renames);
  const former = formerNamesAfter(known, renamed, renames);
  const warnings: DiffIssue[] = [];
  const present = presentDeclarations(renamed, declarations, declared, former, warnings, issues);
  for (const { kind, technicalName, path, mayReuseName } of present) {
    const bearer = former.get(kind)?.get(technicalName);
    if (bearer === undefined || mayReuseName === true || renamed.entities.get(kind)?.has(technicalName) === true) continue;
    issues.push({ path: [...path, 'technicalName'], ...formerNameTaken(kind, technicalName, bearer) });
  }
  return { known: renamed, declarations: present, renames, issues, warnings };
}

function candidatesIn(known: KnownLandscape, declarations: readonly Declaration[], declared: Declared, issues: DiffIssue[]): Candidate[] {
  const claimed = new Map<string, string>();
  const candidates: Candidate[] = [];
  for (const declaration of declarations) {
    const { kind, technicalName, formerly = [], path } = declaration;
    let taken: string | null = null;
    for (const [index, name] of formerly.entries()) {
      const entity = calledBefore(known, declared, kind, name);
      if (entity === null || isRenamedAlready(known, declaration, name, entity)) continue;
      const at = [...path, 'formerly', ...(declaration.hasFormerList === true ? [index] : [])];
      const key = `${kind} ${entity.id}`;
      const claimedBy = claimed.get(key);
      if (claimedBy !== undefined && claimedBy !== technicalName)
        issues.push({
          path: at,
          message: `"${name}" is already claimed by "${claimedBy}"`,
          hint: 'only one of the two can have had this name',
        });
      else if (taken !== null && taken !== entity.id)
        issues.push({ path: at, message: `several of these names exist: only one of them can become "${technicalName}"` });
      else if (taken === null) {
        taken = entity.id;
        claimed.set(key, technicalName);
        candidates.push({ kind, from: entity.technicalName, to: technicalName, id: entity.id, declaration, path: at });
      }
    }
  }
  return candidates;
}

/** When a swap is applied again, both names exist, and each belongs to the entity that had the other name before. */
function isRenamedAlready(known: KnownLandscape, { kind, technicalName }: Declaration, name: string, entity: KnownEntity): boolean {
  const present = known.entities.get(kind)?.get(technicalName);
  return present !== undefined && (entity.id === present.id || known.formerNames?.get(kind)?.get(name) === present.id);
}

/** The entity with a name, or else the entity that had it before and is not declared under its present name. */
function calledBefore(known: KnownLandscape, declared: Declared, kind: ManifestKind, name: string): KnownEntity | null {
  const entity = known.entities.get(kind)?.get(name);
  if (entity !== undefined) return entity;
  const id = known.formerNames?.get(kind)?.get(name);
  if (id === undefined) return null;
  for (const candidate of known.entities.get(kind)?.values() ?? [])
    if (candidate.id === id) return declared.get(kind)?.has(candidate.technicalName) === true ? null : candidate;
  return null;
}

/** A new name may be taken only if the entity that has it is renamed too. */
function withoutClashes(known: KnownLandscape, candidates: readonly Candidate[], issues: DiffIssue[]): Rename[] {
  let left = [...candidates];
  for (;;) {
    const leaving = new Set(left.map(({ kind, id }) => `${kind} ${id}`));
    const clashing = left.filter(({ kind, to }) => {
      const present = known.entities.get(kind)?.get(to);
      return present !== undefined && !leaving.has(`${kind} ${present.id}`);
    });
    if (clashing.length === 0) break;
    for (const { kind, from, to, path } of clashing)
      issues.push({
        path,
        message: `there is ${withArticle(kind.replace('-', ' '))} "${from}" and another one "${to}"`,
        hint: 'delete one of the two, or leave formerly out',
      });
    left = left.filter((candidate) => !clashing.includes(candidate));
  }
  return left.map(({ kind, from, to, id }) => ({ kind, from, to, id }));
}

/** The same entities under their new names, including in links. */
function renamedLandscape(known: KnownLandscape, renames: readonly Rename[]): KnownLandscape {
  const names = new Map<ManifestKind, Map<string, string>>();
  for (const { kind, from, to } of renames) names.set(kind, (names.get(kind) ?? new Map<string, string>()).set(from, to));
  const entities = new Map<ManifestKind, Map<string, KnownEntity>>();
  const owned = new Map(known.owned);
  for (const [kind, ofKind] of known.entities) {
    const isLinked = kind === 'scenario' || FIELD_RULES[kind].some(({ target }) => target !== undefined && names.has(target));
    if (!isLinked && !names.has(kind)) {
      entities.set(kind, new Map(ofKind));
      continue;
    }
    const renamed = new Map<string, KnownEntity>();
    const presentNames = new Map<string, string>();
    for (const [name, entity] of ofKind) {
      const values = isLinked ? renamedValues(kind, entity.values, names) : entity.values;
      const technicalName =
        kind === 'dependency'
          ? dependencyName(String(values.source), String(values.target), String(values.dependencyType))
          : (names.get(kind)?.get(name) ?? name);
      presentNames.set(name, technicalName);
      renamed.set(technicalName, { ...entity, technicalName, values });
    }
    entities.set(kind, renamed);
    owned.set(kind, new Map([...(known.owned.get(kind) ?? [])].map(([name, ownership]) => [presentNames.get(name) ?? name, ownership])));
  }
  return { ...known, entities, owned };
}

function renamedValues(
  kind: ManifestKind,
  values: KnownEntity['values'],
  names: ReadonlyMap<ManifestKind, ReadonlyMap<string, string>>,
): KnownEntity['values'] {
  const renamed: Record<string, Value> = { ...values };
  for (const { field, target, type } of FIELD_RULES[kind]) {
    const value = renamed[field];
    if (value !== undefined) renamed[field] = renamedMembers({ type }, value, (of, name) => names.get(of)?.get(name) ?? name);
    const ofTarget = target === undefined ? undefined : names.get(target);
    if (ofTarget !== undefined) renamed[field] = mapNames(values[field] ?? null, (name) => ofTarget.get(name) ?? name) as Value;
  }
  return renamed;
}

/** A link, links or shares with other names, sorted. Duplicates are merged. */
function mapNames(value: DeclaredValue, present: (name: string) => string): DeclaredValue {
  if (typeof value === 'string') return present(value);
  if (!Array.isArray(value)) return value;
  const items = new Map<string, string | Share | DeclaredShare>();
  for (const item of value as readonly (string | DeclaredShare)[]) {
    const name = present(typeof item === 'string' ? item : item.capability);
    if (!items.has(name)) items.set(name, typeof item === 'string' ? name : { ...item, capability: name });
  }
  return [...items].sort(([left], [right]) => byCodeUnit(left, right)).map(([, item]) => item) as DeclaredValue;
}

/** By kind and former name: the present name. Includes the renames of this manifest. */
function formerNamesAfter(
  known: KnownLandscape,
  renamed: KnownLandscape,
  renames: readonly Rename[],
): Map<ManifestKind, Map<string, string>> {
  const former = new Map<ManifestKind, Map<string, string>>();
  for (const [kind, ofKind] of known.formerNames ?? []) {
    if (ofKind.size === 0) continue;
    const nameOf = new Map([...(renamed.entities.get(kind)?.values() ?? [])].map(({ id, technicalName }) => [id, technicalName]));
    const alive = [...ofKind].flatMap(([name, id]): [string, string][] => {
      const present = nameOf.get(id);
      return present === undefined || present === name ? [] : [[name, present]];
    });
    former.set(kind, new Map(alive));
  }
  for (const { kind, from, to } of renames) {
    const ofKind = former.get(kind) ?? new Map<string, string>();
    former.set(kind, ofKind.set(from, to));
  }
  return former;
}

function presentDeclarations(
  renamed: KnownLandscape,
  declarations: readonly Declaration[],
  declared: Declared,
  former: ReadonlyMap<ManifestKind, ReadonlyMap<string, string>>,
  warnings: DiffIssue[],
  issues: DiffIssue[],
): readonly Declaration[] {
  if (former.size === 0) return declarations;
  const dependencies = new Set<string>();
  return declarations.map((declaration) => {
    const { kind, path } = declaration;
    let values = declaration.values;
    for (const { field, target, type } of FIELD_RULES[kind]) {
      const stated = values[field];
      const membersPresent = renamedMembers({ type }, stated, (of, name) => {
        const present = former.get(of)?.get(name);
        if (present === undefined || declared.get(of)?.has(name) === true || renamed.entities.get(of)?.has(name) === true) return name;
        warnings.push(referenceToFormer(of, name, present, [...path, field]));
        return present;
      });
      if (membersPresent !== stated && membersPresent !== undefined) values = { ...values, [field]: membersPresent };
      const ofTarget = target === undefined ? undefined : former.get(target);
      if (target === undefined || ofTarget === undefined || stated === undefined) continue;
      const isPresent = (name: string): boolean =>
        declared.get(target)?.has(name) === true || renamed.entities.get(target)?.has(name) === true;
      const old = linkedNames({ field, entityField: field, type, target }, stated as Value).filter(
        (name) => ofTarget.has(name) && !isPresent(name),
      );
      for (const name of old) warnings.push(referenceToFormer(target, name, ofTarget.get(name) ?? name, [...path, field]));
      if (old.length > 0)
        values = { ...values, [field]: mapNames(stated, (name) => (old.includes(name) ? (ofTarget.get(name) ?? name) : name)) };
    }
    if (kind !== 'dependency') return values === declaration.values ? declaration : { ...declaration, values };
    const technicalName = dependencyName(String(values.source), String(values.target), String(values.dependencyType));
    if (dependencies.has(technicalName))
      issues.push({
        path,
        message: `under its current names, the dependency ${technicalName} is already in this manifest`,
        hint: 'merge the two',
      });
    dependencies.add(technicalName);
    return values === declaration.values ? declaration : { ...declaration, values, technicalName };
  });
}

function referenceToFormer(kind: ManifestKind, name: string, present: string, path: readonly (string | number)[]): DiffIssue {
  return { path, message: `"${name}" is a former name of the ${kind.replace('-', ' ')} "${present}"`, hint: `write "${present}"` };
}
