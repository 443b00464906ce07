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
  /** The transaction changes something, so a frozen tenant refuses it by `FROZEN`. */
  isForChange?: boolean;
}

/** SQLSTATE of a change to a tenant that is frozen: read-only while it moves. */
export const FROZEN = 'FL001';

/**
 * For a transaction SET LOCAL, which a distributed server carries to the nodes that the transaction reaches; set_config() it keeps to itself. Inside DO,
 * because several SET in one message would be carried as that whole message. A session lasts on one server only: behind poolers, and on distributed
 * servers, it is read transaction by transaction.
 */
export function bindingSql({ tenantId, lasts, isSingleLogin, settings = {}, isForChange = false }: Binding): string {
  assertTenantId(tenantId);
  const all = Object.entries({ ...(isSingleLogin ? { role: 'faultline_app' } : {}), 'app.tenant': tenantId, ...settings });
  if (lasts === 'session') return `select ${all.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')}`;
  const steps = all.map(([name, value]) => `execute 'set local ${name} = ''${value}''';`);
  // In the message that is sent anyway, and at the last moment: what the guard found may be seconds old.
  if (isForChange)
    steps.push(
      `if exists (select from "tenant" where "id" = '${tenantId}' and "frozenAt" is not null) then raise exception 'the tenant is frozen' using errcode = '${FROZEN}'; end if;`,
    );
  return `do $$ begin ${steps.join(' ')} end $$`;
}
