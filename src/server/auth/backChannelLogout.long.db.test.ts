/** Sessions end when a real provider says so (OpenID Connect back-channel logout), and by no other token. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { startIdentityProvider, type Claims } from '@/test/identityProvider';
import { PATIENT } from '@/test/patience';
import { begin, comeBack, ORIGIN } from '@/test/signOnBrowser';
import { newTenant } from '@/test/tenants';
import { answerAuth, findSession } from './signIn';

const { database } = await useOwnDatabase();
const { tenantId } = await newTenant(database);

/** What providers sent to our address, and what we answered. */
const received: { token: string; status: number }[] = [];
const door = createServer((request, response) => {
  void (async () => {
    const body = await text(request);
    const answer = await logout(new URL(request.url ?? '/', ORIGIN).pathname, body);
    received.push({ token: new URLSearchParams(body).get('logout_token') ?? '', status: answer.status });
    response.writeHead(answer.status).end(await answer.text());
  })();
});
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;

const acme = await startIdentityProvider(`${ORIGIN}/api/auth/sso/callback/acme`, `${address}/api/auth/back-channel-logout/acme`);
const globex = await startIdentityProvider(`${ORIGIN}/api/auth/sso/callback/globex`);
const common = await startIdentityProvider(`${ORIGIN}/api/auth/callback/oidc`, `${address}/api/auth/back-channel-logout/oidc`);
const folder = mkdtempSync(join(tmpdir(), 'faultline-logout-'));
afterAll(() => {
  for (const provider of [acme, globex, common]) provider.close();
  door.close();
  rmSync(folder, { recursive: true, force: true });
});
const file = join(folder, 'providers.json');
writeFileSync(
  file,
  JSON.stringify(
    [acme, globex].map(({ issuer, clientId, clientSecret }, index) => {
      const id = index === 0 ? 'acme' : 'globex';
      return { id, domains: [`${id}.example`], tenant: tenantId, everybody: 'Viewer', oidc: { issuer, clientId, clientSecret } };
    }),
  ),
);
Object.assign(process.env, {
  SSO_PROVIDERS_FILE: file,
  OIDC_DISCOVERY_URL: common.discoveryUrl,
  OIDC_CLIENT_ID: common.clientId,
  OIDC_CLIENT_SECRET: common.clientSecret,
});

function logout(path: string, body: string, contentType = 'application/x-www-form-urlencoded'): Promise<Response> {
  return answerAuth(
    new Request(`${ORIGIN}${path}`, { method: 'POST', headers: { 'content-type': contentType, host: 'localhost:3000' }, body }),
  );
}
const sendToken = (token: string, provider = 'acme') =>
  logout(`/api/auth/back-channel-logout/${provider}`, new URLSearchParams({ logout_token: token }).toString());

interface Signed {
  email: string;
  isSignedIn(): Promise<boolean>;
}

async function signIn(
  person: Claims = { sub: randomUUID(), email: `${randomUUID()}@acme.example`, email_verified: true, name: 'Ada' },
  provider = acme,
): Promise<Signed> {
  provider.person = person;
  const begun = await begin('/sign-in/sso', { email: person.email });
  const { email, cookie } = await comeBack(await provider.visit(begun.url), begun.cookie);
  expect(email).toBe(person.email);
  return { email: person.email, isSignedIn: async () => (await findSession(new Headers({ cookie }))) !== null };
}
const somebody = (): Claims => ({ sub: randomUUID(), email: `${randomUUID()}@acme.example`, email_verified: true, name: 'Ada' });

describe('back-channel logout', () => {
  it('ends only the session that was logged out at the provider, and answers 200', async () => {
    const person = somebody();
    const elsewhere = await signIn(person);
    const here = await signIn(person);
    received.length = 0;
    await acme.logOut();
    await expect.poll(() => received.map(({ status }) => status), PATIENT).toEqual([200]);
    expect([await here.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([false, true]);
  });

  it('works for the provider named by environment variables too', async () => {
    const email = `${randomUUID()}@elsewhere.example`;
    const { id: userId } = await database.system.user.create({ data: { id: randomUUID(), email, name: 'Joe', emailVerified: true } });
    common.person = { sub: randomUUID(), email, email_verified: true, name: 'Joe' };
    const begun = await begin('/sign-in/social', { provider: 'oidc' });
    const { cookie } = await comeBack(await common.visit(begun.url), begun.cookie);
    expect(await findSession(new Headers({ cookie }))).toMatchObject({ id: userId, providerId: 'oidc' });
    received.length = 0;
    await common.logOut();
    await expect.poll(() => received.map(({ status }) => status), PATIENT).toEqual([200]);
    expect(await findSession(new Headers({ cookie }))).toBeNull();
  });
});

const now = (): number => Math.floor(Date.now() / 1_000);
const claimsFor = (sub: string, more: object = {}): JWTPayload => ({
  iss: acme.issuer,
  aud: acme.clientId,
  iat: now(),
  exp: now() + 120,
  jti: randomUUID(),
  sub,
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  ...more,
});
const without = (claim: string, claims: JWTPayload): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => name !== claim));

describe('a logout token', () => {
  it('that names only the person ends all their sessions with this provider, once', async () => {
    const person = somebody();
    const sessions = [await signIn(person), await signIn(person)];
    const other = await signIn();
    const token = await acme.sign(claimsFor(person.sub), { typ: 'logout+jwt' });
    const answer = await sendToken(token);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await Promise.all(sessions.map((session) => session.isSignedIn()))).toEqual([false, false]);
    expect(await other.isSignedIn()).toBe(true);
    const again = await signIn(person);
    expect((await sendToken(token)).status).toBe(400);
    expect(await again.isSignedIn()).toBe(true);
  });

  it('that comes many times at once counts once', async () => {
    const token = await acme.sign(claimsFor((await signIn()).email));
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendToken(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('for an unknown session succeeds', async () => {
    expect((await sendToken(await acme.sign(claimsFor('nobody', { sid: 'nowhere' })))).status).toBe(200);
  });

  it.each<[string, (claims: JWTPayload) => JWTPayload, object?]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://elsewhere.example' })],
    ['for another audience', (claims) => ({ ...claims, aud: 'another service' })],
    ['without an audience', (claims) => without('aud', claims)],
    ['that has expired', (claims) => ({ ...claims, iat: now() - 400, exp: now() - 300 })],
    ['from long ago', (claims) => ({ ...claims, iat: now() - 3_600, exp: now() + 60 })],
    ['without a time', (claims) => without('iat', claims)],
    ['from the future', (claims) => ({ ...claims, iat: now() + 3_600, exp: now() + 7_200 })],
    ['with a nonce, as an ID token has one', (claims) => ({ ...claims, nonce: 'nonce' })],
    ['without an event', (claims) => without('events', claims)],
    ['with another event', (claims) => ({ ...claims, events: { 'http://schemas.openid.net/event/other': {} } })],
    [
      'with an event that is not an object',
      (claims) => ({ ...claims, events: { 'http://schemas.openid.net/event/backchannel-logout': true } }),
    ],
    ['with a list of events', (claims) => ({ ...claims, events: ['http://schemas.openid.net/event/backchannel-logout'] })],
    ['that names neither person nor session', (claims) => without('sub', claims)],
    ['that names a person with a number', (claims) => ({ ...claims, sub: 7 as never })],
    ['without an id of its own', (claims) => without('jti', claims)],
    ['of the type of an access token', (claims) => claims, { typ: 'at+jwt' }],
  ])('%s ends nothing', async (_what, change, header) => {
    const person = somebody();
    const session = await signIn(person);
    const answer = await sendToken(await acme.sign(change(claimsFor(person.sub)), header));
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
    expect(await session.isSignedIn()).toBe(true);
  });

  it('that is unsigned, signed by somebody else, or signed with a shared secret ends nothing', async () => {
    const person = somebody();
    const session = await signIn(person);
    const claims = claimsFor(person.sub);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const tokens = [
      `${part({ alg: 'none' })}.${part(claims)}.`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'another', jwk: await exportJWK(publicKey) }).sign(privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(acme.clientSecret)),
      (await acme.sign(claims)).replace(/\.[^.]+\./, `.${part({ ...claims, jti: randomUUID() })}.`),
      'no token at all',
      'x'.repeat(20_000),
    ];
    for (const token of tokens) expect((await sendToken(token)).status, token.slice(0, 40)).toBe(400);
    expect(await session.isSignedIn()).toBe(true);
  });

  it('of one provider ends no session of another, even for a person with the same name', async () => {
    const sub = randomUUID();
    const theirs = await signIn({ sub, email: `${randomUUID()}@globex.example`, email_verified: true, name: 'Hank' }, globex);
    expect((await sendToken(await acme.sign(claimsFor(sub)))).status).toBe(200);
    expect((await sendToken(await acme.sign(claimsFor(sub)), 'globex')).status).toBe(400);
    expect(await theirs.isSignedIn()).toBe(true);
  });

  it('is accepted only at the address of an existing provider, as a form, by POST', async () => {
    const token = await acme.sign(claimsFor('somebody'));
    expect((await sendToken(token, 'nobody')).status).toBe(404);
    const path = '/api/auth/back-channel-logout/acme';
    expect((await logout(path, '')).status).toBe(400);
    expect((await logout(path, JSON.stringify({ logout_token: token }), 'application/json')).status).toBe(415);
    expect((await answerAuth(new Request(`${ORIGIN}${path}?logout_token=${token}`))).status).toBe(404);
    expect((await sendToken(token)).status).toBe(200);
  });
});
