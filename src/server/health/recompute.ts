/**
 * One turn of a tenant: processes the waiting signals, computes what is impacted now, advances its incidents, and writes health, history,
 * snapshot, incidents and events in one transaction.
 */
import type { Landscape } from '@/domain/graph/landscape/views';
import { foldSignals, type Folded, type QueuedSignal } from '@/domain/health/foldSignals';
import { alertsConcerned, writeAlerts } from './alertRows';
import { appendEvents } from '@/server/events/eventLog';
import { askThisGraph } from '@/server/graphs/askGraph';
import { graphAsOf } from '@/server/graphs/graphStore';
import type { LandscapeHead } from '@/server/graphs/landscapeHead';
import { advanceSubscriptions, watchedOf } from '@/server/notifications/subscriptionTurn';
import { afterCommit, write } from '@/server/db/write';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { countLag } from './signalLag';
import { finishClaim, holdClaim, type Claim } from './claimWork';
import { lastReports, reportedHealth, settleSignals, takeWaiting, writeReports, writeWatches } from './healthRows';
import { healthEvents, impactChanged } from './impactEvents';
import { lookAtImpact, toldComponents, type Seen, type ToldComponent } from './impactViews';
import { advanceTenantIncidents, type Moment } from './incidentTurn';
import { saveSnapshot } from './snapshotRow';
import { SET_ASIDE_FROM, isPassing, batchSizeAt, reasonOf, failureLevel } from './retryPolicy';
import { markStale } from './staleReports';
import { parseSituations, readNotMonitored, SituationLookup } from './storedSituations';
import { turnFacts, type EarlierSnapshot } from './turnFacts';
import type { Steps } from '@/plain/steps';

/** The time limit within a turn's transaction, in milliseconds. After it, the turn fails and is tried again later. */
const LONGEST_LOOK_MS = 20_000;

export interface TurnResult {
  signals: number;
  /** True if there may be more signals than the turn processed. */
  isUnfinished: boolean;
  /** Milliseconds until time alone requires another turn; null if nothing does. */
  dueInMs: number | null;
}

/** When time alone requires another turn, and when that was computed, by the same clock. */
interface Timed {
  dueAt: Date | null;
  now: Date;
}

interface Looked {
  seen: Seen;
  told: Map<string, ToldComponent>;
}

/** Null if the lease was lost to another consumer. `now` defaults to the database's clock, which also decides when timers are due. */
export async function runTurn(claim: Claim, now: Date | null = null): Promise<TurnResult | null> {
  const { tenant } = claim;
  const trouble = failureLevel(claim);
  const most = batchSizeAt(trouble);
  const startedAt = performance.now();
  return write(
    tenant,
    async (tx) => {
      if (!(await holdClaim(tx, claim))) return null;
      const waiting = await takeWaiting(tx, tenant.tenantId, most);
      const suspect = trouble >= SET_ASIDE_FROM ? waiting[0] : undefined;
      const turn =
        suspect === undefined
          ? { taken: waiting.length, ...(await takeIn(tx, tenant, waiting, now)) }
          : await takeInOrSetAside(tx, tenant, suspect, now);
      const hasSuspectAhead = trouble > 0 && suspect === undefined && waiting.length === most;
      await finishClaim(tx, claim, turn.dueAt, hasSuspectAhead);
      // Both times are the database's, whose clock may differ from ours.
      const waitedMs = turn.now.getTime() - Math.min(...waiting.map(({ acceptedAt }) => acceptedAt));
      if (turn.taken > 0) afterCommit(tx, () => countLag(waitedMs + performance.now() - startedAt));
      const dueInMs = turn.dueAt === null ? null : Math.max(0, turn.dueAt.getTime() - turn.now.getTime());
      return { signals: turn.taken, isUnfinished: waiting.length === most, dueInMs };
    },
    { timeoutMs: 25_000 },
  );
}

/**
 * If a turn fails with a signal and succeeds without it, that signal is to blame. It is set aside with the reason, and stays readable in
 * the history. If the turn fails in both cases, or for a temporary reason, this throws and the signal keeps waiting.
 */
async function takeInOrSetAside(
  tx: Transaction,
  tenant: TenantDb,
  signal: QueuedSignal,
  now: Date | null,
): Promise<Timed & { taken: number }> {
  await tx.$executeRaw`savepoint last_try`;
  try {
    return { taken: 1, ...(await takeIn(tx, tenant, [signal], now)) };
  } catch (error) {
    if (isPassing(error)) throw error;
    await tx.$executeRaw`rollback to savepoint last_try`;
    const outcome = { kind: 'SetAside', reason: reasonOf(error), stateAfter: null } as const;
    await settleSignals(tx, tenant.tenantId, new Map([[signal.signalId, outcome]]), [signal.position]);
    return { taken: 0, ...(await takeIn(tx, tenant, [], now)) };
  }
}

async function takeIn(tx: Transaction, tenant: TenantDb, waiting: readonly QueuedSignal[], moment: Date | null): Promise<Timed> {
  const { tenantId } = tenant;
  const { now, head, interventions, threshold, windows, earlier, subscriptions, ...settings } = await turnFacts(tx, tenantId, moment);
  const folded = await foldIn(tx, tenant, head, waiting);
  const staleDueAt = await markStale(tx, tenantId, now);
  const { watches, stale, ...health } = await reportedHealth(tx, tenantId);
  const changed = folded.changed.map(({ componentId }) => componentId);
  const { currency } = head;
  const look = function* (graph: Landscape): Steps<Looked> {
    const watched = subscriptions.map(watchedOf);
    const seen = yield* lookAtImpact(graph, health, { currency, threshold, windows, now, watched });
    return { seen, told: toldComponents(graph, changed, windows, now) };
  };
  const graph = await graphAsOf(tenant, head);
  const { seen, told } = await askThisGraph(tenant, graph, () => look(graph), {
    kind: 'impact',
    deadlineMs: LONGEST_LOOK_MS,
  });
  const { explanation } = seen;
  const incidents = await advanceTenantIncidents(tx, tenantId, {
    ...settings,
    now,
    explanation,
    windows,
    watches,
    stale,
    unhealthySince: new Map(health.unhealthy.map(({ componentId, since }) => [componentId, since])),
    currency,
    found: {
      situations: [...seen.situations],
      notMonitored: await readNotMonitored(tx, tenantId, seen.body),
      groupsNotInService: seen.groupsNotInService,
    },
    ...formerly(earlier, tenantId),
  });
  await writeWatches(tx, tenantId, incidents.watchChanges);
  const { version, hasImpactChanged } = await saveSnapshot(tx, tenantId, seen, incidents, {
    now,
    interventions,
    earlier,
  });
  // The first turn after an update: without signals, only the rules have changed.
  const isByRulesAlone = earlier !== null && earlier.situations === null && waiting.length === 0;
  const { watched, causes } = seen;
  const notifications = await advanceSubscriptions(tx, tenantId, subscriptions, {
    now,
    currency,
    watched,
    causes: causes.causes,
    lookup: new SituationLookup(incidents.situations),
  });
  const events = [
    ...healthEvents(folded.changed, told),
    ...(hasImpactChanged && !isByRulesAlone ? [impactChanged(seen, version)] : []),
    ...incidents.events,
    ...notifications.events,
  ];
  if (events.length > 0) await appendEvents(tx, tenantId, events);
  return { dueAt: earlierOf(earlierOf(incidents.dueAt, notifications.dueAt), staleDueAt), now };
}

/** The situations are null if an older version, which knew none, calculated the snapshot. */
function formerly(earlier: EarlierSnapshot | null, tenantId: string): Pick<Moment, 'former' | 'formerCosts'> {
  if (earlier === null) return { former: [], formerCosts: {} };
  const stored = parseSituations(earlier.situations, tenantId);
  return { former: stored?.situations ?? null, formerCosts: stored?.costs ?? {} };
}

function earlierOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Writes how the signals change the components' reports, and the outcome of each signal. */
async function foldIn(tx: Transaction, tenant: TenantDb, head: LandscapeHead, waiting: readonly QueuedSignal[]): Promise<Folded> {
  const { tenantId } = tenant;
  const alerts = await alertsConcerned(tx, tenantId, waiting);
  const known = await lastReports(tx, tenantId, [...new Set([...waiting, ...alerts].map(({ componentId }) => componentId))]);
  const living = (await graphAsOf(tenant, head)).components;
  const folded = foldSignals(waiting, known, alerts, (componentId) => living.find(componentId) !== -1);
  await writeReports(tx, tenantId, folded.changed);
  await writeAlerts(tx, tenantId, folded);
  await settleSignals(
    tx,
    tenantId,
    folded.outcomes,
    waiting.map(({ position }) => position),
  );
  return folded;
}
