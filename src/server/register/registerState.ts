/** How complete the security register is, counted in the database: for those who need no single entry of it. */
import { overallCompleteness, type Completeness, type SecurityFields } from '@/domain/register/registerEntry';
import type { Transaction } from '@/server/db/transaction';

export async function registerState(tx: Transaction, tenantId: string): Promise<Completeness> {
  // Most dependencies are secured in one of a few ways.
  const alike = await tx.$queryRaw<(SecurityFields & { count: number })[]>`
    select "protocol", "transportEncryption", "endpointAuthMethod", count(*)::int as "count"
    from "dependency" where "tenantId" = ${tenantId}::uuid group by 1, 2, 3`;
  return overallCompleteness(alike);
}
