/**
 * Stores the weak points of all capabilities for the newest landscape version. They are calculated in a separate thread. Events about what
 * appeared or disappeared since the previous version are written in the transaction that stores them, so only one of several replicas
 * reports them.
 */
import { z } from 'zod';
import type { NewEvent } from '@/contract/eventData';
import { AppError } from '@/domain/errors';
import type { Landscape } from '@/domain/graph/landscape/views';
import { summaryTask, type SummaryTask } from '@/domain/graph/weakPoints/summaryTask';
import type { CapabilitySummary, LandscapeSummary } from '@/domain/graph/weakPoints/weakPointSummary';
import { appendEvents } from '@/server/events/eventLog';
import { currentGraph } from '@/server/graphs/graphStore';
import { landscapeHead } from '@/server/graphs/landscapeHead';
import { isFrozen } from '@/server/landscape/freeze';
import { log } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { onLandscapeChange } from '@/server/wake/nudges';
import { runInWorker, type WorkerProgram } from '@/server/workers/workerPool';
import type { TenantTask } from './summaryWorker';
import { namesOfTask, WORST, worstOfAll, type WorstOfAll } from './worstOfAll';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';
import { parseStored } from '@/server/db/parseStored';

const PROGRAM: WorkerProgram = {
  name: 'weak points',
  kind: 'summary',
  source: 'server/weakPoints/summaryWorker.ts',
  limits: { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  deadlineMs: 60_000,
  largeTask: 20_000,
  // The memory for this many takes a few megabytes; recalculating it would take some seconds.
  keptUpTo: 100_000,
  tooMuch: (what) => new AppError('unavailable', `Calculating the weak points took too much ${what}. Ask about one entity instead.`),
};

/** At most this many events per change; the summary has all. */
const MOST_EVENTS = 1_000;

/** As stored. */
export type KeptCapability = Omit<CapabilitySummary, 'singlePoints' | 'isRevenueRecorded'> & {
  isRevenueRecorded?: boolean;
  technicalName: string;
  name: string;
  singlePoints: number;
  /** The members of the worst components that take it down alone. */
  worstComponentIds: string[];
};

/** By the ids of the capability and the component: both names. */
type Points = Record<string, [capability: string, component: string]>;

const POINTS = z.record(z.string(), z.tuple([z.string(), z.string()]));

interface Found {
  version: number;
  capabilities: KeptCapability[];
  worst: WorstOfAll;
  points: Points;
}

/**
 * Updates the stored weak points to the newest landscape version. Returns whether this call did it. Throws `unavailable` if that takes too
 * much time or memory.
 */
export async function keepWeakPoints(tenant: TenantDb): Promise<boolean> {
  const { version } = await landscapeHead(tenant);
  const kept = await keptVersion(tenant);
  // Storing reports what is new, and a frozen tenant must not report anything.
  if (kept >= version || (kept >= 0 && (await isFrozen(tenant)))) return false;
  const critical = await missionCritical(tenant);
  return save(tenant, await workOut(tenant, critical));
}

/** At most one run per tenant at a time in this process; a call during a run requests one more. Never throws. */
export function keepWeakPointsSoon(tenant: TenantDb): void {
  const running = processState('weakPointRuns', () => new Map<string, { isWanted: boolean }>());
  const { tenantId } = tenant;
  const run = running.get(tenantId);
  if (run !== undefined) {
    run.isWanted = true;
    return;
  }
  const state = { isWanted: true };
  running.set(tenantId, state);
  void (async () => {
    while (state.isWanted) {
      state.isWanted = false;
      await keepWeakPoints(tenant).catch((error: unknown) => log().warn({ err: error, tenantId }, 'weak points could not be calculated'));
    }
    running.delete(tenantId);
  })();
}

/** Makes this process update the weak points after each landscape change in it. Other processes do so for their own changes. */
export function followLandscapes(database: TenantDb['database']): { stop(): void } {
  onLandscapeChange((tenantId) => keepWeakPointsSoon(tenantDb(database, tenantId)));
  return { stop: () => onLandscapeChange(null) };
}

async function keptVersion(tenant: TenantDb): Promise<number> {
  const kept = await read(tenant, (tx) =>
    tx.weakPointSummary.findUnique({ where: { tenantId: tenant.tenantId }, select: { landscapeVersion: true, worst: true } }),
  );
  return kept === null ? -1 : completeVersion(kept);
}

/** Negative if an older release, which may still run beside this one, stored less than is read here. */
export function completeVersion({ landscapeVersion, worst }: { landscapeVersion: number; worst: unknown }): number {
  return WORST.safeParse(worst).success ? landscapeVersion : -1;
}

async function missionCritical(tenant: TenantDb): Promise<ReadonlySet<string>> {
  const { tenantId } = tenant;
  const rows = await read(tenant, (tx) =>
    tx.capability.findMany({ where: { tenantId, criticalityTier: 'MissionCritical' }, select: { id: true } }),
  );
  return new Set(rows.map(({ id }) => id));
}

async function workOut(tenant: TenantDb, critical: ReadonlySet<string>): Promise<Found> {
  // Reads the names together with the task, because the graph may have changed by the time of the answer.
  const { graph } = await currentGraph(tenant);
  const { version } = graph;
  const task = summaryTask(graph);
  const names = namesOfTask(graph, task);
  const namesOf = new Map([...graph.capabilities].map(({ id, technicalName, name }) => [id, { technicalName, name }]));
  const summary = await inThread(tenant, task, graph);
  const worst = worstOfAll(summary, names, critical);
  const isWorst = new Set(worst.components.map(({ id }) => id));
  const points: Points = {};
  const capabilities = summary.capabilities.map(({ singlePoints, ...numbers }): KeptCapability => {
    const { technicalName, name } = namesOf.get(numbers.id)!;
    if (critical.has(numbers.id))
      for (const position of singlePoints) {
        const { id, technicalName: component } = names.component(position);
        points[`${numbers.id} ${id}`] = [technicalName, component];
      }
    const worstComponentIds = singlePoints.map((position) => names.component(position).id).filter((id) => isWorst.has(id));
    return { ...numbers, technicalName, name, singlePoints: singlePoints.length, worstComponentIds };
  });
  return { version, capabilities, worst, points };
}

function inThread({ tenantId }: TenantDb, task: SummaryTask, { components }: Landscape): Promise<LandscapeSummary> {
  return runInWorker<LandscapeSummary>(PROGRAM, tenantId, { tenantId, task } satisfies TenantTask, components.count);
}

/** Returns false, and reports nothing, if another process was faster. */
function save(tenant: TenantDb, { version, capabilities, worst, points }: Found): Promise<boolean> {
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    const before = await lockKept(tx, tenantId);
    if (before !== null && before.landscapeVersion >= version) return false;
    const mustBeSilent = await isFrozen({ ...tenant, transaction: tx });
    if (before !== null && before.landscapeVersion >= 0 && mustBeSilent) return false;
    const row = {
      landscapeVersion: version,
      computedAt: new Date(),
      capabilities: capabilities as object[],
      worst: worst as object,
      points,
    };
    await tx.weakPointSummary.upsert({ where: { tenantId }, create: { tenantId, ...row }, update: row });
    // When weak points are calculated for the first time, nothing counts as new.
    const events = before === null || mustBeSilent ? [] : await eventsOf(tx, tenantId, changes(before.points, points), version);
    if (events.length > 0) await appendEvents(tx, tenantId, events);
    return true;
  });
}

/** Serializes all callers that want to store weak points, even before there is a row. */
async function lockKept(tx: Transaction, tenantId: string): Promise<{ landscapeVersion: number; points: Points } | null> {
  const lock = { tenantId, purpose: 'weak points', place: 1 };
  await tx.tenantLock.createMany({ data: [lock], skipDuplicates: true });
  await tx.$queryRaw`select 1 from "tenant_lock" where "tenantId" = ${tenantId}::uuid and "purpose" = ${lock.purpose} and "place" = ${lock.place}::int for update`;
  const kept = await tx.weakPointSummary.findUnique({ where: { tenantId }, select: { landscapeVersion: true, worst: true, points: true } });
  return kept === null
    ? null
    : {
        landscapeVersion: completeVersion(kept),
        points: parseStored(POINTS, kept.points, { table: 'weak_point_summary', column: 'points', id: tenantId }),
      };
}

interface Change {
  type: 'weakpoint.appeared' | 'weakpoint.gone';
  capabilityId: string;
  componentId: string;
  /** Both names as stored. */
  capability: string;
  component: string;
}

function changes(was: Points, is: Points): Change[] {
  const only = (type: Change['type'], some: Points, others: Points): Change[] =>
    Object.entries(some)
      .filter(([key]) => others[key] === undefined)
      .map(([key, [capability, component]]) => {
        const [capabilityId = '', componentId = ''] = key.split(' ');
        return { type, capabilityId, componentId, capability, component };
      });
  return [...only('weakpoint.gone', was, is), ...only('weakpoint.appeared', is, was)].slice(0, MOST_EVENTS);
}

/** With what people call both; what was deleted is called by the name that was stored. */
async function eventsOf(tx: Transaction, tenantId: string, changed: readonly Change[], landscapeVersion: number): Promise<NewEvent[]> {
  if (changed.length === 0) return [];
  const named = (ids: string[]) => ({ where: { tenantId, id: { in: [...new Set(ids)] } }, select: { id: true, name: true } });
  const capabilities = await tx.capability.findMany(named(changed.map(({ capabilityId }) => capabilityId)));
  const components = await tx.component.findMany(named(changed.map(({ componentId }) => componentId)));
  const names = new Map([...capabilities, ...components].map(({ id, name }) => [id, name]));
  return changed.map(({ type, capabilityId, componentId, capability, component }) => ({
    type,
    data: {
      capability,
      component,
      capabilityName: names.get(capabilityId) ?? capability,
      componentName: names.get(componentId) ?? component,
      landscapeVersion,
    },
  }));
}
