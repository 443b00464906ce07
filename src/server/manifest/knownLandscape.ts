/** Loads the part of a landscape that a manifest can touch (or all of it) in the form that the diff needs: links by technicalName. */
import type { Declaration, KnownEntity, KnownLandscape, Ownership } from '@/domain/manifest/declaration';
import {
  dependencyName,
  FIELD_RULES,
  linkedNames,
  MANIFEST_KINDS,
  type FieldRule,
  type ManifestKind,
  type Share,
  type Value,
} from '@/domain/manifest/manifestFields';
import { referenceOf, type Reference } from '@/domain/references';
import { ENTITY_KINDS, type EntityKind, type FailureState } from '@/domain/vocabulary';
import { linksTo, PARENT_COLUMNS } from '@/server/landscape/entityTables';
import { loadFormerNames } from '@/server/landscape/formerNames';
import { yieldToEventLoop } from '@/server/yieldToEventLoop';
import { loadAllRecords, loadRecords, tableOf, type EntityRecord } from '@/server/landscape/landscapeRows';
import type { RunSql } from '@/server/db/transaction';
import { byCodeUnit } from '@/plain/order';
import { edgeOf, memberTexts, namedIn } from '@/domain/manifest/scenarioValues';

/** A failure of a scenario, as stored in its record. */
interface Member {
  entityType: EntityKind;
  id: string;
  technicalName: string;
  state: FailureState;
}

/** What is known, plus the complete record of each entity for the change log. */
export interface LoadedLandscape extends KnownLandscape {
  entities: Map<ManifestKind, Map<string, LoadedEntity>>;
  /** The ids of everything that was loaded or is linked to, by kind and technicalName. */
  ids: Map<ManifestKind, Map<string, string>>;
}
export interface LoadedEntity extends KnownEntity {
  record: EntityRecord;
}

export interface LoadingOptions {
  /** What the manifest owns, if it should prune; otherwise empty. */
  ownership: readonly OwnershipRow[];
  /** True to load everything, not only what the manifest can touch. */
  isWhole: boolean;
}

export interface OwnershipRow {
  kind: ManifestKind;
  entityId: string;
  hasCreated: boolean;
  isShared: boolean;
}

const BY_NAME = 'e."technicalName" = any($2::text[])';
const BY_ID = 'e."id" = any($2::uuid[])';

/** What a plan needs of the landscape: all of it with `isWhole`, otherwise what the declarations and owned entities touch. */
export async function loadLandscape(
  run: RunSql,
  tenantId: string,
  declarations: readonly Declaration[],
  { ownership, isWhole }: LoadingOptions,
): Promise<LoadedLandscape> {
  const loader = new Loader(run, tenantId);
  if (isWhole) await loader.loadAll();
  else await loader.loadTouched(declarations, ownership);
  await loader.loadFormer(declarations);
  return loader.finish(ownership);
}

/** The same for a whole landscape whose records were read elsewhere, for example those of a past instant. Nothing in it has an owner. */
export async function landscapeOf(records: ReadonlyMap<ManifestKind, readonly EntityRecord[]>): Promise<LoadedLandscape> {
  // It contains everything that it refers to, except members of scenarios that no longer existed then.
  const loader = new Loader(() => Promise.resolve([]), '');
  loader.takeAll(records);
  return loader.finish([]);
}

/** Every technicalName of a kind, for hints, up to a number that is still fast to search. */
export async function loadNames(run: RunSql, tenantId: string, kind: EntityKind): Promise<string[]> {
  const rows = await run<{ technicalName: string }>(
    `select e."technicalName" from "${tableOf(kind)}" e where e."tenantId" = $1::uuid order by 1 limit 50000`,
    [tenantId],
  );
  return rows.map(({ technicalName }) => technicalName);
}

/** What the manifest owns. `isShared`: another manifest declares it too. */
export async function loadOwnership(run: RunSql, tenantId: string, manifestName: string): Promise<OwnershipRow[]> {
  return run<OwnershipRow>(
    `select o."kind", o."entityId"::text as "entityId", o."hasCreated",
       exists (select 1 from "manifest_ownership" x where x."tenantId" = $1::uuid and x."kind" = o."kind" and x."entityId" = o."entityId" and x."manifestName" <> o."manifestName") as "isShared"
     from "manifest_ownership" o where o."tenantId" = $1::uuid and o."manifestName" = $2`,
    [tenantId, manifestName],
  );
}

class Loader {
  private readonly formerNames = new Map<ManifestKind, Map<string, string>>();
  private readonly records = new Map<ManifestKind, Map<string, EntityRecord>>(MANIFEST_KINDS.map((kind) => [kind, new Map()]));

  constructor(
    private readonly run: RunSql,
    private readonly tenantId: string,
  ) {}

  /** The former names among those mentioned, and the entities that had them. */
  async loadFormer(declarations: readonly Declaration[]): Promise<void> {
    const kinds = await this.run<{ kind: string }>(`select distinct f."kind" from "former_name" f where f."tenantId" = $1::uuid`, [
      this.tenantId,
    ]);
    if (kinds.length === 0) return;
    const names = namesIn(declarations);
    for (const kind of ENTITY_KINDS) {
      if (!kinds.some((former) => former.kind === kind)) continue;
      const former = await loadFormerNames(this.run, this.tenantId, kind, [...(names.get(kind) ?? [])]);
      if (former.size === 0) continue;
      this.formerNames.set(kind, former);
      const unknown = [...new Set(former.values())].filter((id) => this.records.get(kind)?.has(id) !== true);
      await this.load(kind, BY_ID, unknown);
      if (kind === 'component') await this.loadDependenciesOf([...new Set(former.values())]);
    }
  }

  async loadAll(): Promise<void> {
    for (const kind of MANIFEST_KINDS) this.take(kind, await loadAllRecords(this.run, this.tenantId, kind));
  }

  takeAll(records: ReadonlyMap<ManifestKind, readonly EntityRecord[]>): void {
    for (const [kind, ofKind] of records) this.take(kind, ofKind);
  }

  async loadTouched(declarations: readonly Declaration[], ownership: readonly OwnershipRow[]): Promise<void> {
    const names = namesIn(declarations);
    for (const kind of ENTITY_KINDS)
      if (kind === 'capability') this.take(kind, await loadAllRecords(this.run, this.tenantId, kind));
      else await this.load(kind, BY_NAME, [...(names.get(kind) ?? [])]);
    const scenarios = declarations.flatMap(({ kind, technicalName }) => (kind === 'scenario' ? [technicalName] : []));
    await this.load('scenario', BY_NAME, scenarios);
    await this.loadDependenciesOf(this.componentsNamed(sourcesIn(declarations)));
    await this.loadWithheld();
    if (ownership.length > 0) await this.loadAround(ownership);
  }

  /** What the manifest owns, and everything that links to it. */
  private async loadAround(ownership: readonly OwnershipRow[]): Promise<void> {
    for (const kind of MANIFEST_KINDS) {
      const ids = ownership.filter((row) => row.kind === kind).map(({ entityId }) => entityId);
      if (ids.length === 0) continue;
      await this.load(
        kind,
        BY_ID,
        ids.filter((id) => this.records.get(kind)?.has(id) !== true),
      );
      if (kind === 'dependency') await this.loadDependenciesOf(this.valuesOf('dependency', ids, 'sourceComponentId'));
      else if (kind !== 'scenario') await this.loadPointingTo(kind, ids);
    }
    await this.loadWithheld();
  }

  /** The dependencies that scenarios withhold, for their names, and their ends. */
  private async loadWithheld(): Promise<void> {
    const scenarios = [...(this.records.get('scenario')?.keys() ?? [])];
    const withheld = this.valuesOf('scenario', scenarios, 'withheldDependencies').filter(
      (id) => this.records.get('dependency')?.has(id) !== true,
    );
    await this.load('dependency', BY_ID, withheld);
    // With the other dependencies of their sources, because redundancy groups must be complete.
    await this.loadDependenciesOf(this.valuesOf('dependency', withheld, 'sourceComponentId'));
  }

  private async loadPointingTo(kind: EntityKind, ids: readonly string[]): Promise<void> {
    for (const parent of PARENT_COLUMNS.filter(({ target }) => target === kind))
      await this.load(parent.kind, `e."${parent.column}" = any($2::uuid[])`, ids);
    for (const { kind: holder, link } of linksTo(kind)) {
      const rows = await this.run<{ id: string }>(
        `select distinct l."${link.ownColumn}"::text as "id" from "${link.table}" l where l."tenantId" = $1::uuid and l."${link.column}" = any($2::uuid[])`,
        [this.tenantId, ids],
      );
      const holders = rows.map(({ id }) => id).filter((id) => this.records.get(holder)?.has(id) !== true);
      await this.load(holder, BY_ID, holders);
    }
    if (kind === 'component')
      await this.load('dependency', '(e."sourceComponentId" = any($2::uuid[]) or e."targetComponentId" = any($2::uuid[]))', ids);
  }

  /** All dependencies of a source, because redundancy groups must be complete. */
  private async loadDependenciesOf(sourceIds: readonly string[]): Promise<void> {
    await this.load('dependency', 'e."sourceComponentId" = any($2::uuid[])', sourceIds);
  }

  /** The loaded components that have one of these names. */
  private componentsNamed(names: ReadonlySet<string>): string[] {
    return [...(this.records.get('component')?.values() ?? [])].flatMap(({ id, technicalName }) =>
      names.has(String(technicalName)) ? [id] : [],
    );
  }

  private valuesOf(kind: ManifestKind, ids: readonly string[], field: string): string[] {
    const records = this.records.get(kind);
    return [...new Set(ids.flatMap((id) => records?.get(id)?.[field] ?? []).map(String))];
  }

  private async load(kind: ManifestKind, condition: string, list: readonly string[]): Promise<void> {
    if (list.length > 0) this.take(kind, await loadRecords(this.run, this.tenantId, kind, condition, list));
  }

  private take(kind: ManifestKind, records: readonly EntityRecord[]): void {
    const known = this.records.get(kind);
    for (const record of records) known?.set(record.id, record);
  }

  async finish(ownership: readonly OwnershipRow[]): Promise<LoadedLandscape> {
    const names = await this.namesById();
    const entities = new Map<ManifestKind, Map<string, LoadedEntity>>();
    const nameOf = new Map<string, string>();
    for (const kind of MANIFEST_KINDS) {
      const ofKind = new Map<string, LoadedEntity>();
      // Scenarios come after dependencies.
      const dependencies = kind === 'scenario' ? (entities.get('dependency') ?? []) : [];
      const edgeNames = new Map([...dependencies].map(([name, { id }]) => [id, name]));
      let count = 0;
      for (const record of this.records.get(kind)?.values() ?? []) {
        if ((count += 1) % 2_000 === 0) await yieldToEventLoop();
        const entity = knownEntity(kind, record, names, edgeNames);
        ofKind.set(entity.technicalName, entity);
        nameOf.set(`${kind} ${entity.id}`, entity.technicalName);
      }
      entities.set(kind, ofKind);
    }
    const owned = new Map<ManifestKind, Map<string, Ownership>>(MANIFEST_KINDS.map((kind) => [kind, new Map()]));
    for (const { kind, entityId, hasCreated, isShared } of ownership) {
      const technicalName = nameOf.get(`${kind} ${entityId}`);
      if (technicalName !== undefined) owned.get(kind)?.set(technicalName, { hasCreated, isSharedWithOthers: isShared });
    }
    const ids = new Map(
      [...names].map(([kind, ofKind]): [ManifestKind, Map<string, string>] => [kind, new Map([...ofKind].map(([id, name]) => [name, id]))]),
    );
    return { entities, owned, ids, formerNames: this.formerNames };
  }

  /** The technicalName of everything that was loaded or is linked to. */
  private async namesById(): Promise<Map<EntityKind, Map<string, string>>> {
    const names = new Map<EntityKind, Map<string, string>>();
    for (const kind of ENTITY_KINDS)
      names.set(kind, new Map([...(this.records.get(kind)?.values() ?? [])].map((record) => [record.id, String(record.technicalName)])));
    for (const [kind, ids] of await this.idsBeside(names)) {
      if (ids.size === 0) continue;
      const rows = await this.run<{ id: string; technicalName: string }>(
        `select e."id"::text as id, e."technicalName" from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and ${BY_ID}`,
        [this.tenantId, [...ids]],
      );
      for (const { id, technicalName } of rows) names.get(kind)?.set(id, technicalName);
    }
    return names;
  }

  /** The ids of everything that is linked to but not in `names`. */
  private async idsBeside(names: ReadonlyMap<EntityKind, ReadonlyMap<string, string>>): Promise<Map<EntityKind, Set<string>>> {
    const wanted = new Map<EntityKind, Set<string>>(ENTITY_KINDS.map((kind) => [kind, new Set()]));
    let count = 0;
    for (const kind of MANIFEST_KINDS) {
      const rules = FIELD_RULES[kind].filter(({ target }) => target !== undefined);
      if (rules.length === 0) continue;
      for (const record of this.records.get(kind)?.values() ?? []) {
        if ((count += 1) % 5_000 === 0) await yieldToEventLoop();
        for (const rule of rules)
          for (const id of linkedIds(rule, record))
            if (rule.target !== undefined && names.get(rule.target)?.has(id) !== true) wanted.get(rule.target)?.add(id);
      }
    }
    for (const { entityType, id } of [...(this.records.get('scenario')?.values() ?? [])].flatMap(membersIn))
      if (names.get(entityType)?.has(id) !== true) wanted.get(entityType)?.add(id);
    return wanted;
  }
}

/** The names that a manifest declares or refers to, by kind. */
function namesIn(declarations: readonly Declaration[]): Map<EntityKind, Set<string>> {
  const names = new Map<EntityKind, Set<string>>(ENTITY_KINDS.map((kind) => [kind, new Set()]));
  for (const { kind, technicalName, values, formerly = [] } of declarations) {
    if (kind !== 'dependency' && kind !== 'scenario') for (const name of [technicalName, ...formerly]) names.get(kind)?.add(name);
    for (const rule of FIELD_RULES[kind]) {
      for (const member of namedIn(rule, values[rule.field])) {
        if (member.kind !== 'dependency' && member.kind !== 'scenario') names.get(member.kind)?.add(member.technicalName);
        const edge = member.kind === 'dependency' ? edgeOf(member.technicalName) : null;
        if (edge !== null) names.get('component')?.add(edge.source).add(edge.target);
      }
      if (rule.target === undefined || values[rule.field] === undefined) continue;
      for (const name of linkedNames(rule, values[rule.field] as Value)) names.get(rule.target)?.add(name);
    }
  }
  return names;
}

/** The components whose dependencies may be declared: sources, and renamed components under their former names. */
function sourcesIn(declarations: readonly Declaration[]): Set<string> {
  return new Set(
    declarations.flatMap(({ kind, values, formerly = [] }) => {
      if (kind === 'dependency') return String(values.source);
      if (kind === 'scenario') return ((values.withheldDependencies ?? []) as readonly string[]).map((name) => edgeOf(name)?.source ?? '');
      return kind === 'component' ? formerly : [];
    }),
  );
}

function linkedIds({ type, entityField }: FieldRule, record: EntityRecord): string[] {
  const value = record[entityField];
  if (type === 'shares') return (value as { capabilityId: string }[]).map(({ capabilityId }) => capabilityId);
  if (type === 'links') return value as string[];
  return typeof value === 'string' ? [value] : [];
}

function membersIn(record: EntityRecord): Member[] {
  return record.failures as Member[];
}

function knownEntity(
  kind: ManifestKind,
  record: EntityRecord,
  names: ReadonlyMap<EntityKind, ReadonlyMap<string, string>>,
  /** Names of dependencies, by id. */
  edgeNames: ReadonlyMap<string, string>,
): LoadedEntity {
  const values: Record<string, Value> = {};
  for (const rule of FIELD_RULES[kind]) {
    const value = record[rule.entityField];
    const ofTarget = rule.target === undefined ? undefined : names.get(rule.target);
    const named = (id: string): string => ofTarget?.get(id) ?? id;
    // A record of the past can be older than a field.
    if (rule.type === 'plain') values[rule.field] = (value ?? null) as Value;
    else if (rule.type === 'references') values[rule.field] = ((value ?? []) as Reference[]).map(referenceOf);
    else if (rule.type === 'members') {
      const nameOf = ({ entityType, id, technicalName: kept }: Member): string => names.get(entityType)?.get(id) ?? kept;
      values[rule.field] = memberTexts(membersIn(record).map((member) => ({ ...member, entity: nameOf(member) })));
    } else if (rule.type === 'edges')
      // A dependency that no longer exists has only its id.
      values[rule.field] = (value as string[]).map((id) => edgeNames.get(id) ?? id).sort(byCodeUnit);
    else if (rule.type === 'link') values[rule.field] = value === null ? null : named(String(value));
    else if (rule.type === 'links') values[rule.field] = (value as string[]).map(named).sort(byCodeUnit);
    else {
      const rows = value as { capabilityId: string; revenueShare: number | null }[];
      const shares: Share[] = rows.map(({ capabilityId, revenueShare }) => ({ capability: named(capabilityId), revenueShare }));
      values[rule.field] = shares.sort((left, right) => byCodeUnit(left.capability, right.capability));
    }
  }
  const technicalName =
    kind === 'dependency'
      ? dependencyName(String(values.source), String(values.target), String(values.dependencyType))
      : String(record.technicalName);
  return { id: record.id, technicalName, values, record };
}
