/** The life of an invitation: who may create it, who may use it, and that it works only once. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Role } from '@/domain/vocabulary';
import { listChanges } from '@/server/landscape/listChanges';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { EVERYTHING, newTenant } from '@/test/tenants';
import {
  acceptInvitation,
  createInvitation,
  joinAsNewPerson,
  listInvitations,
  readOffer,
  renewInvitation,
  revokeInvitation,
} from './invitations';
import { createPerson, findMember } from './people';
import { auth, type SignedIn } from './signIn';
import { read } from '@/server/db/read';

const { database } = await useTestDatabase();

const NOW = new Date('2026-11-20T09:00:00.000Z');
const later = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);

let tenant: TenantDb;
let owner: Principal;
let email: string;

async function join(role: Role): Promise<Principal> {
  const { userId } = await createPerson(database, SYSTEM, {
    email: `${randomUUID()}@example.com`,
    password: 'long enough',
    name: role,
    tenantId: tenant.tenantId,
    role,
  });
  return { type: 'person', id: userId, name: role, scopes: [], role, canSeeRevenue: false };
}

/** Somebody who has an account and belongs to another tenant. */
async function stranger(address: string): Promise<SignedIn> {
  const { tenantId } = await newTenant(database);
  const { userId } = await createPerson(database, SYSTEM, {
    email: address,
    password: 'long enough',
    name: 'Stranger',
    tenantId,
    role: 'Viewer',
  });
  return { id: userId, name: 'Stranger', email: address };
}

async function refusalOf(work: Promise<unknown>): Promise<[string, string]> {
  try {
    await work;
    return ['done', ''];
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.message];
    throw error;
  }
}
const codeOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work))[0];

beforeEach(async () => {
  tenant = await newTenant(database, 'Team', 'Shop');
  owner = await join('Owner');
  email = `${randomUUID()}@example.com`;
});

describe('inviting', () => {
  it.each([
    ['Admin', 'Admin', 'done'],
    ['Admin', 'Owner', 'role_missing'],
    ['Owner', 'Owner', 'done'],
    ['Editor', 'Viewer', 'role_missing'],
  ] as const)('%s invites %s: %s', async (acting, role, expected) => {
    expect(await codeOf(createInvitation(tenant, await join(acting), { email, role }, NOW))).toBe(expected);
  });

  it('lasts a week, is listed without its token, and the token is not in the database', async () => {
    const { token, ...made } = await createInvitation(tenant, owner, { email, role: 'Viewer' }, NOW);
    expect(made).toEqual({
      id: made.id,
      email,
      role: 'Viewer',
      invitedBy: 'Owner',
      createdAt: NOW.toISOString(),
      expiresAt: '2026-11-27T09:00:00.000Z',
    });
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await listInvitations(tenant, {})).items).toEqual([made]);
    const rows = await read(
      tenant,
      (tx) => tx.$queryRaw<{ all: string }[]>`
      select (select json_agg(i)::text from invitation i) || (select json_agg(d)::text from invitation_directory d) || (select json_agg(c)::text from change c) as all`,
    );
    expect(rows[0]?.all).toContain(email);
    expect(rows[0]?.all).not.toContain(token);
  });

  it('refuses to invite a member, or somebody already invited', async () => {
    const { email: known } = await stranger(email);
    await createInvitation(tenant, owner, { email: known, role: 'Viewer' }, NOW);
    expect(await refusalOf(createInvitation(tenant, owner, { email, role: 'Viewer' }, NOW))).toEqual([
      'duplicate',
      `${email} is already invited. Renew that invitation for a new link, or withdraw it.`,
    ]);
    const member = await createPerson(database, SYSTEM, {
      email: `in-${email}`,
      password: 'long enough',
      tenantId: tenant.tenantId,
      role: 'Viewer',
    });
    expect(member.isNew).toBe(true);
    expect(await refusalOf(createInvitation(tenant, owner, { email: `in-${email}`, role: 'Viewer' }, NOW))).toEqual([
      'duplicate',
      `in-${email} is already a member. Change the role in the list of members.`,
    ]);
  });

  it('an Admin can neither renew nor withdraw an invitation of an Owner', async () => {
    const { id } = await createInvitation(tenant, owner, { email, role: 'Owner' }, NOW);
    const admin = await join('Admin');
    expect(await codeOf(renewInvitation(tenant, admin, id, NOW))).toBe('role_missing');
    expect(await codeOf(revokeInvitation(tenant, admin, id))).toBe('role_missing');
  });
});

describe('somebody with an account', () => {
  it('learns who can renew the invitation once its week is over, and cannot use it', async () => {
    const { token } = await createInvitation(tenant, owner, { email, role: 'Editor' }, NOW);
    const refusal = await readOffer(token, later(7)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'not_found',
      message: 'This invitation has expired. Ask Owner for a new link.',
      facts: { invitedBy: 'Owner', expiredAt: later(7).toISOString() },
    });
    expect(await codeOf(acceptInvitation(await stranger(email), token, later(7)))).toBe('not_found');
  });

  it('sees the offer, joins with the invited role, and the link leads nowhere afterwards', async () => {
    const person = await stranger(email);
    const { token } = await createInvitation(tenant, owner, { email, role: 'Editor' }, NOW);
    expect(await readOffer(token, NOW)).toEqual({
      tenantName: 'Shop',
      email,
      role: 'Editor',
      invitedBy: 'Owner',
      expiresAt: later(7).toISOString(),
      hasAccount: true,
    });
    expect(await acceptInvitation(person, token, NOW)).toEqual({ tenantId: tenant.tenantId });
    expect((await findMember(tenant.tenantId, person))?.principal.role).toBe('Editor');
    expect([await codeOf(readOffer(token, NOW)), await codeOf(acceptInvitation(person, token, NOW))]).toEqual(['not_found', 'not_found']);
    expect((await listInvitations(tenant, {})).total).toBe(0);
  });

  it('with another e-mail address is told so and joins nothing', async () => {
    const person = await stranger(`other-${email}`);
    const { token } = await createInvitation(tenant, owner, { email, role: 'Editor' }, NOW);
    expect(await refusalOf(acceptInvitation(person, token, NOW))).toEqual([
      'conflict',
      `This invitation is for ${email}; you are signed in as other-${email}.`,
    ]);
    expect(await findMember(tenant.tenantId, person)).toBeNull();
    expect(await codeOf(readOffer(token, NOW))).toBe('done');
  });

  it('gets no second account by the link, but signs in', async () => {
    await stranger(email);
    const { token } = await createInvitation(tenant, owner, { email, role: 'Editor' }, NOW);
    expect(await codeOf(joinAsNewPerson({ token, name: 'Mallory', password: 'another one' }, NOW))).toBe('duplicate');
    expect(await codeOf(readOffer(token, NOW))).toBe('done');
  });

  it('who has become a member meanwhile keeps the role', async () => {
    const { token } = await createInvitation(tenant, owner, { email, role: 'Viewer' }, NOW);
    const { userId } = await createPerson(database, SYSTEM, { email, password: 'long enough', tenantId: tenant.tenantId, role: 'Admin' });
    const person = { id: userId, name: 'Kept', email };
    await acceptInvitation(person, token, NOW);
    expect((await findMember(tenant.tenantId, person))?.principal.role).toBe('Admin');
  });
});

describe('somebody new', () => {
  it('sets name and password, joins, and signs in with them', async () => {
    const { token } = await createInvitation(tenant, owner, { email, role: 'Viewer' }, NOW);
    expect((await readOffer(token, NOW)).hasAccount).toBe(false);
    expect(await joinAsNewPerson({ token, name: 'Grace', password: 'a good password' }, NOW)).toEqual({ tenantId: tenant.tenantId });
    const signedIn = await auth().api.signInEmail({ body: { email, password: 'a good password' } });
    expect([signedIn.user.name, signedIn.user.emailVerified]).toEqual(['Grace', false]);
    expect((await findMember(tenant.tenantId, signedIn.user))?.principal.role).toBe('Viewer');
  });

  it('joins once when the link is used twice at the same moment', async () => {
    const { token } = await createInvitation(tenant, owner, { email, role: 'Viewer' }, NOW);
    const outcomes = await Promise.all(
      ['One', 'Two'].map((name) => codeOf(joinAsNewPerson({ token, name, password: 'a good password' }, NOW))),
    );
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
    expect(await database.system.user.count({ where: { email } })).toBe(1);
  });

  it.each([
    ['is expired', async (id: string) => void id, later(7)],
    ['is withdrawn', async (id: string) => void (await revokeInvitation(tenant, owner, id)), NOW],
    ['is renewed', async (id: string) => void (await renewInvitation(tenant, owner, id, NOW)), NOW],
  ])('makes no account by a link that %s', async (_, end, at) => {
    const { token, id } = await createInvitation(tenant, owner, { email, role: 'Viewer' }, NOW);
    await end(id);
    expect(await codeOf(joinAsNewPerson({ token, name: 'Late', password: 'a good password' }, at))).toBe('not_found');
    expect(await database.system.user.count({ where: { email } })).toBe(0);
  });

  it('joins by the new link of a renewed invitation, valid for another week', async () => {
    const { id } = await createInvitation(tenant, owner, { email, role: 'Viewer' }, NOW);
    const renewed = await renewInvitation(tenant, owner, id, later(6));
    expect(renewed.expiresAt).toBe(later(13).toISOString());
    expect(await joinAsNewPerson({ token: renewed.token, name: 'Grace', password: 'a good password' }, later(12))).toEqual({
      tenantId: tenant.tenantId,
    });
  });
});

it('the log records who invited whom with which role, and that they joined', async () => {
  const { token } = await createInvitation(tenant, owner, { email, role: 'Viewer' }, NOW);
  await joinAsNewPerson({ token, name: 'Grace', password: 'a good password' }, NOW);
  const { items } = await listChanges(tenant, EVERYTHING, { kind: ['invitation', 'membership'], search: email });
  expect(items.map(({ op, kind, actor }) => [op, kind, actor.name])).toEqual([
    ['delete', 'invitation', 'Grace'],
    ['create', 'membership', 'Grace'],
    ['create', 'invitation', 'Owner'],
  ]);
});
