/** Single sign-on with a real provider, from the button to the session, and every case in which nobody must get in. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@/domain/access';
import { useTestDatabase } from '@/test/database';
import { startIdentityProvider, type Claims } from '@/test/identityProvider';
import { SYSTEM } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptInvitation, createInvitation, joinAsNewPerson } from './invitations';
import { createPerson } from './people';
import { answerAuth, findSession, waysIn } from './signIn';
import { read } from '@/server/db/read';

const { database } = await useTestDatabase();
const ORIGIN = 'http://localhost:3000';
const provider = await startIdentityProvider(`${ORIGIN}/api/auth/callback/oidc`);
Object.assign(process.env, {
  OIDC_DISCOVERY_URL: provider.discoveryUrl,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  PASSWORD_SIGN_IN: '0',
});

afterAll(() => provider.close());

let tenant: TenantDb;
let owner: Principal;
beforeAll(async () => {
  tenant = await newTenant(database);
  const { userId } = await createPerson(database, SYSTEM, {
    email: 'owner@example.com',
    password: randomUUID(),
    tenantId: tenant.tenantId,
    role: 'Owner',
  });
  owner = { type: 'person', id: userId, name: 'Owner', scopes: [], role: 'Owner', canSeeRevenue: true };
});
beforeEach(() => {
  provider.spoil = null;
});

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, host: 'localhost:3000' };
  return answerAuth(new Request(`${ORIGIN}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
}

const begin = (): Promise<Response> =>
  post('/sign-in/social', { provider: 'oidc', callbackURL: '/t/1/home', errorCallbackURL: '/sign-in?next=x' });

async function comeBack(address: string, cookie: string): Promise<{ location: string; cookie: string }> {
  const answer = await answerAuth(new Request(address, { headers: { cookie, host: 'localhost:3000' } }));
  return { location: answer.headers.get('location') ?? `${answer.status}`, cookie: cookiesOf(answer) };
}

interface Arrival {
  /** Where the browser ends up. */
  location: string;
  /** Who is signed in afterwards. */
  email: string | null;
  /** The address to which the provider returned. */
  callback: string;
  /** The cookies of the sign-in attempt. */
  attempt: string;
}

async function signIn(person: Claims | null): Promise<Arrival> {
  provider.person = person;
  const begun = await begin();
  const { url } = (await begun.json()) as { url: string };
  const attempt = cookiesOf(begun);
  const callback = await provider.visit(url);
  const { location, cookie } = await comeBack(callback, attempt);
  return { location, email: (await findSession(new Headers({ cookie })))?.email ?? null, callback, attempt };
}

const stranger = (): Claims => ({ sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true, name: 'Ada' });
async function member(): Promise<Claims> {
  const person = stranger();
  await createPerson(database, SYSTEM, { email: person.email, password: randomUUID(), tenantId: tenant.tenantId, role: 'Viewer' });
  return person;
}
const accountsOf = (email: string) => database.system.account.count({ where: { user: { email }, providerId: 'oidc' } });

describe('somebody with access', () => {
  it('is signed in, goes to where they came from, and is known again by the provider’s name for them', async () => {
    const person = await member();
    expect(await signIn(person)).toMatchObject({ location: '/t/1/home', email: person.email });
    expect(await signIn({ ...person, email: `moved-${person.email}`, email_verified: false })).toMatchObject({ email: person.email });
    expect(await accountsOf(person.email)).toBe(1);
  });

  it('joins without a password if invited and without an account', async () => {
    const person = stranger();
    const { token } = await createInvitation(tenant, owner, { email: person.email, role: 'Editor' }, new Date());
    await expect(joinAsNewPerson({ token, name: 'Ada', password: 'long enough' }, new Date())).rejects.toMatchObject({ code: 'conflict' });
    expect(await signIn(person)).toMatchObject({ location: '/t/1/home', email: person.email });
    const { id } = await database.system.user.findUniqueOrThrow({ where: { email: person.email } });
    await acceptInvitation({ id, name: 'Ada', email: person.email }, token, new Date());
    expect(await read(tenant, (tx) => tx.membership.findFirst({ where: { userId: id } }))).toMatchObject({ role: 'Editor' });
  });

  it('can sign in once the provider is back that was away when the service began', async () => {
    const person = await member();
    const discovery = process.env.OIDC_DISCOVERY_URL ?? '';
    const registry = (globalThis as unknown as { faultlineState: Map<string, unknown> }).faultlineState;
    const settings = registry.get('env') as Record<string, unknown>;
    registry.set('env', { ...settings, OIDC_DISCOVERY_URL: 'http://127.0.0.1:9/.well-known/openid-configuration' });
    registry.delete('auth');
    expect((await begin()).status).toBe(404);
    registry.set('env', { ...settings, OIDC_DISCOVERY_URL: discovery });
    expect(await signIn(person)).toMatchObject({ email: person.email });
  });
});

describe('nobody gets in', () => {
  const NOBODY = (error: string) => ({ email: null, location: expect.stringContaining(`error=${error}`) as string });

  it('whom nobody has invited, and no account is made for them', async () => {
    const person = stranger();
    expect(await signIn(person)).toMatchObject(NOBODY('not_invited'));
    expect(await database.system.user.count({ where: { email: person.email } })).toBe(0);
  });

  it('by an expired invitation', async () => {
    const person = stranger();
    await createInvitation(tenant, owner, { email: person.email, role: 'Viewer' }, new Date(Date.now() - 8 * 86_400_000));
    expect(await signIn(person)).toMatchObject(NOBODY('not_invited'));
  });

  it('with an address that the provider has not verified, be it of a member or of somebody invited', async () => {
    const [person, invited] = [await member(), stranger()];
    await createInvitation(tenant, owner, { email: invited.email, role: 'Viewer' }, new Date());
    expect(await signIn({ ...person, email_verified: false })).toMatchObject(NOBODY('account_not_linked'));
    expect(await signIn({ ...invited, email_verified: false })).toMatchObject(NOBODY('email_not_verified'));
    expect(await accountsOf(person.email)).toBe(0);
  });

  it('into an account whose own address was never verified', async () => {
    const person = await member();
    await database.system.user.update({ where: { email: person.email }, data: { emailVerified: false } });
    expect(await signIn(person)).toMatchObject(NOBODY('account_not_linked'));
  });

  it('who cancels at the provider', async () => {
    expect(await signIn(null)).toMatchObject(NOBODY('access_denied'));
  });

  const now = Math.floor(Date.now() / 1_000);
  it.each<[string, NonNullable<typeof provider.spoil>]>([
    ['for another audience', ({ claims, sign }) => sign({ ...claims, aud: 'another service' })],
    ['of another issuer', ({ claims, sign }) => sign({ ...claims, iss: 'https://elsewhere.example.com' })],
    ['that is over', ({ claims, sign }) => sign({ ...claims, iat: now - 7_200, exp: now - 3_600 })],
    ['of another attempt', ({ claims, sign }) => sign({ ...claims, nonce: 'of another attempt' })],
    ['without the attempt', ({ claims: { nonce: _nonce, ...claims }, sign }) => sign(claims)],
    [
      'that nobody signed',
      ({ claims }) =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    ],
    [
      'that was changed after it was signed',
      async ({ claims, sign }) => {
        const [head, , signature] = (await sign(claims)).split('.');
        const changed = Buffer.from(JSON.stringify({ ...claims, email: 'victim@example.com' })).toString('base64url');
        return `${head ?? ''}.${changed}.${signature ?? ''}`;
      },
    ],
  ])('by a token %s', async (_name, spoil) => {
    const person = await member();
    provider.spoil = spoil;
    const arrival = await signIn(person);
    expect(arrival).toMatchObject(NOBODY(''));
    expect(await accountsOf(person.email)).toBe(0);
  });

  it('by an answer of the provider that was already used, or in another browser', async () => {
    const person = await member();
    const { callback, attempt } = await signIn(person);
    const again = await comeBack(callback, attempt);
    expect(await findSession(new Headers({ cookie: again.cookie }))).toBeNull();
    provider.person = person;
    const begun = await begin();
    const stolen = await provider.visit(((await begun.json()) as { url: string }).url);
    const elsewhere = await comeBack(stolen, '');
    expect(await findSession(new Headers({ cookie: elsewhere.cookie }))).toBeNull();
    expect(elsewhere.location).toContain('error');
  });

  it('by a password if single sign-on is the only way', async () => {
    const person = { email: `${randomUUID()}@example.com`, password: randomUUID() };
    await createPerson(database, SYSTEM, { ...person, tenantId: tenant.tenantId, role: 'Owner' });
    expect(waysIn()).toEqual({ hasOidc: true, hasDomains: false, hasPassword: false });
    const answer = await post('/sign-in/email', person);
    expect([answer.status, cookiesOf(answer)]).toEqual([400, '']);
  });
});
