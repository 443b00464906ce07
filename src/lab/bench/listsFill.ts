/** Fills tenants of benchmarks directly in the database, so that a million components take about a minute. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { MANIFEST_KINDS } from '@/domain/manifest/manifestFields';
import { createTenant } from '@/server/auth/tenants';
import { bindingSql } from '@/server/db/bindTenant';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import type { Database } from '@/server/db/database';
import { linksOf, tableOf } from '@/server/landscape/landscapeRows';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';

/** The GUID of the entity with this number, the same on every machine; $1 is the tenant. */
const idOf = (kind: string, number: string): string => `md5('${kind}' || $1::text || (${number})::text)::uuid`;

/** A number below `below`, seemingly random, from a number. */
const scattered = (number: string, below: string, seed: number): string => `abs(hashint8extended(${number}, ${seed}) % (${below}))`;

const named = (kind: string, number = 'n'): string =>
  `$1::uuid, ${idOf(kind, number)}, '${kind} number ' || ${number}, '${kind}-' || ${number}`;

/** What one in a thousand has. */
export const RARE = { kind: 'Identity', runtime: 'BareMetal', dependencyType: 'UsesIdp' } as const;

const AREAS = 10;
const ZONES = 40;
const TECHNOLOGIES = 50;
const DATASETS = 100;
const CAPABILITIES = 100;
const PROCESSES = 50;
const SEGMENTS = 10;
const COMPONENTS_EACH = 20;
const DEPENDENCIES_EACH = 3;

const NAMES = '"tenantId", "id", "name", "technicalName"';

/** One value in a thousand is rare, as some are in every landscape: a filter for it has to look past everything else. */
const orRarely = (rare: string, usual: string): string => `case when n % 1000 = 777 then ${rare} else ${usual} end`;

const kinds = "(array['WebAPI', 'WebApp', 'Database', 'Queue', 'Cache', 'Worker', 'Storage', 'ScheduledJob', 'Integration', 'Other'])";
const types = "(array['Calls', 'Reads', 'Writes', 'Publishes', 'Consumes'])";
const modes = "(array['Hard', 'Soft', 'Async', 'Degraded'])";

/** In the order of their references; $1 is the tenant. */
function statements(components: number): string[] {
  const few = (count: number): number => Math.min(count, components);
  const applications = Math.max(1, Math.floor(components / COMPONENTS_EACH));
  const upTo = (count: number): string => `from generate_series(0::bigint, ${count - 1}) n`;
  const link = (table: string, [own, target]: [string, string], columns: string, count: number, targets: number): string =>
    `insert into "${table}" ("tenantId", ${columns}) select $1::uuid, ${idOf(own, 'n')}, ${idOf(target, scattered('n', String(targets), 3))} ${upTo(count)}`;
  return [
    `insert into "hosting_area" (${NAMES}) select ${named('area')} ${upTo(few(AREAS))}`,
    `insert into "hosting_zone" (${NAMES}, "hostingAreaId") select ${named('zone')}, ${idOf('area', `n % ${few(AREAS)}`)} ${upTo(few(ZONES))}`,
    `insert into "technology" (${NAMES}) select ${named('technology')} ${upTo(few(TECHNOLOGIES))}`,
    `insert into "dataset" (${NAMES}, "classification") select ${named('dataset')}, 'Internal' ${upTo(few(DATASETS))}`,
    `insert into "capability" (${NAMES}) select ${named('capability')} ${upTo(few(CAPABILITIES))}`,
    `insert into "process" (${NAMES}) select ${named('process')} ${upTo(few(PROCESSES))}`,
    `insert into "segment" (${NAMES}, "audienceType", "annualRevenue") select ${named('segment')}, 'Customers', 1000000 ${upTo(few(SEGMENTS))}`,
    link('process_capability', ['process', 'capability'], '"processId", "capabilityId"', few(PROCESSES), few(CAPABILITIES)),
    link('segment_capability', ['segment', 'capability'], '"segmentId", "capabilityId"', few(SEGMENTS), few(CAPABILITIES)),
    `insert into "application" (${NAMES}, "ownerTeam") select ${named('application')}, 'Team ' || n % 40 ${upTo(applications)}`,
    link('application_capability', ['application', 'capability'], '"applicationId", "capabilityId"', applications, few(CAPABILITIES)),
    `insert into "component" (${NAMES}, "ordinal", "applicationId", "description", "kind", "runtime", "isExternal", "updatedAt")
      select ${named('component')}, n, ${idOf('application', `n / ${COMPONENTS_EACH} % ${applications}`)}, 'Does its part of the work',
        (${orRarely(`'${RARE.kind}'`, `${kinds}[1 + n % 10]`)})::component_kind, (${orRarely(`'${RARE.runtime}'`, "'Containers'")})::runtime, n % 1000 = 777,
        now() - ${scattered('n', '100000000', 5)} * interval '1 millisecond' ${upTo(components)}`,
    link('component_hosting_zone', ['component', 'zone'], '"componentId", "hostingZoneId"', components, few(ZONES)),
    link('component_technology', ['component', 'technology'], '"componentId", "technologyId"', components, few(TECHNOLOGIES)),
    `${link('component_dataset', ['component', 'dataset'], '"componentId", "datasetId"', components, few(DATASETS))} where n % 5 = 0`,
    // Each depends on three that came before it, so the first ones become hubs.
    `insert into "dependency" ("tenantId", "id", "sourceComponentId", "targetComponentId", "sourceOrdinal", "targetOrdinal", "dependencyType", "mode", "required", "propagates", "protocol", "updatedAt")
      select $1::uuid, ${idOf('dependency', 'n')}, ${idOf('component', 'source')}, ${idOf('component', 'target')}, source, target,
        (${orRarely(`'${RARE.dependencyType}'`, `${types}[1 + n % 5]`)})::dependency_type, ${modes}[1 + n % 4]::dependency_mode, n % 3 > 0, n % 1000 <> 777, 'gRPC',
        now() - ${scattered('n', '100000000', 7)} * interval '1 millisecond'
      from (select n, source, ${scattered('n', 'source', 11)} as target from (select n, 1 + n % ${components - 1} as source ${upTo(DEPENDENCIES_EACH * components)}) s) d
      on conflict do nothing`,
    `update "component_counter" set "nextOrdinal" = ${components}, "live" = ${components} where "tenantId" = $1::uuid`,
    `update "landscape_version" set "version" = 1 where "tenantId" = $1::uuid`,
  ];
}

/** Creates a tenant with so many components, at least two, three times as many dependencies, and some of every other kind. */
export async function filledTenant(database: Database, addresses: DatabaseAddresses, components: number): Promise<TenantDb> {
  const { tenantId } = await createTenant(database, { name: `${components} components`, plan: 'Enterprise' });
  // A connection of its own, because a pool gives up on a statement that runs for a minute.
  const client = new pg.Client({ connectionString: addresses.app });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(bindingSql({ tenantId, lasts: 'transaction', isSingleLogin: database.isSingleLogin }));
    for (const statement of statements(components)) await client.query(statement, [tenantId]);
    await client.query('commit');
  } finally {
    await client.end();
  }
  return tenantDb(database, tenantId);
}

/** Runs ANALYZE on every table that `filledTenant` fills, as the product does after an import. */
export async function analyzeFilled({ pool }: Database): Promise<void> {
  const tables = MANIFEST_KINDS.flatMap((kind) => [tableOf(kind), ...linksOf(kind).map(({ table }) => table)]);
  for (const table of tables) await pool.query('select refresh_statistics($1)', [table]);
}

/** The id of the entity with this number. */
export function filledId({ tenantId }: Pick<TenantDb, 'tenantId'>, kind: string, number: number): string {
  const digits = createHash('md5').update(`${kind}${tenantId}${number}`).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
