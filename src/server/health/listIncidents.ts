/**
 * Pages of incidents, newest first, each by one statement: the screen people watch during an outage asks for them again and again. A page is
 * kept in memory until a turn, a person or the landscape may have changed what it shows.
 */
import type { IncidentListInput, IncidentPage } from '@/contract/incidents';
import { EXACT_TOTAL_UP_TO } from '@/contract/lists';
import { isUnderMaintenance, maintenanceAt, nextMaintenanceChange, type MaintenanceWindow } from '@/domain/health/maintenance';
import type { ReadStatement } from '@/server/db/boundReaders';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { literalPattern } from '@/server/lists/search';
import { sharedCheck } from '@/server/sharedChecks';
import type { TenantDb } from '@/server/db/tenantDb';
import { componentIdOf } from '../landscape/componentId';
import { runOn } from '@/server/db/transaction';
import { APPLICATIONS_OF_INCIDENT, INCIDENT_AS_LIST, IS_STALE_INCIDENT, incidentFromList, type ListedIncident } from './incidentRows';
import { summaryOf } from './incidentViews';
import { KeptSnapshots } from './keptSnapshots';
import { toldSituation } from './situationViews';
import { parseSituations, SituationLookup } from './storedSituations';
import { WINDOWS_NOT_ENDED } from './maintenanceRows';
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

/**
 * An incident, the application that its cause belongs to now, if the component still exists, how many applications its cause and symptoms
 * are part of, and whether what its cause last reported is stale.
 */
type Item = [incident: ListedIncident, applicationId: string | null, applications: number, isStale: boolean];

/** A page, and the period in which no maintenance window starts or ends, in milliseconds since 1970. */
interface Told {
  page: IncidentPage;
  from: number;
  until: number;
}

const kept = new KeptSnapshots<Told>('keptIncidentPages');

/** As of this call or later. */
export async function listIncidents(tenant: TenantDb, query: IncidentListInput, now: Date, canSeeRevenue = false): Promise<IncidentPage> {
  const { tenantId } = tenant;
  // What an open transaction sees is its own affair.
  if (tenant.transaction !== undefined) return (await readPage(tenant, query, now, canSeeRevenue)).page;
  const key = `${tenantId} ${canSeeRevenue} ${JSON.stringify(query)}`;
  const stamp = await sharedCheck('incidentChecks', tenantId, () => readStamp(tenant));
  const before = kept.find(key, stamp);
  if (before !== null && before.from <= now.getTime() && now.getTime() < before.until) return copyOf(before.page);
  const told = await readPage(tenant, query, now, canSeeRevenue);
  kept.keep(key, stamp, told, rowsIn(told.page));
  return copyOf(told.page);
}

/** As a measure of its memory. */
function rowsIn({ items, situations }: IncidentPage): number {
  const beside = items.reduce(
    (sum, { symptomDetails, impactedNotMonitored }) => sum + symptomDetails.length + impactedNotMonitored.length,
    0,
  );
  return items.length + beside + situations.reduce((sum, { causes }) => sum + causes.length, 0);
}

/** Whoever sorts the items of an answer leaves the kept page as it is. */
function copyOf(page: IncidentPage): IncidentPage {
  return { ...page, items: [...page.items] };
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
  const after = decodeCursor(scope, cursor);
  const componentId = filters.component === undefined ? null : await componentIdOf(tenant, filters.component);
  const { statement, values } = pageStatement(filters, componentId, after);
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
    (JSON.parse(row.items) as Item[]).map(([told, ...rest]) => [incidentFromList(told), ...rest] as const),
    limit,
    row.counted,
    ([stored]) => String(stored.number),
    ([stored, applicationId, applications, isStale]) => {
      const isMaintained = isUnderMaintenance(maintenance, stored.incident.cause.componentId, applicationId ?? '');
      return summaryOf(stored, { lookup, currency, applications }, { isUnderMaintenance: isMaintained, isStale });
    },
  );
  const present = new Set(page.items.flatMap(({ id }) => lookup.ofIncident(id, null) ?? []));
  const situations = [...present].map((situation) => toldSituation(situation, currency));
  return { page: { ...page, situations }, from: now.getTime(), until: nextMaintenanceChange(windows, now.getTime()) ?? Infinity };
}

/** The parameters besides the tenant: $2 the limit, $3 the present moment, then `values`. */
function pageStatement(
  filters: Filters,
  componentId: string | null,
  after: string | null,
): { statement: ReadStatement; values: unknown[] } {
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${values.push(value) + 3}`;
  const conditions = conditionsOf(filters, componentId, next);
  const own = ['i."tenantId" = $1::uuid', ...conditions].join(' and ');
  const behind = after === null ? '' : ` and i."number" < ${next(Number(after))}::int`;
  const text = `select
    (select coalesce(json_agg(json_build_array(${INCIDENT_AS_LIST},
        (select c."applicationId" from "component" c where c."tenantId" = $1::uuid and c."id" = i."causeId"),
        ${APPLICATIONS_OF_INCIDENT}, ${IS_STALE_INCIDENT}) order by i."number" desc), '[]')::text
      from (select * from "incident" i where ${own}${behind} order by i."number" desc limit $2::int) i) as "items",
    (select count(*)::int from (select 1 from "incident" i where ${own} limit ${EXACT_TOTAL_UP_TO + 1}) c) as "counted",
    ${WINDOWS_NOT_ENDED} as "windows",
    (select t."currency" from "tenant" t where t."id" = $1::uuid) as "currency",
    (select s."situations" from "impact_snapshot" s where s."tenantId" = $1::uuid) as "situations"
    from "landscape_version" v where v."tenantId" = $1::uuid`;
  // Filters combine in more ways than a connection should keep as prepared statements.
  return { statement: { name: conditions.length > 0 ? null : `incidents ${after === null ? 'first' : 'later'}`, text }, values };
}

function conditionsOf(
  { search, state, severity, component, since, until }: Filters,
  componentId: string | null,
  next: (value: unknown) => string,
): string[] {
  return [
    ...(search === undefined ? [] : [`i."causeName" ilike ${next(`%${literalPattern(search)}%`)}`]),
    ...(state === undefined ? [] : [`i."state" = any(${next(state)}::text[])`]),
    ...(severity === undefined ? [] : [`i."severity"::text = any(${next(severity)}::text[])`]),
    ...(component === undefined ? [] : [concerning(component, componentId, next)]),
    ...(since === undefined ? [] : [`i."openedAt" >= ${next(since)}::timestamptz`]),
    ...(until === undefined ? [] : [`i."openedAt" < ${next(until)}::timestamptz`]),
  ];
}

/** If nothing has the name any more, finds incidents that were recorded under it. */
function concerning(reference: string, componentId: string | null, next: (value: unknown) => string): string {
  const [cause, symptom] =
    componentId === null
      ? [`i."causeName" = ${next(reference)}`, { technicalName: reference }]
      : [`i."causeId" = ${next(componentId)}::uuid`, { componentId }];
  return `(${cause} or i."symptoms" @> ${next(JSON.stringify([symptom]))}::jsonb)`;
}
