/** Who may give whom which role, and that one Owner always remains. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { ROLES, type Role } from '@/domain/vocabulary';
import { listChanges } from '@/server/landscape/listChanges';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { openMembersEndpoint } from '@/server/webhooks/membersEndpoint';
import { useTestDatabase } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { ERASED, erasePerson } from './erasePerson';
import { changeRole, listMembers, removeMember } from './members';
import { createPerson, findMember } from './people';

const { database } = await useTestDatabase();

let tenant: TenantDb;
let owner: Principal;

async function join(role: Role, name: string = role): Promise<Principal> {
  const { userId } = await createPerson(database, SYSTEM, {
    email: `${name.toLowerCase().replaceAll(' ', '.')}-${randomUUID()}@example.com`,
    password: 'long enough',
    name,
    tenantId: tenant.tenantId,
    role,
  });
  return { type: 'person', id: userId, name, scopes: [], role, canSeeRevenue: false };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const rolesNow = async (): Promise<[string, Role][]> => {
  const { items } = await listMembers(tenant, owner, {});
  return items.map(({ name, role }): [string, Role] => [name, role]).sort();
};

beforeEach(async () => {
  tenant = await newTenant(database, 'Team');
  owner = await join('Owner');
});

describe('who may give which role to whom', () => {
  it.each([
    ['Admin', 'Viewer', 'Admin', 'done'],
    ['Admin', 'Admin', 'Viewer', 'done'],
    ['Admin', 'Editor', 'Owner', 'role_missing'],
    ['Admin', 'Owner', 'Viewer', 'role_missing'],
    ['Owner', 'Owner', 'Viewer', 'done'],
    ['Owner', 'Viewer', 'Owner', 'done'],
    ['Editor', 'Viewer', 'Editor', 'role_missing'],
    ['Viewer', 'Editor', 'Viewer', 'role_missing'],
  ] as const)('%s makes %s %s: %s', async (acting, from, to, expected) => {
    const [actor, target] = [await join(acting, 'Acting'), await join(from, 'Target')];
    expect(await codeOf(changeRole(tenant, actor, target.id, to))).toBe(expected);
    expect((await rolesNow()).find(([name]) => name === 'Target')).toEqual(['Target', expected === 'done' ? to : from]);
  });

  it('checks the role under the lock: somebody demoted to Viewer meanwhile cannot use the former Admin role', async () => {
    const admin = await join('Admin');
    const target = await join('Viewer', 'Target');
    await changeRole(tenant, owner, admin.id, 'Viewer');
    expect(await codeOf(changeRole(tenant, { ...admin, role: 'Admin' }, target.id, 'Editor'))).toBe('role_missing');
  });

  it('answers 404 for somebody who is not a member', async () => {
    expect(await codeOf(changeRole(tenant, owner, 'nobody', 'Viewer'))).toBe('not_found');
    expect(await codeOf(removeMember(tenant, owner, 'nobody'))).toBe('not_found');
  });
});

describe('removing', () => {
  it.each([
    ['Admin', 'Editor', 'done'],
    ['Admin', 'Admin', 'done'],
    ['Admin', 'Owner', 'role_missing'],
    ['Owner', 'Owner', 'done'],
    ['Editor', 'Viewer', 'role_missing'],
  ] as const)('%s removes %s: %s', async (acting, role, expected) => {
    const [actor, target] = [await join(acting, 'Acting'), await join(role, 'Target')];
    expect(await codeOf(removeMember(tenant, actor, target.id))).toBe(expected);
    expect((await findMember(tenant.tenantId, target)) === null).toBe(expected === 'done');
  });

  it.each(ROLES.filter((role) => role !== 'Owner'))('a %s may leave', async (role) => {
    const person = await join(role);
    await removeMember(tenant, person, person.id);
    expect(await findMember(tenant.tenantId, person)).toBeNull();
  });
});

describe('the last Owner', () => {
  it('can neither leave nor get another role', async () => {
    expect(await codeOf(removeMember(tenant, owner, owner.id))).toBe('conflict');
    expect(await codeOf(changeRole(tenant, owner, owner.id, 'Admin'))).toBe('conflict');
    expect(await rolesNow()).toEqual([['Owner', 'Owner']]);
  });

  it('remains when both Owners leave, are removed or are demoted at the same time', async () => {
    for (const act of [
      (one: Principal) => removeMember(tenant, one, one.id),
      (one: Principal, other: Principal) => removeMember(tenant, one, other.id),
      (one: Principal) => changeRole(tenant, one, one.id, 'Viewer'),
    ]) {
      tenant = await newTenant(database, 'Team');
      const [one, two] = [await join('Owner', 'One'), await join('Owner', 'Two')];
      const outcomes = await Promise.all([codeOf(act(one, two)), codeOf(act(two, one))]);
      expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
      const { items } = await listMembers(tenant, one, {});
      expect(items.filter(({ role }) => role === 'Owner')).toHaveLength(1);
    }
  });
});

describe('the list', () => {
  it('finds members by name and e-mail address, marks the caller, and pages without gaps', async () => {
    const editor = await join('Editor', 'Grace Hopper');
    await join('Viewer', 'Ada');
    const found = await listMembers(tenant, editor, { search: 'HOPPER' });
    expect(found.items).toEqual([
      {
        userId: editor.id,
        name: 'Grace Hopper',
        email: expect.stringMatching(/^grace\.hopper-/) as string,
        role: 'Editor',
        joinedAt: expect.any(String) as string,
        isYou: true,
      },
    ]);
    const first = await listMembers(tenant, owner, { limit: 2 });
    const second = await listMembers(tenant, owner, { limit: 2, cursor: first.nextCursor ?? '' });
    expect([first.total, [...first.items, ...second.items].map(({ name }) => name).sort(), second.nextCursor]).toEqual([
      3,
      ['Ada', 'Grace Hopper', 'Owner'],
      null,
    ]);
  });
});

it('the log says who gave whom which role, and keeps that after the member has gone', async () => {
  const editor = await join('Editor', 'Grace');
  await changeRole(tenant, owner, editor.id, 'Admin');
  await changeRole(tenant, owner, editor.id, 'Admin');
  await removeMember(tenant, owner, editor.id);
  const { items } = await listChanges(tenant, EVERYTHING, { kind: ['membership'], entityId: editor.id });
  expect(
    items.map(({ op, actor, fields, landscapeVersion }) => [
      op,
      actor.name,
      Object.fromEntries(fields.map(({ field, from, to }) => [field, [from, to]])),
      landscapeVersion,
    ]),
  ).toEqual([
    ['delete', 'Owner', { email: [expect.stringMatching(/^grace-/), null], role: ['Admin', null] }, null],
    ['update', 'Owner', { role: ['Editor', 'Admin'] }, null],
    ['create', 'test', { email: [null, expect.stringMatching(/^grace-/)], role: [null, 'Editor'] }, null],
  ]);
});

/** A badge, which outlives the membership of its maker, and the delivery of a mail. */
const leaveBadgeAndMail = ({ id, name }: Principal): Promise<unknown> =>
  write(tenant, async (tx) => {
    const { tenantId } = tenant;
    const [eventId, createdAt] = [randomUUID(), new Date()];
    await tx.shareLink.create({ data: { tenantId, id: randomUUID(), kind: 'badge', title: 'Shop', madeById: id, madeByName: name } });
    const endpointId = await openMembersEndpoint(tx, tenantId);
    await tx.webhookMessage.create({ data: { tenantId, eventId, body: '{}', createdAt } });
    const event = { eventId, sequence: 1, eventType: 'notification.raised' };
    await tx.webhookDelivery.create({ data: { tenantId, id: eventId, endpointId, ...event, subscriberId: id, createdAt } });
  });

const badgesAndMails = (): Promise<unknown> =>
  read(tenant, async (tx) => [
    await tx.shareLink.findMany({ where: { tenantId: tenant.tenantId }, select: { madeByName: true } }),
    await tx.webhookDelivery.findMany({ where: { tenantId: tenant.tenantId }, select: { subscriberId: true } }),
  ]);

describe('a person who is erased', () => {
  it('leaves neither account nor name, but what they did', async () => {
    const erased = await join('Owner', 'Ada Erased');
    const { email } = await database.system.user.findUniqueOrThrow({ where: { id: erased.id } });
    await changeRole(tenant, erased, (await join('Viewer')).id, 'Editor');
    await leaveBadgeAndMail(erased);
    const { entries, tenants } = await erasePerson(database, email.toUpperCase());
    expect([tenants, entries]).toEqual([[tenant.tenantId], 2]);
    expect(await database.system.user.count({ where: { id: erased.id } })).toBe(0);
    const history = JSON.stringify((await listChanges(tenant, EVERYTHING, { limit: 200 })).items);
    expect(history).not.toMatch(new RegExp(`${erased.name}|${email}`, 'i'));
    expect(history).toContain(`"name":"${ERASED}"`);
    expect(await badgesAndMails()).toEqual([[{ madeByName: ERASED }], [{ subscriberId: null }]]);
    expect(await codeOf(erasePerson(database, email))).toBe('not_found');
  });

  it('stays if a tenant would be left without an Owner, and nothing of them is changed', async () => {
    const { email } = await database.system.user.findUniqueOrThrow({ where: { id: owner.id } });
    expect(await codeOf(erasePerson(database, email))).toBe('conflict');
    expect(await rolesNow()).toEqual([['Owner', 'Owner']]);
    expect(JSON.stringify((await listChanges(tenant, EVERYTHING, { limit: 200 })).items)).toContain(email);
  });
});
