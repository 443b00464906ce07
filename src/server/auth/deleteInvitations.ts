/** Takes invitations away together with what their links are found by, in one transaction: no key of the database ties the two. */
import type { Transaction } from '../tenantDb';

/** The one with this id, or those for this address. */
export async function deleteInvitations(tx: Transaction, tenantId: string, which: { id: string } | { email: string }): Promise<void> {
  const rows = await tx.invitation.findMany({ where: { tenantId, ...which }, select: { id: true } });
  const ids = rows.map(({ id }) => id);
  await tx.invitationDirectory.deleteMany({ where: { tenantId, invitationId: { in: ids } } });
  await tx.invitation.deleteMany({ where: { tenantId, id: { in: ids } } });
}
