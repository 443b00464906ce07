/** The names that entities had before: who gives one up leaves it behind, who takes it again ends it. A present entity always wins over a former name. */
import { AppError } from '@/domain/errors';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { EntityKind } from '@/domain/vocabulary';
import type { Transaction } from '../tenantDb';
import { ENTITY_TABLES } from './entityTables';
import type { RunSql } from './landscapeRows';

export interface GivenUpName {
  id: string;
  /** The name before. */
  from: string;
  /** The name from now on. */
  to: string;
}

/** Notes renames. A name that an entity takes back is no former name of its own any more. */
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
     select $1::uuid, $2, r.name, r.id, clock_timestamp() from unnest($3::text[], $4::uuid[]) as r(name, id)
     on conflict ("tenantId", "kind", "technicalName") do update set "entityId" = excluded."entityId", "since" = excluded."since"`,
    tenantId,
    kind,
    column('from'),
    column('id'),
  );
}

/** These names are no former names of these entities any more. */
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

/** These names lead to nothing that had them before: something new has them now. */
export async function endFormerNames(tx: Transaction, tenantId: string, kind: EntityKind, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.$executeRawUnsafe(
    `delete from "former_name" where "tenantId" = $1::uuid and "kind" = $2 and "technicalName" = any($3::text[])`,
    tenantId,
    kind,
    names,
  );
}

/**
 * For who is about to give a name to an entity. Throws 409 `former_name` where another one had it, unless it may be reused; then that one's claim ends.
 * `ownId` is the entity that is renamed, null for a new one.
 */
export async function takeName(
  tx: Transaction,
  tenantId: string,
  kind: EntityKind,
  technicalName: string,
  { mayReuse, ownId }: { mayReuse: boolean; ownId: string | null },
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
  await endFormerNames(tx, tenantId, kind, [technicalName]);
}

function formerNameError(kind: EntityKind, technicalName: string, presentName: string, presentId: string): AppError {
  const { singular } = ENTITY_REGISTRY[kind];
  return new AppError(
    'former_name',
    `"${technicalName}" is a former name of the ${singular} "${presentName}". Use that one, choose another name, or say reuseName: true to make another ${singular}.`,
    { issues: [{ path: 'technicalName', message: `is a former name of "${presentName}"` }], facts: { presentName, presentId } },
  );
}

/** Of these names those that are former names of what there is: the entity's id by name. */
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
