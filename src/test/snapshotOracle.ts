/** Computes what a tenant's snapshot must contain, from scratch and without packing. */
import { applicationRows } from '@/domain/graph/questions/blastRadius';
import { contributorsOf } from '@/domain/graph/questions/live/contributions';
import { healthImpact, withIncidents, type HealthImpactBody } from '@/domain/health/healthImpact';
import { rollUpContributions } from '@/domain/graph/questions/live/rollUpContributions';
import { liveImpact, type LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import type { Incident } from '@/domain/health/incident';
import { isUnderMaintenance, maintenanceAt, type ActiveMaintenance, type MaintenanceWindow } from '@/domain/health/maintenance';
import { packBody, type ImpactSnapshot, type OpenIncidentRow } from '@/domain/health/snapshot';
import { situationsIn, type Situation } from '@/domain/health/situation';
import { withMembers } from '@/domain/health/situationIds';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { currentGraph } from '@/server/graphs/graphStore';
import { reportedHealth } from '@/server/health/healthRows';
import { NO_OPENING, oldestReport, readOpenings } from '@/server/health/openings';
import type { HealthImpact, ImpactSnapshot as SnapshotAnswer } from '@/contract/impactSnapshot';
import { readHealthImpact, readSnapshot } from '@/server/health/readImpact';
import { toldSituation, type Relations } from '@/server/health/situationViews';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import type { Incident as IncidentRow } from '@generated/client';
import { groupsInPlain } from './groupsOracle';
import { as, type Process } from './randomHealthSteps';
import { EVERYTHING } from './tenants';
import { read } from '@/server/db/read';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import { finish } from '@/plain/steps';

/** The rows one by one from the graph, with nothing packed. */
function plainRows(
  { graph, nodes, severities, contributions, unhealthy }: LiveImpact,
  maintenance: ActiveMaintenance,
): Pick<ImpactSnapshot, 'unhealthy' | 'impacted' | 'applications'> {
  const applications = finish(applicationRows(graphOf(graph))).map(
    ({ id, technicalName, name, criticalityTier, ownerTeam, lifecycleState, expectedState }) => {
      return { id, technicalName, name, criticalityTier, ownerTeam, lifecycleState, effectiveState: expectedState };
    },
  );
  const component = (node: number) => {
    const { id, technicalName, name, applicationId } = graph.componentView(node);
    return { id, technicalName, name, applicationId, isUnderMaintenance: isUnderMaintenance(maintenance, id, applicationId) };
  };
  const state = (severity = 0) => HEALTH_STATES[severity] as 'Outage';
  return {
    unhealthy: Array.from(unhealthy.nodes, (node, i) => ({
      ...component(node),
      state: state(unhealthy.severities[i]),
      since: new Date(unhealthy.since[i] ?? 0).toISOString(),
    })),
    impacted: Array.from(nodes, (node, i) => {
      const causes = contributorsOf(contributions, node).map((cause) => graph.componentView(cause).technicalName);
      return { ...component(node), effectiveState: state(severities[i]), cause: causes[0] ?? '', causes };
    }),
    applications,
  };
}

const affectedOf = (rows: readonly { alone: string; jointlyWith: readonly string[] }[]): number =>
  rows.filter(({ alone, jointlyWith }) => alone !== 'Healthy' || jointlyWith.length > 0).length;

/** The causes, each with its components from a pass in which only this cause is unhealthy. */
function plainCauses(impact: LiveImpact, { causes, causeCount, landscapeVersion }: HealthImpactBody) {
  const { graph, nodes, severities, contributions } = impact;
  const stateAlone = new Map(
    causes.map(({ id, state }) => {
      const alone = liveImpact(graph, { unhealthy: [{ componentId: id, state, since: 0 }], healthyCount: 0 });
      return [id, new Map(Array.from(alone.nodes, (node, i) => [node, alone.severities[i] ?? 0]))] as const;
    }),
  );
  const told = causes.map(({ contributesTo: _places, ...cause }) => {
    const components = Array.from(nodes, (node, i) => ({ node, severity: severities[i] ?? 0 })).flatMap(({ node, severity }) => {
      const { id, technicalName, name } = graph.componentView(node);
      const contributors = contributorsOf(contributions, node).map((other) => graph.componentView(other));
      if (id === cause.id || contributors.every((other) => other.id !== cause.id)) return [];
      const alone = stateAlone.get(cause.id)?.get(node) ?? 0;
      const others = contributors.filter((other) => other.id !== cause.id).map((other) => other.technicalName);
      const share = { effectiveState: HEALTH_STATES[severity] ?? 'Healthy', alone: HEALTH_STATES[alone] ?? 'Healthy' };
      return [{ id, technicalName, name, ...share, jointlyWith: alone < severity ? others : [] }];
    });
    const affectedCounts = {
      components: components.length,
      applications: affectedOf(cause.applications),
      capabilities: affectedOf(cause.capabilities),
      processes: affectedOf(cause.processes),
      audiences: affectedOf(cause.audiences),
    };
    return { ...cause, affectedCounts, components, componentsOmitted: 0, completeness: { ...cause.completeness, componentsOmitted: 0 } };
  });
  return { landscapeVersion, causes: told, causesOmitted: causeCount - causes.length };
}

/** What is told of a cause beside its symptoms; of a component that is no cause, nothing. */
function relationsInPlain(
  { graph, nodes, severities, contributions }: LiveImpact,
  situations: readonly Situation[],
  reporting: ReadonlySet<string>,
  causeId: string,
): Relations {
  const cause = situations.flatMap(({ causes }) => causes).find(({ componentId }) => componentId === causeId);
  const silent = Array.from(nodes, (node, i) => ({ node, effectiveState: HEALTH_STATES[severities[i]!] as 'Outage' })).flatMap(
    ({ node, effectiveState }) => {
      const { id, technicalName } = graph.componentView(node);
      const isAffected = contributorsOf(contributions, node).some((other) => graph.componentView(other).id === causeId);
      return isAffected && !reporting.has(id) ? [{ technicalName, effectiveState }] : [];
    },
  );
  return {
    explainedInPart: cause?.explainedInPart ?? null,
    contributesToCauses: cause?.contributesToCauses ?? [],
    impactedNotMonitored: silent,
    impactedNotMonitoredCount: silent.length,
  };
}

/** From its columns, one by one. */
function incidentInPlain(
  { id, state, causeId, causeName, symptoms, openedAt }: IncidentRow,
  stale: ReadonlySet<string>,
): OpenIncidentRow & { isStale: boolean } {
  const present = (symptoms as unknown as Incident['symptoms']).filter(({ until }) => until === null);
  return {
    id,
    state: state as OpenIncidentRow['state'],
    cause: causeName,
    symptoms: present.map(({ technicalName }) => technicalName),
    openedAt: openedAt.toISOString(),
    isStale: stale.has(causeId),
  };
}

async function windowsInPlain(tx: Transaction, tenantId: string, now: Date): Promise<MaintenanceWindow[]> {
  const rows = await tx.maintenanceWindow.findMany({ where: { tenantId, endsAt: { gt: now } }, orderBy: { id: 'asc' } });
  return rows.map(({ id, kind, entityId, startsAt, endsAt }) => ({
    id,
    kind: kind as MaintenanceWindow['kind'],
    entityId,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
  }));
}

/** Both forms of the answer. */
export interface Answers {
  snapshot: SnapshotAnswer;
  byCause: HealthImpact;
}

/** The answers of this process. */
export async function readAnswers(tenant: TenantDb, process: Process): Promise<Answers> {
  return as(process, async () => ({
    snapshot: await readSnapshot(tenant, EVERYTHING),
    byCause: await readHealthImpact(tenant, EVERYTHING),
  }));
}

/** What a tenant's snapshot must contain after its turns, computed in a process without memory, from a graph that was never edited. */
export async function fromScratch(tenant: TenantDb, { version, computedAt }: SnapshotAnswer): Promise<Answers> {
  const { tenantId } = tenant;
  return as(new Map(), async () => {
    const now = new Date(computedAt);
    const { health, windows, incidents, openings, reporting, oldestReportAt } = await read(tenant, async (tx) => ({
      openings: await readOpenings(tx, tenantId),
      oldestReportAt: await oldestReport(tx, tenantId),
      reporting: new Set((await tx.componentHealth.findMany({ select: { componentId: true } })).map(({ componentId }) => componentId)),
      health: await reportedHealth(tx, tenantId),
      windows: await windowsInPlain(tx, tenantId, now),
      incidents: await tx.incident.findMany({
        where: { state: { in: ['Open', 'Acknowledged', 'Monitoring'] } },
        orderBy: { number: 'asc' },
      }),
    }));
    const { graph } = await currentGraph(tenant);
    const maintenance = maintenanceAt(windows, now.getTime());
    const impact = liveImpact(graph, health);
    const { landscapeVersion, rest } = packBody(impact, maintenance, 'EUR');
    const { states, ...others } = rest;
    const lists = plainRows(impact, maintenance);
    const causes = finish(healthImpact(impact, { causeLimit: 50, currency: 'EUR', maintenance }));
    const situations = withMembers(
      finish(situationsIn(impact, rollUpContributions(impact), maintenance)),
      incidents.map(({ id, number, causeId, state, situationId }) => ({
        id,
        number,
        causeId,
        situationId,
        isRecovered: state === 'Monitoring',
      })),
    );
    const relationsOf = (causeId: string) => relationsInPlain(impact, situations, reporting, causeId);
    const openIncidents = incidents.map((row) => {
      const { impactedNotMonitored, impactedNotMonitoredCount } = relationsOf(row.state === 'Monitoring' ? '' : row.causeId);
      return { ...incidentInPlain(row, health.stale), impactedNotMonitored, impactedNotMonitoredCount };
    });
    const dealtWith = new Map(
      incidents.filter(({ state }) => state !== 'Monitoring').map(({ id, causeId, state }) => [causeId, { id, state: state as 'Open' }]),
    );
    const moment = { version, computedAt, pendingSignals: 0 };
    const { revenueExposure, ...rollUps } = others;
    const unhealthy = lists.unhealthy.map((row) => ({
      ...row,
      incident: dealtWith.get(row.id) ?? null,
      ...(openings.get(row.id) ?? NO_OPENING),
    }));
    const byCause = plainCauses(impact, withIncidents(causes, dealtWith));
    // In the order of the answer's fields.
    const told = byCause.causes.map(({ affectedCounts, components, componentsOmitted, ...answered }) => {
      const { completeness, revenueExposure: exposure, contributed, ...cause } = answered;
      const opening = openings.get(cause.id) ?? NO_OPENING;
      const situationId = situations.find((one) => one.causes.some(({ componentId }) => componentId === cause.id))?.id ?? null;
      return {
        ...cause,
        ...opening,
        ...relationsOf(cause.id),
        situationId,
        affectedCounts,
        components,
        componentsOmitted,
        completeness,
        revenueExposure: exposure,
        contributed,
      };
    });
    return {
      snapshot: {
        ...moment,
        openIncidents,
        landscapeVersion,
        states,
        ...lists,
        unhealthy,
        ...rollUps,
        withheld: [],
        revenueExposure,
        oldestReportAt,
        situations: situations.map((situation) => toldSituation(situation, 'EUR')),
        ...groupsInPlain(impact),
      },
      byCause: { ...moment, ...byCause, causes: told, withheld: [] },
    };
  });
}
