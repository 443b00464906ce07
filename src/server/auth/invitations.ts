/**
 * Invitations: created, renewed, withdrawn and accepted. Anyone with the link can join as the invited address, so the link is shown once,
 * only its SHA-256 is stored, and it ends after a week or its first use.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type {
  CreatedInvitation,
  Invitation,
  InvitationCreate,
  InvitationJoinInput,
  InvitationListInput,
  InvitationOffer,
  Joined,
} from '@/contract/people';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Invitation as Row } from '@generated/client';
import { database } from '@/server/db/database';
import { opOf, type Recorder } from '@/server/landscape/changeLandscape';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { findMemberByEmail } from '@/server/memberNames';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { deleteInvitations } from './deleteInvitations';
import { assertMayManage, changeMembers, recordRole } from './members';
import { createInvitedAccount, deleteUnusedAccount } from './people';
import { waysIn, type SignedIn } from './signIn';
import { asSystem } from '@/server/db/asSystem';
import { read } from '@/server/db/read';

const LIVES_MS = 7 * 24 * 3_600_000;

function newToken(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest());
}

function invitationOut(row: Row): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invitedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** Null before it was made and after it is gone. */
function recordInvitation(record: Recorder, was: Row | null, is: Row | null): void {
  const { id, email } = (was ?? is)!;
  const logged = (row: Row | null): object | null =>
    row && { email, role: row.role, invitedBy: row.invitedBy, expiresAt: row.expiresAt.toISOString() };
  record({ op: opOf(was, is), kind: 'invitation', entityId: id, technicalName: email, before: logged(was), after: logged(is) });
}

/** Invitations that nobody has accepted yet, including expired ones, by id. */
export async function listInvitations(tenant: TenantDb, query: InvitationListInput): Promise<Page<Invitation>> {
  const { limit = DEFAULT_LIMIT, cursor, search } = query;
  const { tenantId } = tenant;
  const scope = { tenantId, list: 'invitation', filters: { search } };
  const after = decodeCursor(scope, cursor);
  const where = { tenantId, ...(search === undefined ? {} : { email: { contains: search, mode: 'insensitive' } as const }) };
  return read(tenant, async (tx) => {
    const rows = await tx.invitation.findMany({
      where: after === null ? where : { AND: [where, { id: { gt: after } }] },
      orderBy: { id: 'asc' },
      take: limit + 1,
    });
    const counted = await tx.invitation.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    return pageFrom(scope, rows, limit, counted, ({ id }) => id, invitationOut);
  });
}

/**
 * Creates an invitation and returns its token in clear text, only this once. Throws 403 if an Admin invites an Owner, 409 for a member and
 * for an address that is already invited.
 */
export async function createInvitation(
  tenant: TenantDb,
  principal: Principal,
  { email, role }: InvitationCreate,
  now: Date,
): Promise<CreatedInvitation> {
  const { tenantId } = tenant;
  const { token, hash } = newToken();
  const made = await changeMembers(tenant, principal, async (tx, record) => {
    await assertMayManage(tx, tenantId, principal, role);
    if ((await findMemberByEmail(tx, tenantId, email)) !== null)
      throw new AppError('duplicate', `${email} is already a member. Change the role in the list of members.`);
    if ((await tx.invitation.count({ where: { tenantId, email } })) > 0)
      throw new AppError('duplicate', `${email} is already invited. Renew that invitation for a new link, or withdraw it.`);
    const id = randomUUID();
    const expiresAt = new Date(now.getTime() + LIVES_MS);
    const row = await tx.invitation.create({
      data: { tenantId, id, email, role, invitedBy: principal.name, createdAt: now, expiresAt },
    });
    await tx.invitationDirectory.create({ data: { hash, tenantId, invitationId: id } });
    recordInvitation(record, null, row);
    return invitationOut(row);
  });
  return { ...made, token };
}

async function readOwn(tx: Transaction, tenantId: string, id: string, principal: Principal): Promise<Row> {
  const row = await tx.invitation.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (row === null) throw new AppError('not_found', 'There is no such invitation: it was accepted or withdrawn.');
  await assertMayManage(tx, tenantId, principal, row.role);
  return row;
}

/** A new link for another week; the previous one stops working. */
export async function renewInvitation(tenant: TenantDb, principal: Principal, id: string, now: Date): Promise<CreatedInvitation> {
  const { tenantId } = tenant;
  const { token, hash } = newToken();
  const renewed = await changeMembers(tenant, principal, async (tx, record) => {
    const before = await readOwn(tx, tenantId, id, principal);
    await tx.invitationDirectory.deleteMany({ where: { tenantId, invitationId: id } });
    const row = await tx.invitation.update({
      where: { tenantId_id: { tenantId, id } },
      data: { invitedBy: principal.name, expiresAt: new Date(now.getTime() + LIVES_MS) },
    });
    await tx.invitationDirectory.create({ data: { hash, tenantId, invitationId: id } });
    recordInvitation(record, before, row);
    return invitationOut(row);
  });
  return { ...renewed, token };
}

/** Withdraws it: the link stops working. */
export async function revokeInvitation(tenant: TenantDb, principal: Principal, id: string): Promise<Invitation> {
  const { tenantId } = tenant;
  return changeMembers(tenant, principal, async (tx, record) => {
    const row = await readOwn(tx, tenantId, id, principal);
    await deleteInvitations(tx, tenantId, { id });
    recordInvitation(record, row, null);
    return invitationOut(row);
  });
}

function leadsNowhere(): AppError {
  return new AppError(
    'not_found',
    'This invitation no longer works: it was used, withdrawn or replaced, or its week is over. Ask for a new one.',
  );
}

/** Tells the holder whom to ask: the person who invited them can renew it. */
function isOver({ invitedBy, expiresAt }: Row): AppError {
  return new AppError('not_found', `This invitation has expired. Ask ${invitedBy} for a new link.`, {
    facts: { invitedBy, expiredAt: expiresAt.toISOString() },
  });
}

async function findByToken(token: string): Promise<{ tenant: TenantDb; id: string }> {
  const entry = await asSystem(database(), (tx) => tx.invitationDirectory.findUnique({ where: { hash: hashOfToken(token) } }));
  if (entry === null) throw leadsNowhere();
  return { tenant: tenantDb(database(), entry.tenantId), id: entry.invitationId };
}

/** The invitation of a token while it is valid. The lock on the members ensures that it is used once. */
async function readByToken(tx: Transaction, tenantId: string, id: string, token: string, now: Date): Promise<Row> {
  const entry = await tx.invitationDirectory.findUnique({ where: { hash: hashOfToken(token), tenantId, invitationId: id } });
  const invitation = entry === null ? null : await tx.invitation.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (invitation === null) throw leadsNowhere();
  if (invitation.expiresAt <= now) throw isOver(invitation);
  return invitation;
}

/**
 * The offer for the holder of the link. Throws 404 if the link is invalid; if it has expired, `facts` say who invited and until when it was
 * valid.
 */
export async function readOffer(token: string, now: Date): Promise<InvitationOffer> {
  const { tenant, id } = await findByToken(token);
  const offer = await read(tenant, async (tx) => {
    const { email, role, invitedBy, expiresAt } = await readByToken(tx, tenant.tenantId, id, token, now);
    const { name } = await tx.tenant.findUniqueOrThrow({ where: { id: tenant.tenantId }, select: { name: true } });
    return { tenantName: name, email, role, invitedBy, expiresAt: expiresAt.toISOString() };
  });
  const account = await database().system.user.findUnique({ where: { email: offer.email }, select: { id: true } });
  return { ...offer, hasAccount: account !== null };
}

/** Makes the signed-in person a member; a member keeps their role. Throws 404, and 409 for somebody signed in with another address. */
export async function acceptInvitation(person: SignedIn, token: string, now: Date): Promise<Joined> {
  const { tenant, id } = await findByToken(token);
  const { tenantId } = tenant;
  await changeMembers(tenant, { type: 'person', id: person.id, name: person.name }, async (tx, record) => {
    const invitation = await readByToken(tx, tenantId, id, token, now);
    const { email, role } = invitation;
    if (email !== person.email.toLowerCase())
      throw new AppError('conflict', `This invitation is for ${email}; you are signed in as ${person.email}.`);
    await deleteInvitations(tx, tenantId, { id });
    recordInvitation(record, invitation, null);
    const made = await tx.membership.createMany({ data: { tenantId, userId: person.id, role }, skipDuplicates: true });
    if (made.count === 1) recordRole(record, { userId: person.id, email }, null, role);
  });
  return { tenantId };
}

/**
 * Creates an account for somebody new and makes them a member. Throws 404, and 409 `duplicate` if the address has an account, whose owner
 * has to sign in and accept.
 */
export async function joinAsNewPerson({ token, name, password }: InvitationJoinInput, now: Date): Promise<Joined> {
  if (!waysIn().hasPassword)
    throw new AppError(
      'conflict',
      'Passwords are switched off on this server. Sign in with single sign-on, then open the invitation again.',
    );
  const { email } = await readOffer(token, now);
  const userId = await createInvitedAccount(database(), { email, name, password });
  try {
    return await acceptInvitation({ id: userId, name, email }, token, now);
  } catch (error) {
    await deleteUnusedAccount(database(), userId);
    throw error;
  }
}
