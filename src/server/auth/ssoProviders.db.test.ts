/** Providers by e-mail domain: who gets in with which role, with OpenID Connect and SAML, and what must let nobody in. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { largestBody } from '@/doors/http/webGate';
import { useTestDatabase } from '@/test/database';
import { startIdentityProvider, type Claims } from '@/test/identityProvider';
import { SYSTEM } from '@/test/restTenants';
import { samlProvider } from '@/test/samlProvider';
import { begin, comeBack, ORIGIN, post, type Arrival } from '@/test/signOnBrowser';
import { newTenant } from '@/test/tenants';
import { findMemberByEmail } from '@/server/memberNames';

import { createPerson } from './people';
import { waysIn } from './signIn';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const tenant = await newTenant(database);
const { tenantId } = tenant;
const oidc = await startIdentityProvider(`${ORIGIN}/api/auth/sso/callback/acme`);
const acs = `${ORIGIN}/api/auth/sso/saml2/sp/acs/globex`;
const saml = await samlProvider(acs);

const folder = mkdtempSync(join(tmpdir(), 'faultline-sso-'));
afterAll(() => {
  oidc.close();
  rmSync(folder, { recursive: true, force: true });
});
const roles = { 'faultline admins': 'Admin', 'faultline editors': 'Editor' };
writeFileSync(join(folder, 'globex.xml'), saml.metadata);
writeFileSync(
  join(folder, 'providers.json'),
  JSON.stringify([
    {
      id: 'acme',
      domains: ['acme.example'],
      tenant: tenantId,
      roles,
      everybody: 'Viewer',
      isRequired: true,
      breakGlass: ['Boss@acme.example', 'clerk@acme.example'],
      oidc: { issuer: oidc.issuer, clientId: oidc.clientId, clientSecret: oidc.clientSecret, scopes: ['groups'] },
    },
    { id: 'globex', domains: ['globex.example'], tenant: tenantId, roles, saml: { metadataFile: 'globex.xml' } },
  ]),
);
Object.assign(process.env, { SSO_PROVIDERS_FILE: join(folder, 'providers.json') });
beforeEach(() => {
  oidc.spoil = null;
});

const acme = (more: Partial<Claims> = {}): Claims => ({
  sub: randomUUID(),
  email: `${randomUUID()}@acme.example`,
  email_verified: true,
  name: 'Ada',
  ...more,
});

async function byOidc(person: Claims, asked: object = { email: person.email }): Promise<Arrival> {
  oidc.person = person;
  const { url, cookie } = await begin('/sign-in/sso', asked);
  return comeBack(await oidc.visit(url), cookie);
}

const roleOf = async (email: string): Promise<string | null> =>
  (await write(tenant, (tx) => findMemberByEmail(tx, tenantId, email)))?.role ?? null;
/** A form from another site comes without our cookies. */
const NO_COOKIE = '';
const NOBODY = (error: string) => ({ email: null, location: expect.stringContaining(`error=${error}`) as string });

it('the page offers them by domain, beside passwords', () => {
  expect(waysIn()).toEqual({ hasOidc: false, hasDomains: true, hasPassword: true });
});

describe('by OpenID Connect somebody of the domain', () => {
  it('gets an account and the role of their groups at the first sign-in, and a new role with new groups', async () => {
    const person = acme({ groups: ['faultline editors', 'something else'] });
    expect(await byOidc(person)).toMatchObject({ location: '/t/1/home', email: person.email });
    expect(await roleOf(person.email)).toBe('Editor');
    await byOidc({ ...person, groups: ['faultline editors', 'faultline admins'] });
    expect(await roleOf(person.email)).toBe('Admin');
    await byOidc({ ...person, groups: [] });
    expect(await roleOf(person.email)).toBe('Viewer');
    const log = await read(tenant, (tx) =>
      tx.change.findMany({ where: { tenantId, technicalName: person.email }, orderBy: { changeSet: { position: 'asc' } } }),
    );
    expect(log.map(({ op }) => op)).toEqual(['create', 'update', 'update']);
  });

  it('keeps an existing account, with a role from the groups unless it is an Owner’s', async () => {
    const [editor, owner] = [acme(), acme()];
    for (const [{ email }, role] of [
      [editor, 'Editor'],
      [owner, 'Owner'],
    ] as const)
      await createPerson(database, SYSTEM, { email, password: randomUUID(), tenantId, role });
    expect((await byOidc(editor)).email).toBe(editor.email);
    expect((await byOidc(owner)).email).toBe(owner.email);
    expect([await roleOf(editor.email), await roleOf(owner.email)]).toEqual(['Viewer', 'Owner']);
    expect(await database.system.user.count({ where: { email: { in: [editor.email, owner.email] } } })).toBe(2);
  });

  it('cannot get in under another domain, not even by naming the provider', async () => {
    for (const email of ['ada@globex.example', 'ada@elsewhere.example', 'ada@sub.acme.example'])
      expect(await byOidc(acme({ email }), { providerId: 'acme' })).toMatchObject(NOBODY('wrong_domain'));
    expect((await begin('/sign-in/sso', { email: 'ada@elsewhere.example' })).status).toBe(404);
    expect((await begin('/sign-in/sso', { providerId: 'nobody' })).status).toBe(404);
    expect((await comeBack(`${ORIGIN}/api/auth/sso/callback/nobody?code=1&state=1`, '')).location).toMatch(/^404/);
  });

  it('is not let in with an address that is not verified, and gets no account', async () => {
    const person = acme({ email_verified: false });
    expect(await byOidc(person)).toMatchObject(NOBODY('email_not_verified'));
    expect(await database.system.user.count({ where: { email: person.email } })).toBe(0);
  });

  const now = Math.floor(Date.now() / 1_000);
  it.each<[string, NonNullable<typeof oidc.spoil>]>([
    ['for another audience', ({ claims, sign }) => sign({ ...claims, aud: 'another service' })],
    ['of another issuer', ({ claims, sign }) => sign({ ...claims, iss: 'https://elsewhere.example.com' })],
    ['that is over', ({ claims, sign }) => sign({ ...claims, iat: now - 7_200, exp: now - 3_600 })],
    ['of somebody else', ({ claims, sign }) => sign({ ...claims, sub: 'somebody else' })],
    [
      'that nobody signed',
      ({ claims }) =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    ],
  ])('is not let in by a token %s', async (_name, spoil) => {
    oidc.spoil = spoil;
    const person = acme();
    expect(await byOidc(person)).toMatchObject(NOBODY('invalid_provider'));
    expect(await database.system.user.count({ where: { email: person.email } })).toBe(0);
  });

  it('is not let in by an answer that was already used, or in another browser', async () => {
    const person = acme();
    oidc.person = person;
    const { url } = await begin('/sign-in/sso', { email: person.email });
    const callback = await oidc.visit(url);
    expect((await comeBack(callback, '')).email).toBeNull();
    const second = await begin('/sign-in/sso', { email: person.email });
    const answer = await oidc.visit(second.url);
    expect((await comeBack(answer, second.cookie)).email).toBe(person.email);
    expect((await comeBack(answer, second.cookie)).email).toBeNull();
  });
});

describe('by SAML somebody of the domain', () => {
  const globex = (groups: string[] = ['faultline editors']) => ({ email: `${randomUUID()}@globex.example`, name: 'Hank', groups });

  async function bySaml(
    person: ReturnType<typeof globex>,
    spoil: Parameters<typeof saml.answer>[2] = {},
  ): Promise<Arrival & { again: () => Promise<Arrival> }> {
    const { url } = await begin('/sign-in/sso', { email: person.email });
    const form = await saml.answer(url, person, spoil);
    // What the door in front reads of it.
    expect(new URLSearchParams(form).toString().length).toBeLessThan(largestBody(new URL(acs).pathname));
    const again = (): Promise<Arrival> => comeBack(acs, NO_COOKIE, form);
    return { ...(await again()), again };
  }

  it('gets an account and the role of their groups', async () => {
    const person = globex(['faultline admins']);
    expect(await bySaml(person)).toMatchObject({ location: '/t/1/home', email: person.email });
    expect(await roleOf(person.email)).toBe('Admin');
  });

  it('gets in with a thousand groups, more than a form may hold', { tags: ['long'] }, async () => {
    const others = Array.from({ length: 1_000 }, (_, at) => `a group of the whole company, number ${at}`);
    expect(await bySaml(globex(['faultline admins', ...others]))).toMatchObject({ location: '/t/1/home' });
  });

  it('is no longer a member once none of their groups gives access', async () => {
    const person = globex();
    await bySaml(person);
    expect(await roleOf(person.email)).toBe('Editor');
    expect(await bySaml({ ...person, groups: ['something else'] })).toMatchObject({ email: null });
    expect(await roleOf(person.email)).toBeNull();
    expect(await bySaml(globex([]))).toMatchObject(NOBODY('no_group'));
  });

  it('stays an Owner without any group, because only Owners can remove Owners', async () => {
    const owner = globex([]);
    await createPerson(database, SYSTEM, { email: owner.email, password: randomUUID(), tenantId, role: 'Owner' });
    expect(await bySaml(owner)).toMatchObject(NOBODY('no_group'));
    expect(await roleOf(owner.email)).toBe('Owner');
  });

  it('cannot get in under another domain', async () => {
    expect(await bySaml({ ...globex(), email: 'ada@globex.example' }, { statedEmail: 'ada@acme.example' })).toMatchObject(
      NOBODY('wrong_domain'),
    );
  });

  it.each<[string, Parameters<typeof saml.answer>[2]]>([
    ['for another audience', { audience: 'https://elsewhere.example.com' }],
    ['for another address', { recipient: 'https://elsewhere.example.com/acs' }],
    ['that is over', { lifetimeInSeconds: -3_600 }],
    ['that nobody signed', { signAssertion: false }],
    ['that somebody else signed', { isForged: true }],
    ['that was changed after it was signed', { change: (xml: string) => xml.replaceAll('faultline editors', 'faultline admins') }],
    ['to a question that nobody asked', { inResponseTo: '_of-nobody' }],
  ])('is not let in by an assertion %s', async (_name, spoil) => {
    const person = globex();
    expect((await bySaml(person, spoil)).email).toBeNull();
    expect(await database.system.user.count({ where: { email: person.email } })).toBe(0);
  });

  it('is not let in by an assertion that was already used', async () => {
    const { email, again } = await bySaml(globex());
    expect(email).not.toBeNull();
    expect((await again()).email).toBeNull();
  });
});

describe('a password', () => {
  const password = randomUUID();
  async function signIn(email: string, role: 'Owner' | 'Admin' = 'Admin'): Promise<[number, unknown]> {
    await createPerson(database, SYSTEM, { email, password, tenantId, role });
    const answer = await post('/sign-in/email', { email, password });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  }

  it('is refused if the domain requires its provider, in the same words whether or not the account exists', async () => {
    expect(await signIn('eve@acme.example', 'Owner')).toEqual([403, 'SSO_REQUIRED']);
    expect(await signIn(' EVE@Acme.Example '.trim())).toEqual([403, 'SSO_REQUIRED']);
    const nobody = await post('/sign-in/email', { email: 'nobody@acme.example', password });
    expect([nobody.status, ((await nobody.json()) as { code?: string }).code]).toEqual([403, 'SSO_REQUIRED']);
  });

  it('works for a break-glass Owner, but not for a former one', async () => {
    expect((await signIn('boss@acme.example', 'Owner'))[0]).toBe(200);
    expect(await signIn('clerk@acme.example', 'Admin')).toEqual([403, 'SSO_REQUIRED']);
  });

  it('works in other domains as before', async () => {
    expect((await signIn('hank@globex.example'))[0]).toBe(200);
    expect((await signIn('joe@elsewhere.example'))[0]).toBe(200);
  });
});

it.each(['/sso/register', '/sso/update-provider', '/sso/delete-provider', '/sso/verify-domain', '/sso/request-domain-verification'])(
  'providers cannot be administered through %s',
  async (path) => {
    expect((await post(path, {})).status).toBe(404);
  },
);
