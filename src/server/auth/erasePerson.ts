/** Erases a person: the account with all that hangs on it, and their name and address wherever a tenant keeps who did what. */
import { AppError } from '@/domain/errors';
import { asSystem } from '@/server/db/asSystem';
import type { Database } from '@/server/db/database';
import { read } from '@/server/db/read';
import { type TenantDb, tenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { write } from '@/server/db/write';

/** What stands where the name stood. */
export const ERASED = 'Erased person';

interface Person {
  id: string;
  email: string;
  name: string;
}

export interface Erased {
  userId: string;
  /** The tenants of which the person was a member. */
  tenants: string[];
  /** How many entries of histories named the person, in all tenants, former ones included. */
  entries: number;
}

/**
 * Throws 404 if there is no such account, and 409 before anything changes if a tenant would be left without an Owner. If it is interrupted,
 * it can be repeated: the account goes last.
 */
export async function erasePerson(db: Database, email: string): Promise<Erased> {
  const person = await db.system.user.findUnique({
    where: { email: email.trim().toLowerCase() },
    select: { id: true, email: true, name: true },
  });
  if (person === null) throw new AppError('not_found', `There is no account for ${email}.`);
  const [memberships, tenants] = await asSystem(db, async (tx) => [
    await tx.membership.findMany({ where: { userId: person.id }, select: { tenantId: true, role: true } }),
    await tx.tenant.findMany({ select: { id: true, name: true }, orderBy: { id: 'asc' } }),
  ]);
  const owned = memberships.filter(({ role }) => role === 'Owner').map(({ tenantId }) => tenantId);
  const orphans: string[] = [];
  for (const { id, name } of tenants)
    if (owned.includes(id) && !(await hasOtherOwner(tenantDb(db, id), person.id))) orphans.push(`${name} (${id})`);
  if (orphans.length > 0)
    throw new AppError(
      'conflict',
      `${person.email} is the only Owner of ${orphans.join(', ')}. Make somebody else an Owner, or delete the tenant, then repeat.`,
    );
  let entries = 0;
  for (const { id } of tenants) entries += await write(tenantDb(db, id), (tx) => eraseIn(tx, id, person));
  await db.system.user.delete({ where: { id: person.id } });
  return { userId: person.id, tenants: memberships.map(({ tenantId }) => tenantId).sort(), entries };
}

function hasOtherOwner(tenant: TenantDb, userId: string): Promise<boolean> {
  return read(tenant, async (tx) => {
    const others = await tx.membership.count({ where: { tenantId: tenant.tenantId, role: 'Owner', userId: { not: userId } } });
    return others > 0;
  });
}

/** Returns how many entries named the person. */
async function eraseIn(tx: Transaction, tenantId: string, { id, email, name }: Person): Promise<number> {
  const acknowledged = await tx.$executeRaw`
    update "incident" set "acknowledgedBy" = ${ERASED}
    where "tenantId" = ${tenantId}::uuid and "acknowledgedBy" = ${name} and "id" in (
      select e."incidentId" from "incident_entry" e where e."tenantId" = ${tenantId}::uuid and e."actor"->>'id' = ${id})`;
  const timelines = await tx.$executeRaw`
    update "incident_entry" set "actor" = jsonb_set("actor", '{name}', ${JSON.stringify(ERASED)}::jsonb)
    where "tenantId" = ${tenantId}::uuid and "actor"->>'id' = ${id}`;
  const sets = await tx.changeSet.updateMany({ where: { tenantId, actorType: 'person', actorId: id }, data: { actorName: ERASED } });
  const runs = await tx.scenarioRun.updateMany({ where: { tenantId, actorType: 'person', actorId: id }, data: { actorName: ERASED } });
  const memberships = await tx.$executeRaw`
    update "change" set "technicalName" = ${ERASED},
      "before" = case when "before" ? 'email' then jsonb_set("before", '{email}', ${JSON.stringify(ERASED)}::jsonb) else "before" end,
      "after" = case when "after" ? 'email' then jsonb_set("after", '{email}', ${JSON.stringify(ERASED)}::jsonb) else "after" end
    where "tenantId" = ${tenantId}::uuid and "kind" in ('membership', 'invitation') and "technicalName" = ${email}`;
  const invitations = await tx.invitation.deleteMany({ where: { tenantId, email } });
  // Badges outlive the membership of whoever made them, and deliveries that of whoever got them.
  await tx.shareLink.updateMany({ where: { tenantId, madeById: id }, data: { madeByName: ERASED } });
  await tx.webhookDelivery.updateMany({ where: { tenantId, subscriberId: id }, data: { subscriberId: null } });
  return acknowledged + timelines + sets.count + runs.count + memberships + invitations.count;
}
