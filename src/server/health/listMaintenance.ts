/** Lists maintenance windows, the latest start first, with the present names of their components and applications. */
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import type { Maintenance, MaintenanceListInput } from '@/contract/maintenance';
import { AppError } from '@/domain/errors';
import { isGuid } from '@/contract/values/guid';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { literalPattern } from '@/server/lists/search';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { read } from '@/server/db/read';

type Row = Omit<Maintenance, 'startsAt' | 'endsAt' | 'createdAt'> & { startsAt: Date; endsAt: Date; createdAt: Date };

const NAMED = `
  select w."id"::text as "id", w."kind", w."entityId"::text as "entityId",
    coalesce(c."technicalName", a."technicalName", w."technicalName") as "technicalName", coalesce(c."name", a."name", w."name") as "name",
    w."reason", w."startsAt", w."endsAt", w."createdBy", w."createdAt", w."version",
    case when w."endsAt" <= $2::timestamptz then 'Ended' when w."startsAt" > $2::timestamptz then 'Planned' else 'Active' end as "status"
  from "maintenance_window" w
  left join "component" c on w."kind" = 'component' and c."tenantId" = w."tenantId" and c."id" = w."entityId"
  left join "application" a on w."kind" = 'application' and a."tenantId" = w."tenantId" and a."id" = w."entityId"
  where w."tenantId" = $1::uuid`;

/** The windows of tenant $1 as of $2, with the filters $3 to $8, each of which may be null. */
const FILTERED = `
  select * from (${NAMED}) named
  where ($3::text[] is null or "status" = any($3::text[])) and ($4::text[] is null or "kind" = any($4::text[]))
    and ($5::text is null or "technicalName" ilike '%' || $5 || '%' or "name" ilike '%' || $5 || '%')
    and ($6::text is null or ("kind" = 'component' and "entityId" = $6) or ("kind" = 'application' and "entityId" = $7)
      or ("kind" = 'component' and "technicalName" = $8))`;

/** One page; `component` selects the windows that name it or its application. */
export async function listWindows(tenant: TenantDb, query: MaintenanceListInput, now: Date): Promise<Page<Maintenance>> {
  const { tenantId } = tenant;
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId, list: 'maintenance-window', filters };
  const [afterStart = null, afterId = null] = decodeCursor(scope, cursor)?.split(' ') ?? [];
  return read(tenant, async (tx) => {
    const { status = null, kind = null, search, component } = filters;
    const pattern = search === undefined ? null : literalPattern(search);
    const parameters = [tenantId, now, status, kind, pattern, ...(await placeOf(tx, tenantId, component))];
    const rows = await tx.$queryRawUnsafe<Row[]>(
      `${FILTERED} and ($9::timestamptz is null or ("startsAt", "id") < ($9::timestamptz, $10::text)) order by "startsAt" desc, "id" desc limit ${limit + 1}`,
      ...parameters,
      afterStart,
      afterId,
    );
    const counted = await tx.$queryRawUnsafe<{ n: number }[]>(
      `select count(*)::int as "n" from (${FILTERED} limit ${EXACT_TOTAL_UP_TO + 1}) counted`,
      ...parameters,
    );
    return pageFrom(scope, rows, limit, counted[0]?.n ?? 0, ({ startsAt, id }) => `${startsAt.toISOString()} ${id}`, windowFromRow);
  });
}

/** Throws 404. */
export async function findWindow(tx: Transaction, tenantId: string, id: string, now: Date): Promise<Maintenance> {
  const [row] = await tx.$queryRawUnsafe<Row[]>(`${NAMED} and w."id" = $3::uuid`, tenantId, now, id);
  if (row === undefined) throw new AppError('not_found', `There is no maintenance window with the id ${id}.`);
  return windowFromRow(row);
}

/** The ids of a component and its application; if nothing has the name any more, the name itself. */
async function placeOf(
  tx: Transaction,
  tenantId: string,
  reference: string | undefined,
): Promise<[string | null, string | null, string | null]> {
  if (reference === undefined) return [null, null, null];
  const where = isGuid(reference) ? { tenantId, id: reference.toLowerCase() } : { tenantId, technicalName: reference };
  const found = await tx.component.findFirst({ where, select: { id: true, applicationId: true } });
  if (found !== null) return [found.id, found.applicationId, null];
  return [isGuid(reference) ? reference.toLowerCase() : '', null, reference];
}

function windowFromRow({ startsAt, endsAt, createdAt, ...row }: Row): Maintenance {
  return { ...row, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), createdAt: createdAt.toISOString() };
}
