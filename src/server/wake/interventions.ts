/**
 * Tells the consumer that people did something that affects live impact without a signal: to an incident, a maintenance window or the
 * settings. A snapshot that has seen fewer interventions than there were is outdated, just like one of an older landscape version.
 */
import { afterCommit } from '@/server/db/write';
import type { Transaction } from '@/server/db/transaction';
import { nudgeConsumer } from './nudges';

/** Call it near the end of a transaction, because it locks the tenant's counters until the commit. Notifies the consumer after that. */
export async function intervene(tx: Transaction, tenantId: string): Promise<void> {
  await tx.$executeRaw`update "landscape_version" set "interventions" = "interventions" + 1 where "tenantId" = ${tenantId}::uuid`;
  afterCommit(tx, () => nudgeConsumer(tenantId));
}
