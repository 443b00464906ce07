/** Changes what is no part of the landscape but recorded with it: webhooks, subscriptions, maintenance windows, links, settings. */
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { changeLandscape, type Actor, type ChangeRecord } from './changeLandscape';

/** The result of `work`. As `changeLandscape`, but without a new landscape version. */
export async function changeSettings<T>(
  tenant: TenantDb,
  actor: Actor,
  work: (tx: Transaction, record: (change: ChangeRecord) => void) => Promise<T>,
): Promise<T> {
  return (await changeLandscape(tenant, actor, work, { touchesLandscape: false })).result;
}
