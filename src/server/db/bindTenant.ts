/**
 * The one statement that binds a connection of the app to a tenant: from then on PostgreSQL itself hides and refuses rows of other tenants.
 */

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Throws unless it is a GUID in lower case, the only text that may be put into a statement. */
export function assertTenantId(tenantId: string): void {
  if (!GUID.test(tenantId)) throw new Error('A tenant id must be a GUID in lower case.');
}

export interface Binding {
  tenantId: string;
  /** It ends with the transaction, or with the session. */
  lasts: 'transaction' | 'session';
  /** The login is not the app's own, and switches to its role. */
  isSingleLogin: boolean;
  /** Further settings of our own, never from a caller. */
  settings?: Readonly<Record<string, string>>;
  /** The transaction changes something, so it fails with `FROZEN` in a frozen tenant. */
  isForChange?: boolean;
}

/** SQLSTATE of a change to a frozen tenant, which is read-only while it moves. */
export const FROZEN = 'FL001';

/**
 * For a transaction, SET LOCAL, which a distributed server passes on to the nodes that the transaction reaches; it does not pass on
 * set_config(). Inside DO, because several SETs in one message would be passed on as that whole message. A session exists on one server
 * only: behind poolers, and on distributed servers, reads use one transaction each.
 */
export function bindingSql({ tenantId, lasts, isSingleLogin, settings = {}, isForChange = false }: Binding): string {
  assertTenantId(tenantId);
  const all = Object.entries({ ...(isSingleLogin ? { role: 'faultline_app' } : {}), 'app.tenant': tenantId, ...settings });
  if (lasts === 'session') return `select ${all.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')}`;
  const steps = all.map(([name, value]) => `execute 'set local ${name} = ''${value}''';`);
  // In a message that is sent anyway, and at the last moment, because what the guard knows may be seconds old.
  if (isForChange)
    steps.push(
      `if exists (select 1 from "tenant" where "id" = '${tenantId}' and "frozenAt" is not null) then raise exception 'the tenant is frozen' using errcode = '${FROZEN}'; end if;`,
    );
  return `do $$ begin ${steps.join(' ')} end $$`;
}
