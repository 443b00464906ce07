/**
 * Whose rows a statement is about. Everybody gets at the database with one of these and a verb: `read`, `write` or `asSystem`; the README
 * says which.
 */
import type { Database } from './database';
import type { Transaction } from './transaction';
import { processState } from '@/server/processState';
import { assertTenantId, bindingSql } from './bindTenant';
import { PerKeyLimit } from '@/server/perKeyLimit';

/** One tenant's view of the database. `transaction` is set inside a transaction that a caller has opened. */
export interface TenantDb {
  readonly tenantId: string;
  readonly database: Database;
  readonly transaction?: Transaction;
  /**
   * Its transactions change something, so they are refused while the tenant is frozen. The guard sets this for everything except questions.
   */
  readonly isForChange?: boolean;
  /** Aborted when nobody waits for the answer any more; set only for work that may be abandoned midway. */
  readonly signal?: AbortSignal;
}

/** Access to the rows of one tenant. Throws if `tenantId` is not a GUID; whether the tenant exists is not checked. */
export function tenantDb(database: Database, tenantId: string): TenantDb {
  assertTenantId(tenantId);
  return { tenantId, database };
}

/** A replica that stands still, or whose connection fell silent, holds locks no longer than this: the database ends its transaction. */
export const ABANDONED_AFTER = '60s';

/**
 * Plans are not compiled: that costs more than it saves here. A manifest of 10,000 components took three times as long with PostgreSQL 15, which
 * does so unless it is told not to.
 */
const UNCOMPILED = { jit: 'off' };

/** The statement that binds a transaction to its tenant. */
export function bindingOf(
  { tenantId, isForChange = false, database: { isSingleLogin } }: TenantDb,
  settings: Readonly<Record<string, string>>,
): string {
  const abandoned = { idle_in_transaction_session_timeout: ABANDONED_AFTER };
  return bindingSql({ tenantId, lasts: 'transaction', isSingleLogin, settings: { ...abandoned, ...UNCOMPILED, ...settings }, isForChange });
}

/** No tenant may hold more than half of the connections, so that the waiting writers of one tenant leave room for others. */
export function turns(database: Database): PerKeyLimit {
  return processState('tenantTurns', () => new PerKeyLimit(Math.max(1, Math.floor(database.poolSize / 2))));
}
