/** Which components are the causes of an incident's situation: its own, those of its other incidents, and causes without an incident. */
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';
import type { Transaction } from '@/server/db/transaction';
import { findIncident, type StoredIncident } from './incidentRows';
import { readSituations, SituationLookup } from './storedSituations';

/** A situation of more is a landscape of its own. */
const MOST_CAUSES = 200;

export interface IncidentInSituation extends StoredIncident {
  /** Ids of components, its own cause first. */
  causeIds: string[];
}

/** Throws 404. One that is over has the causes of the situation that it was last in, as far as they had incidents. */
export async function incidentInSituation(tx: Transaction, tenantId: string, id: string): Promise<IncidentInSituation> {
  const stored = await findIncident(tx, tenantId, id);
  const { incident, situationId } = stored;
  const others =
    situationId === null
      ? []
      : await tx.incident.findMany({
          where: { tenantId, situationId },
          select: { causeId: true },
          orderBy: { number: 'asc' },
          take: MOST_CAUSES,
        });
  const present = new SituationLookup(await readSituations(tx, tenantId)).ofIncident(id, null)?.causes ?? [];
  const ids = [incident.cause.componentId, ...present.map(({ componentId }) => componentId), ...others.map(({ causeId }) => causeId)];
  return { ...stored, causeIds: [...new Set(ids)].slice(0, MOST_CAUSES) };
}

/** The same, of an incident that is not yet known. Throws 404. */
export async function causesOfSituation(tenant: TenantDb, incident: string): Promise<string[]> {
  return (await read(tenant, (tx) => incidentInSituation(tx, tenant.tenantId, incident))).causeIds;
}
