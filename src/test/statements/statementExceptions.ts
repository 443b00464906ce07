/** Exceptions to the rules: by name, each with its reason. */

interface Sent {
  sql: string;
  problem: string;
  /** The login that sends it. */
  user: string;
}

export interface StatementException {
  name: string;
  why: string;
  allows(sent: Sent): boolean;
}

/** Sent to every shard. Reads only: nothing is locked or written without a tenant. */
function acrossTenants(name: string, why: string, ...words: readonly string[]): StatementException {
  const allows = ({ sql, problem, user }: Sent): boolean =>
    user !== 'faultline_app' &&
    /^"\w+" is queried without/.test(problem) &&
    /^\s*(select|with)\b/i.test(sql) &&
    words.every((word) => sql.includes(word));
  return { name, why, allows };
}

export const EXCEPTIONS: readonly StatementException[] = [
  acrossTenants(
    'the scan for due work',
    'for the cron route: who has work is not known before; it asks once and then claims tenant by tenant',
    '"health_work" w where',
    'order by w."lastRunAt"',
  ),
  acrossTenants('the scan for due lanes', 'as for work', '"webhook_lane" l', '0), l."lastRunAt"'),
  acrossTenants(
    'a look at a share of the tenants for due work',
    'one statement for hundreds of tenants, at the pace at which a replica goes round',
    '"health_work" w where w."tenantId" = any(',
  ),
  acrossTenants('a look at a share of the tenants for due lanes', 'as for work', '"webhook_lane" l', 'l."tenantId" = any('),
  acrossTenants(
    'the walk over the ids of all tenants',
    'at most a quarter of them every two seconds',
    'array(select "id" from "tenant" where "id" >= $1::uuid and',
  ),
  acrossTenants(
    'the look for claims of dead processes',
    'at most once a second, and only where there was nothing to do',
    '"leaseOwner" from "health_work"',
  ),
  acrossTenants('the list of tenants', 'for housekeeping and the operator, every few minutes', 'FROM "public"."tenant"'),
  acrossTenants('whose member somebody is', 'at sign-in, by an index on the person', '"public"."membership"."userId" ='),
  acrossTenants(
    'whether an invitation waits for an address',
    'once for who is not known by any provider',
    'from "invitation" where "email" =',
  ),
  acrossTenants(
    'which live feeds have lost their right',
    'one question every two seconds for all feeds of a replica',
    'from (select distinct * from unnest(',
  ),
  acrossTenants('how much work waits, for metrics', 'at most once in five seconds, when metrics are read', '"oldestSignalSeconds"'),
  {
    name: 'an installation with a single login',
    why: 'it switches its role in each transaction, and says at every start that it works with a single server only',
    allows: ({ problem, user }) => problem === 'the role changes on the way' && !user.startsWith('faultline_'),
  },
];
