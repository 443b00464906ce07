/** The logins of an installation, as named in its environment, and the migration of the database behind them. */
import { checkAddresses, DatabaseNotReady, explainMissingAddresses } from './databaseRoles';
import { isMigrated, migrate } from './migrate';
import { bySingleLogin, type DatabaseAddresses } from '@/server/db/databaseAddresses';
import { type Env, readEnv } from '@/server/env';

export interface InstallationAddresses extends DatabaseAddresses {
  /** With the login that owns the tables; null if this process was not given it. */
  owner: string | null;
}

type Named = Pick<Env, 'DATABASE_URL' | 'DATABASE_SYSTEM_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_SINGLE_LOGIN'>;

/** The logins in the environment; null if it names no database. Throws DatabaseNotReady if one of them is missing. */
export function addressesIn({
  DATABASE_URL,
  DATABASE_SYSTEM_URL,
  DATABASE_OWNER_URL,
  DATABASE_SINGLE_LOGIN,
}: Named): InstallationAddresses | null {
  if (DATABASE_URL === undefined) return null;
  if (DATABASE_SINGLE_LOGIN) return { ...bySingleLogin(DATABASE_URL), owner: DATABASE_URL };
  if (DATABASE_SYSTEM_URL === undefined) throw explainMissingAddresses();
  return { app: DATABASE_URL, system: DATABASE_SYSTEM_URL, owner: DATABASE_OWNER_URL ?? null, isSingleLogin: false };
}

/** The same for an environment with other variables, which are ignored. Throws an Error if a value is not a URL. */
export function addressesNamedIn(environment: Readonly<Record<string, string | undefined>>): InstallationAddresses | null {
  const { DATABASE_URL, DATABASE_SYSTEM_URL, DATABASE_OWNER_URL, DATABASE_SINGLE_LOGIN } = environment;
  return addressesIn(readEnv({ NODE_ENV: 'development', DATABASE_URL, DATABASE_SYSTEM_URL, DATABASE_OWNER_URL, DATABASE_SINGLE_LOGIN }));
}

/** Sets them in `environment` as the variables that `addressesIn` reads. */
export function stateAddresses({ app, system, owner, isSingleLogin }: InstallationAddresses, environment: NodeJS.ProcessEnv): void {
  const variables = {
    DATABASE_URL: app,
    DATABASE_SYSTEM_URL: isSingleLogin ? null : system,
    DATABASE_OWNER_URL: isSingleLogin ? null : owner,
    DATABASE_SINGLE_LOGIN: isSingleLogin ? '1' : null,
  };
  for (const [name, value] of Object.entries(variables))
    if (value === null) delete environment[name];
    else environment[name] = value;
}

/**
 * Migrates the database as its owner. A process without the owner's login uses a database that was migrated elsewhere. Throws
 * DatabaseNotReady with what an administrator must do. `mayBeNewer` is ALLOW_NEWER_SCHEMA.
 */
export async function bringUpToDate(addresses: InstallationAddresses, say: (line: string) => void, mayBeNewer = false): Promise<void> {
  const { app, owner, isSingleLogin } = addresses;
  if (owner !== null) await migrate({ url: owner, isSingleLogin, log: say, mayBeNewer });
  await checkAddresses(addresses);
  if (owner === null && !(await isMigrated({ url: app, log: say, mayBeNewer })))
    throw new DatabaseNotReady(
      'The database does not have the schema of this version, and only its owner can migrate it: set DATABASE_OWNER_URL for this start, or run `npm run db:migrate` with it before.',
    );
}
