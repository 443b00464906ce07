/** The database logins of the service: two separate ones, or a single one that switches roles. */

export interface DatabaseAddresses {
  /** For the role that sees one tenant's rows (postgresql://…). */
  app: string;
  /** For the role that finds things across tenants and signs people in. */
  system: string;
  /** Both are one login, which owns the tables and switches roles in each transaction. */
  isSingleLogin: boolean;
}

/** Both roles by the login at `url`. */
export function bySingleLogin(url: string): DatabaseAddresses {
  return { app: url, system: url, isSingleLogin: true };
}

interface Named {
  DATABASE_URL?: string | undefined;
  DATABASE_SYSTEM_URL?: string | undefined;
  DATABASE_SINGLE_LOGIN: boolean;
}

/** The addresses from the environment; null if one is missing. */
export function namedAddresses({ DATABASE_URL, DATABASE_SYSTEM_URL, DATABASE_SINGLE_LOGIN }: Named): DatabaseAddresses | null {
  if (DATABASE_URL === undefined) return null;
  if (DATABASE_SINGLE_LOGIN) return bySingleLogin(DATABASE_URL);
  return DATABASE_SYSTEM_URL === undefined ? null : { app: DATABASE_URL, system: DATABASE_SYSTEM_URL, isSingleLogin: false };
}
