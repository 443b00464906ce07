/** SCIM as identity providers speak it: people come, change and go, and what must change nothing. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import { setFrozen } from '@/server/landscape/freeze';

import { deleteTenant } from './ownTenant';
import { createInvitedAccount, createPerson } from './people';
import { rightAtSignIn } from './providerRules';
import { revokeProvisioningToken } from './provisioningTokens';
import { ssoProviders } from './ssoProviders';
import { GROUP, send, USER, useProvisioning, type Answer } from '@/test/provisioningWorld';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useOwnDatabase();
const { tenant, other, tokenFor, acme, initech, globex, owner, person, create, createGroup, patch, roleOf, accountOf, signedIn } =
  await useProvisioning(database);

describe('a person', () => {
  it('gets an account and the default role, and the log says that SCIM did it', async () => {
    const ada = person('initech');
    await create(initech, ada);
    expect(await roleOf(ada.userName)).toBe('Viewer');
    expect(await accountOf(ada.userName)).toMatchObject({ name: 'Ada Lovelace', emailVerified: true });
    const log = await read(tenant, (tx) =>
      tx.change.findMany({ where: { tenantId: tenant.tenantId, technicalName: ada.userName }, include: { changeSet: true } }),
    );
    expect(log.map(({ op, changeSet }) => [op, changeSet.actorName])).toEqual([['create', 'SCIM']]);
  });

  it('may have attributes that are null, which is the same as their absence', async () => {
    const ada = person('initech');
    const nulls = { displayName: null, nickName: null, title: null, phoneNumbers: null, active: true };
    const created = await send(initech, 'POST', '/Users', { ...ada, ...nulls });
    expect([created.status, created.body.userName]).toEqual([201, ada.userName]);
    expect(await roleOf(ada.userName)).toBe('Viewer');
    const replaced = await send(initech, 'PUT', `/Users/${String(created.body.id)}`, { ...ada, ...nulls });
    expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
  });

  it('without a mapped group gets an account and no membership, and keeps a membership from a sign-in', async () => {
    const ada = person();
    const id = await create(acme, ada);
    expect(await roleOf(ada.userName)).toBeNull();
    await createPerson(database, SYSTEM, { email: ada.userName, password: randomUUID(), tenantId: tenant.tenantId, role: 'Editor' });
    expect((await patch(acme, `/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Ada' })).status).toBe(200);
    expect(await roleOf(ada.userName)).toBe('Editor');
  });

  it('is found by user name and by the provider’s own id, listed in pages, and read alone', async () => {
    const ada = person();
    const id = await create(acme, ada);
    for (const filter of [
      `userName eq "${ada.userName}"`,
      `externalId eq "${ada.externalId}"`,
      `userName eq "${ada.userName.toUpperCase()}"`,
    ]) {
      const { body } = await send(acme, 'GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect(body).toMatchObject({ totalResults: 1, Resources: [{ id, userName: ada.userName }] });
    }
    expect((await send(acme, 'GET', `/Users?filter=${encodeURIComponent('userName eq "nobody@acme.example"')}`)).body).toMatchObject({
      totalResults: 0,
    });
    await create(acme, person());
    expect((await send(acme, 'GET', '/Users?startIndex=2&count=1')).body).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
    expect((await send(acme, 'GET', `/Users/${id}`)).body).toMatchObject({
      id,
      externalId: ada.externalId,
      meta: { resourceType: 'User' },
    });
  });

  it.each<[string, (id: string, ada: ReturnType<typeof person>) => Promise<Answer>]>([
    ['a patch', (id) => patch(initech, `/Users/${id}`, { op: 'replace', path: 'active', value: false })],
    ['a patch as Entra ID writes it', (id) => patch(initech, `/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })],
    ['a patch without a path, as Okta writes it', (id) => patch(initech, `/Users/${id}`, { op: 'replace', value: { active: false } })],
    ['a replacement', (id, ada) => send(initech, 'PUT', `/Users/${id}`, { ...ada, active: false })],
    ['a deletion', (id) => send(initech, 'DELETE', `/Users/${id}`)],
  ])('who is deactivated by %s loses membership and every session at once', async (_how, end) => {
    const ada = person('initech');
    const id = await create(initech, ada);
    await signedIn(ada.userName);
    const { status, body } = await end(id, ada);
    expect({ status, body }).toMatchObject({ status: expect.toBeOneOf([200, 204]) as number });
    expect(await roleOf(ada.userName)).toBeNull();
    expect((await accountOf(ada.userName))?.sessions).toEqual([]);
  });

  it('loses their sessions even if still active in a tenant that the provider had before', async () => {
    const ada = person('initech');
    const id = await create(initech, ada);
    const held = await database.system.scimUser.findUniqueOrThrow({ where: { id } });
    const keys = { connectionUserKey: randomUUID(), userNameKey: randomUUID(), externalIdKey: randomUUID(), orderKey: randomUUID() };
    const former = { id: randomUUID(), connectionId: `${other.tenantId}:initech`, provisioningDomainId: other.tenantId };
    await database.system.scimUser.create({ data: { ...held, ...keys, ...former } });
    await signedIn(ada.userName);
    expect((await patch(initech, `/Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(200);
    expect((await accountOf(ada.userName))?.sessions).toEqual([]);
    expect(await roleOf(ada.userName)).toBeNull();
  });

  it('who is deactivated cannot sign in, and can again once active', async () => {
    const ada = person('initech');
    const id = await create(initech, ada);
    const provider = ssoProviders().find((found) => found.id === 'initech');
    if (provider === undefined) throw new Error('there is no provider');
    const right = () => rightAtSignIn(provider, { email: ada.userName }, {});
    expect(await right()).toEqual({ role: 'Viewer' });
    await patch(initech, `/Users/${id}`, { op: 'replace', path: 'active', value: false });
    expect(await right()).toEqual({ refusal: 'deactivated' });
    await patch(initech, `/Users/${id}`, { op: 'replace', path: 'active', value: true });
    expect(await right()).toEqual({ role: 'Viewer' });
    expect(await roleOf(ada.userName)).toBe('Viewer');
  });

  it('who is an Owner loses their sessions, but their membership only through an Owner', async () => {
    const ada = person('initech');
    await createPerson(database, SYSTEM, { email: ada.userName, password: randomUUID(), tenantId: tenant.tenantId, role: 'Owner' });
    const id = await create(initech, ada);
    expect(await roleOf(ada.userName)).toBe('Owner');
    await signedIn(ada.userName);
    await send(initech, 'DELETE', `/Users/${id}`);
    expect(await roleOf(ada.userName)).toBe('Owner');
    expect((await accountOf(ada.userName))?.sessions).toEqual([]);
  });

  it('comes back under the same name after a deletion', async () => {
    const ada = person('initech');
    const first = await create(initech, ada);
    await send(initech, 'DELETE', `/Users/${first}`);
    const second = await create(initech, ada);
    expect(await roleOf(ada.userName)).toBe('Viewer');
    expect((await send(initech, 'GET', `/Users/${second}`)).status).toBe(200);
    expect((await send(initech, 'GET', `/Users/${first}`)).status).toBe(second === first ? 200 : 404);
  });
});

describe('no change is made', () => {
  it.each<[string, () => Promise<string | null>]>([
    ['no token', () => Promise.resolve(null)],
    ['a token of another shape', () => Promise.resolve('flt_000000000000000000000000000000000000')],
    ['an invented token', () => Promise.resolve(`scim_${tenant.tenantId}_${'x'.repeat(43)}`)],
    ['a token of a tenant that does not exist', () => Promise.resolve(`scim_${randomUUID()}_${'x'.repeat(43)}`)],
    ['a token under the name of another tenant', () => Promise.resolve(acme.replace(tenant.tenantId, other.tenantId))],
    [
      'a token that was revoked',
      async () => {
        const made = await tokenFor(tenant, 'acme');
        expect((await send(made.token, 'GET', '/Users')).status).toBe(200);
        await revokeProvisioningToken(tenant, SYSTEM, made.id);
        await revokeProvisioningToken(tenant, SYSTEM, made.id);
        return made.token;
      },
    ],
    [
      'a token that has expired',
      async () => {
        const made = await tokenFor(tenant, 'acme', new Date(Date.now() + 3_600_000).toISOString());
        await write(tenant, (tx) =>
          tx.provisioningToken.update({
            where: { tenantId_id: { tenantId: tenant.tenantId, id: made.id } },
            data: { expiresAt: new Date(Date.now() - 1_000) },
          }),
        );
        return made.token;
      },
    ],
  ])('with %s', async (_what, tokenOf) => {
    const token = await tokenOf();
    const ada = person();
    for (const [method, path, body] of [
      ['GET', '/Users'],
      ['POST', '/Users', ada],
      ['GET', '/Groups'],
    ] as const) {
      const { status, body: refusal, headers } = await send(token, method, path, body);
      expect({ status, refusal }).toMatchObject({
        status: 401,
        refusal: { status: '401', schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] },
      });
      expect(headers.get('www-authenticate')).toContain('Bearer');
    }
    expect(await accountOf(ada.userName)).toBeNull();
  });

  it('to people and groups of another tenant, which look as if they did not exist', async () => {
    const [ada, theirs] = [person('globex'), person('initech')];
    const id = await create(initech, theirs);
    await create(globex, ada);
    expect(await roleOf(ada.userName, other)).toBe('Viewer');
    const filter = encodeURIComponent(`userName eq "${theirs.userName}"`);
    expect((await send(globex, 'GET', `/Users?filter=${filter}`)).body.totalResults).toBe(0);
    expect((await send(globex, 'GET', `/Users/${id}`)).status).toBe(404);
    expect((await patch(globex, `/Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(404);
    expect((await send(globex, 'PUT', `/Users/${id}`, ada)).status).toBe(404);
    expect((await send(globex, 'DELETE', `/Users/${id}`)).status).toBe(404);
    expect(await roleOf(theirs.userName)).toBe('Viewer');
  });

  it.each<[string, string, unknown, number, string | undefined]>([
    ['an address in a domain that is not the provider’s', 'POST', person('globex'), 400, 'invalidValue'],
    ['an address of a subdomain', 'POST', person('sub.acme'), 400, 'invalidValue'],
    [
      'a second e-mail address in another domain',
      'POST',
      person('acme', { emails: [{ value: 'a@globex.example', primary: true }] }),
      400,
      'invalidValue',
    ],
    ['a user name that is not an address', 'POST', { ...person(), userName: 'ada' }, 400, undefined],
    ['no user name', 'POST', { schemas: [USER] }, 400, undefined],
    ['a user name that is a number', 'POST', { schemas: [USER], userName: 7 }, 400, undefined],
    ['text that is not JSON', 'POST', '{"schemas"', 400, 'invalidSyntax'],
    ['a list', 'POST', [], 400, undefined],
    ['no schema', 'POST', { ...person(), schemas: [] }, 400, undefined],
    ['a password instead of the active flag', 'POST', { ...person(), active: 'perhaps' }, 400, undefined],
  ])('by %s', async (_what, method, body, status, scimType) => {
    const answer = await send(acme, method, '/Users', body);
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], ...(scimType === undefined ? {} : { scimType }) },
    });
  });

  it('by another media type, an invalid filter, or an unknown member', async () => {
    expect((await send(acme, 'POST', '/Users', person(), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(acme, 'GET', `/Users?filter=${encodeURIComponent('userName eq')}`)).body).toMatchObject({
      scimType: 'invalidFilter',
    });
    const { status } = await send(acme, 'POST', '/Groups', { schemas: [GROUP], displayName: 'admins', members: [{ value: randomUUID() }] });
    expect(status).toBe(400);
  });

  it('for somebody who already exists, with the user name in any case', async () => {
    const ada = person();
    await create(acme, ada);
    for (const again of [ada, { ...ada, userName: ada.userName.toUpperCase(), externalId: randomUUID() }])
      expect(await send(acme, 'POST', '/Users', again)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });

  it('to an account with an unverified address, and nobody gets into the tenant through it', async () => {
    const ada = person('initech');
    await createInvitedAccount(database, { email: ada.userName, name: 'Mallory', password: randomUUID() });
    expect(await send(initech, 'POST', '/Users', ada)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect(await roleOf(ada.userName)).toBeNull();
  });

  it('in a tenant that is moving, which can still be read', async () => {
    const ada = person('globex');
    await setFrozen(database, SYSTEM, other.tenantId, true);
    const refused = await send(globex, 'POST', '/Users', ada);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    expect((await send(globex, 'GET', '/Users')).status).toBe(200);
    await setFrozen(database, SYSTEM, other.tenantId, false);
    expect(await accountOf(ada.userName)).toBeNull();
  });

  it('when one person is sent many times at once, except once', async () => {
    const ada = person('initech');
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(initech, 'POST', '/Users', ada)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await roleOf(ada.userName)).toBe('Viewer');
  });
});

it('everything that a provider has sent is deleted with the tenant, and nothing of other tenants is', async () => {
  const gone = await newTenant(database);
  // The file is read only once, so the provider of a later tenant is added to what was read.
  (ssoProviders() as unknown as object[]).push({
    ...ssoProviders()[1],
    id: 'umbrella',
    domains: ['umbrella.example'],
    tenant: gone.tenantId,
  });
  const { userId } = await createPerson(database, SYSTEM, {
    email: `${randomUUID()}@elsewhere.example`,
    password: randomUUID(),
    tenantId: gone.tenantId,
    role: 'Owner',
  });
  const { token } = await tokenFor(gone, 'umbrella');
  const [ada, bob, kept] = [person('umbrella'), person('umbrella'), person('initech')];
  const [a, b] = [await create(token, ada), await create(token, bob)];
  await createGroup(token, 'editors', [a, b]);
  await send(token, 'DELETE', `/Users/${b}`);
  const keptId = await create(initech, kept);
  const { name } = await read(gone, (tx) => tx.tenant.findUniqueOrThrow({ where: { id: gone.tenantId } }));
  await deleteTenant(gone, { ...owner, id: userId }, name);
  const where = { provisioningDomainId: gone.tenantId };
  const { system } = database;
  expect(
    await Promise.all([
      system.scimUser.count({ where }),
      system.scimGroup.count({ where }),
      system.scimIdentityTombstone.count({ where }),
      system.scimConnectionBinding.count({ where }),
      system.scimSubject.count({ where: { user: { email: { in: [ada.userName, bob.userName] } } } }),
    ]),
  ).toEqual([0, 0, 0, 0, 0]);
  expect((await send(token, 'GET', '/Users')).status).toBe(401);
  expect((await send(initech, 'GET', `/Users/${keptId}`)).status).toBe(200);
});

it('states its capabilities', async () => {
  expect((await send(acme, 'GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
  });
  expect((await send(acme, 'GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 });
  expect((await send(acme, 'GET', '/Schemas')).body.totalResults).toBeGreaterThanOrEqual(2);
});

it('a token can be created only for a provider of the tenant, and at most ten', async () => {
  await expect(tokenFor(tenant, 'globex')).rejects.toMatchObject({ code: 'not_found' });
  await expect(tokenFor(tenant, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
  await expect(tokenFor(tenant, 'acme', '2020-01-01T00:00:00Z')).rejects.toMatchObject({ code: 'invalid_input' });
  for (let more = 1; more < 10; more += 1) await tokenFor(other, 'globex');
  await expect(tokenFor(other, 'globex')).rejects.toMatchObject({ code: 'conflict' });
});
