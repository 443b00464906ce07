/** Pages of incidents, newest first, each by one statement: the screen people watch during an outage asks for them again and again. */
import type { IncidentListInput, IncidentSummary } from '@/contract/incidents';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import { isGuid } from '@/contract/values/guid';
import { isUnderMaintenance, maintenanceAt, type MaintenanceWindow } from '@/domain/health/maintenance';
import type { ReadStatement } from '@/server/boundReaders';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { literalPattern } from '@/server/lists/search';
import { readInTenant, readRows, type TenantDb } from '@/server/tenantDb';
import { runOn } from '../landscape/runSql';
import { INCIDENT_AS_LIST, incidentFromList, type ListedIncident } from './incidentRows';
import { summaryOf } from './incidentViews';

type Filters = Omit<IncidentListInput, 'limit' | 'cursor'>;

interface PageRow {
  items: string;
  counted: number;
  /** The windows that have not ended, if there are any. */
  windows: MaintenanceWindow[] | null;
}

/** An incident, and the application that its cause belongs to now, if the component still exists. */
type Item = [incident: ListedIncident, applicationId: string | null];

export async function listIncidents(tenant: TenantDb, query: IncidentListInput, now: Date): Promise<Page<IncidentSummary>> {
  const { tenantId } = tenant;
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId, list: 'incident', filters };
  const after = decodeCursor(scope, cursor);
  const componentId = await componentIdOf(tenant, filters.component);
  const { statement, values } = pageStatement(filters, componentId, after);
  const parameters = [limit + 1, now, ...values];
  // Without filters the rows come ordered from an index; with filters the planner knows better.
  const isQuick = statement.name !== null || tenant.transaction !== undefined;
  const [row] = isQuick
    ? await readRows<PageRow>(tenant, statement, parameters)
    : await readInTenant(tenant, (client) => runOn(client)<PageRow>(statement.text, [tenantId, ...parameters]));
  if (row === undefined) throw new Error('The tenant has no landscape version row.');
  const maintenance = maintenanceAt(row.windows ?? [], now.getTime());
  return pageFrom(
    scope,
    (JSON.parse(row.items) as Item[]).map(([told, applicationId]) => ({ stored: incidentFromList(told), applicationId })),
    limit,
    row.counted,
    ({ stored }) => String(stored.number),
    ({ stored, applicationId }) =>
      summaryOf(stored, isUnderMaintenance(maintenance, stored.incident.cause.componentId, applicationId ?? '')),
  );
}

const COMPONENT_BY_NAME: ReadStatement = {
  name: 'component id by name',
  text: `select "id" from "component" where "tenantId" = $1::uuid and "technicalName" = $2`,
};

/** Null if nothing has the name any more. */
async function componentIdOf(tenant: TenantDb, reference: string | undefined): Promise<string | null> {
  if (reference === undefined) return null;
  if (isGuid(reference)) return reference.toLowerCase();
  const [named] = await readRows<{ id: string }>(tenant, COMPONENT_BY_NAME, [reference]);
  return named?.id ?? null;
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
        (select c."applicationId" from "component" c where c."tenantId" = $1::uuid and c."id" = i."causeId")) order by i."number" desc), '[]')::text
      from (select * from "incident" i where ${own}${behind} order by i."number" desc limit $2::int) i) as "items",
    (select count(*)::int from (select 1 from "incident" i where ${own} limit ${EXACT_TOTAL_UP_TO + 1}) c) as "counted",
    (select json_agg(json_build_object('id', w."id", 'kind', w."kind", 'entityId', w."entityId",
        'startsAt', (extract(epoch from w."startsAt") * 1000)::bigint, 'endsAt', (extract(epoch from w."endsAt") * 1000)::bigint) order by w."id")
      from "maintenance_window" w where w."tenantId" = $1::uuid and w."endsAt" > $3::timestamptz) as "windows"
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
