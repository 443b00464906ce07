/** Lists the alerts of monitoring systems, those that were told of last first. */
import type { Alert, AlertListInput, AlertPage } from '@/contract/alerts';
import { EXACT_TOTAL_UP_TO } from '@/contract/lists';
import { AppError } from '@/domain/errors';
import { FAILURE_STATES } from '@/domain/vocabulary';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { componentIdOf } from '@/server/landscape/componentId';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';

interface Row extends Omit<Alert, 'isOpen' | 'since' | 'lastToldAt'> {
  key: string;
  since: Date;
  seenAt: Date;
  endedUpTo: Date | null;
}

const ALERTS = `
  select a."id"::text as "id", a."source", a."key", a."name", a."componentId"::text as "componentId", c."technicalName" as "component", a."state", a."since",
    a."seenAt", a."endedUpTo", a."message", coalesce(a."state" <> 'Healthy' and s."lapseAfterMinutes" > 0
      and a."seenAt" + make_interval(mins => s."lapseAfterMinutes") <= now(), false) as "isLapsed"
  from "alert" a join "component" c on c."tenantId" = a."tenantId" and c."id" = a."componentId"
    left join "alert_source" s on s."tenantId" = a."tenantId" and s."source" = a."source"
  where a."tenantId" = $1::uuid`;

/** With the filters $2 to $4, of which the first two may be null. */
const FILTERED = `${ALERTS} and ($2::uuid is null or a."componentId" = $2::uuid) and ($3::text is null or a."source" = $3) and a."state"::text = any($4::text[])`;

/** A page; those that are open unless other states are asked for. Empty for an unknown component. Throws `invalid_input` for a foreign cursor. */
export async function listAlerts(tenant: TenantDb, query: AlertListInput): Promise<AlertPage> {
  const { tenantId } = tenant;
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId, list: 'alert', filters };
  const [afterSeen = null, afterId = null] = decodeCursor(scope, cursor)?.split(' ') ?? [];
  const componentId = filters.component === undefined ? null : await componentIdOf(tenant, filters.component);
  if (filters.component !== undefined && componentId === null) return pageFrom(scope, [] as Row[], limit, 0, String, alertFrom);
  const values = [componentId, filters.source ?? null, filters.state ?? FAILURE_STATES];
  return read(tenant, async (tx) => {
    const rows = await tx.$queryRawUnsafe<Row[]>(
      `${FILTERED} and ($5::timestamptz is null or (a."seenAt", a."id") < ($5::timestamptz, $6::uuid)) order by a."seenAt" desc, a."id" desc limit ${limit + 1}`,
      tenantId,
      ...values,
      afterSeen,
      afterId,
    );
    const [counted] = await tx.$queryRawUnsafe<{ n: number }[]>(
      `select count(*)::int as "n" from (${FILTERED} limit ${EXACT_TOTAL_UP_TO + 1}) counted`,
      tenantId,
      ...values,
    );
    return pageFrom(scope, rows, limit, counted?.n ?? 0, ({ seenAt, id }) => `${seenAt.toISOString()} ${id}`, alertFrom);
  });
}

/** Throws 404. */
export async function findAlert(tenant: TenantDb, id: string): Promise<{ alert: Alert } & Pick<Row, 'key' | 'endedUpTo'>> {
  const [row] = await read<Row>(tenant, { name: 'alert by id', text: `${ALERTS} and a."id" = $2::uuid` }, [id]);
  if (row === undefined) throw new AppError('not_found', `There is no alert with the id ${id}.`);
  return { alert: alertFrom(row), key: row.key, endedUpTo: row.endedUpTo };
}

function alertFrom({ key: _key, endedUpTo: _endedUpTo, since, seenAt, ...told }: Row): Alert {
  return { ...told, isOpen: told.state !== 'Healthy', since: since.toISOString(), lastToldAt: seenAt.toISOString() };
}
