/**
 * The history of health signals, the latest first: the outcome of each, and how the processing of waiting signals is going. Each page by one
 * statement.
 */
import { EXACT_TOTAL_UP_TO } from '@/contract/lists';
import type { HealthSignalListInput, HealthSignalPage, HealthSignalRecord, HealthWork } from '@/contract/signalHistory';
import type { ReadStatement } from '@/server/db/boundReaders';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { isoText } from '@/server/db/moments';
import type { TenantDb } from '@/server/db/tenantDb';
import { componentIdOf } from '@/server/landscape/componentId';
import { runOn } from '@/server/db/transaction';
import { read } from '@/server/db/read';

type Filters = Omit<HealthSignalListInput, 'limit' | 'cursor'>;

interface PageRow {
  items: string;
  counted: number;
  pendingSignals: number;
  failures: number | null;
  lastError: string | null;
  /** Null while somebody works on the signals. */
  waitsUntil: Date | null;
}

/** A page of signals, newest first; empty for an unknown component without unmatched alerts. Throws `invalid_input` for a foreign cursor. */
export async function listSignals(tenant: TenantDb, query: HealthSignalListInput): Promise<HealthSignalPage> {
  const { tenantId } = tenant;
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId, list: 'health-signal', filters };
  const after = decodeCursor(scope, cursor);
  const componentId = filters.component === undefined ? null : await componentIdOf(tenant, filters.component);
  const { statement, values } = pageStatement(filters, componentId, after);
  const parameters = [limit + 1, ...values];
  // Without filters the rows come ordered from an index; with filters the planner knows better.
  const isQuick = statement.name !== null || tenant.transaction !== undefined;
  const [row] = isQuick
    ? await read<PageRow>(tenant, statement, parameters)
    : await read.onConnection(tenant, (client) => runOn(client)<PageRow>(statement.text, [tenantId, ...parameters]));
  if (row === undefined) throw new Error('The tenant has no landscape version row.');
  const page = pageFrom(
    scope,
    JSON.parse(row.items) as HealthSignalRecord[],
    limit,
    row.counted,
    ({ handledAt, signalId }) => `${handledAt} ${signalId}`,
    (record) => record,
  );
  return { ...page, work: workOf(row) };
}

const TIME_FIELDS = new Set<string>(['observedAt', 'reportedAt', 'acceptedAt', 'handledAt']);
const FIELDS = ['signalId', 'componentId', 'state', ...TIME_FIELDS, 'source', 'message', 'reason', 'stateAfter'];

function columnOf(field: string): string {
  return TIME_FIELDS.has(field) ? `${isoText(`r."${field}"`)} as "${field}"` : `r."${field}"`;
}

const COMPONENT_NAME = `case when r."componentId" is null then r."sentName"
  else (select c."technicalName" from "component" c where c."tenantId" = $1::uuid and c."id" = r."componentId") end`;

const ALERT = `case when r."alertKey" is not null then json_build_object('key', r."alertKey", 'name', r."alertName",
  'startsAt', ${isoText('r."alertStartsAt"')}) end as "alert"`;

const RECORD = [...FIELDS.map(columnOf), ALERT, `r."outcome" as "status"`, `${COMPONENT_NAME} as "component"`].join(', ');

/** The parameters besides the tenant: $2 the limit, then `values`. */
function pageStatement(
  filters: Filters,
  componentId: string | null,
  after: string | null,
): { statement: ReadStatement; values: unknown[] } {
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${values.push(value) + 2}`;
  const conditions = conditionsOf(filters, componentId, next);
  const own = ['r."tenantId" = $1::uuid', ...conditions].join(' and ');
  const [handledAt, signalId] = after?.split(' ') ?? [];
  const behind = after === null ? '' : ` and (r."handledAt", r."signalId") < (${next(handledAt)}::timestamptz, ${next(signalId)}::uuid)`;
  const order = 'order by r."handledAt" desc, r."signalId" desc';
  const text = `select
    (select coalesce(json_agg(p), '[]')::text from (select ${RECORD} from "health_signal_record" r where ${own}${behind} ${order} limit $2::int) p) as "items",
    (select count(*)::int from (select 1 from "health_signal_record" r where ${own} limit ${EXACT_TOTAL_UP_TO + 1}) c) as "counted",
    (select count(*)::int from "health_signal" q where q."tenantId" = $1::uuid) as "pendingSignals",
    w."failures", w."lastError", case when w."leaseToken" is null then w."leaseUntil" end as "waitsUntil"
    from "landscape_version" v left join "health_work" w on w."tenantId" = v."tenantId" where v."tenantId" = $1::uuid`;
  // Filters combine in more ways than a connection should keep as prepared statements.
  return { statement: { name: conditions.length > 0 ? null : `signals ${after === null ? 'first' : 'later'}`, text }, values };
}

function conditionsOf(
  { component, status, since, until }: Filters,
  componentId: string | null,
  next: (value: unknown) => string,
): string[] {
  const named = (name: string): string => `r."componentId" is null and r."sentName" = ${next(name)}`;
  const concerning = (name: string): string =>
    componentId === null ? named(name) : `(r."componentId" = ${next(componentId)}::uuid or ${named(name)})`;
  return [
    ...(component === undefined ? [] : [concerning(component)]),
    ...(status === undefined ? [] : [`r."outcome" = any(${next(status)}::text[])`]),
    ...(since === undefined ? [] : [`r."handledAt" >= ${next(since)}::timestamptz`]),
    ...(until === undefined ? [] : [`r."handledAt" < ${next(until)}::timestamptz`]),
  ];
}

function workOf({ pendingSignals, failures, lastError, waitsUntil }: PageRow): HealthWork {
  return {
    pendingSignals,
    failedAttempts: failures ?? 0,
    lastError,
    nextAttemptAt: lastError === null ? null : (waitsUntil?.toISOString() ?? null),
  };
}
