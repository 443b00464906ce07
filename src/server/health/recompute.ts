/** One tenant's turn: takes the waiting signals in, works out what is impacted now, and writes health, history, snapshot and events in one transaction. */
import { foldSignals, type Folded, type QueuedSignal } from '@/domain/health/foldSignals';
import { healthImpact, type HealthImpactBody } from '@/domain/health/healthImpact';
import { liveImpact } from '@/domain/health/liveImpact';
import { maintenanceAt } from '@/domain/health/maintenance';
import { snapshotBody, type SnapshotBody } from '@/domain/health/snapshot';
import { PLAN_LIMITS } from '@/domain/access';
import { canonicalJson } from '@/domain/canonicalJson';
import type { Plan } from '@/domain/vocabulary';
import { appendEvents, type NewEvent } from '../events/eventLog';
import { currentGraph } from '../impact/graphStore';
import { inTenant, type Transaction } from '../tenantDb';
import { finishClaim, holdClaim, type Claim } from './claimWork';
import { lastReports, reportedHealth, settleSignals, takeWaiting, writeReports } from './healthRows';

/** The most signals folded in one transaction. */
const MOST_SIGNALS = 10_000;
/** Causes whose roll-up the health-impact view works out; the rest are counted. */
const MOST_CAUSES = 50;
/** After so many failures signals are taken in one by one, so that a poisoned one stands alone; after so many more it is set aside. */
const ONE_BY_ONE_AFTER = 3;
const SET_ASIDE_AFTER = 6;

export interface TurnResult {
  signals: number;
  hasMoreSignals: boolean;
}

/** Null when the lease was lost to another consumer. */
export async function runTurn(claim: Claim): Promise<TurnResult | null> {
  const { tenant } = claim;
  return inTenant(tenant, async (tx) => {
    if (!(await holdClaim(tx, claim))) return null;
    const most = claim.attempts > ONE_BY_ONE_AFTER ? 1 : MOST_SIGNALS;
    const waiting = await takeWaiting(tx, tenant.tenantId, most);
    if (claim.attempts > SET_ASIDE_AFTER && waiting[0] !== undefined) {
      await setAside(tx, claim, waiting[0]);
      return { signals: 0, hasMoreSignals: true };
    }
    await takeIn(tx, claim, waiting);
    await finishClaim(tx, claim, null);
    return { signals: waiting.length, hasMoreSignals: waiting.length === most };
  }, { timeoutMs: 25_000 });
}

async function takeIn(tx: Transaction, claim: Claim, waiting: readonly QueuedSignal[]): Promise<void> {
  const { tenant } = claim;
  const { tenantId } = tenant;
  const settings = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } });
  const known = await lastReports(tx, tenantId, [...new Set(waiting.map(({ componentId }) => componentId))]);
  const earlier = await tx.impactSnapshot.findUnique({ where: { tenantId } });
  const living = (await currentGraph(tenant)).graph.components;
  const folded = foldSignals(waiting, known, (componentId) => living.find(componentId) !== -1);
  await writeReports(tx, tenantId, folded.changed);
  await settleSignals(tx, tenantId, folded.outcomes, waiting.map(({ position }) => position));
  const health = await reportedHealth(tx, tenantId);
  // From here to the next await nothing may edit the graph.
  const { graph, head } = await currentGraph(tenant);
  const views = viewsOf(liveImpact(graph, health), settings.plan, head.currency);
  const hasChanged = earlier === null || !isSame(earlier.body as unknown as SnapshotBody, views.body) || canonicalJson(earlier.healthImpact) !== canonicalJson(views.causes);
  const version = (earlier?.version ?? 0) + (hasChanged ? 1 : 0);
  const row = { version, computedAt: new Date(), landscapeVersion: graph.version, body: views.body as object, healthImpact: views.causes as object };
  await tx.impactSnapshot.upsert({ where: { tenantId }, create: { tenantId, ...row }, update: row });
  const events = eventsOf(folded, views.body, hasChanged, version, earlier?.body as unknown as SnapshotBody | undefined);
  if (events.length > 0) await appendEvents(tx, tenantId, events);
}

function viewsOf(impact: ReturnType<typeof liveImpact>, plan: Plan, currency: string): { body: SnapshotBody; causes: HealthImpactBody } {
  const maintenance = maintenanceAt([], Date.now());
  const body = snapshotBody(impact, maintenance, currency);
  const causes = healthImpact(impact, {
    causeLimit: MOST_CAUSES,
    planMaximumDepth: PLAN_LIMITS[plan].maximumDepth,
    currency,
    canSeeRevenue: true,
    maintenance,
    incidents: new Map(),
  });
  return { body, causes };
}

/** Two bodies say the same when nothing but the landscape's number differs. */
function isSame(a: SnapshotBody, b: SnapshotBody): boolean {
  return canonicalJson({ ...a, landscapeVersion: 0 }) === canonicalJson({ ...b, landscapeVersion: 0 });
}

/** Events tell names and states, never revenue: a webhook has no right to see it. */
function eventsOf(folded: Folded, body: SnapshotBody, hasChanged: boolean, version: number, before: SnapshotBody | undefined): NewEvent[] {
  const events: NewEvent[] = folded.changed
    .filter(({ state, previousState }) => state !== (previousState ?? 'Healthy'))
    .map(({ componentId, state, previousState, since, source, message }) => ({
      type: 'health.changed',
      data: { componentId, state, previousState, since: new Date(since).toISOString(), source, message },
    }));
  const isQuiet = before === undefined && body.impacted.length === 0;
  if (!hasChanged || isQuiet) return events;
  const named = (rows: readonly { technicalName: string; effectiveState: string }[]): object[] => rows.slice(0, 200).map(({ technicalName, effectiveState }) => ({ technicalName, effectiveState }));
  return [
    ...events,
    {
      type: 'impact.changed',
      data: {
        snapshotVersion: version,
        landscapeVersion: body.landscapeVersion,
        states: body.states,
        counts: { impacted: body.impacted.length, applications: body.applications.length, capabilities: body.capabilities.length, audiences: body.audiences.length },
        applications: named(body.applications),
        capabilities: named(body.capabilities),
        audiences: named(body.audiences),
      },
    },
  ];
}

/** A signal that made every attempt fail goes out of the way with the reason; it stays readable in the history. */
async function setAside(tx: Transaction, claim: Claim, signal: QueuedSignal): Promise<void> {
  const { tenantId } = claim.tenant;
  const work = await tx.healthWork.findUnique({ where: { tenantId }, select: { lastError: true } });
  const reason = work?.lastError ?? 'It could not be taken in.';
  await settleSignals(tx, tenantId, new Map([[signal.signalId, 'SetAside'] as const]), [signal.position], reason);
  await finishClaim(tx, claim, null);
}
