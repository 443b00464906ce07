/**
 * The only way to write: what is written is recorded in the change log and raises the landscape version, in the same transaction and as its
 * last statement, so that versions follow commit order and writers hold each other up only briefly.
 */
import { randomUUID } from 'node:crypto';
import type { ChangeKind, ChangeOperation } from '@/contract/changes';
import type { NewEvent } from '@/contract/eventData';
import { appendEvents } from '../events/eventLog';
import { nudgeConsumer, nudgeLandscapeFollower } from '@/server/wake/nudges';
import { pipelinedStatements } from '@/server/pipelinedStatements';
import { refreshStatistics, tablesFilled } from './refreshStatistics';
import { afterCommit, inTenant, type TenantDb, type Transaction } from '../tenantDb';

/** Who changes something, as the log names them. */
export interface Actor {
  type: 'key' | 'person' | 'system';
  id: string;
  name: string;
}

/** One entity or dependency before and after, whole, with all fields as the API answers them to somebody who may see everything. */
export interface ChangeRecord {
  op: ChangeOperation;
  kind: ChangeKind;
  entityId: string;
  technicalName: string;
  before: object | null;
  after: object | null;
}

export interface ChangeOptions<T = unknown> {
  /** By what door and of what manifest; stored with the change. */
  origin?: Record<string, string | number | boolean | null>;
  /** No other writer of this tenant runs beside it: for what must hold over several rows (trees, redundancy groups, manifests). */
  isExclusive?: boolean;
  /** False for keys, members and settings: recorded, but the landscape keeps its version. */
  touchesLandscape?: boolean;
  /** True of a result that is a change although no entity changed: what manifests state of entities did. */
  isChange?: (result: T) => boolean;
  timeoutMs?: number;
}

export interface Changed<T> {
  result: T;
  /** The version that this transaction made; null when nothing changed or no landscape was touched. */
  landscapeVersion: number | null;
  /** Null when nothing changed. */
  changeSetId: string | null;
}

/** Runs `work` in one transaction; what it records by `record` is the change. When it records nothing and `isChange` says nothing else, no version is raised. */
export async function changeLandscape<T>(
  tenant: TenantDb,
  actor: Actor,
  work: (tx: Transaction, record: (change: ChangeRecord) => void, changeSetId: string) => Promise<T>,
  options: ChangeOptions<T> = {},
): Promise<Changed<T>> {
  const changed = await inTenant(
    tenant,
    async (tx) => {
      await lockLandscape(tx, tenant.tenantId, options.isExclusive === true);
      const records: ChangeRecord[] = [];
      const changeSetId = randomUUID();
      const result = await work(tx, (change) => records.push(change), changeSetId);
      if (records.length === 0 && options.isChange?.(result) !== true) return { result, landscapeVersion: null, changeSetId: null };
      await insertChanges(tx, tenant.tenantId, changeSetId, records);
      const filled = tablesFilled(records);
      afterCommit(tx, () => refreshStatistics(tenant, filled));
      const landscapeVersion = await closeChangeSet(tx, tenant.tenantId, changeSetId, actor, options);
      if (landscapeVersion !== null) {
        await appendEvents(tx, tenant.tenantId, eventsOf(changeSetId, landscapeVersion, actor, records, options));
        afterCommit(tx, () => nudgeLandscapeFollower(tenant.tenantId));
      }
      return { result, landscapeVersion, changeSetId };
    },
    options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs },
  );
  // Live impact follows the landscape. Inside somebody else's transaction nothing is visible yet, and the scheduler will see it.
  if (changed.landscapeVersion !== null && tenant.transaction === undefined) nudgeConsumer(tenant.tenantId);
  return changed;
}

/** The changes that an event names; of the others it says how many there are. */
const MOST_NAMED = 50;

/** What others are told of a change: how much of what and the first names, never the values, since no receiver's right to revenue is known. */
function eventsOf(
  changeSetId: string,
  landscapeVersion: number,
  actor: Actor,
  records: readonly ChangeRecord[],
  { origin = {} }: Pick<ChangeOptions, 'origin'>,
): NewEvent[] {
  const summary = { create: 0, update: 0, delete: 0 };
  for (const { op } of records) summary[op] += 1;
  const kinds = [...new Set(records.map(({ kind }) => kind))].sort();
  const changes = records.slice(0, MOST_NAMED).map(({ op, kind, technicalName }) => ({ op, kind, technicalName }));
  const data = {
    changeSetId,
    landscapeVersion,
    actor: { type: actor.type, name: actor.name },
    summary,
    kinds,
    changes,
    changesOmitted: records.length - changes.length,
  };
  const changed: NewEvent = { type: 'landscape.changed', data };
  return typeof origin.manifest === 'string'
    ? [changed, { type: 'manifest.applied', data: { ...data, manifest: origin.manifest } }]
    : [changed];
}

/** Writers share the lock; one that needs the landscape to itself takes it alone. */
async function lockLandscape(tx: Transaction, tenantId: string, isExclusive: boolean): Promise<void> {
  if (isExclusive) await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended('landscape:' || ${tenantId}, 0))::text`;
  else await tx.$queryRaw`select pg_advisory_xact_lock_shared(hashtextextended('landscape:' || ${tenantId}, 0))::text`;
}

async function insertChanges(tx: Transaction, tenantId: string, changeSetId: string, records: readonly ChangeRecord[]): Promise<void> {
  const ahead = pipelinedStatements();
  // In portions: one statement's parameters should stay well below the protocol's gigabyte.
  for (let start = 0; start < records.length; start += 2_000) {
    const portion = JSON.stringify(records.slice(start, start + 2_000));
    await ahead.start(() =>
      tx.$executeRawUnsafe(
        `insert into "change" ("tenantId", "changeSetId", "sequence", "op", "kind", "entityId", "technicalName", "before", "after")
         select $1::uuid, $2::uuid, $3::int + n::int, c."op", c."kind", c."entityId", c."technicalName", nullif(c."before", 'null'::jsonb), nullif(c."after", 'null'::jsonb)
         from rows from (json_to_recordset($4::json) as ("op" text, "kind" text, "entityId" uuid, "technicalName" text, "before" jsonb, "after" jsonb)) with ordinality
           as c("op", "kind", "entityId", "technicalName", "before", "after", n)`,
        tenantId,
        changeSetId,
        start,
        portion,
      ),
    );
  }
  await ahead.finish();
}

async function closeChangeSet(
  tx: Transaction,
  tenantId: string,
  id: string,
  actor: Actor,
  options: Pick<ChangeOptions, 'origin' | 'touchesLandscape'>,
): Promise<number | null> {
  const raise = options.touchesLandscape === false ? 0 : 1;
  const rows = await tx.$queryRawUnsafe<{ version: number | null }[]>(
    `with raised as (
       update "landscape_version" set "version" = "version" + $3::int, "changePosition" = "changePosition" + 1
       where "tenantId" = $1::uuid returning "version", "changePosition"
     )
     insert into "change_set" ("tenantId", "id", "position", "version", "at", "actorType", "actorId", "actorName", "origin")
     select $1::uuid, $2::uuid, "changePosition", case when $3::int = 1 then "version" end, clock_timestamp(), $4, $5, $6, $7::jsonb from raised
     returning "version"`,
    tenantId,
    id,
    raise,
    actor.type,
    actor.id,
    actor.name,
    JSON.stringify(options.origin ?? {}),
  );
  if (rows.length !== 1) throw new Error('The tenant has no landscape version row.');
  return rows[0]?.version ?? null;
}
