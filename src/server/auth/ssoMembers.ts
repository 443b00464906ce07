/** Members that an identity provider adds, changes and removes. Only Owners make and remove Owners. */
import { log } from '@/server/observability/log';
import { database } from '@/server/db/database';
import type { Role } from '@/domain/vocabulary';
import { tenantDb } from '@/server/db/tenantDb';
import { findMemberByEmail } from '@/server/memberNames';
import { deleteInvitations } from './deleteInvitations';
import { changeMembers, recordRole } from './members';
import { isFrozen } from '@/server/landscape/freeze';
import { read } from '@/server/db/read';

/** How the log names who did it: a sign-in, or what the provider sent by SCIM. */
export const BY_SIGN_ON = { type: 'system', id: 'single-sign-on', name: 'Single sign-on' } as const;
export const BY_SCIM = { type: 'system', id: 'scim', name: 'SCIM' } as const;
type Provider = typeof BY_SIGN_ON | typeof BY_SCIM;

/** Gives a person the role of their groups, unless they are an Owner. Throws 404 for an unknown tenant. */
export async function joinTenant(
  tenantId: string,
  person: { id: string; email: string },
  role: Role,
  actor: Provider = BY_SIGN_ON,
): Promise<void> {
  const tenant = tenantDb(database(), tenantId);
  const { id: userId, email } = person;
  const where = { tenantId_userId: { tenantId, userId } };
  const held = await read(tenant, (tx) => tx.membership.findUnique({ where }));
  if (held?.role === role || held?.role === 'Owner') return;
  // Who is a member already gets in while the tenant moves, with the role held so far; the next sign-in makes up for it.
  if (held !== null && (await isFrozen(tenant))) return;
  await changeMembers(tenant, actor, async (tx, record) => {
    const before = await tx.membership.findUnique({ where });
    if (before?.role === role || before?.role === 'Owner') return;
    await tx.membership.upsert({ where, create: { tenantId, userId, role }, update: { role } });
    await deleteInvitations(tx, tenantId, { email });
    recordRole(record, { userId, email }, before?.role ?? null, role);
  });
}

/** Removes a person without any group that has access, unless they are an Owner. */
export async function leaveTenant(tenantId: string, email: string, actor: Provider = BY_SIGN_ON): Promise<void> {
  await changeMembers(tenantDb(database(), tenantId), actor, async (tx, record) => {
    const held = await findMemberByEmail(tx, tenantId, email);
    if (held === null || held.role === 'Owner') return;
    await tx.membership.delete({ where: { tenantId_userId: { tenantId, userId: held.userId } } });
    recordRole(record, held, held.role, null);
    log().info({ tenantId, userId: held.userId, by: actor.id }, 'a member was removed: their provider no longer lets them in');
  });
}

/** Whether somebody is an Owner of the tenant. */
export async function isOwner(tenantId: string, email: string): Promise<boolean> {
  const found = await read(tenantDb(database(), tenantId), (tx) => findMemberByEmail(tx, tenantId, email));
  return found?.role === 'Owner';
}
