/** SCIM as identity providers speak it: groups give and take roles. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { rightAtSignIn } from './providerRules';
import { ssoProviders } from './ssoProviders';
import { resetRules } from './tenantSignOn';
import { FROM_SCIM, GROUP, send, useProvisioning } from '@/test/provisioningWorld';

const { database } = await useOwnDatabase();
const { tenant, acme, initech, owner, person, create, createGroup, patch, roleOf, decide } = await useProvisioning(database);

describe('a group', () => {
  beforeAll(() => decide('acme', FROM_SCIM));
  afterAll(() => resetRules(tenant, owner, 'acme'));

  it('gives its members a role, of several groups the highest, and removes it with the last group', async () => {
    const ada = person();
    const id = await create(acme, ada);
    expect(await roleOf(ada.userName)).toBeNull();
    const editors = await createGroup(acme, 'editors', [id]);
    expect(await roleOf(ada.userName)).toBe('Editor');
    const admins = await createGroup(acme, 'admins');
    await patch(acme, `/Groups/${admins}`, { op: 'add', path: 'members', value: [{ value: id }] });
    expect(await roleOf(ada.userName)).toBe('Admin');
    await patch(acme, `/Groups/${admins}`, { op: 'remove', path: `members[value eq "${id}"]` });
    expect(await roleOf(ada.userName)).toBe('Editor');
    await patch(acme, `/Groups/${editors}`, { op: 'Remove', path: 'members', value: [{ value: id }] });
    expect(await roleOf(ada.userName)).toBeNull();
    for (const group of [editors, admins]) await send(acme, 'DELETE', `/Groups/${group}`);
  });

  it('removes the role when it is renamed, replaced without the member, or deleted', async () => {
    const [ada, bob] = [person(), person()];
    const [a, b] = [await create(acme, ada), await create(acme, bob)];
    const group = await createGroup(acme, 'editors', [a, b]);
    await send(acme, 'PUT', `/Groups/${group}`, { schemas: [GROUP], displayName: 'editors', members: [{ value: b }] });
    expect([await roleOf(ada.userName), await roleOf(bob.userName)]).toEqual([null, 'Editor']);
    await patch(acme, `/Groups/${group}`, { op: 'replace', path: 'displayName', value: 'readers' });
    expect(await roleOf(bob.userName)).toBeNull();
    await patch(acme, `/Groups/${group}`, { op: 'replace', value: { displayName: 'editors' } });
    expect(await roleOf(bob.userName)).toBe('Editor');
    await send(acme, 'DELETE', `/Groups/${group}`);
    expect(await roleOf(bob.userName)).toBeNull();
  });

  it('decides at sign-in too, whatever groups the provider names there', async () => {
    const ada = person();
    const group = await createGroup(acme, 'editors', [await create(acme, ada)]);
    const provider = ssoProviders()[0];
    if (provider === undefined) throw new Error('there is no provider');
    expect(await rightAtSignIn(provider, { email: ada.userName }, { groups: ['admins'] })).toEqual({ role: 'Editor' });
    expect(await rightAtSignIn(provider, { email: 'new@acme.example' }, { groups: ['admins'] })).toEqual({ refusal: 'no_group' });
    await send(acme, 'DELETE', `/Groups/${group}`);
  });

  it('gives another role as soon as the tenant changes the mapping', async () => {
    const ada = person();
    const group = await createGroup(acme, 'auditors', [await create(acme, ada)]);
    expect(await roleOf(ada.userName)).toBeNull();
    await decide('acme', { ...FROM_SCIM, roles: [...FROM_SCIM.roles, { group: 'auditors', role: 'Viewer' }] });
    expect(await roleOf(ada.userName)).toBe('Viewer');
    await decide('acme', FROM_SCIM);
    expect(await roleOf(ada.userName)).toBeNull();
    await send(acme, 'DELETE', `/Groups/${group}`);
  });

  it('has no members from another provider', async () => {
    const foreign = await create(initech, person('initech'));
    const group = await createGroup(acme, 'admins');
    const { status } = await patch(acme, `/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: foreign }] });
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await send(acme, 'GET', `/Groups/${group}`)).body.members ?? []).toEqual([]);
    await send(acme, 'DELETE', `/Groups/${group}`);
  });
});
