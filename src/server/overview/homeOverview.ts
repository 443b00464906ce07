/**
 * What the home page shows besides the live state: a few limited questions, each answered within milliseconds for ten thousand components.
 */
import type { ChangeActor, ChangeKind } from '@/contract/changes';
import type { HomeOverview } from '@/contract/homeOverview';
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import type { Plan } from '@/domain/vocabulary';
import { landscapeHead } from '@/server/graphs/landscapeHead';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { registerState } from '@/server/register/registerState';
import { extremesOf } from './landscapeExtremes';
import { read } from '@/server/db/read';

const DAY_MS = 86_400_000;
const CHANGES_SINCE_DAYS = 7;
const MOST_CHANGE_SETS = 5;

/** The overview as of now. It contains revenue only if the caller may see it. */
export async function readHomeOverview(tenant: TenantDb, plan: Plan, principal: Principal, now: Date): Promise<HomeOverview> {
  const { tenantId } = tenant;
  const since = new Date(now.getTime() - CHANGES_SINCE_DAYS * DAY_MS);
  const facts = await read(tenant, async (tx) => ({
    register: await registerState(tx, tenantId),
    changes: await latestChanges(tx, tenantId, since),
    setUp: await readSetUp(tx, tenantId),
  }));
  const { currency } = await landscapeHead(tenant);
  const asker = { planMaximumDepth: PLAN_LIMITS[plan].maximumDepth, canSeeRevenue: principal.canSeeRevenue, currency };
  return { ...(await extremesOf(tenant, asker)), ...facts };
}

interface ChangeSetRow {
  changeSetId: string;
  at: Date;
  version: number;
  actor: ChangeActor;
  manifest: string | null;
  created: number;
  updated: number;
  deleted: number;
  firstKind: ChangeKind;
  firstName: string;
  total: number;
}

async function latestChanges(tx: Transaction, tenantId: string, since: Date): Promise<HomeOverview['changes']> {
  const rows = await tx.$queryRaw<ChangeSetRow[]>`
    with recent as materialized (
      select s.*, count(*) over ()::int as "total" from "change_set" s
      where s."tenantId" = ${tenantId}::uuid and s."at" >= ${since} and s."version" is not null
      order by s."position" desc limit ${MOST_CHANGE_SETS}
    )
    select r."id"::text as "changeSetId", r."at", r."version", r."origin"->>'manifest' as "manifest", r."total",
      json_build_object('type', r."actorType", 'id', r."actorId", 'name', r."actorName") as "actor",
      c.created, c.updated, c.deleted, first."kind" as "firstKind", first."technicalName" as "firstName"
    from recent r
    cross join lateral (
      select count(*) filter (where "op" = 'create')::int as created, count(*) filter (where "op" = 'update')::int as updated,
        count(*) filter (where "op" = 'delete')::int as deleted
      from "change" where "tenantId" = ${tenantId}::uuid and "changeSetId" = r."id"
    ) c
    cross join lateral (
      select "kind", "technicalName" from "change" where "tenantId" = ${tenantId}::uuid and "changeSetId" = r."id" order by "sequence" limit 1
    ) first
    order by r."position" desc`;
  return {
    since: since.toISOString(),
    total: rows[0]?.total ?? 0,
    latest: rows.map(({ changeSetId, at, actor, manifest, version, created, updated, deleted, firstKind, firstName }) => ({
      ...{ changeSetId, actor, manifest, created, updated, deleted },
      at: at.toISOString(),
      landscapeVersion: version,
      first: { kind: firstKind, technicalName: firstName },
    })),
  };
}

async function readSetUp(tx: Transaction, tenantId: string): Promise<HomeOverview['setUp']> {
  const [row] = await tx.$queryRaw<HomeOverview['setUp'][]>`
    select exists (select 1 from "component_health" where "tenantId" = ${tenantId}::uuid) as "hasHealth",
      exists (select 1 from "api_key" where "tenantId" = ${tenantId}::uuid and "revokedAt" is null and ("expiresAt" is null or "expiresAt" > now())) as "hasKey",
      exists (select 1 from "webhook_endpoint" where "tenantId" = ${tenantId}::uuid and "isEnabled" and "format" <> 'members') as "hasWebhook",
      (select count(*) > 1 from (select 1 from "membership" where "tenantId" = ${tenantId}::uuid limit 2) m) as "hasOtherMember"`;
  if (row === undefined) throw new Error('A question without an answer.');
  return row;
}
