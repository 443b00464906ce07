/**
 * The names that entities had before: giving a name up makes it a former name, taking it again ends that. A present entity always takes
 * precedence over a former name.
 */
import { AppError } from '@/domain/errors';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { FormerNames, FormerNamesInput } from '@/contract/formerNames';
import { FORMER_NAME_DAYS } from '@/domain/health/formerName';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { type Transaction, runWithin, type RunSql } from '@/server/db/transaction';
import { ENTITY_TABLES } from './entityTables';
import { read } from '@/server/db/read';

const MOST_LISTED = 100;

/** The former names of an entity, latest first, at most 100. Throws `not_found`. */
export async function listFormerNames(tenant: TenantDb, { kind, id }: FormerNamesInput): Promise<FormerNames> {
  const rows = await read(tenant, (tx) =>
    tx.$queryRawUnsafe<{ technicalName: string | null; since: Date; until: Date; isHeard: boolean }[]>(
      `select f."technicalName", f."since", f."since" + interval '${FORMER_NAME_DAYS} days' as "until",
         f."kind" = 'component' and f."since" > now() - interval '${FORMER_NAME_DAYS} days' as "isHeard"
       from "${ENTITY_TABLES[kind].table}" e left join "former_name" f on f."tenantId" = e."tenantId" and f."kind" = $2 and f."entityId" = e."id"
       where e."tenantId" = $1::uuid and e."id" = $3::uuid order by f."since" desc, f."technicalName" limit ${MOST_LISTED}`,
      tenant.tenantId,
      kind,
      id,
    ),
  );
  if (rows.length === 0) throw new AppError('not_found', `There is no such ${ENTITY_REGISTRY[kind].singular}.`);
  return rows.flatMap(({ technicalName, since, until, isHeard }) =>
    technicalName === null ? [] : [{ technicalName, since: since.toISOString(), signalsUntil: isHeard ? until.toISOString() : null }],
  );
}

export interface GivenUpName {
  id: string;
  /** The previous name. */
  from: string;
  /** The new name. */
  to: string;
}

/** Records renames. A name that an entity takes back stops being its former name. */
export async function rememberFormerNames(
  tx: Transaction,
  tenantId: string,
  kind: EntityKind,
  renames: readonly GivenUpName[],
): Promise<void> {
  if (renames.length === 0) return;
  const column = (field: keyof GivenUpName): string[] => renames.map((rename) => rename[field]);
  await forgetFormerNames(
    tx,
    tenantId,
    kind,
    renames.map(({ id, to }) => ({ id, technicalName: to })),
  );
  await tx.$executeRawUnsafe(
    `insert into "former_name" ("tenantId", "kind", "technicalName", "entityId", "since")
     select v."tenantId", $2, r.name, r.id, statement_timestamp() from "landscape_version" v, unnest($3::text[], $4::uuid[]) as r(name, id)
     where v."tenantId" = $1::uuid
     on conflict ("tenantId", "kind", "technicalName") do update set "entityId" = excluded."entityId", "since" = excluded."since"`,
    tenantId,
    kind,
    column('from'),
    column('id'),
  );
}

/** Ends these former names of these entities. */
export async function forgetFormerNames(
  tx: Transaction,
  tenantId: string,
  kind: EntityKind,
  names: readonly { id: string; technicalName: string }[],
): Promise<void> {
  if (names.length === 0) return;
  await tx.$executeRawUnsafe(
    `delete from "former_name" f using unnest($3::text[], $4::uuid[]) as g(name, id)
     where f."tenantId" = $1::uuid and f."kind" = $2 and f."technicalName" = g.name and f."entityId" = g.id`,
    tenantId,
    kind,
    names.map(({ technicalName }) => technicalName),
    names.map(({ id }) => id),
  );
}

/** Ends these former names because something else now has the name. Recorded with the change, so that an undo can restore them. */
export async function endFormerNames(
  tx: Transaction,
  tenantId: string,
  changeSetId: string,
  kind: EntityKind,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await runWithin(tx)(
    `with noted as (
       insert into "ended_former_name" ("tenantId", "changeSetId", "kind", "technicalName", "entityId", "since")
       select f."tenantId", $2::uuid, f."kind", f."technicalName", f."entityId", f."since" from "former_name" f
       where f."tenantId" = $1::uuid and f."kind" = $3 and f."technicalName" = any($4::text[]) returning 1)
     delete from "former_name" where "tenantId" = $1::uuid and "kind" = $3 and "technicalName" = any($4::text[])`,
    [tenantId, changeSetId, kind, names],
  );
}

/** Restores the former names that a change ended, if nothing has them now. */
export async function restoreFormerNames(tx: Transaction, tenantId: string, changeSetId: string): Promise<void> {
  for (const kind of ENTITY_KINDS) {
    const { table } = ENTITY_TABLES[kind];
    // In two statements, because a distributed server takes no query in the condition of DO UPDATE.
    await tx.$executeRawUnsafe(
      `delete from "former_name" f where f."tenantId" = $1::uuid and f."kind" = $3
         and not exists (select 1 from "${table}" b where b."tenantId" = $1::uuid and b."id" = f."entityId")
         and f."technicalName" in (select n."technicalName" from "ended_former_name" n join "${table}" e on e."tenantId" = n."tenantId" and e."id" = n."entityId"
           where n."tenantId" = $1::uuid and n."changeSetId" = $2::uuid and n."kind" = $3)`,
      tenantId,
      changeSetId,
      kind,
    );
    await tx.$executeRawUnsafe(
      `insert into "former_name" ("tenantId", "kind", "technicalName", "entityId", "since")
       select n."tenantId", n."kind", n."technicalName", n."entityId", n."since" from "ended_former_name" n
       join "${table}" e on e."tenantId" = n."tenantId" and e."id" = n."entityId"
       where n."tenantId" = $1::uuid and n."changeSetId" = $2::uuid and n."kind" = $3
         and not exists (select 1 from "${table}" b where b."tenantId" = $1::uuid and b."technicalName" = n."technicalName")
       on conflict ("tenantId", "kind", "technicalName") do nothing`,
      tenantId,
      changeSetId,
      kind,
    );
  }
}

/**
 * Call before giving an entity a name. Throws 409 `former_name` if another entity had it, unless it may be reused; then that former name
 * ends. `ownId` is the entity being renamed, null for a new one.
 */
export async function takeName(
  tx: Transaction,
  tenantId: string,
  kind: EntityKind,
  technicalName: string,
  { mayReuse, ownId, changeSetId }: { mayReuse: boolean; ownId: string | null; changeSetId: string },
): Promise<void> {
  const [bearer] = await tx.$queryRawUnsafe<{ id: string; presentName: string }[]>(
    `select e."id"::text as id, e."technicalName" as "presentName" from "former_name" f
     join "${ENTITY_TABLES[kind].table}" e on e."tenantId" = f."tenantId" and e."id" = f."entityId"
     where f."tenantId" = $1::uuid and f."kind" = $2 and f."technicalName" = $3`,
    tenantId,
    kind,
    technicalName,
  );
  if (bearer === undefined || bearer.id === ownId) return;
  if (!mayReuse) throw formerNameError(kind, technicalName, bearer.presentName, bearer.id);
  await endFormerNames(tx, tenantId, changeSetId, kind, [technicalName]);
}

function formerNameError(kind: EntityKind, technicalName: string, presentName: string, presentId: string): AppError {
  const { singular } = ENTITY_REGISTRY[kind];
  return new AppError(
    'former_name',
    `"${technicalName}" is a former name of the ${singular} "${presentName}". Use that one, choose another name, or send reuseName: true to create another ${singular}.`,
    { issues: [{ path: 'technicalName', message: `is a former name of "${presentName}"` }], facts: { presentName, presentId } },
  );
}

/** Which of these names are former names of existing entities: the entity's id by name. */
export async function loadFormerNames(
  run: RunSql,
  tenantId: string,
  kind: EntityKind,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await run<{ technicalName: string; entityId: string }>(
    `select f."technicalName", f."entityId"::text as "entityId" from "former_name" f
     join "${ENTITY_TABLES[kind].table}" e on e."tenantId" = f."tenantId" and e."id" = f."entityId"
     where f."tenantId" = $1::uuid and f."kind" = $2 and f."technicalName" = any($3::text[])`,
    [tenantId, kind, names],
  );
  return new Map(rows.map(({ technicalName, entityId }) => [technicalName, entityId]));
}
