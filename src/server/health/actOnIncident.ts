/**
 * What people do to incidents. Locks the incident until the commit, as the consumer does, so whoever comes second sees what the first did.
 */
import type { Incident as IncidentView } from '@/contract/incidents';
import type { Principal } from '@/domain/access';
import { acknowledgeIncident, commentOnIncident, resolveIncident, type Deed } from '@/domain/health/incidentActions';
import type { ChangeCommand, Incident } from '@/domain/health/incident';
import { appendEvents } from '@/server/events/eventLog';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { addEntries, lockIncident, saveIncidents, type StoredIncident } from './incidentRows';
import { readSituations, SituationLookup } from './storedSituations';
import { incidentEvents } from './incidentEvents';
import { intervene } from '@/server/wake/interventions';
import { maintainedAmong } from './maintenanceRows';
import { getIncident } from './readIncidents';
import { write } from '@/server/db/write';

/** Throws 404, and 409 `conflict` if the incident is already acknowledged, its cause is healthy again, or it is Resolved or Merged. */
export async function acknowledge(tenant: TenantDb, principal: Principal, id: string, now: Date): Promise<IncidentView> {
  return act(tenant, principal, id, now, acknowledgeIncident);
}

/** Throws 404, and 409 `conflict` if the incident is Resolved or Merged. */
export async function resolve(
  tenant: TenantDb,
  principal: Principal,
  id: string,
  comment: string | null,
  now: Date,
): Promise<IncidentView> {
  return act(tenant, principal, id, now, (incident, deed) => resolveIncident(incident, deed, comment));
}

/** Throws 404, and 409 `conflict` if the incident is Merged. */
export async function comment(tenant: TenantDb, principal: Principal, id: string, text: string, now: Date): Promise<IncidentView> {
  return act(tenant, principal, id, now, (incident, deed) => commentOnIncident(incident, deed, text));
}

async function act(
  tenant: TenantDb,
  { type, id: by, name, canSeeRevenue }: Principal,
  id: string,
  now: Date,
  decide: (incident: Incident, deed: Deed) => ChangeCommand,
): Promise<IncidentView> {
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    const before = await lockIncident(tx, tenantId, id);
    const { componentId } = before.incident.cause;
    const isUnderMaintenance = (await maintainedAmong(tx, tenantId, [componentId], now)).has(componentId);
    const command = decide(before.incident, { by: { type, id: by, name }, now: now.getTime(), isUnderMaintenance });
    const after = { ...before, incident: command.incident, version: before.version + 1, updatedAt: now };
    await carryOut(tx, tenantId, after, command);
    return getIncident({ ...tenant, transaction: tx }, id, now, canSeeRevenue);
  });
}

async function carryOut(tx: Transaction, tenantId: string, after: StoredIncident, { entries, event }: ChangeCommand): Promise<void> {
  await saveIncidents(tx, tenantId, [after]);
  await addEntries(
    tx,
    tenantId,
    entries.map((entry) => ({ incidentId: after.incident.id, entry })),
  );
  // A comment changes nothing that a turn looks at, but pages of incidents are kept until somebody intervenes.
  await intervene(tx, tenantId);
  if (event === null) return;
  const { currency } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { currency: true } });
  const lookup = new SituationLookup(await readSituations(tx, tenantId));
  await appendEvents(tx, tenantId, await incidentEvents(tx, tenantId, [{ event, stored: after, entries }], { lookup, currency }));
}
