/**
 * The events about incidents. They contain what a person on call needs first: where to look, which team owns it, and how far it reaches.
 */
import type { NewEvent } from '@/contract/eventData';
import type { IncidentEventData } from '@/contract/incidents';
import type { IncidentEvent, TimelineEntry } from '@/domain/health/incident';
import { pageAddress } from '@/server/pageAddress';
import type { Transaction } from '@/server/db/transaction';
import type { StoredIncident } from './incidentRows';
import { incidentFacts, sufferingIn } from './incidentViews';
import { toldSituation } from './situationViews';
import type { SituationLookup } from './storedSituations';

/** A step of an incident: its state afterwards, and the timeline entries that the step wrote. */
export interface IncidentStep {
  event: IncidentEvent;
  stored: StoredIncident;
  entries: readonly TimelineEntry[];
}

/** The application of a component, and what people call the component. */
interface Owner {
  componentName: string;
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
  { lookup, currency }: { lookup: SituationLookup; currency: string },
): Promise<NewEvent[]> {
  if (steps.length === 0) return [];
  const owners = await ownersOf(tx, tenantId, [...new Set(steps.flatMap(({ stored }) => sufferingIn(stored)))]);
  return steps.map(({ event, stored, entries }): NewEvent => {
    const suffering = sufferingIn(stored);
    const owner = owners.get(stored.incident.cause.componentId);
    const applications = new Set(suffering.flatMap((id) => owners.get(id)?.applicationId ?? [])).size;
    const situation = lookup.ofIncident(stored.incident.id, stored.situationId);
    const data: IncidentEventData = {
      ...incidentFacts(stored, { lookup, applications, currency: null }),
      causeName: owner?.componentName ?? stored.incident.cause.technicalName,
      entries: entries.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry })),
      url: pageAddress(tenantId, `incidents/${stored.incident.id}`),
      application: owner === undefined ? null : { technicalName: owner.technicalName, name: owner.name },
      team: owner?.ownerTeam ?? null,
      situation: situation && toldSituation(situation, null),
    };
    const { exposure } = incidentFacts(stored, { lookup, applications, currency });
    return { type: event, data, revenue: { exposure, situation: situation && toldSituation(situation, currency) } };
  });
}

async function ownersOf(tx: Transaction, tenantId: string, componentIds: readonly string[]): Promise<Map<string, Owner>> {
  const rows = await tx.$queryRaw<(Owner & { componentId: string })[]>`
    select c."id"::text as "componentId", c."name" as "componentName", a."id"::text as "applicationId", a."technicalName", a."name", a."ownerTeam"
    from "component" c join "application" a on a."tenantId" = c."tenantId" and a."id" = c."applicationId"
    where c."tenantId" = ${tenantId}::uuid and c."id" = any(${componentIds}::uuid[])`;
  return new Map(rows.map(({ componentId, ...owner }) => [componentId, owner]));
}
