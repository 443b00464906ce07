/**
 * Reads what live answers add to unhealthy components: when a cause without an incident will open one, whether it is flapping, and how old
 * its last report is.
 */
import type { Transaction } from '@/server/db/transaction';

export interface Opening {
  /** By the database's clock; null if it will not open one. */
  incidentOpensAt: string | null;
  isFlapping: boolean;
  /** Nobody has repeated its last report within the limit. */
  isStale: boolean;
  /** When its last report was observed, or the last message of the alert that counts arrived. */
  lastReportAt: string | null;
}

export const NO_OPENING: Opening = { incidentOpensAt: null, isFlapping: false, isStale: false, lastReportAt: null };

interface Row {
  componentId: string;
  opensAt: Date | null;
  isFlapping: boolean;
  isStale: boolean;
  observedAt: Date;
}

/** By component id, of all that are unhealthy or flapping; a component that was deleted since the last turn has none. */
export async function readOpenings(tx: Transaction, tenantId: string): Promise<Map<string, Opening>> {
  const rows = await tx.$queryRaw<Row[]>`
    select h."componentId"::text as "componentId", h."isFlapping", h."isStale", h."observedAt",
      case when h."unexplainedSince" is not null
        then greatest(h."unexplainedSince" + make_interval(secs => t."openAfterSeconds"), h."graceUntil") end as "opensAt"
    from "component_health" h join "tenant" t on t."id" = h."tenantId"
    where h."tenantId" = ${tenantId}::uuid and (h."unexplainedSince" is not null or h."isFlapping" or h."state" <> 'Healthy')`;
  return new Map(
    rows.map(({ componentId, opensAt, isFlapping, isStale, observedAt }) => [
      componentId,
      { incidentOpensAt: opensAt?.toISOString() ?? null, isFlapping, isStale, lastReportAt: observedAt.toISOString() },
    ]),
  );
}

/** When the report was observed that has waited longest to be repeated, of all that are not stale; null if none reports. */
export async function oldestReport(tx: Transaction, tenantId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ at: Date | null }[]>`
    select min("observedAt") as "at" from "component_health" where "tenantId" = ${tenantId}::uuid and not "isStale"`;
  return row?.at?.toISOString() ?? null;
}
