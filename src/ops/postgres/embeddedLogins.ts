/** The logins of the embedded database, created on its first start. Also upgrades a cluster of a version that had a single login. */
import { createHmac } from 'node:crypto';
import type { Client } from 'pg';
import { type LoginPasswords, makeLogins } from './databaseRoles';
import type { InstallationAddresses } from './installationAddresses';
import { inTransaction, onConnection } from './onConnection';

const DATABASE = 'faultline';
const OWNER = 'faultline_owner';
/** The single login of older versions. */
const FORMER_LOGIN = 'faultline';

/** Each is derived from the superuser's password, which is stored beside the data. Knowing one of them does not reveal another. */
function passwordsFrom(superuserPassword: string): LoginPasswords {
  const passwordOf = (role: string): string => createHmac('sha256', superuserPassword).update(role).digest('hex');
  return { owner: passwordOf('owner'), app: passwordOf('app'), system: passwordOf('system') };
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}

/** Its tables have a different owner now. If it is still needed elsewhere on the server, it can at least no longer log in. */
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

/** Creates the database and logins if they are missing, sets the passwords, and returns all URLs. */
export async function ensureLogins(superuserUrl: string): Promise<InstallationAddresses & { owner: string }> {
  const passwords = passwordsFrom(new URL(superuserUrl).password);
  const addressWith = (parts: Partial<URL>): string => Object.assign(new URL(superuserUrl), parts).href;
  await onConnection(addressWith({ pathname: '/postgres' }), ensureDatabase);
  await onConnection(addressWith({ pathname: `/${DATABASE}` }), (client) =>
    inTransaction(client, async () => {
      await makeLogins(client, passwords);
      await client.query(`alter database ${DATABASE} owner to ${OWNER}`);
      await client.query(RETIRE_FORMER_LOGIN);
    }),
  );
  const addressOf = (kind: keyof LoginPasswords): string =>
    addressWith({ username: `faultline_${kind}`, password: passwords[kind], pathname: `/${DATABASE}` });
  return { app: addressOf('app'), system: addressOf('system'), owner: addressOf('owner'), isSingleLogin: false };
}
