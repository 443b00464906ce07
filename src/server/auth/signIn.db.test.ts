/** Signing in: what is stored of a session, and how guesses are slowed down for strangers but not for the owner. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import { tidyUp } from '@/server/housekeeping';
import { accountKey, delayAfter } from './guessLimit';
import { createPerson } from './people';
import { auth, findSession } from './signIn';
import { countedPath, takeSignInRequest } from './signInLimit';

const { database } = await useOwnDatabase();
const ORIGIN = 'http://localhost:3000';
let tenantId = '';
beforeAll(async () => {
  tenantId = (await newTenant(database)).tenantId;
});

interface Person {
  email: string;
  password: string;
}

async function newPerson(): Promise<Person> {
  const person = { email: `${randomUUID()}@example.com`, password: randomUUID() };
  await createPerson(database, SYSTEM, { ...person, tenantId, role: 'Viewer' });
  return person;
}

function post(path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, host: 'localhost:3000', ...(cookie === '' ? {} : { cookie }) };
  return auth().handler(new Request(`${ORIGIN}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
}

const signIn = (person: Person, cookie = ''): Promise<Response> => post('/sign-in/email', person, cookie);
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

/** The token in a session's cookie, before its signature. */
function tokenIn(cookies: string): string {
  return decodeURIComponent(/faultline\.session_token=([^;]+)/.exec(cookies)?.[1] ?? '').split('.')[0] ?? '';
}

const storedTokens = async (): Promise<string[]> => (await database.system.session.findMany()).map(({ token }) => token);

describe('a session', () => {
  it('is found by its cookie, while the database has only the hash of its token', async () => {
    const cookie = cookiesOf(await signIn(await newPerson()));
    const token = tokenIn(cookie);
    expect(token).toHaveLength(32);
    expect(await findSession(new Headers({ cookie }))).toMatchObject({ name: expect.any(String) as string });
    const stored = await storedTokens();
    expect(stored.filter((one) => one.includes(token))).toEqual([]);
    expect(stored.every((one) => /^sha256:[0-9a-f]{64}$/.test(one))).toBe(true);
  });

  it('is extended and ended by its token', async () => {
    const person = await newPerson();
    const cookie = cookiesOf(await signIn(person));
    // Older than a day, so that the session is extended.
    const old = { createdAt: new Date(Date.now() - 3 * 86_400_000), expiresAt: new Date(Date.now() + 4 * 86_400_000) };
    const where = { user: { email: person.email } };
    await database.system.session.updateMany({ where, data: old });
    const session = await findSession(new Headers({ cookie }));
    expect(session).not.toBeNull();
    const [prolonged] = await database.system.session.findMany({ where });
    expect(prolonged?.expiresAt.getTime()).toBeGreaterThan(old.expiresAt.getTime());
    expect((await post('/sign-out', {}, cookie)).status).toBe(200);
    expect(await findSession(new Headers({ cookie }))).toBeNull();
    expect(await database.system.session.count({ where })).toBe(0);
  });

  it('continues after a change of password, and all others end', async () => {
    const person = await newPerson();
    const [mine, other] = [cookiesOf(await signIn(person)), cookiesOf(await signIn(person))];
    const change = { currentPassword: person.password, newPassword: randomUUID(), revokeOtherSessions: true };
    const changed = await post('/change-password', change, mine);
    expect(changed.status).toBe(200);
    expect(await findSession(new Headers({ cookie: cookiesOf(changed) }))).not.toBeNull();
    expect(await findSession(new Headers({ cookie: other }))).toBeNull();
  });
});

describe('guesses', () => {
  const wrong = ({ email }: Person): Person => ({ email, password: 'not the password' });

  /** Extends a running delay to an hour, so that it is not over before a busy machine tries again. */
  async function prolong({ email }: Person): Promise<void> {
    const account = accountKey(email);
    await database.system
      .$executeRaw`update "sign_in_guess" set "notBefore" = ("notBefore" at time zone 'UTC' + interval '1 hour') at time zone 'UTC' where "account" = ${account} and "attempts" >= 5`;
  }

  async function guess(person: Person, times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let count = 0; count < times; count++) {
      const { status } = await signIn(wrong(person));
      statuses.push(status);
      if (status === 401) await prolong(person);
    }
    return statuses;
  }

  it('for an account are slowed down after five, whether or not the account exists', async () => {
    const [person, nobody] = [await newPerson(), { email: `${randomUUID()}@example.com`, password: '' }];
    const expected = [401, 401, 401, 401, 401, 429];
    expect([await guess(person, 6), await guess(nobody, 6)]).toEqual([expected, expected]);
    const refusals = await Promise.all([person, nobody].map((one) => signIn(wrong(one))));
    expect(refusals.map(({ status }) => status)).toEqual([429, 429]);
    // The second after the fifth guess plus the hour of this test, minus the time that the test has taken so far.
    for (const { headers } of refusals) expect(Math.abs(Number(headers.get('retry-after')) - 3_600)).toBeLessThan(60);
    const [told, other] = await Promise.all(refusals.map((refusal) => refusal.text()));
    const withoutNumbers = (text: string | undefined): string | undefined => text?.replaceAll(/\d+/g, 'some');
    expect(withoutNumbers(told)).toBe(withoutNumbers(other));
    // A different spelling of the address is not another account.
    expect((await signIn({ ...person, email: ` ${person.email.toUpperCase()}` })).status).toBe(429);
  });

  it('sent at once are counted one by one', async () => {
    const person = await newPerson();
    await guess(person, 5);
    const account = accountKey(person.email);
    // As after ten guesses with the waits between them: one more is allowed, and then none for a minute.
    await database.system.$executeRaw`update "sign_in_guess" set "attempts" = 10, "notBefore" = now() where "account" = ${account}`;
    const statuses = await Promise.all(Array.from({ length: 20 }, () => signIn(wrong(person)).then(({ status }) => status)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(1);
  });

  it('by strangers do not lock the owner out of a browser that was signed in before', async () => {
    const person = await newPerson();
    const known = cookiesOf(await signIn(person));
    expect((await guess(person, 6)).at(-1)).toBe(429);
    expect((await signIn(person)).status).toBe(429);
    expect((await signIn(person, known)).status).toBe(200);
    // Somebody else's browser is known for a different account.
    const other = cookiesOf(await signIn(await newPerson()));
    await guess(person, 6);
    expect((await signIn(person, other)).status).toBe(429);
  });

  it('wait longer and longer, a minute at most, and are eventually forgotten', async () => {
    expect([1, 4, 5, 6, 7, 10, 11, 12, 1_000].map(delayAfter)).toEqual([0, 0, 1, 2, 4, 32, 60, 60, 60]);
    const person = await newPerson();
    await guess(person, 6);
    const account = accountKey(person.email);
    await database.system.$executeRaw`update "sign_in_guess" set "notBefore" = now() - interval '1 ms' where "account" = ${account}`;
    expect(await guess(person, 2)).toEqual([401, 429]);
    await database.system.$executeRaw`update "sign_in_guess" set "notBefore" = now() - interval '2 hours' where "account" = ${account}`;
    expect(await guess(person, 5)).toEqual([401, 401, 401, 401, 401]);
    await database.system.$executeRaw`update "sign_in_guess" set "notBefore" = now() - interval '3 hours' where "account" = ${account}`;
    const attempt = (id: string, hours: number) => ({
      id,
      identifier: id,
      value: '{}',
      expiresAt: new Date(Date.now() + hours * 3_600_000),
    });
    await database.system.verification.createMany({ data: [attempt('over', -2), attempt('open', 1)] });
    await tidyUp();
    expect(await database.system.signInGuess.count({ where: { account } })).toBe(0);
    expect((await database.system.verification.findMany()).map(({ id }) => id)).toEqual(['open']);
  });
});

describe('requests of one address', () => {
  const DECLARED = ['/sign-in/email', '/callback/:id', '/ok'];

  it.each([
    ['/sign-in/email', '/sign-in/email'],
    ['/callback/oidc', '/callback/:id'],
    ['/callback/anything', '/callback/:id'],
    ['/whatever/a/stranger/asks/for', 'other'],
    ['/', 'other'],
  ])('for %s are counted as for %s', (path, counted) => {
    expect(countedPath(path, DECLARED)).toBe(counted);
  });

  it('are counted in a window, even if simultaneous, and no unknown path is stored', async () => {
    const rule = { window: 60, max: 3 };
    const now = new Date();
    const address = randomUUID();
    const ask = (path: string, at = now) => takeSignInRequest(`${address}|${path}`, rule, DECLARED, at);
    const answers = await Promise.all(['/a', '/b', '/c', '/d', '/e'].map((path) => ask(path)));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect((await ask('/f', new Date(now.getTime() + 20_000))).retryAfter).toBe(40);
    expect((await ask('/ok')).allowed).toBe(true);
    expect((await ask('/g', new Date(now.getTime() + 60_000))).allowed).toBe(true);
    const keys = (await database.system.rateLimit.findMany({ where: { key: { startsWith: address } } })).map(({ key }) => key);
    expect(keys.sort()).toEqual([`${address}|/ok`, `${address}|other`]);
  });
});
