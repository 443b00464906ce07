/** The logins of the embedded database, made on its first start; a cluster of a version that had a single login is brought forward. */
import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import { type LoginPasswords, makeLogins } from '@/ops/databaseRoles';
import type { InstallationAddresses } from '@/ops/installationAddresses';

const DATABASE = 'faultline';
const OWNER = 'faultline_owner';
/** It did everything before the service had logins of its own. */
const FORMER_LOGIN = 'faultline';

/** Each follows from the superuser's, which lies beside the data: who knows one of them knows no other. */
function passwordsFrom(superuserPassword: string): LoginPasswords {
  const passwordOf = (role: string): string => createHmac('sha256', superuserPassword).update(role).digest('hex');
  return { owner: passwordOf('owner'), app: passwordOf('app'), system: passwordOf('system') };
}

async function onDatabase<T>(superuserUrl: string, database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const url = new URL(superuserUrl);
  url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}

/** What it owned has an owner of its own by now; where it is still needed elsewhere on the server, it can no longer log in. */
const RETIRE_FORMER_LOGIN = `do $$ begin
  if exists (select from pg_roles where rolname = '${FORMER_LOGIN}') then
    reassign owned by ${FORMER_LOGIN} to ${OWNER};
    drop owned by ${FORMER_LOGIN};
    begin
      drop role ${FORMER_LOGIN};
    exception when dependent_objects_still_exist then
      alter role ${FORMER_LOGIN} nologin nocreaterole nocreatedb;
    end;
  end if;
end $$`;

/** Makes what is missing of database and logins, sets the passwords, and answers the addresses of all. */
export async function ensureLogins(superuserUrl: string): Promise<InstallationAddresses & { owner: string }> {
  const passwords = passwordsFrom(new URL(superuserUrl).password);
  await onDatabase(superuserUrl, 'postgres', ensureDatabase);
  await onDatabase(superuserUrl, DATABASE, async (client) => {
    await client.query('begin');
    await makeLogins(client, passwords);
    await client.query(`alter database ${DATABASE} owner to ${OWNER}`);
    await client.query(RETIRE_FORMER_LOGIN);
    await client.query('commit');
  });
  const addressOf = (kind: keyof LoginPasswords): string => {
    const url = new URL(superuserUrl);
    Object.assign(url, { username: `faultline_${kind}`, password: passwords[kind], pathname: `/${DATABASE}` });
    return url.href;
  };
  return { app: addressOf('app'), system: addressOf('system'), owner: addressOf('owner'), isSingleLogin: false };
}
