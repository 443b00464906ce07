/** The one statement that takes on the role of the app and a tenant: from there on PostgreSQL itself shows and takes no row of another. */

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Throws for what is no GUID in lower case, which is all that may be put into a statement as text. */
export function assertTenantId(tenantId: string): void {
  if (!GUID.test(tenantId)) throw new Error('A tenant id must be a GUID in lower case.');
}

/** For the rest of the transaction, or of the session. Further settings are our own, never a caller's. */
export function bindingSql(tenantId: string, lasts: 'transaction' | 'session', settings: Readonly<Record<string, string>> = {}): string {
  assertTenantId(tenantId);
  const all = Object.entries({ role: 'faultline_app', 'app.tenant': tenantId, ...settings });
  return `select ${all.map(([name, value]) => `set_config('${name}', '${value}', ${lasts === 'transaction'})`).join(', ')}`;
}
