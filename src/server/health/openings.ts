/** Reads when causes without an incident will open one, and which components are flapping, from what the turns remember. */
import type { Transaction } from '@/server/db/transaction';

export interface Opening {
  /** By the database's clock; null if it will not open one. */
  incidentOpensAt: string | null;
  isFlapping: boolean;
}

export const NO_OPENING: Opening = { incidentOpensAt: null, isFlapping: false };

/** By component id; components that are not listed have neither. */
export async function readOpenings(tx: Transaction, tenantId: string): Promise<Map<string, Opening>> {
  const rows = await tx.$queryRaw<{ componentId: string; opensAt: Date | null; isFlapping: boolean }[]>`
    select h."componentId"::text as "componentId", h."isFlapping",
      case when h."unexplainedSince" is not null
        then greatest(h."unexplainedSince" + make_interval(secs => t."openAfterSeconds"), h."graceUntil") end as "opensAt"
    from "component_health" h join "tenant" t on t."id" = h."tenantId"
    where h."tenantId" = ${tenantId}::uuid and (h."unexplainedSince" is not null or h."isFlapping")`;
  return new Map(
    rows.map(({ componentId, opensAt, isFlapping }) => [componentId, { incidentOpensAt: opensAt?.toISOString() ?? null, isFlapping }]),
  );
}
