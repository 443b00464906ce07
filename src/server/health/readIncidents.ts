/** Reads single incidents with their timelines. */
import type { Incident } from '@/contract/incidents';
import { AppError } from '@/domain/errors';
import { inTenant, type TenantDb, type Transaction } from '../tenantDb';
import { incidentFromRow, type StoredIncident } from './incidentRows';
import { summaryOf } from './incidentViews';
import { maintainedAmong } from './maintenanceRows';

export function noSuchIncident(id: string): AppError {
  return new AppError('not_found', `There is no incident with the id ${id}.`);
}

/** Throws 404. */
export async function getIncident(tenant: TenantDb, id: string, now: Date): Promise<Incident> {
  const { tenantId } = tenant;
  return inTenant(
    tenant,
    async (tx) => {
      const row = await tx.incident.findUnique({ where: { tenantId_id: { tenantId, id } } });
      if (row === null) throw noSuchIncident(id);
      const maintained = await maintainedAmong(tx, tenantId, [row.causeId], now);
      return viewIncident(tx, tenantId, incidentFromRow(row), maintained.has(row.causeId));
    },
    { isRepeatableRead: true },
  );
}

/** An incident with its present timeline. */
export async function viewIncident(
  tx: Transaction,
  tenantId: string,
  stored: StoredIncident,
  isUnderMaintenance: boolean,
): Promise<Incident> {
  const entries = await tx.incidentEntry.findMany({ where: { tenantId, incidentId: stored.incident.id }, orderBy: { sequence: 'asc' } });
  return {
    ...summaryOf(stored, isUnderMaintenance),
    symptomHistory: stored.incident.symptoms.map(({ since, until, componentId, technicalName }) => ({
      componentId,
      technicalName,
      since: new Date(since).toISOString(),
      until: until === null ? null : new Date(until).toISOString(),
    })),
    timeline: entries.map(({ sequence, at, kind, actor, text, facts }) => ({
      sequence,
      at: at.toISOString(),
      kind: kind as Incident['timeline'][number]['kind'],
      actor: actor as Incident['timeline'][number]['actor'],
      text,
      facts: facts as Record<string, unknown>,
    })),
  };
}
