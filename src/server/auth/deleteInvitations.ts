/** Deletes invitations together with the rows that find them by link, in one transaction: no foreign key ties the two. */
import type { Transaction } from '@/server/db/transaction';

/** Deletes the one with this id, or those for this address. */
export async function deleteInvitations(tx: Transaction, tenantId: string, which: { id: string } | { email: string }): Promise<void> {
  const rows = await tx.invitation.findMany({ where: { tenantId, ...which }, select: { id: true } });
  const ids = rows.map(({ id }) => id);
  await tx.invitationDirectory.deleteMany({ where: { tenantId, invitationId: { in: ids } } });
  await tx.invitation.deleteMany({ where: { tenantId, id: { in: ids } } });
}
