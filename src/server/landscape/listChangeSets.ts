/** The versions of a landscape: who made each, when, and how much it changed. */
import type { ChangeSets, ChangeSetsInput, ChangeSetSummary } from '@/contract/changeSets';
import { MOST_CHANGE_SETS } from '@/contract/values/changes';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

type Row = Omit<ChangeSetSummary, 'at' | 'actor'> & {
  at: Date;
  actorType: ChangeSetSummary['actor']['type'];
  actorId: string;
  actorName: string;
};

/** Up to MOST_CHANGE_SETS versions starting with `from`, and the range of versions that the log contains. */
export async function listChangeSets(tenant: TenantDb, { from }: ChangeSetsInput): Promise<ChangeSets> {
  return read.onConnection(tenant, async (client) => {
    const {
      rows: [ends],
    } = await client.query<{ oldest: number | null; latest: number | null }>(
      `select min("version") as oldest, max("version") as latest from "change_set" where "tenantId" = $1`,
      [tenant.tenantId],
    );
    const { rows } = await client.query<Row>(
      `select s."id"::text as id, s."version" as "landscapeVersion", s."at", s."actorType", s."actorId", s."actorName", s."origin",
         c."counts", case when c."total" = 1 then c."technicalName" end as "technicalName"
       from "change_set" s cross join lateral (
         select json_agg(json_build_object('kind', k."kind", 'op', k."op", 'count', k."count") order by k."count" desc, k."kind", k."op") as "counts",
           sum(k."count")::int as "total", min(k."technicalName") as "technicalName"
         from (select "kind", "op", count(*)::int as "count", min("technicalName") as "technicalName" from "change"
           where "tenantId" = $1 and "changeSetId" = s."id" group by "kind", "op") k) c
       where s."tenantId" = $1 and s."version" >= $2 and s."version" < $3 order by s."version"`,
      [tenant.tenantId, from, from + MOST_CHANGE_SETS],
    );
    const sets = rows.map(({ at, actorType, actorId, actorName, counts, ...set }) => ({
      ...set,
      counts: counts ?? [],
      at: at.toISOString(),
      actor: { type: actorType, id: actorId, name: actorName },
    }));
    return { oldest: ends?.oldest ?? null, latest: ends?.latest ?? null, sets };
  });
}
