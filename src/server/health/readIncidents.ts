/** Reads single incidents: one statement for all that is stored of one, and one for what people call the components that it names. */
import type { Incident } from '@/contract/incidents';
import { isUnderMaintenance, maintenanceAt, type MaintenanceWindow } from '@/domain/health/maintenance';
import type { ReadStatement } from '@/server/db/boundReaders';
import { isoText, timestampOf } from '@/server/db/moments';
import type { TenantDb } from '@/server/db/tenantDb';
import {
  APPLICATIONS_OF_INCIDENT,
  INCIDENT_AS_JSON,
  IS_STALE_INCIDENT,
  incidentFromJson,
  noSuchIncident,
  type IncidentAsJson,
} from './incidentRows';
import { componentNames, CAUSE_IN_LANDSCAPE, causeWords, type CauseInLandscape } from './incidentNames';
import { summaryOf } from './incidentViews';
import { windowsNotEnded } from './maintenanceRows';
import { toldSituation } from './situationViews';
import { parseSituations, SituationLookup } from './storedSituations';
import { read } from '@/server/db/read';
import { pageAddress } from '@/server/pageAddress';

interface IncidentRow {
  incident: string;
  timeline: string;
  /** Null if the component no longer exists. */
  cause: CauseInLandscape | null;
  windows: MaintenanceWindow[] | null;
  applications: number;
  isStale: boolean;
  currency: string;
  /** As they are stored with the snapshot. */
  situations: unknown;
}

/** $2 is the id, $3 the present moment. */
const INCIDENT: ReadStatement = {
  name: 'incident by id',
  text: `select (${INCIDENT_AS_JSON})::text as "incident",
      ${CAUSE_IN_LANDSCAPE} as "cause",
      (select coalesce(json_agg(json_build_object('sequence', e."sequence", 'at', ${isoText('e."at"')}, 'kind', e."kind", 'actor', e."actor",
          'text', e."text", 'facts', e."facts") order by e."sequence"), '[]')::text
        from "incident_entry" e where e."tenantId" = $1::uuid and e."incidentId" = i."id") as "timeline",
      ${windowsNotEnded('$1', '$3')} as "windows", ${APPLICATIONS_OF_INCIDENT} as "applications", ${IS_STALE_INCIDENT} as "isStale",
      (select t."currency" from "tenant" t where t."id" = $1::uuid) as "currency",
      (select s."situations" from "impact_snapshot" s where s."tenantId" = $1::uuid) as "situations"
    from "incident" i where i."tenantId" = $1::uuid and i."id" = $2::uuid`,
};

/** An incident with its present timeline. Throws 404. */
export async function getIncident(tenant: TenantDb, id: string, now: Date, canSeeRevenue = false): Promise<Incident> {
  const [row] = await read<IncidentRow>(tenant, INCIDENT, [id, now]);
  if (row === undefined) throw noSuchIncident(id);
  const stored = incidentFromJson(JSON.parse(row.incident) as IncidentAsJson);
  const maintenance = maintenanceAt(row.windows ?? [], now.getTime());
  const marks = {
    now,
    isStale: row.isStale,
    isUnderMaintenance: isUnderMaintenance(maintenance, stored.incident.cause.componentId, row.cause?.application.id ?? ''),
  };
  const lookup = new SituationLookup(parseSituations(row.situations, tenant.tenantId));
  const currency = canSeeRevenue ? row.currency : null;
  const situation = lookup.ofIncident(id, stored.situationId);
  const told = {
    ...summaryOf(stored, { lookup, currency, applications: row.applications }, marks),
    situation: situation && toldSituation(situation, currency),
    symptomHistory: stored.incident.symptoms.map(({ since, until, componentId, technicalName }) => ({
      componentId,
      technicalName,
      since: timestampOf(since),
      until: timestampOf(until),
    })),
    timeline: JSON.parse(row.timeline) as Incident['timeline'],
  };
  return {
    ...told,
    ...causeWords(row.cause, stored.incident.cause),
    url: pageAddress(tenant.tenantId, `incidents/${id}`),
    names: await componentNames(tenant, told),
  };
}
