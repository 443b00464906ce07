/** Creating and deleting a tenant, and changing its plan. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_OWNED_TENANTS, type Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { ROLES, type Plan, type Role } from '@/domain/vocabulary';
import { listChanges } from '@/server/landscape/listChanges';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { useOwnDatabase } from '@/test/database';
import { createOneOfEach, fullest } from '@/test/restKinds';
import { sendToWeb } from '@/test/restMounts';
import { created, createKey, createRestTenant, SYSTEM } from '@/test/restTenants';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { findKey } from './findKey';
import { createInvitation } from './invitations';
import { choosePlan, deleteTenant, foundTenant } from './ownTenant';
import { createPerson, findMember, membershipsOf } from './people';
import type { SignedIn } from './signIn';
import { readUsage } from './tenantUsage';
import { getTenant } from './tenants';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database, owner } = await useOwnDatabase();

async function newPerson(tenantId: string, role: Role): Promise<SignedIn & { principal: Principal }> {
  const email = `${randomUUID()}@example.com`;
  const { userId } = await createPerson(database, SYSTEM, { email, password: 'long enough', name: role, tenantId, role });
  return { id: userId, name: role, email, principal: { type: 'person', id: userId, name: role, scopes: [], role, canSeeRevenue: true } };
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

describe('creating a tenant', () => {
  it('creates an empty tenant on the Free plan with the creator as Owner, and logs it', async () => {
    const person = await newPerson((await newTenant(database)).tenantId, 'Viewer');
    const { tenantId } = await foundTenant(person, 'Second');
    expect((await membershipsOf(person.id)).map(({ name, plan, role }) => [name, plan, role])).toEqual([
      ['Second', 'Free', 'Owner'],
      ['Test', 'Enterprise', 'Viewer'],
    ]);
    expect(await getTenant(tenantDb(database, tenantId))).toMatchObject({
      name: 'Second',
      plan: 'Free',
      usage: { components: 0 },
      version: 1,
    });
    const { items } = await listChanges(tenantDb(database, tenantId), EVERYTHING, {});
    expect(items.map(({ op, kind, actor }) => [op, kind, actor.name])).toEqual([
      ['create', 'tenant', 'Viewer'],
      ['create', 'membership', 'Viewer'],
    ]);
  });

  it('stops at ten owned tenants, even for simultaneous requests, and works again when one is deleted', async () => {
    const person = await newPerson((await newTenant(database)).tenantId, 'Viewer');
    const outcomes = await Promise.all(
      Array.from({ length: MOST_OWNED_TENANTS + 2 }, (_, index) => codeOf(foundTenant(person, `Own ${index}`))),
    );
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(10);
    expect(outcomes.filter((code) => code === 'conflict')).toHaveLength(2);
    const [own] = (await membershipsOf(person.id)).filter(({ role }) => role === 'Owner');
    await deleteTenant(tenantDb(database, own?.tenantId ?? ''), person.principal, own?.name ?? '');
    expect(await codeOf(foundTenant(person, 'Another'))).toBe('done');
  });
});

describe('choosing a plan', () => {
  let tenant: TenantDb;
  let owner: Principal;
  beforeEach(async () => {
    tenant = await newTenant(database, 'Business');
    owner = (await newPerson(tenant.tenantId, 'Owner')).principal;
  });
  const haveComponents = (count: number) =>
    write(tenant, (tx) => tx.componentCounter.update({ where: { tenantId: tenant.tenantId }, data: { live: count } }));

  it('changes the limits and logs it', async () => {
    expect(await choosePlan(tenant, owner, 'Enterprise', null)).toMatchObject({
      plan: 'Enterprise',
      version: 2,
      limits: { components: 1_000_000, maximumDepth: 10 },
    });
    const { items } = await listChanges(tenant, EVERYTHING, { kind: ['tenant'] });
    expect(items.map(({ fields }) => fields)).toEqual([[{ field: 'plan', from: 'Business', to: 'Enterprise' }]]);
  });

  it('refuses a plan without room for the existing components, and accepts one that just holds them', async () => {
    await haveComponents(1_001);
    await expect(choosePlan(tenant, owner, 'Team', null)).rejects.toMatchObject({
      code: 'plan_limit',
      facts: { limit: 1_000, components: 1_001 },
      message: 'The Team plan allows 1,000 components; there are 1,001. Delete some first.',
    });
    await haveComponents(1_000);
    expect((await choosePlan(tenant, owner, 'Team', null)).plan).toBe('Team');
  });

  it('is only for Owners, and only from the version they saw', async () => {
    const admin = (await newPerson(tenant.tenantId, 'Admin')).principal;
    expect(await codeOf(choosePlan(tenant, admin, 'Free', null))).toBe('role_missing');
    expect(await codeOf(choosePlan(tenant, owner, 'Free', '"0r"'))).toBe('precondition_failed');
    expect((await getTenant(tenant)).plan).toBe('Business');
  });
});

describe('deleting a tenant', () => {
  const countsOf = async (tenantId: string): Promise<Record<string, number>> => {
    const { rows } = await owner.query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = current_schema() and column_name = 'tenantId' and table_type = 'BASE TABLE' order by 1`,
    );
    const counts: Record<string, number> = {};
    await read(tenantDb(database, tenantId), async (tx) => {
      for (const { name } of rows) {
        const [found] = await tx.$queryRawUnsafe<{ count: number }[]>(`select count(*)::int as count from "${name}"`);
        if (found !== undefined && found.count > 0) counts[name] = found.count;
      }
    });
    return counts;
  };

  it('deletes everything in it, but no other tenant, and people keep their accounts', async () => {
    const [doomed, neighbour] = [await createRestTenant(database, sendToWeb), await createRestTenant(database, sendToWeb)];
    for (const tenant of [doomed, neighbour]) {
      const ids = await createOneOfEach(tenant, 'thing');
      await created(tenant, '/capabilities', fullest('capability', 'child', ids));
      await created(tenant, '/components', fullest('component', 'full', ids));
      await tenant.call('POST', `/components/${ids.component}/health`, { json: { state: 'Outage' } });
    }
    const owner = await newPerson(doomed.tenantId, 'Owner');
    await createInvitation(tenantDb(database, doomed.tenantId), owner.principal, { email: 'x@example.com', role: 'Viewer' }, new Date());
    const before = await countsOf(neighbour.tenantId);
    expect(Object.keys(await countsOf(doomed.tenantId)).length).toBeGreaterThan(20);
    await deleteTenant(tenantDb(database, doomed.tenantId), owner.principal, 'Tenant of Enterprise');
    expect(await countsOf(doomed.tenantId)).toEqual({});
    expect(await database.system.tenant.count({ where: { id: doomed.tenantId } })).toBe(0);
    expect(await countsOf(neighbour.tenantId)).toEqual(before);
    expect(await membershipsOf(owner.id)).toEqual([]);
    expect(await database.system.user.count({ where: { id: owner.id } })).toBe(1);
  });

  it('requires the exact name and an Owner', async () => {
    const tenant = await newTenant(database, 'Free', 'Shop');
    const [owner, admin] = [await newPerson(tenant.tenantId, 'Owner'), await newPerson(tenant.tenantId, 'Admin')];
    expect(await codeOf(deleteTenant(tenant, owner.principal, 'shop'))).toBe('invalid_input');
    expect(await codeOf(deleteTenant(tenant, admin.principal, 'Shop'))).toBe('role_missing');
    expect((await getTenant(tenant)).name).toBe('Shop');
  });
});

it('usage counts components, members, valid keys and the used part of the rate limits', async () => {
  const tenant = await createRestTenant(database, sendToWeb, 'Business');
  await createOneOfEach(tenant, 'thing');
  await newPerson(tenant.tenantId, 'Owner');
  const { tenantId } = tenant;
  // No bucket refills during the test.
  const updatedAt = new Date(Date.now() + 3_600_000);
  await write(tenantDb(database, tenantId), async (tx) => {
    const key = await tx.apiKey.findFirstOrThrow({ where: { canSeeRevenue: true } });
    await tx.rateBucket.deleteMany({});
    const buckets = [
      { subject: 'signals', tokens: 590 },
      { subject: `key:${key.id}`, tokens: 1_000 },
      { subject: 'key:00000000-0000-4000-8000-000000000000', tokens: 1_199 },
    ];
    await tx.rateBucket.createMany({ data: buckets.map((bucket) => ({ ...bucket, tenantId, updatedAt })) });
  });
  const usage = await readUsage(tenantDb(database, tenantId));
  expect(usage).toEqual({
    components: { used: 1, limit: 20_000 },
    signalsPerMinute: { used: 10, limit: 600 },
    requestsPerMinute: { used: 200, limit: 1_200, busiestKey: 'key for read write' },
    maximumDepth: 8,
    members: 1,
    activeKeys: 5,
  });
});

async function canMemberSee(plan: Plan, role: Role, revenueVisibleTo: readonly Role[]): Promise<boolean | undefined> {
  const { tenantId, ...tenant } = await newTenant(database, plan);
  const userId = randomUUID();
  await database.system.user.create({ data: { id: userId, email: `${userId}@example.com`, name: 'Ada', emailVerified: true } });
  await write({ tenantId, ...tenant }, async (tx) => {
    await tx.tenant.update({ where: { id: tenantId }, data: { revenueVisibleTo: [...revenueVisibleTo] } });
    await tx.membership.create({ data: { tenantId, userId, role } });
  });
  return (await findMember(tenantId, { id: userId, name: 'Ada' }))?.principal.canSeeRevenue;
}

describe('the right to see revenue', () => {
  it.each<[Plan, Role, readonly Role[], boolean]>([
    ['Free', 'Owner', ROLES, false],
    ['Team', 'Owner', ROLES, false],
    ['Business', 'Owner', ROLES, true],
    ['Enterprise', 'Viewer', ['Viewer'], true],
    ['Enterprise', 'Owner', ['Viewer'], false],
    ['Enterprise', 'Owner', [], false],
  ])('on the plan %s a member in the role %s, where it is shown to %s: %s', async (plan, role, revenueVisibleTo, expected) => {
    expect(await canMemberSee(plan, role, revenueVisibleTo)).toBe(expected);
  });

  it.each<[Plan, boolean]>([
    ['Team', false],
    ['Business', true],
  ])('a key that was given the right has it on the plan %s: %s', async (plan, expected) => {
    const { tenantId } = await newTenant(database, 'Enterprise');
    const { key } = await createKey(database, tenantId, ['read'], { canSeeRevenue: true });
    await database.system.tenant.update({ where: { id: tenantId }, data: { plan } });
    expect((await findKey(key, new Date()))?.principal.canSeeRevenue).toBe(expected);
  });
});
