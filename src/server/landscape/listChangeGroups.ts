/** The change log by change set, newest first: how much each changed of what the filters ask for, and the first of it. */
import type { ChangeGroup, ChangeGroups } from '@/contract/changeGroups';
import type { ChangeListInput } from '@/contract/changes';
import type { Principal } from '@/domain/access';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { runOn } from '@/server/db/transaction';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor } from '@/server/lists/cursor';
import { AT_AS_TEXT, conditionsOf, type ChangeRow } from './changeReads';
import { entryOf } from './listChanges';

type Row = ChangeRow & Pick<ChangeGroup, 'created' | 'updated' | 'deleted'>;

/** Behind every position. */
const NEWEST = 2_147_483_647;

/** A page of change sets that hold a change that matches. Throws 400 for a foreign cursor. */
export async function listChangeGroups(tenant: TenantDb, principal: Principal, query: ChangeListInput): Promise<ChangeGroups> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId: tenant.tenantId, list: 'change-group', filters };
  const after = decodeCursor(scope, cursor);
  const { text, values } = groupSql(filters);
  const parameters = [tenant.tenantId, limit + 1, after === null ? NEWEST : Number(after), ...values];
  const rows = await read.onConnection(tenant, async (client) => await runOn(client)<Row>(text, parameters));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => groupOf(row, principal.canSeeRevenue)),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(scope, String(last.position)) : null,
  };
}

/** $1 is the tenant, $2 the limit, $3 the position before which it continues. */
function groupSql(filters: Omit<ChangeListInput, 'limit' | 'cursor'>): { text: string; values: unknown[] } {
  const { ofSets, ofChanges, values } = conditionsOf(filters);
  const changes = ofChanges.join(' and ');
  const text = `select s."position", s."version", ${AT_AS_TEXT} as "at", s."actorType", s."actorId", s."actorName", s."origin", first.*, found.*
    from "change_set" s
    cross join lateral (select c."changeSetId"::text as "changeSetId", c."sequence", c."op", c."kind", c."entityId"::text as "entityId",
        c."technicalName", c."before", c."after" from "change" c where ${changes} order by c."sequence" limit 1) first
    cross join lateral (select count(*) filter (where c."op" = 'create')::int as "created", count(*) filter (where c."op" = 'update')::int as "updated",
        count(*) filter (where c."op" = 'delete')::int as "deleted" from "change" c where ${changes}) found
    where ${[...ofSets, 's."position" < $3::int'].join(' and ')} order by s."position" desc limit $2::int`;
  return { text, values };
}

function groupOf({ created, updated, deleted, ...row }: Row, canSeeRevenue: boolean): ChangeGroup {
  const first = entryOf(row, canSeeRevenue);
  const { changeSetId, at, landscapeVersion, actor, origin } = first;
  return { changeSetId, at, landscapeVersion, actor, origin, created, updated, deleted, first };
}
