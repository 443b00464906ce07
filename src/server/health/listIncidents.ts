/**
 * Pages of incidents in the order asked for, each by one statement: the screen people watch during an outage asks for them again and again. A page is
 * kept in memory until a turn, a person or the landscape may have changed what it shows.
 */
import type { IncidentListInput, IncidentPage, IncidentSummary } from '@/contract/incidents';
import { EXACT_TOTAL_UP_TO } from '@/contract/lists';
import { AppError } from '@/domain/errors';
import { toldCostAt } from '@/domain/health/incidentCost';
import { isUnderMaintenance, maintenanceAt, nextMaintenanceChange, type MaintenanceWindow } from '@/domain/health/maintenance';
import type { ReadStatement } from '@/server/db/boundReaders';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { literalPattern } from '@/server/lists/search';
import { sharedCheck } from '@/server/sharedChecks';
import type { TenantDb } from '@/server/db/tenantDb';
import { componentIdOf } from '@/server/landscape/componentId';
import { runOn } from '@/server/db/transaction';
import { incidentOrder, placeFrom, placeText, type IncidentPlace } from './incidentOrder';
import { APPLICATIONS_OF_INCIDENT, INCIDENT_AS_JSON, IS_STALE_INCIDENT, incidentFromJson, type IncidentAsJson } from './incidentRows';
import { summaryOf } from './incidentViews';
import { KeptSnapshots } from './keptSnapshots';
import { toldSituation } from './situationViews';
import { parseSituations, SituationLookup } from './storedSituations';
import { windowsNotEnded } from './maintenanceRows';
import { read } from '@/server/db/read';

type Filters = Omit<IncidentListInput, 'limit' | 'cursor'>;

interface PageRow {
  items: string;
  counted: number;
  /** The windows that have not ended, if there are any. */
  windows: MaintenanceWindow[] | null;
  currency: string;
  /** As they are stored with the snapshot. */
  situations: unknown;
}

/** What the landscape says of a cause today. */
interface CauseToday {
  name: string;
  applicationId: string;
  team: string | null;
}

/**
 * An incident, its cause if the component still exists, how many applications its cause and symptoms are part of, whether what its cause
 * last reported is stale, and its key in the order of the list; null in the order of numbers.
 */
type Item = [incident: IncidentAsJson, cause: CauseToday | null, applications: number, isStale: boolean, key: string | number | null];

const CAUSE_TODAY = `(select json_build_object('name', c."name", 'applicationId', c."applicationId", 'team', a."ownerTeam")
        from "component" c join "application" a on a."tenantId" = c."tenantId" and a."id" = c."applicationId"
        where c."tenantId" = $1::uuid and c."id" = i."causeId")`;

/** A page, and the period in which no maintenance window starts or ends, in milliseconds since 1970. */
interface Told {
  page: IncidentPage;
  from: number;
  until: number;
}

const kept = new KeptSnapshots<Told>('keptIncidentPages');

/** As of this call or later. Throws `revenue_forbidden` if the order would tell somebody who may not see revenue what costs most. */
export async function listIncidents(tenant: TenantDb, query: IncidentListInput, now: Date, canSeeRevenue = false): Promise<IncidentPage> {
  const { tenantId } = tenant;
  if (query.sort !== undefined && incidentOrder(query.sort).isMoney === true && !canSeeRevenue)
    throw new AppError('revenue_forbidden', 'You may not see revenue, so you cannot sort incidents by cost. Sort by something else.');
  // What an open transaction sees is its own affair.
  if (tenant.transaction !== undefined) return (await readPage(tenant, query, now, canSeeRevenue)).page;
  const key = `${tenantId} ${canSeeRevenue} ${JSON.stringify(query)}`;
  const stamp = await sharedCheck('incidentChecks', tenantId, () => readStamp(tenant));
  const before = kept.find(key, stamp);
  if (before !== null && before.from <= now.getTime() && now.getTime() < before.until) return copyOf(before.page, now);
  const told = await readPage(tenant, query, now, canSeeRevenue);
  kept.keep(key, stamp, told, rowsIn(told.page));
  return copyOf(told.page, now);
}

/** As a measure of its memory. */
function rowsIn({ items, situations }: IncidentPage): number {
  const beside = items.reduce(
    (sum, { symptomDetails, impactedNotMonitored }) => sum + symptomDetails.length + impactedNotMonitored.length,
    0,
  );
  return items.length + beside + situations.reduce((sum, { causes }) => sum + causes.length, 0);
}

/** The kept page stays as it is. What incidents cost grows while nothing else changes. */
function copyOf(page: IncidentPage, now: Date): IncidentPage {
  return { ...page, items: page.items.map((item) => costingUntil(item, now)) };
}

function costingUntil(item: IncidentSummary, now: Date): IncidentSummary {
  const amount = toldCostAt(item, now.getTime());
  if (amount === null || item.endedAt !== null || item.costSoFar === null || item.costSoFar === undefined) return item;
  return { ...item, costSoFar: { ...item.costSoFar, amount: Math.round(amount * 100) / 100, until: now.toISOString() } };
}

/**
 * Everything that changes incidents or what is said of them also changes this: each turn writes the row of the snapshot (its xmin names the
 * transaction), people intervene, and the landscape and the settings have versions.
 */
const INCIDENT_STAMP: ReadStatement = {
  name: 'incident stamp',
  text: `select v."version" || ' ' || v."interventions" || ' ' || coalesce(s."xmin"::text, '') || ' ' || t."version" as "stamp"
    from "landscape_version" v join "tenant" t on t."id" = v."tenantId" left join "impact_snapshot" s on s."tenantId" = v."tenantId" where v."tenantId" = $1::uuid`,
};

async function readStamp(tenant: TenantDb): Promise<string> {
  const [row] = await read<{ stamp: string }>(tenant, INCIDENT_STAMP);
  if (row === undefined) throw new Error('The tenant has no landscape version row.');
  return row.stamp;
}

async function readPage(tenant: TenantDb, query: IncidentListInput, now: Date, canSeeRevenue: boolean): Promise<Told> {
  const { tenantId } = tenant;
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId, list: 'incident', filters };
  const position = decodeCursor(scope, cursor);
  const after = position === null ? null : placeFrom(position, now.getTime());
  const asOf = after?.asOf ?? now.getTime();
  const componentId = filters.component === undefined ? null : await componentIdOf(tenant, filters.component);
  const { statement, values } = pageStatement(filters, { componentId, after, asOf });
  const parameters = [limit + 1, now, ...values];
  // Without filters the rows come ordered from an index; with filters the planner knows better.
  const isQuick = statement.name !== null || tenant.transaction !== undefined;
  const [row] = isQuick
    ? await read<PageRow>(tenant, statement, parameters)
    : await read.onConnection(tenant, (client) => runOn(client)<PageRow>(statement.text, [tenantId, ...parameters]));
  if (row === undefined) throw new Error('The tenant has no landscape version row.');
  const windows = row.windows ?? [];
  const maintenance = maintenanceAt(windows, now.getTime());
  const lookup = new SituationLookup(parseSituations(row.situations, tenantId));
  const currency = canSeeRevenue ? row.currency : null;
  const page = pageFrom(
    scope,
    (JSON.parse(row.items) as Item[]).map(([told, ...rest]) => [incidentFromJson(told), ...rest] as const),
    limit,
    row.counted,
    ([stored, , , , key]) => placeText({ key, number: stored.number, asOf }),
    ([stored, cause, applications, isStale]) => {
      const { componentId: causeId, technicalName } = stored.incident.cause;
      const marks = { isUnderMaintenance: isUnderMaintenance(maintenance, causeId, cause?.applicationId ?? ''), isStale, now };
      const words = { causeName: cause?.name ?? technicalName, team: cause?.team ?? null };
      return { ...summaryOf(stored, { lookup, currency, applications }, marks), ...words };
    },
  );
  const present = new Set(page.items.flatMap(({ id }) => lookup.ofIncident(id, null) ?? []));
  const situations = [...present].map((situation) => toldSituation(situation, currency));
  const from = now.getTime();
  const { dependsOnTime } = incidentOrder(filters.sort ?? NEWEST_FIRST);
  return { page: { ...page, situations }, from, until: dependsOnTime === true ? from : (nextMaintenanceChange(windows, from) ?? Infinity) };
}

const NEWEST_FIRST = '-number';

interface PageOfFilters {
  componentId: string | null;
  after: IncidentPlace | null;
  asOf: number;
}

/** The parameters besides the tenant: $2 the limit, $3 the present moment, then `values`. */
function pageStatement(
  { sort = NEWEST_FIRST, ...filters }: Filters,
  { componentId, after, asOf }: PageOfFilters,
): { statement: ReadStatement; values: unknown[] } {
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${values.push(value) + 3}`;
  const conditions = conditionsOf(filters, componentId, next);
  const own = ['i."tenantId" = $1::uuid', ...conditions].join(' and ');
  const { sql, type, join = '', direction } = incidentOrder(sort);
  const isBehind = direction === 'desc' ? '<' : '>';
  // The order of numbers comes from an index.
  const found =
    sql === null
      ? `select i.*, null::int as "key" from "incident" i where ${own}${after === null ? '' : ` and i."number" ${isBehind} ${next(after.number)}::int`}`
      : `select i.* from (select i.*, ${sql(() => next(new Date(asOf)))} as "key" from "incident" i ${join} where ${own}) i${
          after === null ? '' : ` where (i."key", i."number") ${isBehind} (${next(after.key)}::${type}, ${next(after.number)}::int)`
        }`;
  const order = `${sql === null ? '' : `i."key" ${direction}, `}i."number" ${direction}`;
  const text = `select
    (select coalesce(json_agg(json_build_array(${INCIDENT_AS_JSON}, ${CAUSE_TODAY},
        ${APPLICATIONS_OF_INCIDENT}, ${IS_STALE_INCIDENT}, i."key") order by ${order}), '[]')::text
      from (${found} order by ${order} limit $2::int) i) as "items",
    (select count(*)::int from (select 1 from "incident" i where ${own} limit ${EXACT_TOTAL_UP_TO + 1}) c) as "counted",
    ${windowsNotEnded('$1', '$3')} as "windows",
    (select t."currency" from "tenant" t where t."id" = $1::uuid) as "currency",
    (select s."situations" from "impact_snapshot" s where s."tenantId" = $1::uuid) as "situations"
    from "landscape_version" v where v."tenantId" = $1::uuid`;
  // Filters and orders combine in more ways than a connection should keep as prepared statements.
  const isUsual = conditions.length === 0 && sort === NEWEST_FIRST;
  return { statement: { name: isUsual ? `incidents ${after === null ? 'first' : 'later'}` : null, text }, values };
}

function conditionsOf(
  { search, state, severity, component, since, until }: Omit<Filters, 'sort'>,
  componentId: string | null,
  next: (value: unknown) => string,
): string[] {
  return [
    ...(search === undefined ? [] : [causeCalled(next(`%${literalPattern(search)}%`))]),
    ...(state === undefined ? [] : [`i."state" = any(${next(state)}::text[])`]),
    ...(severity === undefined ? [] : [`i."severity"::text = any(${next(severity)}::text[])`]),
    ...(component === undefined ? [] : [concerning(component, componentId, next)]),
    ...(since === undefined ? [] : [`i."openedAt" >= ${next(since)}::timestamptz`]),
    ...(until === undefined ? [] : [`i."openedAt" < ${next(until)}::timestamptz`]),
  ];
}

/** By the technicalName of the cause, then or now, or by what people call it today. */
function causeCalled(pattern: string): string {
  return `(i."causeName" ilike ${pattern} or exists (select 1 from "component" c where c."tenantId" = $1::uuid and c."id" = i."causeId"
      and (c."name" ilike ${pattern} or c."technicalName" ilike ${pattern})))`;
}

/** If nothing has the name any more, finds incidents that were recorded under it. */
function concerning(reference: string, componentId: string | null, next: (value: unknown) => string): string {
  const [cause, symptom] =
    componentId === null
      ? [`i."causeName" = ${next(reference)}`, { technicalName: reference }]
      : [`i."causeId" = ${next(componentId)}::uuid`, { componentId }];
  return `(${cause} or i."symptoms" @> ${next(JSON.stringify([symptom]))}::jsonb)`;
}
