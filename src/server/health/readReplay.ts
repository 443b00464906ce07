/** Reads the past: what was wrong at an instant, and an incident from before its start until after its end. */
import type { IncidentReplay, LivePath, PastHealth, PastHealthInput, ReplayedSignal } from '@/contract/replay';
import { MOST_REPLAYED_SIGNALS } from '@/contract/replay';
import type { Principal } from '@/domain/access';
import { invalidInput } from '@/domain/errors';
import { byCriticality, byExposure } from '@/domain/health/causeOrder';
import { healthImpact } from '@/domain/health/healthImpact';
import { endOf } from '@/domain/health/incident';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import { impactOfSituation } from '@/domain/graph/questions/live/impactOfSituation';
import { liveColumns } from '@/domain/graph/impactPicture/liveColumns';
import { maintenanceAt } from '@/domain/health/maintenance';
import { pastGraph } from '@/server/graphs/pastGraphs';
import { describedInstantOf } from '@/server/graphs/pastInstant';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { MOST_CAUSES } from './impactViews';
import { toldPath } from './livePathTold';
import { windowsFrom } from './maintenanceRows';
import { historyKeptSince, pastStates } from './pastStates';
import { causesOfSituation, incidentInSituation } from './situationCauses';
import { read } from '@/server/db/read';
import { finish } from '@/plain/steps';

/** A replay has at most this many steps, unless it needs more of a minute. */
const MOST_STEPS = 360;
const STEPS_SECONDS = [1, 2, 5, 10, 15, 30, 60] as const;
/** Steps added before the start and after the end. */
const MARGIN = 5;

/**
 * What was impacted then, in the landscape of then (or in the first one, if that is later); causes in the order of live impact. Throws 400
 * for an instant in the future, 404 for an incident that does not exist.
 */
export async function readPastHealth(
  tenant: TenantDb,
  { canSeeRevenue }: Principal,
  at: string,
  now: Date,
  { group, incident }: Omit<PastHealthInput, 'at'> = {},
): Promise<PastHealth> {
  const instant = instantOf(at, now);
  const keptSince = historyKeptSince(now);
  const frame = { at: instant.toISOString(), keptSince: keptSince.toISOString() };
  if (instant < keptSince) return { ...frame, lanes: null, reporting: [] };
  const causeIds = incident === undefined ? null : await causesOfSituation(tenant, incident);
  const health = await pastStates(tenant, instant);
  const windows = await read(tenant, (tx) => windowsFrom(tx, tenant.tenantId, instant));
  const { graph, currency } = await pastGraph(tenant, await describedInstantOf(tenant, frame.at));
  const maintenance = maintenanceAt(windows, instant.getTime());
  const { causes } = finish(healthImpact(liveImpact(graph, health), { causeLimit: MOST_CAUSES, currency, maintenance }));
  const order = [...causes].sort(canSeeRevenue ? byExposure : byCriticality).map(({ id }) => id);
  // Computed again, because the roll-ups of the causes used the graph's work arrays.
  const all = liveImpact(graph, health);
  const impact = causeIds === null ? all : finish(impactOfSituation(all, causeIds));
  const columns = liveColumns(impact, order, canSeeRevenue, group);
  const messages = new Map(health.unhealthy.map(({ componentId, message }) => [componentId, message]));
  const told = columns.causes.map((cause) => ({ ...cause, lastMessage: messages.get(cause.id) ?? null }));
  const reporting = health.unhealthy.filter(({ componentId }) => graph.components.find(componentId) !== -1);
  return {
    ...frame,
    lanes: { ...columns, causes: told, currency },
    reporting: reporting.map(({ componentId: id, state }) => ({ id, state })),
  };
}

/** Throws 404 if the component was not impacted then, or if the history is no longer stored. */
export async function readPastPath(tenant: TenantDb, component: string, at: string, now: Date): Promise<LivePath> {
  const instant = instantOf(at, now);
  const health = instant < historyKeptSince(now) ? { unhealthy: [], healthyCount: 0 } : await pastStates(tenant, instant);
  const { graph } = await pastGraph(tenant, await describedInstantOf(tenant, instant.toISOString()));
  return toldPath(graph, health, component);
}

function instantOf(at: string, now: Date): Date {
  const instant = new Date(at);
  if (instant > now) throw invalidInput('at', `is in the future; it is now ${now.toISOString()}`);
  return instant;
}

/** Throws 404. */
export async function readReplay(tenant: TenantDb, id: string, now: Date): Promise<IncidentReplay> {
  const { tenantId } = tenant;
  const keptSince = historyKeptSince(now);
  return read(tenant, async (tx) => {
    const { incident, number, causeIds, updatedAt } = await incidentInSituation(tx, tenantId, id);
    const { cause, symptoms, openedAt } = incident;
    const began = await beginOf(tx, tenantId, cause.componentId, new Date(openedAt));
    const first = Math.min(openedAt, began ?? Infinity);
    const last = endOf(incident, updatedAt.getTime()) ?? now.getTime();
    const stretch = stretchOf(first, last, { keptSince: keptSince.getTime(), now: now.getTime() });
    const involved = [...new Set([...causeIds, ...symptoms.map(({ componentId }) => componentId)])];
    const signals = await changesOfState(tx, tenantId, involved, stretch);
    const named = await tx.component.findUnique({
      where: { tenantId_id: { tenantId, id: cause.componentId } },
      select: { name: true },
    });
    return {
      number,
      cause: named?.name ?? cause.technicalName,
      causeId: cause.componentId,
      stepSeconds: stretch.stepSeconds,
      from: stretch.from.toISOString(),
      to: stretch.to.toISOString(),
      keptSince: keptSince.toISOString(),
      signals: signals.slice(0, MOST_REPLAYED_SIGNALS).map(({ at, ...signal }) => ({ ...signal, at: at.toISOString() })),
      signalsOmitted: Math.max(0, signals.length - MOST_REPLAYED_SIGNALS),
    };
  });
}

interface ReplayStretch {
  stepSeconds: number;
  from: Date;
  to: Date;
}

/** All in milliseconds since 1970. Empty where nothing of it is kept. */
function stretchOf(first: number, last: number, { keptSince, now }: { keptSince: number; now: number }): ReplayStretch {
  const stepSeconds = STEPS_SECONDS.find((seconds) => last - first <= MOST_STEPS * seconds * 1_000) ?? 60;
  const stepMs = stepSeconds * 1_000;
  const inSteps = (time: number, round: (value: number) => number): number => round(time / stepMs) * stepMs;
  const from = Math.max(inSteps(first, Math.floor) - MARGIN * stepMs, inSteps(keptSince, Math.ceil));
  const to = Math.min(inSteps(last, Math.ceil) + MARGIN * stepMs, inSteps(now, Math.floor));
  return { stepSeconds, from: new Date(from), to: new Date(Math.max(from, to)) };
}

/** When the cause first reported the trouble for which its incident was opened; null if that is no longer kept. */
async function beginOf(tx: Transaction, tenantId: string, causeId: string, openedAt: Date): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ at: Date | null }[]>`
    select min("observedAt") as at from "health_signal_record" r where "tenantId" = ${tenantId}::uuid and "componentId" = ${causeId}::uuid
      and "observedAt" <= ${openedAt}::timestamptz and coalesce("stateAfter", "state") <> 'Healthy' and not exists (
        select 1 from "health_signal_record" h where h."tenantId" = r."tenantId" and h."componentId" = r."componentId" and coalesce(h."stateAfter", h."state") = 'Healthy'
          and (h."observedAt", h."acceptedAt", coalesce(h."position", 0)) > (r."observedAt", r."acceptedAt", coalesce(r."position", 0)) and h."observedAt" <= ${openedAt}::timestamptz)`;
  return row?.at?.getTime() ?? null;
}

type StateChange = Omit<ReplayedSignal, 'at'> & { at: Date };

function changesOfState(tx: Transaction, tenantId: string, componentIds: string[], { from, to }: ReplayStretch): Promise<StateChange[]> {
  return tx.$queryRaw<StateChange[]>`
    select r."signalId", r."observedAt" as at, r."componentId", c."name", r."now" as "state", r."message", r."source" from (
      select *, coalesce("stateAfter", "state") as "now", lag(coalesce("stateAfter", "state")) over (partition by "tenantId", "componentId" order by "observedAt", "acceptedAt", "position" nulls first) as "before" from "health_signal_record"
      where "tenantId" = ${tenantId}::uuid and "componentId" = any(${componentIds}::uuid[]) and "state" is not null
        and "outcome" in ('Applied', 'Superseded', 'Late')
        and "observedAt" >= ${from}::timestamptz and "observedAt" <= ${to}::timestamptz) r
    left join "component" c on c."tenantId" = ${tenantId}::uuid and c."id" = r."componentId"
    where r."now" is distinct from r."before" order by r."observedAt", r."acceptedAt", c."name", r."position" nulls first, r."signalId"`;
}
