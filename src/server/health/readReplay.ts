/** Reads the past: what was wrong at an instant, and an incident from before its start until after its end. */
import type { IncidentReplay, LivePath, PastHealth, PastHealthInput, ReplayedSignal } from '@/contract/replay';
import { MOST_REPLAYED_SIGNALS } from '@/contract/replay';
import type { Principal } from '@/domain/access';
import { invalidInput } from '@/domain/errors';
import { byCriticality, byExposure } from '@/domain/health/causeOrder';
import { healthImpact } from '@/domain/health/healthImpact';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import { impactOfSituation } from '@/domain/graph/questions/live/impactOfSituation';
import { liveColumns } from '@/domain/graph/impactPicture/liveColumns';
import { maintenanceAt } from '@/domain/health/maintenance';
import { pastGraph } from '@/server/graphs/pastGraphs';
import { describedInstantOf } from '@/server/graphs/pastInstant';
import type { TenantDb } from '@/server/db/tenantDb';
import { MOST_CAUSES } from './impactViews';
import { toldPath } from './livePathTold';
import { incidentFromRow } from './incidentRows';
import { windowsFrom } from './maintenanceRows';
import { historyKeptSince, pastStates } from './pastStates';
import { noSuchIncident } from './readIncidents';
import { causesOfSituation } from './situationCauses';
import { read } from '@/server/db/read';
import { finish } from '@/plain/steps';

const MINUTE_MS = 60_000;
/** Added before the start and after the end. */
const MARGIN_MINUTES = 2;

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
    const row = await tx.incident.findUnique({ where: { tenantId_id: { tenantId, id } } });
    if (row === null) throw noSuchIncident(id);
    const { incident } = incidentFromRow(row);
    const began = await tx.$queryRaw<{ at: Date | null }[]>`
      select min("observedAt") as at from "health_signal_record" r where "tenantId" = ${tenantId}::uuid and "componentId" = ${row.causeId}::uuid
        and "observedAt" <= ${row.openedAt}::timestamptz and coalesce("stateAfter", "state") <> 'Healthy' and not exists (
          select from "health_signal_record" h where h."tenantId" = r."tenantId" and h."componentId" = r."componentId" and coalesce(h."stateAfter", h."state") = 'Healthy'
            and (h."observedAt", h."acceptedAt", coalesce(h."position", 0)) > (r."observedAt", r."acceptedAt", coalesce(r."position", 0)) and h."observedAt" <= ${row.openedAt}::timestamptz)`;
    const first = Math.min(row.openedAt.getTime(), began[0]?.at?.getTime() ?? Infinity);
    const minute = (time: number, round: (value: number) => number): number => round(time / MINUTE_MS) * MINUTE_MS;
    const from = Math.max(minute(first, Math.floor) - MARGIN_MINUTES * MINUTE_MS, minute(keptSince.getTime(), Math.ceil));
    const ended = (row.resolvedAt ?? now).getTime();
    const to = Math.min(minute(ended, Math.ceil) + MARGIN_MINUTES * MINUTE_MS, minute(now.getTime(), Math.floor));
    const involved = [row.causeId, ...incident.symptoms.map(({ componentId }) => componentId)];
    const signals = await tx.$queryRaw<(Omit<ReplayedSignal, 'at'> & { at: Date })[]>`
      select r."signalId", r."observedAt" as at, r."componentId", c."name", r."now" as "state", r."message", r."source" from (
        select *, coalesce("stateAfter", "state") as "now", lag(coalesce("stateAfter", "state")) over (partition by "componentId" order by "observedAt", "acceptedAt", "position" nulls first) as "before" from "health_signal_record"
        where "tenantId" = ${tenantId}::uuid and "componentId" = any(${involved}::uuid[]) and "state" is not null
          and "outcome" in ('Applied', 'Superseded', 'Late')
          and "observedAt" >= ${new Date(from)}::timestamptz and "observedAt" <= ${new Date(Math.max(from, to))}::timestamptz) r
      left join "component" c on c."tenantId" = r."tenantId" and c."id" = r."componentId"
      where r."now" is distinct from r."before" order by r."observedAt", r."acceptedAt", c."name", r."position" nulls first, r."signalId"`;
    return {
      number: row.number,
      cause: row.causeName,
      from: new Date(from).toISOString(),
      to: new Date(Math.max(from, to)).toISOString(),
      keptSince: keptSince.toISOString(),
      signals: signals.slice(0, MOST_REPLAYED_SIGNALS).map(({ at, ...signal }) => ({ ...signal, at: at.toISOString() })),
      signalsOmitted: Math.max(0, signals.length - MOST_REPLAYED_SIGNALS),
    };
  });
}
