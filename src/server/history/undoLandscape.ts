/** Reads what a recorded change did, and the part of the present landscape that its undo can affect: in bulk, a few statements per kind. */
import { keyOf, type Holder, type UndoLandscape } from '@/domain/history/undoPlan';
import { linksOf, type DoneChange, type LandscapeRecord } from '@/domain/history/undoneFields';
import { dependencyName, MANIFEST_KINDS, type ManifestKind } from '@/domain/manifest/manifestFields';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { ENTITY_TABLES, linksTo, PARENT_COLUMNS } from '@/server/landscape/entityTables';
import { loadRecords, tableOf } from '@/server/landscape/landscapeRows';
import type { RunSql } from '@/server/db/transaction';
import { append } from '@/plain/grouped';

const PORTION = 5_000;

/** The kinds that have a technicalName of their own. */
const NAMED_KINDS = [...ENTITY_KINDS, 'scenario'] as const;

interface ChangeRow {
  kind: ManifestKind;
  entityId: string;
  technicalName: string;
  before: LandscapeRecord | null;
  after: LandscapeRecord | null;
}

interface ChangePortion {
  /** ChangeRows. */
  changes: string;
  last: number | null;
  count: number;
}

/**
 * What a change set did to each entity, from the first state before to the last after. The database prepares the next portion while this
 * one is parsed.
 */
export async function loadChanges(run: RunSql, tenantId: string, changeSetId: string): Promise<DoneChange[]> {
  const portionFrom = async (sequence: number): Promise<ChangePortion | undefined> => {
    const rows = await run<ChangePortion>(
      `select coalesce(json_agg(c order by c."sequence"), '[]')::text as changes, max(c."sequence") as last, count(*)::int as count from (
         select "sequence", "kind", "entityId", "technicalName", "before", "after" from "change"
         where "tenantId" = $1::uuid and "changeSetId" = $2::uuid and "sequence" > $4::int and "kind" = any($3::text[]) order by "sequence" limit ${PORTION}) c`,
      [tenantId, changeSetId, [...MANIFEST_KINDS], sequence],
    );
    return rows[0];
  };
  const changes = new Map<string, DoneChange>();
  let next: Promise<ChangePortion | undefined> | null = portionFrom(-1);
  while (next !== null) {
    const portion: ChangePortion | undefined = await next;
    next = portion !== undefined && portion.count === PORTION && portion.last !== null ? portionFrom(portion.last) : null;
    // The await above throws this failure in the next round.
    next?.catch(() => undefined);
    for (const { kind, entityId: id, technicalName, before, after } of JSON.parse(portion?.changes ?? '[]') as ChangeRow[]) {
      const key = keyOf(kind, id);
      const known = changes.get(key);
      changes.set(key, { kind, id, technicalName, before: known === undefined ? before : known.before, after });
    }
  }
  return [...changes.values()].filter(({ before, after }) => before !== null || after !== null);
}

/**
 * What the plan of an undo needs to know about the landscape as it is now. `manifest` is the one whose apply is undone; null for other
 * changes.
 */
export async function loadUndoLandscape(
  run: RunSql,
  tenantId: string,
  manifest: string | null,
  changes: readonly DoneChange[],
): Promise<UndoLandscape> {
  const created = changes.filter(({ before }) => before === null);
  const ofDependencies = changes
    .filter(({ kind }) => kind === 'dependency')
    .map(({ before, after }) => String((before ?? after)?.sourceComponentId));
  const dependencies = await loadRecords(run, tenantId, 'dependency', 'e."sourceComponentId" = any($2::uuid[])', [
    ...new Set(ofDependencies),
  ]);
  const current = new Map<ManifestKind, Map<string, LandscapeRecord>>();
  for (const kind of MANIFEST_KINDS) {
    const ids = new Set(changes.filter((change) => change.kind === kind).map(({ id }) => id));
    const known = kind === 'dependency' ? dependencies.filter(({ id }) => ids.delete(id)) : [];
    const records = [...known, ...(await loadRecords(run, tenantId, kind, 'e."id" = any($2::uuid[])', [...ids]))];
    current.set(kind, new Map(records.map((record) => [record.id, record])));
  }
  return {
    current,
    living: await loadLiving(run, tenantId, changes),
    holders: await loadHolders(run, tenantId, created),
    declaredBy: await loadDeclarers(run, tenantId, manifest, created),
    nameHolders: await loadNameHolders(run, tenantId, changes),
    isNameTaken: await nameCheck(
      run,
      tenantId,
      changes.filter(({ after }) => after === null),
      dependencies,
    ),
    dependencies,
    parents: changes.some(({ kind }) => kind === 'capability') ? await loadParents(run, tenantId) : new Map(),
  };
}

async function selectIn<Row>(run: RunSql, tenantId: string, sql: string, list: Iterable<string>): Promise<Row[]> {
  const values = [...list];
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += PORTION)
    rows.push(...(await run<Row>(sql, [tenantId, values.slice(start, start + PORTION)])));
  return rows;
}

/** What still exists, both of the things that earlier states link to and of what the change touched. */
async function loadLiving(run: RunSql, tenantId: string, changes: readonly DoneChange[]): Promise<Map<EntityKind, Set<string>>> {
  const wanted = new Map<EntityKind, Set<string>>(ENTITY_KINDS.map((kind) => [kind, new Set()]));
  for (const { kind, id, before } of changes) {
    if (kind !== 'dependency' && kind !== 'scenario') wanted.get(kind)?.add(id);
    if (before !== null) for (const link of linksOf(kind, before)) wanted.get(link.target)?.add(link.id);
  }
  const living = new Map<EntityKind, Set<string>>();
  for (const [kind, ids] of wanted) {
    const rows = await selectIn<{ id: string }>(
      run,
      tenantId,
      `select e."id"::text as id from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and e."id" = any($2::uuid[])`,
      ids,
    );
    living.set(kind, new Set(rows.map(({ id }) => id)));
  }
  return living;
}

interface HolderRow {
  held: string;
  id: string;
  technicalName: string;
}

/** Everything that links to what was created. */
async function loadHolders(run: RunSql, tenantId: string, created: readonly DoneChange[]): Promise<Map<string, Holder[]>> {
  const holders = new Map<string, Holder[]>();
  for (const target of ENTITY_KINDS) {
    const ids = created.filter(({ kind }) => kind === target).map(({ id }) => id);
    if (ids.length === 0) continue;
    const take = async (kind: ManifestKind, field: string, sql: string): Promise<void> => {
      for (const { held, id, technicalName } of await selectIn<HolderRow>(run, tenantId, sql, ids))
        append(holders, keyOf(target, held), { kind, id, technicalName, field });
    };
    for (const { kind, column } of PARENT_COLUMNS.filter((parent) => parent.target === target))
      await take(
        kind,
        column,
        `select e."${column}"::text as held, e."id"::text as id, e."technicalName" from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and e."${column}" = any($2::uuid[])`,
      );
    for (const { kind, link } of linksTo(target))
      await take(
        kind,
        link.field,
        `select l."${link.column}"::text as held, e."id"::text as id, e."technicalName" from "${link.table}" l
         join "${ENTITY_TABLES[kind].table}" e on e."tenantId" = l."tenantId" and e."id" = l."${link.ownColumn}" where l."tenantId" = $1::uuid and l."${link.column}" = any($2::uuid[])`,
      );
    if (target !== 'component') continue;
    for (const column of ['sourceComponentId', 'targetComponentId'])
      await take(
        'dependency',
        column,
        `select d."${column}"::text as held, d."id"::text as id, s."technicalName" || ' → ' || t."technicalName" || ' (' || d."dependencyType" || ')' as "technicalName" from "dependency" d
         join "component" s on s."tenantId" = d."tenantId" and s."id" = d."sourceComponentId" join "component" t on t."tenantId" = d."tenantId" and t."id" = d."targetComponentId"
         where d."tenantId" = $1::uuid and d."${column}" = any($2::uuid[])`,
      );
  }
  return holders;
}

async function loadDeclarers(
  run: RunSql,
  tenantId: string,
  manifest: string | null,
  created: readonly DoneChange[],
): Promise<Map<string, string>> {
  const declarers = new Map<string, string>();
  const ids = created.map(({ id }) => id);
  const rows = await selectIn<{ kind: string; entityId: string; manifestName: string }>(
    run,
    tenantId,
    `select "kind", "entityId"::text as "entityId", "manifestName" from "manifest_ownership" where "tenantId" = $1::uuid and "entityId" = any($2::uuid[])`,
    ids,
  );
  for (const { kind, entityId, manifestName } of rows) if (manifestName !== manifest) declarers.set(keyOf(kind, entityId), manifestName);
  return declarers;
}

async function nameCheck(
  run: RunSql,
  tenantId: string,
  deleted: readonly DoneChange[],
  dependencies: readonly LandscapeRecord[],
): Promise<UndoLandscape['isNameTaken']> {
  const ends = ({ sourceComponentId, targetComponentId, dependencyType }: LandscapeRecord): string =>
    dependencyName(String(sourceComponentId), String(targetComponentId), String(dependencyType));
  const taken = new Set(dependencies.map((dependency) => keyOf('dependency', ends(dependency))));
  for (const kind of NAMED_KINDS) {
    const names = deleted.filter((change) => change.kind === kind).map(({ before }) => String(before?.technicalName));
    const sql = `select e."technicalName" from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and e."technicalName" = any($2::text[])`;
    for (const { technicalName } of await selectIn<{ technicalName: string }>(run, tenantId, sql, names))
      taken.add(keyOf(kind, technicalName));
  }
  return ({ kind, before }) =>
    before !== null && taken.has(keyOf(kind, kind === 'dependency' ? ends(before) : String(before.technicalName)));
}

/** What now has the former names of renamed entities. */
async function loadNameHolders(run: RunSql, tenantId: string, changes: readonly DoneChange[]): Promise<Map<string, string>> {
  const holders = new Map<string, string>();
  for (const kind of NAMED_KINDS) {
    const names = changes.flatMap(({ kind: of, before, after }) =>
      of === kind && before !== null && after !== null && before.technicalName !== after.technicalName
        ? [String(before.technicalName)]
        : [],
    );
    const sql = `select e."id"::text as id, e."technicalName" from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and e."technicalName" = any($2::text[])`;
    for (const { id, technicalName } of await selectIn<{ id: string; technicalName: string }>(run, tenantId, sql, names))
      holders.set(keyOf(kind, technicalName), id);
  }
  return holders;
}

async function loadParents(run: RunSql, tenantId: string): Promise<Map<string, string | null>> {
  const rows = await run<{ id: string; parentId: string | null }>(
    `select "id"::text as id, "parentId"::text as "parentId" from "capability" where "tenantId" = $1::uuid`,
    [tenantId],
  );
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}
