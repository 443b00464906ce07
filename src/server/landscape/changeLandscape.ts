/**
 * The only way to write: every change is recorded in the change log and raises the landscape version, in the same transaction and as its
 * last statements. So versions follow commit order, and writers block each other only briefly.
 */
import { randomUUID } from 'node:crypto';
import type { ChangeKind, ChangeOperation } from '@/contract/changes';
import type { NewEvent } from '@/contract/eventData';
import { addEventsSql, afterEvents, eventColumns } from '@/server/events/eventLog';
import { nudgeConsumer, nudgeLandscapeFollower } from '@/server/wake/nudges';
import { pipelinedStatements } from '@/server/db/pipelinedStatements';
import { columnTexts, unnestOf } from './columnTexts';
import { lockLandscape } from './landscapeLock';
import { refreshStatistics, tablesFilled } from './refreshStatistics';
import { runWithin, type Transaction } from '@/server/db/transaction';
import { afterCommit, write } from '@/server/db/write';
import type { TenantDb } from '@/server/db/tenantDb';

/** Who changes something, as named in the log: a principal, or the system. */
export interface Actor {
  type: 'key' | 'person' | 'system';
  id: string;
  name: string;
}

/** One entity or dependency before and after, complete, with all fields as the API answers them with full rights. */
export interface ChangeRecord {
  op: ChangeOperation;
  kind: ChangeKind;
  entityId: string;
  technicalName: string;
  before: object | null;
  after: object | null;
}

/** What a change does, by its states: null before a creation and after a deletion. */
export function opOf(before: unknown, after: unknown): ChangeOperation {
  if (before === null) return 'create';
  return after === null ? 'delete' : 'update';
}

export type Recorder = (change: ChangeRecord) => void;

export interface ChangeOptions<T = unknown> {
  /** Where the change came from, and by which manifest; stored with the change. */
  origin?: Record<string, string | number | boolean | null>;
  /** No other writer of this tenant runs at the same time: for rules across several rows (trees, redundancy groups, manifests). */
  isExclusive?: boolean;
  /** False: recorded, but without a new landscape version. */
  touchesLandscape?: boolean;
  /** Whether the result is a change although no entity changed, because manifests now state something else. */
  isChange?: (result: T) => boolean;
  timeoutMs?: number;
  /** For freezing and unfreezing a tenant. */
  isAllowedWhileFrozen?: boolean;
}

export interface Changed<T> {
  result: T;
  /** The version that this transaction made; null if nothing changed, or only things outside the landscape. */
  landscapeVersion: number | null;
  /** Null if nothing changed. */
  changeSetId: string | null;
}

/**
 * Runs `work` in one transaction; the change is whatever it records with `record`. If it records nothing, and `isChange` does not say
 * otherwise, no version is raised.
 */
export async function changeLandscape<T>(
  tenant: TenantDb,
  actor: Actor,
  work: (tx: Transaction, record: Recorder, changeSetId: string) => Promise<T>,
  options: ChangeOptions<T> = {},
): Promise<Changed<T>> {
  const changed = await write(
    { ...tenant, isForChange: options.isAllowedWhileFrozen !== true },
    async (tx) => {
      await lockLandscape(tx, tenant.tenantId, options.isExclusive === true);
      const records: ChangeRecord[] = [];
      const changeSetId = randomUUID();
      const result = await work(tx, (change) => records.push(change), changeSetId);
      if (records.length === 0 && options.isChange?.(result) !== true) return { result, landscapeVersion: null, changeSetId: null };
      await insertChanges(tx, tenant.tenantId, changeSetId, records);
      const filled = tablesFilled(records);
      afterCommit(tx, () => refreshStatistics(tenant, filled));
      const landscapeVersion = await closeChangeSet(tx, tenant.tenantId, { id: changeSetId, actor, records }, options);
      if (landscapeVersion !== null) afterCommit(tx, () => nudgeLandscapeFollower(tenant.tenantId));
      return { result, landscapeVersion, changeSetId };
    },
    options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs },
  );
  // Live impact follows the landscape. Inside somebody else's transaction nothing is visible yet; the scheduler will notice it later.
  if (changed.landscapeVersion !== null && tenant.transaction === undefined) nudgeConsumer(tenant.tenantId);
  return changed;
}

/** For what lies beside the landscape: keys, members and settings. */
export const RECORDED_ONLY = { touchesLandscape: false } as const;

/** The same for callers who need only the result of `work`. */
export async function makeChange<T>(
  tenant: TenantDb,
  actor: Actor,
  options: ChangeOptions<T>,
  work: (tx: Transaction, record: Recorder, changeSetId: string) => Promise<T>,
): Promise<T> {
  const { result } = await changeLandscape(tenant, actor, work, options);
  return result;
}

/** The changes that an event lists; it counts the others. */
const MOST_NAMED = 50;

interface ChangeSet {
  id: string;
  actor: Actor;
  records: readonly ChangeRecord[];
}

/** The events of a change: counts and the first names, never values, because the receiver's right to see revenue is unknown here. */
function eventsOf({ id, actor, records }: ChangeSet, landscapeVersion: number, manifest: unknown): NewEvent[] {
  const summary = { create: 0, update: 0, delete: 0 };
  for (const { op } of records) summary[op] += 1;
  const kinds = [...new Set(records.map(({ kind }) => kind))].sort();
  const changes = records.slice(0, MOST_NAMED).map(({ op, kind, technicalName }) => ({ op, kind, technicalName }));
  const data = {
    changeSetId: id,
    landscapeVersion,
    actor: { type: actor.type, name: actor.name },
    summary,
    kinds,
    changes,
    changesOmitted: records.length - changes.length,
  };
  const changed: NewEvent = { type: 'landscape.changed', data };
  return typeof manifest === 'string' ? [changed, { type: 'manifest.applied', data: { ...data, manifest } }] : [changed];
}

const CHANGE_COLUMNS = [
  ['op', 'text'],
  ['kind', 'text'],
  ['entityId', 'uuid'],
  ['technicalName', 'text'],
  ['before', 'jsonb'],
  ['after', 'jsonb'],
] as const;

const CHANGE_NAMES = CHANGE_COLUMNS.map(([column]) => `"${column}"`).join(', ');

const INSERT_CHANGES = `
  insert into "change" ("tenantId", "changeSetId", "sequence", ${CHANGE_NAMES})
  select v."tenantId", $2::uuid, $3::int + n::int, ${CHANGE_COLUMNS.map(([column]) => `c."${column}"`).join(', ')}
  from "landscape_version" v, ${unnestOf(
    CHANGE_COLUMNS.map(([, type]) => type),
    4,
  )} with ordinality as c(${CHANGE_NAMES}, n) where v."tenantId" = $1::uuid`;

async function insertChanges(tx: Transaction, tenantId: string, changeSetId: string, records: readonly ChangeRecord[]): Promise<void> {
  const ahead = pipelinedStatements();
  const run = runWithin(tx);
  // In portions: a statement's parameters must stay well below the protocol's gigabyte.
  for (let start = 0; start < records.length; start += 1_000) {
    const portion = records.slice(start, start + 1_000);
    const { texts, marks } = columnTexts(CHANGE_COLUMNS.map(([column]) => portion.map((record) => record[column])));
    await ahead.start(() => run(INSERT_CHANGES, [tenantId, changeSetId, start, ...texts, ...marks]));
  }
  await ahead.finish();
}

/**
 * Raises all counters of the tenant at once, and locks them until the commit; then writes the change set and its events with one more
 * statement. Two statements, because a distributed server cannot route a row that takes its values from another row which the same
 * statement changes.
 */
async function closeChangeSet(
  tx: Transaction,
  tenantId: string,
  changeSet: ChangeSet,
  { origin = {}, touchesLandscape = true }: Pick<ChangeOptions, 'origin' | 'touchesLandscape'>,
): Promise<number | null> {
  const { id, actor } = changeSet;
  const raise = touchesLandscape ? 1 : 0;
  const eventCount = touchesLandscape ? eventsOf(changeSet, 0, origin.manifest).length : 0;
  const [raised] = await tx.$queryRaw<{ version: number; position: number; event: number }[]>`
    update "landscape_version" set "version" = "version" + ${raise}::int, "changePosition" = "changePosition" + 1, "eventSequence" = "eventSequence" + ${eventCount}::int
    where "tenantId" = ${tenantId}::uuid returning "version", "changePosition" as "position", "eventSequence" - ${eventCount}::int as "event"`;
  if (raised === undefined) throw new Error('The tenant has no landscape version row.');
  const version = touchesLandscape ? raised.version : null;
  const events = version === null ? [] : eventsOf(changeSet, version, origin.manifest);
  const addChangeSet = `insert into "change_set" ("tenantId", "id", "position", "version", "at", "actorType", "actorId", "actorName", "origin")
    values ($1::uuid, $2::uuid, $3::int, $4::int, statement_timestamp(), $5, $6, $7, $8::jsonb) returning 1`;
  await tx.$executeRawUnsafe(
    events.length === 0 ? addChangeSet : `with closed as (${addChangeSet}), added as (${addEventsSql(9)}) select 1`,
    tenantId,
    id,
    raised.position,
    version,
    actor.type,
    actor.id,
    actor.name,
    JSON.stringify(origin),
    ...(events.length === 0 ? [] : [raised.event, ...eventColumns(events)]),
  );
  if (events.length > 0) afterEvents(tx, tenantId);
  return version;
}
