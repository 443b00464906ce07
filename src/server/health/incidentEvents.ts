/**
 * The events about incidents. They contain what a person on call needs first: where to look, which team owns it, and how far it reaches.
 */
import type { NewEvent } from '@/contract/eventData';
import type { IncidentEventData } from '@/contract/incidents';
import type { IncidentEvent, TimelineEntry } from '@/domain/health/incident';
import { pageAddress } from '../pageAddress';
import type { Transaction } from '@/server/db/transaction';
import { exposureOf, type CauseExposures } from './causeExposures';
import type { StoredIncident } from './incidentRows';
import { incidentFacts } from './incidentViews';

/** A step of an incident: its state afterwards, and the timeline entries that the step wrote. */
export interface IncidentStep {
  event: IncidentEvent;
  stored: StoredIncident;
  entries: readonly TimelineEntry[];
}

interface Owner {
  applicationId: string;
  technicalName: string;
  name: string;
  ownerTeam: string | null;
}

/** One event for each step, in order. Reads the applications of all steps at once. */
export async function incidentEvents(
  tx: Transaction,
  tenantId: string,
  steps: readonly IncidentStep[],
  exposures: CauseExposures,
): Promise<NewEvent[]> {
  if (steps.length === 0) return [];
  const { currency } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { currency: true } });
  const owners = await ownersOf(tx, tenantId, [...new Set(steps.flatMap(({ stored }) => sufferingIn(stored)))]);
  return steps.map(({ event, stored, entries }): NewEvent => {
    const suffering = sufferingIn(stored);
    const owner = owners.get(stored.incident.cause.componentId);
    const data: IncidentEventData = {
      ...incidentFacts(stored),
      entries: entries.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry })),
      url: pageAddress(tenantId, `incidents/${stored.incident.id}`),
      application: owner === undefined ? null : { technicalName: owner.technicalName, name: owner.name },
      team: owner?.ownerTeam ?? null,
      counts: {
        components: suffering.length,
        applications: new Set(suffering.flatMap((id) => owners.get(id)?.applicationId ?? [])).size,
      },
    };
    const exposure = exposureOf(exposures, stored.incident.cause.componentId);
    return { type: event, data, revenue: { exposure: exposure === null ? null : { currency, ...exposure } } };
  });
}

/** The cause and everything currently affected by it. */
function sufferingIn({ incident: { cause, symptoms } }: StoredIncident): string[] {
  return [...new Set([cause.componentId, ...symptoms.flatMap(({ componentId, until }) => (until === null ? [componentId] : []))])];
}

async function ownersOf(tx: Transaction, tenantId: string, componentIds: readonly string[]): Promise<Map<string, Owner>> {
  const rows = await tx.$queryRaw<(Owner & { componentId: string })[]>`
    select c."id"::text as "componentId", a."id"::text as "applicationId", a."technicalName", a."name", a."ownerTeam"
    from "component" c join "application" a on a."tenantId" = c."tenantId" and a."id" = c."applicationId"
    where c."tenantId" = ${tenantId}::uuid and c."id" = any(${componentIds}::uuid[])`;
  return new Map(rows.map(({ componentId, ...owner }) => [componentId, owner]));
}
