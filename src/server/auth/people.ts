/** People and their memberships. Sign-in checks the same passwords (`passwords.ts`). */
import { randomUUID } from 'node:crypto';
import { mayPersonSeeRevenue } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import type { Plan, Role } from '@/domain/vocabulary';
import { database, type Database } from '@/server/db/database';
import { sqlState } from '@/server/db/databaseErrors';
import { RECORDED_ONLY, makeChange, type Actor } from '@/server/landscape/changeLandscape';
import { tenantDb } from '@/server/db/tenantDb';
import { recordRole } from './members';
import { assertTenantExists } from './tenants';
import type { KnownCaller } from './findKey';
import { isSignedInAsRequired, ssoRequired } from './requiredSignOn';
import { passwords } from './passwords';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/contract/values/people';
import { asSystem } from '@/server/db/asSystem';
import { read } from '@/server/db/read';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/;

export interface NewPerson {
  email: string;
  password: string;
  name?: string | undefined;
  tenantId: string;
  role: Role;
}

/**
 * Creates the account if the address has none (`isNew`), and the membership, or changes its role. An existing account keeps its password.
 * Throws 400 for an unusable address or password, 404 for an unknown tenant.
 */
export async function createPerson(db: Database, actor: Actor, person: NewPerson): Promise<{ userId: string; isNew: boolean }> {
  const email = person.email.trim().toLowerCase();
  if (!EMAIL.test(email) || email.length > 254) throw invalidInput('email', 'must be an e-mail address');
  await assertTenantExists(db, person.tenantId);
  const existing = await db.system.user.findUnique({ where: { email }, select: { id: true } });
  const userId =
    existing?.id ??
    (await createAccount(db, {
      email,
      name: person.name ?? email.split('@')[0] ?? email,
      password: person.password,
      isEmailVerified: true,
    }));
  await setMembership(db, actor, person.tenantId, userId, email, person.role);
  return { userId, isNew: existing === null };
}

interface NewAccount {
  email: string;
  name: string;
  password: string;
  isEmailVerified: boolean;
}

async function createAccount(db: Database, { email, name, password, isEmailVerified }: NewAccount): Promise<string> {
  assertPasswordIsUsable(password);
  const userId = randomUUID();
  const account = { id: randomUUID(), accountId: userId, providerId: 'credential', password: await passwords().hash(password) };
  await db.system.user.create({ data: { id: userId, email, name, emailVerified: isEmailVerified, accounts: { create: account } } });
  return userId;
}

/**
 * Creates an account for the holder of an invitation. A link does not verify an address, so single sign-on will not join this account by
 * its address. Throws 409 `duplicate` if the address already has an account.
 */
export async function createInvitedAccount(db: Database, person: { email: string; name: string; password: string }): Promise<string> {
  try {
    return await createAccount(db, { ...person, isEmailVerified: false });
  } catch (error) {
    if (sqlState(error) !== '23505' && sqlState(error) !== 'P2002') throw error;
    throw new AppError('duplicate', `An account for ${person.email} already exists. Sign in, then open the invitation again.`);
  }
}

/** Deletes an account that belongs to no tenant. */
export async function deleteUnusedAccount(db: Database, userId: string): Promise<void> {
  await db.system.user.deleteMany({ where: { id: userId, memberships: { none: {} } } });
}

function assertPasswordIsUsable(password: string): void {
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD)
    throw invalidInput('password', `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
}

/** Also false if the address has no account. */
export async function isPasswordOf(db: Database, email: string, password: string): Promise<boolean> {
  const account = await db.system.account.findFirst({
    where: { user: { email: email.trim().toLowerCase() }, providerId: 'credential' },
    select: { password: true },
  });
  return typeof account?.password === 'string' && passwords().verify({ hash: account.password, password });
}

/** Sets a new password and ends all sessions of the account. Throws 404. */
export async function resetPassword(db: Database, email: string, password: string): Promise<void> {
  assertPasswordIsUsable(password);
  const user = await db.system.user.findUnique({ where: { email: email.trim().toLowerCase() }, select: { id: true } });
  if (user === null) throw new AppError('not_found', `There is no account for ${email}.`);
  const hashed = await passwords().hash(password);
  await db.system.account.updateMany({
    where: { userId: user.id, providerId: 'credential' },
    data: { password: hashed, updatedAt: new Date() },
  });
  await db.system.session.deleteMany({ where: { userId: user.id } });
}

async function setMembership(db: Database, actor: Actor, tenantId: string, userId: string, email: string, role: Role): Promise<void> {
  await makeChange(tenantDb(db, tenantId), actor, RECORDED_ONLY, async (tx, record) => {
    const where = { tenantId_userId: { tenantId, userId } };
    const before = await tx.membership.findUnique({ where });
    if (before?.role === role) return;
    await tx.membership.upsert({ where, create: { tenantId, userId, role }, update: { role } });
    recordRole(record, { userId, email }, before?.role ?? null, role);
  });
}

export interface PersonsTenant {
  tenantId: string;
  name: string;
  plan: Plan;
  role: Role;
  isDemo: boolean;
  /** The tenant requires single sign-on, and the session began otherwise. */
  needsSso: boolean;
}

/** The tenants that a person belongs to, by name; `providerId` signed them in, null for a password. */
export async function membershipsOf(userId: string, providerId: string | null = null): Promise<PersonsTenant[]> {
  return asSystem(database(), async (tx) => {
    const memberships = await tx.membership.findMany({ where: { userId } });
    const tenants = await tx.tenant.findMany({
      where: { id: { in: memberships.map(({ tenantId }) => tenantId) } },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    });
    return tenants.flatMap((tenant) => {
      const role = memberships.find(({ tenantId }) => tenantId === tenant.id)?.role;
      if (role === undefined) return [];
      const { id: tenantId, name, plan, isDemo } = tenant;
      const needsSso = !isSignedInAsRequired({ ...tenant, tenantId }, { userId, role }, providerId);
      return [{ tenantId, name, plan, role, isDemo, needsSso }];
    });
  });
}

/**
 * A signed-in person as a member of one tenant; null if they are no member. Throws 403 `sso_required` where the tenant requires single sign-on
 * and the session began otherwise; without `providerId` that is not asked.
 */
export async function findMember(
  tenantId: string,
  person: { id: string; name: string; providerId?: string | null },
): Promise<KnownCaller | null> {
  return read(tenantDb(database(), tenantId), async (tx) => {
    const membership = await tx.membership.findUnique({ where: { tenantId_userId: { tenantId, userId: person.id } } });
    const tenant = await tx.tenant.findUnique({
      where: { id: tenantId },
      select: {
        plan: true,
        revenueVisibleTo: true,
        signalsPerMinute: true,
        requestsPerMinute: true,
        frozenAt: true,
        requiresSso: true,
        breakGlassUserId: true,
      },
    });
    if (membership === null || tenant === null) return null;
    if (person.providerId !== undefined && !isSignedInAsRequired({ tenantId, ...tenant }, membership, person.providerId))
      throw ssoRequired();
    const canSeeRevenue = mayPersonSeeRevenue(tenant.plan, membership.role, tenant.revenueVisibleTo);
    return {
      tenantId,
      plan: tenant.plan,
      isFrozen: tenant.frozenAt !== null,
      raised: { signalsPerMinute: tenant.signalsPerMinute, requestsPerMinute: tenant.requestsPerMinute },
      principal: { type: 'person', id: person.id, name: person.name, scopes: [], role: membership.role, canSeeRevenue },
    };
  });
}
