/** How a statement about some tenants, its only parameter, refers to them. */
export interface NamedTenants {
  /** The tenant of a row, in SQL. */
  tenant: string;
  /** The condition that a row is one of theirs. */
  isOneOfThem: string;
  /** $1. */
  value: string | string[];
}

/** By its parameter everywhere, a single tenant is asked for on its own node of a distributed server alone, so the others may be away. */
export function namedTenants(tenantIds: readonly string[], column: string): NamedTenants {
  const [only, ...more] = tenantIds;
  return only !== undefined && more.length === 0
    ? { tenant: '$1::uuid', isOneOfThem: `${column} = $1::uuid`, value: only }
    : { tenant: column, isOneOfThem: `${column} = any($1::uuid[])`, value: [...tenantIds] };
}
