/** The situations as a turn stores them with the snapshot, what nobody monitors, and which groups count on what is not in service. */
import { NO_GROUPS, type GroupsNotInService } from '@/domain/graph/questions/live/groupsNotInService';
import { ALL_MONITORED, notMonitoredAmong, notMonitoredBy, withNames, type NotMonitored } from '@/domain/health/notMonitored';
import type { CostSoFar, IncidentCosts } from '@/domain/health/incidentCost';
import type { Situation, SituationCause } from '@/domain/health/situation';
import { endedSituation } from '@/domain/health/situationIds';
import { openLists, silentComponents, type SilentComponent } from '@/domain/health/snapshotLists';
import type { PackedBody } from '@/domain/health/snapshot';
import type { Transaction } from '@/server/db/transaction';
import { outlineOf, parseStored } from '@/server/db/parseStored';

export interface StoredSituations {
  situations: Situation[];
  notMonitored: NotMonitored;
  /** Absent in a snapshot of an older version, until the next turn. */
  groupsNotInService?: GroupsNotInService;
  /** Absent in a snapshot of an older version, until the next turn. */
  costs?: IncidentCosts;
}

const STORED = outlineOf<StoredSituations>('situations', 'notMonitored');

export const NO_SITUATIONS: StoredSituations = { situations: [], notMonitored: ALL_MONITORED };

/** Null in a snapshot of an older version, until the next turn. */
export function parseSituations(stored: unknown, tenantId: string): StoredSituations | null {
  return stored === null || stored === undefined
    ? null
    : parseStored(STORED, stored, { table: 'impact_snapshot', column: 'situations', id: tenantId });
}

/** As the last turn stored them; null if none did. */
export async function readSituations(tx: Transaction, tenantId: string): Promise<StoredSituations | null> {
  const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select: { situations: true } });
  return parseSituations(row?.situations, tenantId);
}

/**
 * What each cause affects and nobody monitors: impacted components that never reported or are stale. Asks either who reports or who of the impacted does
 * not, whichever is less.
 */
export async function readNotMonitored(
  tx: Transaction,
  tenantId: string,
  { lists, rest: { states } }: Pick<PackedBody, 'lists' | 'rest'>,
): Promise<NotMonitored> {
  if (states.unreported === 0) return ALL_MONITORED;
  const silent = silentComponents(openLists(lists));
  if (silent.length === 0) return ALL_MONITORED;
  const monitored = states.Healthy === 0 ? new Set<string>() : await reportingAmong(tx, tenantId, silent, states.Healthy);
  const found = notMonitoredAmong(silent, (id) => monitored.has(id));
  const ids = [...new Set(found.lists.flatMap((list) => list.map(({ id }) => id)))];
  const rows = await tx.$queryRaw<{ id: string; technicalName: string }[]>`
    select "id"::text as "id", "technicalName" from "component"
    where "tenantId" = ${tenantId}::uuid and "id" = any(string_to_array(${ids.join(',')}, ',')::uuid[])`;
  const names = new Map(rows.map(({ id, technicalName }) => [id, technicalName]));
  return withNames(found, (id) => names.get(id));
}

/** The ids of components that last reported Healthy and are not stale: all of them, or those among the silent ones if these are fewer. Sent as one text. */
async function reportingAmong(
  tx: Transaction,
  tenantId: string,
  silent: readonly SilentComponent[],
  healthyCount: number,
): Promise<Set<string>> {
  const ids = healthyCount < silent.length ? null : silent.map(({ id }) => id).join(',');
  const [row] = await tx.$queryRaw<{ ids: string | null }[]>`
    select string_agg("componentId"::text, ',') as "ids" from "component_health"
    where "tenantId" = ${tenantId}::uuid and "state" = 'Healthy' and not "isStale"
      and (${ids}::text is null or "componentId" = any(string_to_array(${ids}::text, ',')::uuid[]))`;
  return new Set(row?.ids?.split(',') ?? []);
}

/** Looks up situations by the incidents and the causes in them. */
export class SituationLookup {
  private readonly byIncident: ReadonlyMap<string, Situation>;
  private readonly byId: ReadonlyMap<string, Situation>;
  private readonly byCause: ReadonlyMap<string, { situation: Situation; cause: SituationCause }>;

  /** `stored` is null before the first turn that works situations out. */
  constructor(readonly stored: StoredSituations | null) {
    const { situations } = stored ?? NO_SITUATIONS;
    this.byIncident = new Map(situations.flatMap((situation) => situation.incidents.map((id) => [id, situation])));
    this.byId = new Map(situations.flatMap((situation) => (situation.id === null ? [] : [[situation.id, situation] as const])));
    this.byCause = new Map(situations.flatMap((situation) => situation.causes.map((cause) => [cause.componentId, { situation, cause }])));
  }

  /** The situation of an incident: of one that is over, the one that it was last in, without causes if that is over too. */
  ofIncident(id: string, situationId: string | null): Situation | null {
    const own = this.byIncident.get(id);
    return own ?? (situationId === null ? null : (this.byId.get(situationId) ?? endedSituation(situationId)));
  }

  /** The cause that an incident is about now; null once it has recovered. */
  causeOfIncident(id: string): SituationCause | null {
    return this.byIncident.get(id)?.causes.find(({ incidentId }) => incidentId === id) ?? null;
  }

  /** What an incident that is not over has cost; null if that is not known. */
  costOfIncident(id: string): CostSoFar | null {
    const { costs = {} } = this.stored ?? {};
    return costs[id] ?? null;
  }

  get groupsNotInService(): GroupsNotInService {
    return this.stored?.groupsNotInService ?? NO_GROUPS;
  }

  ofCause(componentId: string): { situation: Situation; cause: SituationCause } | null {
    return this.byCause.get(componentId) ?? null;
  }

  notMonitoredBy(componentId: string): ReturnType<typeof notMonitoredBy> {
    return notMonitoredBy(this.stored?.notMonitored ?? ALL_MONITORED, componentId);
  }
}
