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

export function bindingSql({ tenantId, lasts, isSingleLogin, settings = {} }: Binding): string {
  assertTenantId(tenantId);
  const all = Object.entries({ ...(isSingleLogin ? { role: 'faultline_app' } : {}), 'app.tenant': tenantId, ...settings });
  return `select ${all.map(([name, value]) => `set_config('${name}', '${value}', ${lasts === 'transaction'})`).join(', ')}`;
}
