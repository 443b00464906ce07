/**
 * The members of a tenant: list, change roles, remove, leave. Changes of membership lock the tenant's row, so that there is always an
 * Owner.
 */
import type { Member, MemberListInput } from '@/contract/people';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import { mayManageRole, type Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Role } from '@/domain/vocabulary';
import { RECORDED_ONLY, makeChange, opOf, type Actor, type Recorder } from '@/server/landscape/changeLandscape';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { countMembers, findMemberById, searchMembers, type NamedMember } from '@/server/memberNames';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { read } from '@/server/db/read';

function memberOut(row: NamedMember, principal: Principal): Member {
  return {
    userId: row.userId,
    name: row.name,
    email: row.email,
    role: row.role,
    joinedAt: row.createdAt.toISOString(),
    isYou: row.userId === principal.id,
  };
}

/** By id, so that pages never shift. */
export async function listMembers(tenant: TenantDb, principal: Principal, query: MemberListInput): Promise<Page<Member>> {
  const { limit = DEFAULT_LIMIT, cursor, search } = query;
  const { tenantId } = tenant;
  const scope = { tenantId, list: 'member', filters: { search } };
  const after = decodeCursor(scope, cursor);
  return read(tenant, async (tx) => {
    const rows = await searchMembers(tx, tenantId, { search: search ?? null, after, limit: limit + 1 });
    const counted = await countMembers(tx, tenantId, search ?? null, EXACT_TOTAL_UP_TO + 1);
    return pageFrom(
      scope,
      rows,
      limit,
      counted,
      ({ userId }) => userId,
      (row) => memberOut(row, principal),
    );
  });
}

/** Serialises changes of membership. */
export async function lockMembers(tx: Transaction, tenantId: string): Promise<void> {
  await tx.$queryRaw`select 1 from "tenant" where "id" = ${tenantId}::uuid for update`;
}

/** One recorded change of membership, never at the same time as another one. */
export async function changeMembers<T>(
  tenant: TenantDb,
  actor: Actor,
  work: (tx: Transaction, record: Recorder) => Promise<T>,
): Promise<T> {
  return makeChange(tenant, actor, RECORDED_ONLY, async (tx, record) => {
    await lockMembers(tx, tenant.tenantId);
    return work(tx, record);
  });
}

/** Runs `change` on a member under the lock. Throws 404 if they are no member. */
function changeMember(
  tenant: TenantDb,
  principal: Principal,
  userId: string,
  change: (tx: Transaction, record: Recorder, before: NamedMember) => Promise<Member>,
): Promise<Member> {
  return changeMembers(tenant, principal, async (tx, record) => {
    const before = await findMemberById(tx, tenant.tenantId, userId);
    if (before === null) throw new AppError('not_found', 'There is no such member. They may have left in the meantime.');
    return change(tx, record, before);
  });
}

/**
 * The role under the lock counts, not the one when the request arrived. Throws 403 `role_missing` for somebody who may not manage members
 * with `role`.
 */
export async function assertMayManage(tx: Transaction, tenantId: string, principal: Principal, role: Role): Promise<void> {
  const acting = (await tx.membership.findUnique({ where: { tenantId_userId: { tenantId, userId: principal.id } } }))?.role ?? null;
  if (acting !== null && mayManageRole(acting, role)) return;
  throw new AppError(
    'role_missing',
    role === 'Owner' ? 'Only an Owner can appoint, change or remove Owners.' : `This needs the Admin role; yours is ${acting ?? 'none'}.`,
  );
}

/** Throws 409 for an Owner whom the tenant needs. */
async function assertDispensable(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  const others = await tx.membership.count({ where: { tenantId, role: 'Owner', userId: { not: userId } } });
  if (others === 0) throw new AppError('conflict', 'This is the last Owner, and a tenant needs one. Make somebody else an Owner first.');
  const { requiresSso, breakGlassUserId } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  if (requiresSso && breakGlassUserId === userId)
    throw new AppError('conflict', 'This is the Owner who may sign in with a password. Choose another one under Settings first.');
}

/** Records a new role: null before somebody joins and after they leave. */
export function recordRole(
  record: Recorder,
  { userId, email }: Pick<NamedMember, 'userId' | 'email'>,
  was: Role | null,
  is: Role | null,
): void {
  const stated = (role: Role | null): object | null => role && { email, role };
  record({ op: opOf(was, is), kind: 'membership', entityId: userId, technicalName: email, before: stated(was), after: stated(is) });
}

/** Throws 404, 403 if an Admin changes an Owner, 409 for the last Owner and for the one who may enter by password. Setting the same role changes nothing. */
export async function changeRole(tenant: TenantDb, principal: Principal, userId: string, role: Role): Promise<Member> {
  const { tenantId } = tenant;
  return changeMember(tenant, principal, userId, async (tx, record, before) => {
    await assertMayManage(tx, tenantId, principal, before.role);
    await assertMayManage(tx, tenantId, principal, role);
    if (before.role === role) return memberOut(before, principal);
    if (before.role === 'Owner') await assertDispensable(tx, tenantId, userId);
    await tx.membership.update({ where: { tenantId_userId: { tenantId, userId } }, data: { role } });
    recordRole(record, before, before.role, role);
    return memberOut({ ...before, role }, principal);
  });
}

/** Ends a membership, possibly one's own: every further request of that person is refused. Throws as `changeRole` does. */
export async function removeMember(tenant: TenantDb, principal: Principal, userId: string): Promise<Member> {
  const { tenantId } = tenant;
  return changeMember(tenant, principal, userId, async (tx, record, before) => {
    // Everyone may leave.
    if (userId !== principal.id) await assertMayManage(tx, tenantId, principal, before.role);
    if (before.role === 'Owner') await assertDispensable(tx, tenantId, userId);
    await tx.membership.delete({ where: { tenantId_userId: { tenantId, userId } } });
    recordRole(record, before, before.role, null);
    return memberOut(before, principal);
  });
}
