/** Under which logins the service reaches its database: two of their own, or one that takes on their roles where only one can be had. */

export interface DatabaseAddresses {
  /** Of the role that sees the rows of one tenant (postgresql://…). */
  app: string;
  /** Of the role that finds what must be found across tenants, and by which people sign in. */
  system: string;
  /** Both are one login, which owns the tables and takes on a role in each transaction. */
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

/** What the environment names; null where it lacks the address of a role. */
export function namedAddresses({ DATABASE_URL, DATABASE_SYSTEM_URL, DATABASE_SINGLE_LOGIN }: Named): DatabaseAddresses | null {
  if (DATABASE_URL === undefined) return null;
  if (DATABASE_SINGLE_LOGIN) return bySingleLogin(DATABASE_URL);
  return DATABASE_SYSTEM_URL === undefined ? null : { app: DATABASE_URL, system: DATABASE_SYSTEM_URL, isSingleLogin: false };
}
