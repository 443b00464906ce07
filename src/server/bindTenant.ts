/** The one statement that binds a connection of the app to a tenant: from there on PostgreSQL itself shows and takes no row of another. */

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Throws for what is no GUID in lower case, which is all that may be put into a statement as text. */
export function assertTenantId(tenantId: string): void {
  if (!GUID.test(tenantId)) throw new Error('A tenant id must be a GUID in lower case.');
}

export interface Binding {
  tenantId: string;
  /** It ends with the transaction, or with the session. */
  lasts: 'transaction' | 'session';
  /** The login is not the app's own, and takes on its role. */
  isSingleLogin: boolean;
  /** Further settings, which are our own and never a caller's. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * For a transaction SET LOCAL, which a distributed server carries to the nodes that the transaction reaches; set_config() it keeps to itself. Inside DO,
 * because several SET in one message would be carried as that whole message. A session lasts on one server only: behind poolers, and on distributed
 * servers, it is read transaction by transaction.
 */
export function bindingSql({ tenantId, lasts, isSingleLogin, settings = {} }: Binding): string {
  assertTenantId(tenantId);
  const all = Object.entries({ ...(isSingleLogin ? { role: 'faultline_app' } : {}), 'app.tenant': tenantId, ...settings });
  if (lasts === 'session') return `select ${all.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')}`;
  return `do $$ begin ${all.map(([name, value]) => `execute 'set local ${name} = ''${value}''';`).join(' ')} end $$`;
}
