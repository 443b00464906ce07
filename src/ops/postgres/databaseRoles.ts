/**
 * The database roles that Faultline uses: whether they exist and have no more rights than they should, and what an administrator can do
 * about it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import { inTransaction, onConnection } from './onConnection';

/** An administrator must change something in the database; the message says what. */
export class DatabaseNotReady extends Error {}

const SERVING = ['faultline_app', 'faultline_system'];
const TAKEN_ON = [...SERVING, 'faultline_backup'];
const NOT_ALLOWED = '42501';
/** SQL states for wrong passwords and unknown logins. */
const REFUSED = ['28P01', '28000'];

const ONE_LOGIN_INSTEAD =
  'If your provider gives you only one login, set DATABASE_SINGLE_LOGIN=1 and DATABASE_URL to it. It then owns the tables and acts as the other roles.';

function readSql(name: string): string {
  return readFileSync(join(process.cwd(), 'prisma', 'sql', name), 'utf8').trim();
}

export interface LoginPasswords {
  owner: string;
  app: string;
  system: string;
}

/**
 * Creates the three logins in the database of `client`, and makes the owner login own the tables. `client` is a superuser inside a
 * transaction.
 */
export async function makeLogins(client: Client, { owner, app, system }: LoginPasswords): Promise<void> {
  await client.query(
    `select set_config('faultline.owner_password', $1, true), set_config('faultline.app_password', $2, true), set_config('faultline.system_password', $3, true)`,
    [owner, app, system],
  );
  await client.query(readSql('logins.sql'));
}

/** The SQL for an administrator, with placeholders for three passwords. */
export function sqlForAdministrator(): string {
  return [
    '-- Fill in a password of your own for each; an empty one leaves the password as it is.',
    'begin;',
    ...['owner', 'app', 'system'].map((kind) => `select set_config('faultline.${kind}_password', '', true);`),
    readSql('logins.sql'),
    'commit;',
  ].join('\n');
}

/** What to do if only DATABASE_URL is set, as in versions with a single login. */
export function explainMissingAddresses(): DatabaseNotReady {
  return new DatabaseNotReady(
    'DATABASE_SYSTEM_URL is not set. Set three addresses of the same database, each with its own login: DATABASE_URL with faultline_app, ' +
      `DATABASE_SYSTEM_URL with faultline_system, and DATABASE_OWNER_URL, which migrates, with faultline_owner. ${ONE_LOGIN_INSTEAD}\n` +
      `If the logins are not there yet, or another login owns the tables, have an administrator run this in the database once:\n\n${sqlForAdministrator()}\n`,
  );
}

interface LoginFacts {
  login: string;
  canLogIn: string[];
  isMemberOf: string[];
  isTooMighty: string[];
  mayCreate: string[];
  owning: string[];
  canBackUp: boolean;
  mayCreateItself: boolean;
  ownerOfTables: string | null;
  ownsTables: boolean;
}

const FACTS = `with serving as (select rolname::text as name, * from pg_roles where rolname = any($1))
  select current_user::text as login,
    array(select name from serving where rolcanlogin) as "canLogIn",
    array(select s.name || ' of ' || g.rolname from serving s join pg_auth_members a on a.member = s.oid join pg_roles g on g.oid = a.roleid) as "isMemberOf",
    array(select name from serving where rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication) as "isTooMighty",
    array(select name from serving where has_schema_privilege(oid, current_schema(), 'CREATE')) as "mayCreate",
    array(select distinct s.name from serving s join pg_class c on c.relowner = s.oid) as owning,
    exists (select from pg_roles where rolname = 'faultline_backup' and pg_has_role(current_user, oid, 'MEMBER')) as "canBackUp",
    has_schema_privilege(current_schema(), 'CREATE') as "mayCreateItself",
    pg_get_userbyid(t.relowner)::text as "ownerOfTables", coalesce(pg_has_role(t.relowner, 'USAGE'), true) as "ownsTables"
  from (values (1)) one left join pg_class t on t.oid = to_regclass('_prisma_migrations')`;

function faultsIn(facts: LoginFacts): string[] {
  const all = (names: readonly string[], fault: string): string[] => names.map((name) => `${name} ${fault}`);
  const absent = SERVING.filter((role) => !facts.canLogIn.includes(role));
  return [
    ...(SERVING.includes(facts.login) ? [`the owner's address logs in as ${facts.login}`] : []),
    ...all(absent, 'cannot log in'),
    ...all(facts.isTooMighty, 'is a superuser, bypasses row security, or may create roles or databases or replicate'),
    ...facts.isMemberOf.map((membership) => `must not be a member: ${membership}`),
    ...all(facts.mayCreate, 'may create objects in the schema'),
    ...all(facts.owning, 'owns tables'),
    ...(facts.canBackUp ? [] : [`${facts.login} is no member of faultline_backup`]),
    ...(facts.mayCreateItself ? [] : [`${facts.login} may not create tables in the schema`]),
    ...(facts.ownsTables ? [] : [`the tables belong to ${facts.ownerOfTables ?? 'nobody'} and not to ${facts.login}`]),
  ];
}

/** Throws DatabaseNotReady with the SQL to run if the logins are not as they should be. `client` uses the owner's login. */
export async function checkLogins(client: Client): Promise<void> {
  const { rows } = await client.query<LoginFacts>(FACTS, [SERVING]);
  const faults = faultsIn(rows[0]!);
  if (faults.length === 0) return;
  throw new DatabaseNotReady(
    `The logins of the database are not as they should be:\n${faults.map((fault) => `  ${fault}`).join('\n')}\n` +
      `Have an administrator run this in the database once, then start again. ${ONE_LOGIN_INSTEAD}\n\n${sqlForAdministrator()}\n`,
  );
}

/** Creates the roles that a single login acts as. Throws DatabaseNotReady with the SQL if it may not, or if it does not own the tables. */
export async function ensureTakenOnRoles(client: Client): Promise<void> {
  const { rows } = await client.query<{ usable: number; login: string; ownerOfTables: string | null; ownsTables: boolean }>(
    `select (select count(*)::int from pg_roles where rolname = any($1) and pg_has_role(current_user, oid, 'MEMBER')) as usable, quote_ident(current_user) as login,
       pg_get_userbyid(t.relowner)::text as "ownerOfTables", coalesce(pg_has_role(t.relowner, 'USAGE'), true) as "ownsTables"
     from (values (1)) one left join pg_class t on t.oid = to_regclass('_prisma_migrations')`,
    [TAKEN_ON],
  );
  const { usable, login, ownerOfTables, ownsTables } = rows[0]!;
  if (!ownsTables)
    throw new DatabaseNotReady(
      `With DATABASE_SINGLE_LOGIN=1 the login of DATABASE_URL has to own the tables, and they belong to ${ownerOfTables ?? 'nobody'}. Log in as that role, or leave DATABASE_SINGLE_LOGIN out and name the three logins.`,
    );
  if (usable === TAKEN_ON.length) return;
  const sql = readSql('roles.sql');
  try {
    await inTransaction(client, () => client.query(sql));
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    const grants = TAKEN_ON.map((role) => `grant ${role} to ${login};`).join('\n');
    throw new DatabaseNotReady(
      `The database user may not create the roles that keep tenants apart. Ask an administrator of the server to run this once, then start again:\n\n${sql}\n${grants}\n`,
    );
  }
}

async function loginAt(variable: string, url: string): Promise<string> {
  try {
    const { rows } = await onConnection(url, (client) => client.query<{ login: string }>('select current_user::text as login'));
    return rows[0]?.login ?? '';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === undefined || !REFUSED.includes(code)) throw error;
    throw new DatabaseNotReady(`The database refuses the login of ${variable}: ${message}.`);
  }
}

/** Throws DatabaseNotReady if a URL contains a different login than its role requires. A single login may have any name. */
export async function checkAddresses({ app, system, isSingleLogin }: DatabaseAddresses): Promise<void> {
  if (isSingleLogin) return;
  for (const [variable, url, role] of [
    ['DATABASE_URL', app, 'faultline_app'],
    ['DATABASE_SYSTEM_URL', system, 'faultline_system'],
  ] as const) {
    const login = await loginAt(variable, url);
    if (login !== role) throw new DatabaseNotReady(`${variable} logs in as ${login}; it has to log in as ${role}. ${ONE_LOGIN_INSTEAD}`);
  }
}
