/** Reads incidents: pages of them, newest first, and single ones with their timelines. */
import type { Incident, IncidentListInput, IncidentSummary } from '@/contract/incidents';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import { isGuid } from '@/contract/values/guid';
import { AppError } from '@/domain/errors';
import type { Prisma } from '@generated/client';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { searchIn } from '@/server/lists/search';
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

export async function listIncidents(tenant: TenantDb, query: IncidentListInput, now: Date): Promise<Page<IncidentSummary>> {
  const { tenantId } = tenant;
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId, list: 'incident', filters };
  const after = decodeCursor(scope, cursor);
  return inTenant(tenant, async (tx) => {
    const where = await whereOf(tx, tenantId, filters);
    const rows = await tx.incident.findMany({
      where: after === null ? where : { AND: [where, { number: { lt: Number(after) } }] },
      orderBy: { number: 'desc' },
      take: limit + 1,
    });
    const counted = await tx.incident.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    const maintained = await maintainedAmong(
      tx,
      tenantId,
      rows.map(({ causeId }) => causeId),
      now,
    );
    return pageFrom(
      scope,
      rows,
      limit,
      counted,
      ({ number }) => String(number),
      (row) => summaryOf(incidentFromRow(row), maintained.has(row.causeId)),
    );
  });
}

async function whereOf(
  tx: Transaction,
  tenantId: string,
  filters: Omit<IncidentListInput, 'limit' | 'cursor'>,
): Promise<Prisma.IncidentWhereInput> {
  const { search, state, severity, component, since, until } = filters;
  const openedAt = { ...(since === undefined ? {} : { gte: new Date(since) }), ...(until === undefined ? {} : { lt: new Date(until) }) };
  return {
    AND: [
      { tenantId },
      ...(search === undefined ? [] : [searchIn(['causeName'], search)]),
      ...(state === undefined ? [] : [{ state: { in: [...state] } }]),
      ...(severity === undefined ? [] : [{ severity: { in: [...severity] } }]),
      ...(component === undefined ? [] : [await concerning(tx, tenantId, component)]),
      ...(Object.keys(openedAt).length === 0 ? [] : [{ openedAt }]),
    ],
  };
}

/** If nothing has the name any more, finds incidents that were recorded under it. */
async function concerning(tx: Transaction, tenantId: string, reference: string): Promise<Prisma.IncidentWhereInput> {
  const named = isGuid(reference)
    ? null
    : await tx.component.findUnique({ where: { tenantId_technicalName: { tenantId, technicalName: reference } }, select: { id: true } });
  const componentId = isGuid(reference) ? reference.toLowerCase() : (named?.id ?? null);
  if (componentId !== null) return { OR: [{ causeId: componentId }, { symptoms: { array_contains: [{ componentId }] } }] };
  return { OR: [{ causeName: reference }, { symptoms: { array_contains: [{ technicalName: reference }] } }] };
}
