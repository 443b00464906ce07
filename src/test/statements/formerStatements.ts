/**
 * Earlier forms of statements, with what the rules say about them. A distributed PostgreSQL refused each of them, answered it wrongly, or
 * crashed.
 */

interface FormerStatement {
  what: string;
  sql: string;
  problems: string[];
}

export const FORMER_STATEMENTS: readonly FormerStatement[] = [
  {
    what: 'the binding of a transaction to its tenant',
    sql: `select set_config('app.tenant', '00000000-0000-0000-0000-000000000001', true), set_config('lock_timeout', '10s', true)`,
    problems: ['set_config() is not carried to other nodes: SET LOCAL is'],
  },
  {
    what: 'the role that a transaction switched to',
    sql: `select set_config('role', 'faultline_app', true)`,
    problems: ['the role changes on the way', 'set_config() is not carried to other nodes: SET LOCAL is'],
  },
  {
    what: 'the role that it switched to by name',
    sql: `begin; set local role faultline_app; do $$ begin execute 'reset role'; end $$`,
    problems: ['the role changes on the way'],
  },
  {
    what: 'requestLimit: a bucket refilled',
    sql: `insert into "rate_bucket" as bucket ("tenantId", "subject", "tokens", "updatedAt") values ($1::uuid, $2, $3::float8, clock_timestamp())
      on conflict ("tenantId", "subject") do update set
        "tokens" = least($3::float8, bucket."tokens" + greatest(0, extract(epoch from clock_timestamp() - bucket."updatedAt"))::float8 * $3::float8 / 60),
        "updatedAt" = clock_timestamp()
      returning "tokens"`,
    problems: [
      'a DO UPDATE calls clock_timestamp(), which is not known to answer the same all through one statement',
      'a DO UPDATE calls clock_timestamp(): give the time in VALUES, and take it from excluded',
    ],
  },
  {
    what: 'claimWork: the next tenant',
    sql: `update "health_work" set "leaseToken" = $1::uuid, "leaseUntil" = clock_timestamp() + make_interval(secs => $2::float8)
      where "tenantId" = (select w."tenantId" from "health_work" w where (w."leaseUntil" is null or w."leaseUntil" < clock_timestamp())
        and (w."dueAt" <= clock_timestamp() or exists (select 1 from "health_signal" q where q."tenantId" = w."tenantId"))
        order by w."lastRunAt" limit 1 for update of w skip locked)
      returning "tenantId"::text as "tenantId"`,
    problems: [
      '"health_work" is queried without "tenantId" = a given tenant',
      'rows of "health_work" are locked without their tenant',
      '"health_signal" is queried without "tenantId" = a given tenant',
      'an UPDATE calls clock_timestamp(), which is not known to answer the same all through one statement',
      'a query that locks rows ties a query in it to w."tenantId": give it the tenant',
    ],
  },
  {
    what: 'keepClaim: the heartbeat',
    sql: `update "health_work" set "leaseUntil" = clock_timestamp() + make_interval(secs => $1::float8)
      where "tenantId" = (select "tenantId" from "health_work" where "tenantId" = $2::uuid and "leaseToken" = $3::uuid for update skip locked)`,
    problems: [
      '"health_work" is queried without "tenantId" = a given tenant',
      'an UPDATE calls clock_timestamp(), which is not known to answer the same all through one statement',
    ],
  },
  {
    what: 'claimLane: the next lane',
    sql: `update "webhook_lane" set "leaseToken" = $1::uuid, "lastRunAt" = clock_timestamp()
      where ("tenantId", "endpointId", "lane") = (select l."tenantId", l."endpointId", l."lane" from "webhook_lane" l
        left join "landscape_version" v on v."tenantId" = l."tenantId" and l."lane" = 'first'
        where l."dueAt" <= $2::timestamptz or l."cursor" < v."eventSequence" order by l."lastRunAt" limit 1 for update of l skip locked)
      returning "tenantId"::text as "tenantId", "isSlow"`,
    problems: [
      '"webhook_lane" is queried without "tenantId" = a given tenant',
      'rows of "webhook_lane" are locked without their tenant',
      '"landscape_version" is queried without "tenantId" = a given tenant',
      'an UPDATE calls clock_timestamp(), which is not known to answer the same all through one statement',
    ],
  },
  {
    what: 'changeLandscape: the entries of the log',
    sql: `insert into "change" ("tenantId", "changeSetId", "sequence", "op") select $1::uuid, $2::uuid, $3::int + n::int, c."op"
      from rows from (json_to_recordset($4::json) as ("op" text)) with ordinality as c("op", n)`,
    problems: [
      'INSERT … SELECT into "change" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
    ],
  },
  {
    what: 'changeLandscape: the change set',
    sql: `with raised as (update "landscape_version" set "version" = "version" + 1 where "tenantId" = $1::uuid returning "version", "changePosition")
      insert into "change_set" ("tenantId", "id", "position", "at") select $1::uuid, $2::uuid, "changePosition", clock_timestamp() from raised returning "version"`,
    problems: [
      'INSERT … SELECT into "change_set" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
      'INSERT … SELECT into "change_set" reads from "raised", which changes rows itself',
      'an INSERT … SELECT calls clock_timestamp(), which is not known to answer the same all through one statement',
    ],
  },
  {
    what: 'bulkRows: entities',
    sql: `insert into "component" ("tenantId", "id", "name") select "tenantId", "id", "name" from json_populate_recordset(null::"component", $1::json)`,
    problems: [
      'INSERT … SELECT into "component" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
    ],
  },
  {
    what: 'eventLog',
    sql: `with raised as (update "landscape_version" set "eventSequence" = "eventSequence" + $2::int where "tenantId" = $1::uuid returning "eventSequence" as last),
      added as (insert into "event" ("tenantId", "sequence", "at") select $1::uuid, raised.last - $2::int + n::int, clock_timestamp()
        from raised, unnest($3::text[]) with ordinality as given(event_id, n))
      select last from raised`,
    problems: [
      'INSERT … SELECT into "event" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
      'INSERT … SELECT into "event" reads from "raised", which changes rows itself',
      'an INSERT … SELECT calls clock_timestamp(), which is not known to answer the same all through one statement',
      'the INSERT in "added" returns nothing: say RETURNING 1',
    ],
  },
  {
    what: 'healthRows: signals that are settled',
    sql: `with gone as (delete from "health_signal" where "tenantId" = $1::uuid and "position" = any($2::bigint[]) returning "signalId")
      insert into "health_signal_record" ("tenantId", "signalId", "outcome", "handledAt") select $1::uuid, gone."signalId", told.outcome, clock_timestamp()
      from gone join unnest($3::text[], $4::text[]) as told(id, outcome) on told.id::uuid = gone."signalId"`,
    problems: [
      'INSERT … SELECT into "health_signal_record" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
      'INSERT … SELECT into "health_signal_record" reads from "gone", which changes rows itself',
      'an INSERT … SELECT calls clock_timestamp(), which is not known to answer the same all through one statement',
    ],
  },
  {
    what: 'incidentRows',
    sql: `insert into "incident" ("tenantId", "id") select $1::uuid, r."id" from jsonb_to_recordset($2::jsonb) as r("id" uuid)
      on conflict ("tenantId", "id") do update set "state" = excluded."state"`,
    problems: [
      'INSERT … SELECT into "incident" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
    ],
  },
  {
    what: 'ownership',
    sql: `with forgotten as (delete from "manifest_ownership" where "tenantId" = $1::uuid and "kind" = $3 returning *)
      insert into "manifest_ownership_change" ("tenantId", "changeSetId") select "tenantId", $2::uuid from forgotten`,
    problems: [
      'INSERT … SELECT into "manifest_ownership_change" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
      'INSERT … SELECT into "manifest_ownership_change" reads from "forgotten", which changes rows itself',
    ],
  },
  {
    what: 'applyManifest: what was stated',
    sql: `with declared as (select r."kind" from unnest($3::text[]) as r("kind")),
      before as (select o.* from "manifest_ownership" o join declared d using ("kind") where o."tenantId" = $1::uuid and o."manifestName" = $2),
      touched as (insert into "manifest_ownership" as o ("tenantId", "manifestName", "kind") select $1::uuid, $2, d.* from declared d
        on conflict ("tenantId", "manifestName", "kind", "entityId") do update set "stated" = excluded."stated" returning *)
      insert into "manifest_ownership_change" ("tenantId", "changeSetId") select t."tenantId", $7::uuid from touched t left join before b using ("kind")`,
    problems: [
      'INSERT … SELECT into "manifest_ownership" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
      'INSERT … SELECT into "manifest_ownership_change" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
      'INSERT … SELECT into "manifest_ownership_change" reads from "touched", which changes rows itself',
    ],
  },
  {
    what: 'turnFacts: the moment',
    sql: `with clock as materialized (select date_trunc('milliseconds', coalesce($1::timestamptz, clock_timestamp())) as "now")
      select c."now", v."interventions" from clock c cross join "tenant" t left join "landscape_version" v on v."tenantId" = t."id" where t."id" = $2::uuid`,
    problems: ['the materialised CTE "clock" calls what answers differently each time: give the moment as a parameter'],
  },
  {
    what: 'signalQueue: signals with their numbers',
    sql: `with clock as materialized (select clock_timestamp() as accepted_at), stored as (
        insert into "health_signal" ("tenantId", "signalId", "acceptedAt") select $1::uuid, g.signal_id::uuid, accepted_at
        from unnest($2::text[]) as g(signal_id) cross join clock returning "signalId")
      select "signalId" from stored`,
    problems: [
      'the materialised CTE "clock" calls what answers differently each time: give the moment as a parameter',
      'INSERT … SELECT into "health_signal" takes "tenantId" from no table of tenants, so that the rows would be copied past row-level security',
      'the INSERT in "stored" returns columns of a table without an alias',
    ],
  },
  {
    what: 'the lock of a landscape',
    sql: `select pg_advisory_xact_lock_shared(hashtextextended('landscape:' || $1, 0))::text`,
    problems: ['pg_advisory_xact_lock_shared() locks one node alone: lock a row of the tenant'],
  },
  {
    what: 'the lock of an answer that must be given only once',
    sql: `select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as free`,
    problems: ['pg_try_advisory_xact_lock() locks one node alone: lock a row of the tenant'],
  },
  {
    what: 'leases of the dead',
    sql: `update "health_work" set "leaseToken" = null where "leaseToken" = any($1::uuid[])`,
    problems: ['"health_work" is queried without "tenantId" = a given tenant'],
  },
  {
    what: 'the ORM: an enum that is written and returned',
    sql: `INSERT INTO "public"."membership" ("tenantId","userId","role") VALUES ($1,$2,CAST($3::text AS "public"."role"))
      ON CONFLICT ("tenantId","userId") DO NOTHING RETURNING "public"."membership"."userId", "public"."membership"."role"::text`,
    problems: ['RETURNING casts the enum "role" to text'],
  },
  {
    what: 'the ORM: a list of enums that is returned',
    sql: `UPDATE "public"."tenant" SET "name" = $1 WHERE ("public"."tenant"."id" = $2 AND 1=1) RETURNING "public"."tenant"."revenueVisibleTo"::text[]`,
    problems: ['RETURNING casts the enum "revenueVisibleTo" to text'],
  },
  {
    what: 'idempotency: whether the earlier answer is kept',
    sql: `insert into "idempotency_record" as held ("tenantId", "key") values ($1::uuid, $2)
      on conflict ("tenantId", "key") do update set "key" = excluded."key" returning "createdAt" > statement_timestamp() - interval '24 hours' as "isKept"`,
    problems: ['RETURNING calls statement_timestamp(): ask for the time in another statement'],
  },
  {
    what: 'claimLane: one lane',
    sql: `update "webhook_lane" set "leaseToken" = $3::uuid where "tenantId" = $1::uuid and "lane" = $2 and "lane" = (
      select l."lane" from "webhook_lane" l where l."tenantId" = $1::uuid and l."lane" = $2
        and (select t."frozenAt" is null from "tenant" t where t."id" = l."tenantId") for update of l skip locked)`,
    problems: ['a query that locks rows ties a query in it to l."tenantId": give it the tenant'],
  },
  {
    what: 'signalQueue: what was stored',
    sql: `with stored as (insert into "health_signal" ("tenantId", "position", "signalId") select v."tenantId", $2::bigint, $3::uuid
      from "landscape_version" v where v."tenantId" = $1::uuid returning "position") select "position" from stored`,
    problems: ['the INSERT in "stored" returns columns of a table without an alias'],
  },
  {
    what: 'former names that are restored',
    sql: `insert into "former_name" ("tenantId", "technicalName", "entityId") select n."tenantId", n."technicalName", n."entityId" from "ended_former_name" n
      where n."tenantId" = $1::uuid on conflict ("tenantId", "technicalName") do update set "entityId" = excluded."entityId"
      where not exists (select 1 from "component" b where b."tenantId" = "former_name"."tenantId" and b."id" = "former_name"."entityId")`,
    problems: ['a DO UPDATE asks another query: change what is in the way first'],
  },
  {
    what: 'healthRows: watches',
    sql: `update "component_health" h set "graceUntil" = w.grace::timestamptz from unnest($2::text[], $3::text[]) as w(id, grace)
      where h."tenantId" = $1::uuid and h."componentId" = w.id::uuid`,
    problems: ['an UPDATE casts a column to a moment: give it as one, by unnest($1::timestamptz[])'],
  },
  {
    what: 'alertSources: a delivery that is written down again',
    sql: `insert into "alert_source" as s ("tenantId", "source", "lastDeliveredAt") values ($1::uuid, $2, statement_timestamp())
      on conflict ("tenantId", "source") do update set "lastDeliveredAt" = excluded."lastDeliveredAt"
      where s."lastDeliveredAt" < excluded."lastDeliveredAt" - make_interval(secs => $3::int)`,
    problems: ['a DO UPDATE adds an interval to a moment: compare the difference of two moments'],
  },
  {
    what: 'time that passes for a tenant',
    sql: `update "alert" set "seenAt" = "seenAt" - make_interval(mins => 40) where "tenantId" = $1::uuid`,
    problems: ['an UPDATE adds an interval to a column'],
  },
  {
    what: 'readReplay: changes of state',
    sql: `select r."componentId", c."name" from (
        select *, lag("state") over (partition by "componentId" order by "observedAt") as "before" from "health_signal_record" where "tenantId" = $1::uuid) r
      left join "component" c on c."tenantId" = r."tenantId" and c."id" = r."componentId"`,
    problems: ['an outer join takes the tenant from "r", which crashes the server: give it the tenant'],
  },
  {
    what: 'knownLandscape: which manifests own an entity',
    sql: `select o."entityId", exists (select 1 from "manifest_ownership" x where x."tenantId" = o."tenantId" and x."entityId" = o."entityId") as "isShared"
      from "manifest_ownership" o where o."tenantId" = $1::uuid`,
    problems: ['"manifest_ownership" is queried without "tenantId" = a given tenant'],
  },
  {
    what: 'listChangeSets: what each one contains',
    sql: `select s."id", c."total" from "change_set" s cross join lateral (
        select sum(k."count")::int as "total" from (select count(*)::int as "count" from "change" where "tenantId" = s."tenantId" and "changeSetId" = s."id") k) c
      where s."tenantId" = $1`,
    problems: ['"change" is queried without "tenantId" = a given tenant'],
  },
  {
    what: 'whether somebody is invited',
    sql: `select exists (select from "invitation" where "tenantId" = $1::uuid and "email" = $2) as "isOpen"`,
    problems: ['EXISTS asks for no column: say select 1'],
  },
  {
    what: 'shared links that have ended',
    sql: `delete from "share_directory" where "tenantId" = $1::uuid and "linkId" in (select "id" from "share_link" where "tenantId" = $1::uuid)`,
    problems: ['a change of "share_directory" asks "share_link": do it in two statements'],
  },
];
