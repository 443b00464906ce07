/** Reads the facts that a graph is made of, all of a tenant's or those of given ids, in portions that keep memory and the event loop free. */
import type pg from 'pg';
import type { LandscapeFacts } from '@/domain/graph/landscapeFacts';

const PORTION = 20_000;

const links = (table: string, own: string, other: string): string =>
  `(select "${own}" as holder, array_agg("${other}"::text order by "${other}") as ids from "${table}" where "tenantId" = $1::uuid and ($2::uuid[] is null or "${own}" = any($2)) group by "${own}")`;
const mine = (alias: string): string => `${alias}."tenantId" = $1::uuid and ($2::uuid[] is null or ${alias}."id" = any($2))`;
const named = (alias: string): string => `${alias}."id"::text as "id", ${alias}."technicalName", ${alias}."name"`;

/** One statement a kind; the columns carry the names of the fact's fields. */
const STATEMENTS: Readonly<Record<keyof LandscapeFacts, string>> = {
  capabilities: `select ${named('e')}, e."parentId"::text as "parentId" from "capability" e where ${mine('e')}`,
  processes: `select ${named('e')}, coalesce(c.ids, '{}') as "capabilityIds" from "process" e
    left join ${links('process_capability', 'processId', 'capabilityId')} c on c.holder = e."id" where ${mine('e')}`,
  segments: `select ${named('e')}, e."audienceType"::text as "audienceType", e."people"::float8 as "people", e."annualRevenue",
      coalesce((select json_agg(json_build_object('capabilityId', s."capabilityId", 'revenueShare', s."revenueShare") order by s."capabilityId")
        from "segment_capability" s where s."tenantId" = $1::uuid and s."segmentId" = e."id"), '[]') as "capabilities"
    from "segment" e where ${mine('e')}`,
  hostingAreas: `select ${named('e')} from "hosting_area" e where ${mine('e')}`,
  hostingZones: `select ${named('e')}, e."hostingAreaId"::text as "hostingAreaId" from "hosting_zone" e where ${mine('e')}`,
  technologies: `select ${named('e')} from "technology" e where ${mine('e')}`,
  datasets: `select ${named('e')} from "dataset" e where ${mine('e')}`,
  applications: `select ${named('e')}, e."criticalityTier"::text as "criticalityTier", e."ownerTeam", e."lifecycleState"::text as "lifecycleState",
      coalesce(c.ids, '{}') as "capabilityIds", coalesce(p.ids, '{}') as "processIds"
    from "application" e
    left join ${links('application_capability', 'applicationId', 'capabilityId')} c on c.holder = e."id"
    left join ${links('application_process', 'applicationId', 'processId')} p on p.holder = e."id" where ${mine('e')}`,
  components: `select ${named('e')}, e."ordinal", e."kind"::text as "kind", e."isExternal", e."applicationId"::text as "applicationId",
      coalesce(z.ids, '{}') as "hostingZoneIds", coalesce(t.ids, '{}') as "technologyIds", coalesce(d.ids, '{}') as "datasetIds"
    from "component" e
    left join ${links('component_hosting_zone', 'componentId', 'hostingZoneId')} z on z.holder = e."id"
    left join ${links('component_technology', 'componentId', 'technologyId')} t on t.holder = e."id"
    left join ${links('component_dataset', 'componentId', 'datasetId')} d on d.holder = e."id" where ${mine('e')}`,
  dependencies: `select e."id"::text as "id", e."sourceOrdinal", e."targetOrdinal", e."dependencyType"::text as "dependencyType", e."mode"::text as "mode",
      e."required", e."propagates", e."redundancyGroup", e."redundancyMinimum" from "dependency" e where ${mine('e')}`,
};

/** In the order in which a graph takes them: what is pointed to comes first. */
export const FACT_KINDS = Object.keys(STATEMENTS) as (keyof LandscapeFacts)[];

/** Hands the facts of one kind to `take`, portion by portion. `ids` null means all of the tenant. */
export async function eachPortion<Kind extends keyof LandscapeFacts>(
  client: pg.PoolClient,
  tenantId: string,
  kind: Kind,
  ids: readonly string[] | null,
  take: (facts: LandscapeFacts[Kind]) => void,
): Promise<void> {
  await client.query(`declare facts no scroll cursor for ${STATEMENTS[kind]}`, [tenantId, ids]);
  for (;;) {
    const { rows } = await client.query<LandscapeFacts[Kind][number]>(`fetch ${PORTION} from facts`);
    take(rows as LandscapeFacts[Kind]);
    if (rows.length < PORTION) break;
  }
  await client.query('close facts');
}
