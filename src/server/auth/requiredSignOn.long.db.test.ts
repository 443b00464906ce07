/** A tenant that requires single sign-on: who still gets in, with which session, and who may decide that. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/domain/vocabulary';
import { appErrorOf } from '@/server/procedures/appErrors';
import { createCaller } from '@/server/procedures/root';
import { useOwnDatabase } from '@/test/database';
import { contextOf } from '@/test/requestContext';
import { SYSTEM } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import type { TenantDb } from '@/server/db/tenantDb';
import { admit } from './admit';
import { findRefused } from './findRefused';
import { createPerson, membershipsOf } from './people';
import { auth } from './signIn';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useOwnDatabase();
const [tenant, plain] = [await newTenant(database), await newTenant(database)];
const { tenantId } = tenant;
const folder = mkdtempSync(join(tmpdir(), 'faultline-required-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const oidc = { issuer: 'https://id.example', clientId: 'faultline', clientSecret: 'secret' };
writeFileSync(
  join(folder, 'providers.json'),
  JSON.stringify([
    { id: 'acme', domains: ['acme.example'], tenant: tenantId, oidc },
    { id: 'globex', domains: ['globex.example'], tenant: randomUUID(), oidc },
    { id: 'initech', domains: ['initech.example'], tenant: tenantId, isRequired: true, oidc },
  ]),
);
Object.assign(process.env, { SSO_PROVIDERS_FILE: join(folder, 'providers.json') });
const PASSWORD = 'correct horse battery';

interface Person {
  userId: string;
  email: string;
  session: Headers;
  /** Marks the session as begun by that provider; null for a password. */
  beganBy(providerId: string | null): Promise<void>;
}

async function person(role: Role, domain = 'acme.example', of: TenantDb = tenant): Promise<Person> {
  const email = `${randomUUID()}@${domain}`;
  const { userId } = await createPerson(database, SYSTEM, { email, password: PASSWORD, tenantId: of.tenantId, role });
  const { headers } = await auth().api.signInEmail({ body: { email, password: PASSWORD }, returnHeaders: true });
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .join('; ');
  const beganBy = async (providerId: string | null): Promise<void> => {
    await database.system.session.updateMany({ where: { userId }, data: { providerId } });
  };
  return { userId, email, session: new Headers({ cookie }), beganBy };
}
const callerOf = (who: Person, of = tenantId) => createCaller(contextOf(of, { session: who.session }));
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'in',
    (error: unknown) => appErrorOf(error).code,
  );
const enter = (who: Person, of = tenantId): Promise<string> => codeOf(callerOf(who, of).caller.get({}));

let owner: Person;
beforeAll(async () => {
  owner = await person('Owner');
});
beforeEach(async () => {
  await write(tenant, (tx) => tx.tenant.update({ where: { id: tenantId }, data: { requiresSso: false, breakGlassUserId: null } }));
});
const require = (who = owner) => callerOf(who).singleSignOn.require({ isRequired: true, breakGlassUserId: owner.userId });

describe('a tenant that requires single sign-on', () => {
  it('lets in people signed in by one of its providers, and the one Owner with a password', async () => {
    const [member, guest] = [await person('Editor'), await person('Viewer', 'elsewhere.example')];
    expect([await enter(member), await enter(guest)]).toEqual(['in', 'in']);
    expect(await require()).toMatchObject({ requiresSso: true, breakGlass: { userId: owner.userId, email: owner.email } });
    expect([await enter(member), await enter(guest), await enter(owner)]).toEqual(['sso_required', 'sso_required', 'in']);
    await member.beganBy('acme');
    expect(await enter(member)).toBe('in');
    await member.beganBy('initech');
    expect(await enter(member)).toBe('in');
    for (const other of ['globex', 'oidc', 'gone', '']) {
      await member.beganBy(other);
      expect([other, await enter(member)]).toEqual([other, 'sso_required']);
    }
  });

  it('refuses the passwords of the other Owners, and says so only to members', async () => {
    const [second, stranger] = [await person('Owner'), await person('Owner', 'acme.example', plain)];
    await require();
    expect([await enter(second), await enter(stranger)]).toEqual(['sso_required', 'tenant_mismatch']);
    expect(await enter(stranger, plain.tenantId)).toBe('in');
    expect(await membershipsOf(second.userId)).toMatchObject([{ tenantId, needsSso: true }]);
    expect(await membershipsOf(second.userId, 'acme')).toMatchObject([{ tenantId, needsSso: false }]);
    expect(await membershipsOf(owner.userId)).toMatchObject([{ tenantId, needsSso: false }]);
  });

  it('leaves a member’s other tenants alone', async () => {
    const member = await person('Viewer');
    await createPerson(database, SYSTEM, { email: member.email, password: PASSWORD, tenantId: plain.tenantId, role: 'Viewer' });
    await require();
    expect([await enter(member), await enter(member, plain.tenantId)]).toEqual(['sso_required', 'in']);
  });

  it('ends running answers to people whom it locks out', async () => {
    const [member, signedOn] = [await person('Viewer'), await person('Viewer')];
    await signedOn.beganBy('acme');
    const admitted = await Promise.all(
      [member, signedOn, owner].map(async ({ session }) => {
        const credentials = { tenantId, authorization: null, session, now: new Date() };
        return admit(credentials, { scope: 'read', role: 'Viewer' });
      }),
    );
    expect((await findRefused(admitted)).size).toBe(0);
    await require();
    expect([...(await findRefused(admitted))].map(({ principal }) => principal.id)).toEqual([member.userId]);
  });

  it('can allow passwords again, by the Owner with the password', async () => {
    const member = await person('Viewer');
    await require();
    expect(await callerOf(owner).singleSignOn.require({ isRequired: false })).toMatchObject({ requiresSso: false, breakGlass: null });
    expect(await enter(member)).toBe('in');
  });

  it('keeps the Owner with the password: nobody can remove or demote them before another is named', async () => {
    const second = await person('Owner');
    await require();
    await second.beganBy('acme');
    const { members, singleSignOn } = callerOf(second);
    expect(await codeOf(members.remove({ userId: owner.userId }))).toBe('conflict');
    expect(await codeOf(members.changeRole({ userId: owner.userId, role: 'Admin' }))).toBe('conflict');
    expect(await codeOf(callerOf(owner).members.leave({}))).toBe('conflict');
    await singleSignOn.require({ isRequired: true, breakGlassUserId: second.userId });
    expect(await enter(owner)).toBe('sso_required');
    await members.changeRole({ userId: owner.userId, role: 'Admin' });
    await members.changeRole({ userId: owner.userId, role: 'Owner' });
  });

  it('is logged with the address of the Owner', async () => {
    await require();
    await require();
    await callerOf(owner).singleSignOn.require({ isRequired: false });
    const log = await read(tenant, (tx) =>
      tx.change.findMany({ where: { tenantId, kind: 'tenant' }, orderBy: { changeSet: { position: 'desc' } }, take: 2 }),
    );
    const on = { requiresSso: true, breakGlass: owner.email };
    const off = { requiresSso: false, breakGlass: null };
    expect(log.map(({ before, after }) => [before, after])).toEqual([
      [on, off],
      [off, on],
    ]);
  });
});

describe('the requirement is refused', () => {
  it.each<[string, () => Promise<string>]>([
    ['role_missing', async () => codeOf(require(await person('Admin')))],
    [
      'conflict',
      async () => {
        const other = await person('Owner', 'elsewhere.example', plain);
        return codeOf(callerOf(other, plain.tenantId).singleSignOn.require({ isRequired: true, breakGlassUserId: other.userId }));
      },
    ],
  ])('who may not: %s', async (code, attempt) => {
    expect(await attempt()).toBe(code);
  });

  it.each<[string, () => Promise<string>]>([
    ['an Admin', async () => (await person('Admin')).userId],
    ['an Owner of another tenant', async () => (await person('Owner', 'acme.example', plain)).userId],
    ['nobody', () => Promise.resolve(randomUUID())],
    [
      'an Owner without a password',
      async () => {
        const { userId } = await person('Owner');
        await database.system.account.updateMany({ where: { userId }, data: { providerId: 'acme', password: null } });
        return userId;
      },
    ],
    [
      'an Owner whom the operator forbids passwords',
      async () => {
        const email = `${randomUUID()}@initech.example`;
        return (await createPerson(database, SYSTEM, { email, password: PASSWORD, tenantId, role: 'Owner' })).userId;
      },
    ],
  ])('with %s as the Owner who may use a password', async (_who, idOf) => {
    const breakGlassUserId = await idOf();
    expect(await codeOf(callerOf(owner).singleSignOn.require({ isRequired: true, breakGlassUserId }))).toBe('invalid_input');
    expect(await callerOf(owner).singleSignOn.get({})).toMatchObject({ requiresSso: false });
  });

  it('with input of another shape', async () => {
    for (const input of [
      {},
      { isRequired: 'yes' },
      { isRequired: true },
      { isRequired: true, breakGlassUserId: 7 },
      { isRequired: false, more: 1 },
    ])
      expect(await codeOf(callerOf(owner).singleSignOn.require(input as never))).toBe('invalid_input');
  });
});

describe('the rules of a provider', () => {
  const rules = { roles: [{ group: 'ops', role: 'Admin' as const }], everybody: null, groupsFrom: 'signIn' as const };

  it('are the operator’s until an Admin sets others, and again after a reset, each time with a log entry', async () => {
    const admin = callerOf(await person('Admin'));
    const [before] = (await admin.singleSignOn.get({})).providers;
    expect(before).toMatchObject({ id: 'acme', isDefault: true, version: 0, rules: { roles: [], everybody: null, groupsFrom: 'signIn' } });
    const [after] = (await admin.singleSignOn.setRules({ providerId: 'acme', version: 0, rules })).providers;
    expect(after).toMatchObject({ isDefault: false, version: 1, rules });
    expect(await codeOf(admin.singleSignOn.setRules({ providerId: 'acme', version: 0, rules }))).toBe('precondition_failed');
    expect((await admin.singleSignOn.resetRules({ providerId: 'acme' })).providers[0]).toEqual(before);
    const log = await read(tenant, (tx) =>
      tx.change.findMany({ where: { tenantId, kind: 'identity-provider' }, orderBy: { changeSet: { position: 'asc' } } }),
    );
    expect(log.map(({ technicalName, before: was, after: is }) => [technicalName, was, is])).toEqual([
      ['acme', { rules: 'of the operator' }, { ...rules, roles: ['ops: Admin'] }],
      ['acme', { ...rules, roles: ['ops: Admin'] }, { rules: 'of the operator' }],
    ]);
  });

  it.each<[string, object]>([
    ['an Owner made by a group', { ...rules, roles: [{ group: 'ops', role: 'Owner' }] }],
    ['everybody as an Owner', { ...rules, everybody: 'Owner' }],
    ['a group twice', { ...rules, roles: [...rules.roles, { group: 'ops', role: 'Viewer' }] }],
    ['a group without a name', { ...rules, roles: [{ group: '', role: 'Viewer' }] }],
    ['too many groups', { ...rules, roles: Array.from({ length: 201 }, (_, index) => ({ group: `g${index}`, role: 'Viewer' })) }],
    ['another source', { ...rules, groupsFrom: 'elsewhere' }],
    ['one field too many', { ...rules, isRequired: false }],
    ['no rules', {}],
  ])('refuse %s', async (_what, wrong) => {
    const { singleSignOn } = callerOf(owner);
    expect(await codeOf(singleSignOn.setRules({ providerId: 'acme', version: 0, rules: wrong as never }))).toBe('invalid_input');
    expect((await singleSignOn.get({})).providers[0]).toMatchObject({ isDefault: true });
  });

  it('cannot be set for a provider of another tenant, nor by anybody below Admin', async () => {
    expect(await codeOf(callerOf(owner).singleSignOn.setRules({ providerId: 'globex', version: 0, rules }))).toBe('not_found');
    const editor = callerOf(await person('Editor')).singleSignOn;
    for (const attempt of [
      () => editor.get({}),
      () => editor.setRules({ providerId: 'acme', version: 0, rules }),
      () => editor.createToken({ providerId: 'acme' }),
    ])
      expect(await codeOf(attempt())).toBe('role_missing');
  });

  it('a token is only in the answer that created it, and its secret neither in the log nor in the table', async () => {
    const { singleSignOn } = callerOf(owner);
    const { token, id } = await singleSignOn.createToken({ providerId: 'acme' });
    const secret = token.slice(-43);
    expect(JSON.stringify(await singleSignOn.get({}))).not.toContain(secret);
    const kept = await read(tenant, async (tx) => [
      await tx.change.findMany({ where: { tenantId } }),
      await tx.provisioningToken.findMany({ where: { tenantId } }),
    ]);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect((await singleSignOn.revokeToken({ id })).revokedAt).not.toBeNull();
    expect(await codeOf(singleSignOn.revokeToken({ id: randomUUID() }))).toBe('not_found');
  });
});
