/**
 * Tells the consumer that people did something which live impact follows without a signal: to an incident, a maintenance window, the
 * settings. A snapshot that has seen fewer interventions than there were is behind, as one is that has seen an older landscape.
 */
import { afterCommit, type Transaction } from '@/server/tenantDb';
import { nudgeConsumer } from './nudges';

/** Near the end of a transaction: it holds the tenant's counters until the commit. Wakes the consumer after that. */
export async function intervene(tx: Transaction, tenantId: string): Promise<void> {
  await tx.$executeRaw`update "landscape_version" set "interventions" = "interventions" + 1 where "tenantId" = ${tenantId}::uuid`;
  afterCommit(tx, () => nudgeConsumer(tenantId));
}
