/** Reads the facts for a graph, all of a tenant's or those with given ids, in portions that limit memory and let the event loop run. */
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { eachRowPortion, type RowSource } from '@/server/landscape/rowStreams';
import type { RunSql } from '@/server/db/transaction';

const NAMED = ['e."id"::text as "id"', 'e."technicalName"', 'e."name"'];

/** The columns have the names of the fact's fields. */
const SOURCES: Readonly<Record<keyof LandscapeFacts, RowSource>> = {
  capabilities: {
    table: 'capability',
    columns: [
      ...NAMED,
      'e."parentId"::text as "parentId"',
      'e."criticalityTier"::text as "criticalityTier"',
      'e."maximumTolerableDowntimeMinutes"',
    ],
    links: [],
  },
  processes: {
    table: 'process',
    columns: NAMED,
    links: [{ field: 'capabilityIds', table: 'process_capability', ownColumn: 'processId', column: 'capabilityId' }],
  },
  segments: {
    table: 'segment',
    columns: [...NAMED, 'e."audienceType"::text as "audienceType"', 'e."people"::float8 as "people"', 'e."annualRevenue"'],
    links: [
      { field: 'capabilities', table: 'segment_capability', ownColumn: 'segmentId', column: 'capabilityId', rowField: 'revenueShare' },
    ],
  },
  hostingAreas: { table: 'hosting_area', columns: NAMED, links: [] },
  hostingZones: { table: 'hosting_zone', columns: [...NAMED, 'e."hostingAreaId"::text as "hostingAreaId"'], links: [] },
  technologies: { table: 'technology', columns: NAMED, links: [] },
  datasets: { table: 'dataset', columns: NAMED, links: [] },
  applications: {
    table: 'application',
    columns: [...NAMED, 'e."criticalityTier"::text as "criticalityTier"', 'e."ownerTeam"', 'e."lifecycleState"::text as "lifecycleState"'],
    links: [
      { field: 'capabilityIds', table: 'application_capability', ownColumn: 'applicationId', column: 'capabilityId' },
      { field: 'processIds', table: 'application_process', ownColumn: 'applicationId', column: 'processId' },
    ],
  },
  components: {
    table: 'component',
    columns: [...NAMED, 'e."ordinal"', 'e."kind"::text as "kind"', 'e."isExternal"', 'e."applicationId"::text as "applicationId"'],
    links: [
      { field: 'hostingZoneIds', table: 'component_hosting_zone', ownColumn: 'componentId', column: 'hostingZoneId' },
      { field: 'technologyIds', table: 'component_technology', ownColumn: 'componentId', column: 'technologyId' },
      { field: 'datasetIds', table: 'component_dataset', ownColumn: 'componentId', column: 'datasetId' },
    ],
  },
  dependencies: {
    table: 'dependency',
    columns: [
      'e."id"::text as "id"',
      'e."sourceOrdinal"',
      'e."targetOrdinal"',
      'e."dependencyType"::text as "dependencyType"',
      'e."mode"::text as "mode"',
      'e."required"',
      'e."propagates"',
      'e."redundancyGroup"',
      'e."redundancyMinimum"',
    ],
    links: [],
  },
};

/** In the order in which a graph needs them: referenced kinds first. */
export const FACT_KINDS = Object.keys(SOURCES) as (keyof LandscapeFacts)[];

/** Passes the facts of one kind to `take`, portion by portion. `ids` null means all of the tenant's. */
export async function eachPortion<Kind extends keyof LandscapeFacts>(
  run: RunSql,
  tenantId: string,
  kind: Kind,
  ids: readonly string[] | null,
  take: (facts: LandscapeFacts[Kind]) => void,
): Promise<void> {
  await eachRowPortion<LandscapeFacts[Kind][number]>(run, tenantId, SOURCES[kind], ids, (rows) => take(rows as LandscapeFacts[Kind]));
}
