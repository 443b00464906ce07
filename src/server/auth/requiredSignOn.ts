/**
 * Tenants whose members have to sign in by an identity provider. It holds for each request and not for sign-in alone, since an account may belong to tenants
 * that require it and to others. One Owner, whom the tenant names, may use a password in case no provider answers.
 */
import type { RequiredSsoInput } from '@/contract/singleSignOn';
import type { Principal } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import type { Role } from '@/domain/vocabulary';
import { database } from '@/server/db/database';
import { env } from '@/server/env';
import { findMemberById } from '@/server/memberNames';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { assertMayManage, changeMembers } from './members';
import { providerFor, ssoProviders } from './ssoProviders';
import { asSystem } from '@/server/db/asSystem';

/** The provider for everybody, which the operator names by environment variables. */
export const COMMON_PROVIDER = 'oidc';

export interface SignOnRule {
  tenantId: string;
  requiresSso: boolean;
  breakGlassUserId: string | null;
}

/** The providers by which members of the tenant can sign in. */
export function providersFor(tenantId: string): string[] {
  const own = ssoProviders().filter(({ tenant }) => tenant === tenantId);
  return [...own.map(({ id }) => id), ...(env().OIDC_CLIENT_ID === undefined ? [] : [COMMON_PROVIDER])];
}

/** Whether a session that began with `providerId` (null: with a password) may enter. A tenant that has lost all its providers lets everybody in. */
export function isSignedInAsRequired(
  { tenantId, requiresSso, breakGlassUserId }: SignOnRule,
  member: { userId: string; role: Role },
  providerId: string | null,
): boolean {
  if (!requiresSso) return true;
  const providers = providersFor(tenantId);
  if (providers.length === 0 || (providerId !== null && providers.includes(providerId))) return true;
  return member.userId === breakGlassUserId && member.role === 'Owner';
}

/** The refusal for a session that began with a password. */
export function ssoRequired(): AppError {
  return new AppError('sso_required', 'This tenant requires single sign-on. Sign out, then sign in with single sign-on.');
}

/**
 * Requires single sign-on of all members, or no longer. Throws 403 unless an Owner asks, 409 for a tenant without any provider, and 400 for
 * somebody who is no Owner with a password.
 */
export async function requireSso(tenant: TenantDb, principal: Principal, input: RequiredSsoInput): Promise<void> {
  const { tenantId } = tenant;
  if (input.isRequired) {
    if (providersFor(tenantId).length === 0)
      throw new AppError('conflict', 'No identity provider is set up for this tenant. Ask the operator of this server for one.');
    await assertHasPassword(input.breakGlassUserId);
  }
  await changeMembers(tenant, principal, async (tx, record) => {
    await assertMayManage(tx, tenantId, principal, 'Owner');
    const before = await readRule(tx, tenantId);
    const after = { requiresSso: input.isRequired, breakGlassUserId: input.isRequired ? input.breakGlassUserId : null };
    if (before.requiresSso === after.requiresSso && before.breakGlassUserId === after.breakGlassUserId) return;
    if (after.breakGlassUserId !== null) await assertOwnerWithPassword(tx, tenantId, after.breakGlassUserId);
    await tx.tenant.update({ where: { id: tenantId }, data: { ...after, version: { increment: 1 }, updatedAt: new Date() } });
    const said = async ({ requiresSso, breakGlassUserId }: Omit<SignOnRule, 'tenantId'>): Promise<object> => ({
      requiresSso,
      breakGlass: breakGlassUserId === null ? null : ((await findMemberById(tx, tenantId, breakGlassUserId))?.email ?? null),
    });
    const { name } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { name: true } });
    record({
      op: 'update',
      kind: 'tenant',
      entityId: tenantId,
      technicalName: name,
      before: await said(before),
      after: await said(after),
    });
  });
}

async function readRule(tx: Transaction, tenantId: string): Promise<Omit<SignOnRule, 'tenantId'>> {
  return tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { requiresSso: true, breakGlassUserId: true } });
}

async function assertHasPassword(userId: string): Promise<void> {
  const rows = await asSystem<{ userId: string }>(
    database(),
    `select "userId" from "account" where "userId" = $1 and "providerId" = 'credential' and "password" is not null`,
    [userId],
  );
  // The same words for a stranger, of whom nothing is told.
  if (rows.length === 0) throw invalidInput('breakGlassUserId', 'must be an Owner of this tenant who has a password');
}

async function assertOwnerWithPassword(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  const member = await findMemberById(tx, tenantId, userId);
  if (member?.role !== 'Owner') throw invalidInput('breakGlassUserId', 'must be an Owner of this tenant who has a password');
  const provider = providerFor(member.email);
  if (provider?.isRequired === true && !provider.breakGlass.includes(member.email))
    throw invalidInput(
      'breakGlassUserId',
      `the operator lets nobody at ${provider.domains.join(', ')} use a password, and that includes this Owner`,
    );
}
