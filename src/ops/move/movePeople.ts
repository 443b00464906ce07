/**
 * The people of an imported tenant. An account is found by its e-mail address and stays as it is: its owner keeps password and name, and
 * nothing in a file lets anybody into it. People without an account here get one, with the password from the file. Links to identity
 * providers are not imported, because a provider with the same name may be a different one here; single sign-on finds people by their
 * verified address.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { STAGE, type StagedTenant } from './stageTenant';

export interface MovedPeople {
  /** Ids of the accounts that must be created. */
  made: string[];
  /** Those who already had an account here. */
  known: number;
}

interface Account {
  id: string;
  email: string;
}

/**
 * A distributed database allows no key that changes along with a membership, so the keys of views refuse the change. In the staging schema they
 * can go: the real tables check them again when the rows arrive.
 */
const KEYS_OF_VIEWS = ['saved_view', 'default_view'].map((table) => `alter table ${table} drop constraint "${table}_tenantId_userId_fkey"`);

/** Where the id of a person appears in the rows of a tenant, apart from memberships, which follow automatically. */
const BY_ID = [
  `update saved_view set "userId" = $2 where "userId" = $1`,
  `update default_view set "userId" = $2 where "userId" = $1`,
  `update change_set set "actorId" = $2 where "actorType" = 'person' and "actorId" = $1`,
  `update share_link set "madeById" = $2 where "madeById" = $1`,
  `update scenario_run set "actorId" = $2 where "actorType" = 'person' and "actorId" = $1`,
  `update tenant set "breakGlassUserId" = $2 where "breakGlassUserId" = $1`,
  `update webhook_endpoint set "addressById" = $2 where "addressByType" = 'person' and "addressById" = $1`,
  `update idempotency_record set "principal" = 'person:' || $2 where "principal" = 'person:' || $1`,
  `update incident_entry set actor = jsonb_set(actor, '{id}', to_jsonb($2::text)) where actor ->> 'type' = 'person' and actor ->> 'id' = $1`,
  `update change set "entityId" = $2::uuid where kind = 'membership' and "entityId"::text = $1`,
];

/**
 * Gives the staged people the ids that they have here, or will have. `stage` is the owner's connection, in a transaction on the staging
 * schema; `system` uses faultline_system.
 */
export async function matchPeople(stage: Client, system: Client, { people }: StagedTenant): Promise<MovedPeople> {
  const { rows: here } = await system.query<Account>('select id, email from "user" where email = any($1) or id = any($2)', [
    people.map(({ email }) => email),
    people.map(({ id }) => id),
  ]);
  const byEmail = new Map(here.map((account) => [account.email, account.id]));
  const taken = new Set(here.map(({ id }) => id));
  const made: string[] = [];
  const changed: { from: string; to: string }[] = [];
  for (const { id, email } of people) {
    const known = byEmail.get(email);
    const to = known ?? (taken.has(id) ? randomUUID() : id);
    if (known === undefined) made.push(to);
    if (to !== id) changed.push({ from: id, to });
  }
  // In two steps through unused ids, because the id that somebody had there may belong to somebody else here.
  const detours = changed.map(({ from, to }) => ({ from, over: randomUUID(), to }));
  if (detours.length > 0) for (const sql of KEYS_OF_VIEWS) await stage.query(sql);
  for (const { from, over } of detours) await renamePerson(stage, from, over);
  for (const { over, to } of detours) await renamePerson(stage, over, to);
  return { made, known: people.length - made.length };
}

async function renamePerson(stage: Client, from: string, to: string): Promise<void> {
  await stage.query('update "user" set id = $2 where id = $1', [from, to]);
  for (const sql of BY_ID) await stage.query(sql, [from, to]);
}

/**
 * Creates the missing accounts. `system` has a separate transaction, which stays committed whatever happens later: an account without a
 * tenant opens nothing.
 */
export async function makeAccounts(system: Client, { made }: MovedPeople): Promise<void> {
  await system.query(
    `insert into "user" (id, name, email, "emailVerified", image, "createdAt", "updatedAt")
     select id, name, email, "emailVerified", image, "createdAt", "updatedAt" from ${STAGE}."user" where id = any($1)`,
    [made],
  );
  await system.query(
    `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
     select gen_random_uuid()::text, "userId", "providerId", "userId", password, "createdAt", "updatedAt"
     from ${STAGE}.account where "userId" = any($1) and "providerId" = 'credential' and password is not null`,
    [made],
  );
}

/** Removes the accounts of an import that failed. */
export async function removeAccounts(system: Client, { made }: MovedPeople): Promise<void> {
  await system.query('delete from "user" u where u.id = any($1) and not exists (select 1 from membership m where m."userId" = u.id)', [
    made,
  ]);
}
