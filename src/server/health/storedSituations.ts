/** The situations as a turn stores them with the snapshot, and what nobody monitors. */
import { ALL_MONITORED, notMonitoredBy, notMonitoredIn, type NotMonitored } from '@/domain/health/notMonitored';
import type { Situation, SituationCause } from '@/domain/health/situation';
import { endedSituation } from '@/domain/health/situationIds';
import { openLists, silentComponents } from '@/domain/health/snapshotLists';
import type { PackedBody } from '@/domain/health/snapshot';
import type { Transaction } from '@/server/db/transaction';
import { outlineOf, parseStored } from '@/server/db/parseStored';

export interface StoredSituations {
  situations: Situation[];
  notMonitored: NotMonitored;
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

/** What each cause affects and nobody monitors: impacted components that never reported. */
export async function readNotMonitored(
  tx: Transaction,
  tenantId: string,
  { lists, rest }: Pick<PackedBody, 'lists' | 'rest'>,
): Promise<NotMonitored> {
  if (rest.states.unreported === 0) return ALL_MONITORED;
  const silent = silentComponents(openLists(lists));
  if (silent.length === 0) return ALL_MONITORED;
  const ids = silent.map(({ id }) => id);
  const rows = await tx.$queryRaw<{ id: string; technicalName: string }[]>`
    select c."id"::text as "id", c."technicalName" from "component" c
    where c."tenantId" = ${tenantId}::uuid and c."id" = any(${ids}::uuid[])
      and not exists (select 1 from "component_health" h where h."tenantId" = ${tenantId}::uuid and h."componentId" = c."id")`;
  return notMonitoredIn(silent, new Map(rows.map(({ id, technicalName }) => [id, technicalName])));
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

  ofCause(componentId: string): { situation: Situation; cause: SituationCause } | null {
    return this.byCause.get(componentId) ?? null;
  }

  notMonitoredBy(componentId: string): ReturnType<typeof notMonitoredBy> {
    return notMonitoredBy(this.stored?.notMonitored ?? ALL_MONITORED, componentId);
  }
}
