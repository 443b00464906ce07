/** What people do for themselves: only signed in, only with what belongs to them, and without a session secret in any answer. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPerson } from '@/server/auth/people';
import { auth } from '@/server/auth/signIn';
import { useTestDatabase } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import { appErrorOf } from './appErrors';
import { createPersonCaller, personRouter } from './personRouter';

const { database } = await useTestDatabase();
const { tenantId } = await newTenant(database);

async function newPerson(): Promise<{ email: string; password: string }> {
  const [email, password] = [`${randomUUID()}@example.com`, randomUUID()];
  await createPerson(database, SYSTEM, { email, password, tenantId, role: 'Viewer' });
  return { email, password };
}

async function signIn(person: { email: string; password: string }, device = 'test'): Promise<Headers> {
  const response = await auth().api.signInEmail({ body: person, headers: new Headers({ 'user-agent': device }), asResponse: true });
  return new Headers({
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .join('; '),
  });
}

function callerOf(session: Headers) {
  return createPersonCaller({
    credentials: { tenantId: '', authorization: null, session, now: new Date() },
    requestId: 'test',
    method: 'TEST',
    path: '/',
    ifMatch: null,
    idempotencyKey: null,
    reply: {},
  });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return appErrorOf(error).code;
  }
}

// Whoever holds the link of an invitation or the one in a mail needs no session.
const OF_HOLDERS = ['join', 'unsubscribe'];

it.each(Object.keys(personRouter._def.procedures).filter((name) => !OF_HOLDERS.includes(name)))(
  '%s asks for a session before it looks at the input',
  async (name) => {
    const call = callerOf(new Headers())[name as 'endSession'];
    expect(await codeOf(call({ nonsense: true } as never))).toBe('unauthenticated');
  },
);

it('join requires the token of an invitation', async () => {
  expect(await codeOf(callerOf(new Headers()).join({ token: 'guessed', name: 'Mallory', password: 'long enough' }))).toBe('not_found');
});

describe('sessions', () => {
  it('are listed without their tokens, with the current one marked', async () => {
    const person = await newPerson();
    await signIn(person, 'phone');
    const here = await signIn(person, 'desk');
    const sessions = await callerOf(here).sessions({});
    expect(sessions.map(({ userAgent, isThisOne }) => [userAgent, isThisOne]).sort()).toEqual([
      ['desk', true],
      ['phone', false],
    ]);
    const tokens = await database.system.session.findMany({ select: { token: true } });
    for (const { token } of tokens) expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it('of somebody else cannot be ended', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const theirs = await signIn(other);
    const [session] = await callerOf(theirs).sessions({});
    expect(await callerOf(await signIn(person)).endSession({ id: session?.id ?? '' })).toEqual({ ended: 0 });
    expect(await callerOf(theirs).sessions({})).toHaveLength(1);
  });

  it('all others end at once, and are refused from then on', async () => {
    const person = await newPerson();
    const [first, second, here] = [await signIn(person), await signIn(person), await signIn(person)];
    expect(await callerOf(here).endOtherSessions({})).toEqual({ ended: 2 });
    expect([
      await codeOf(callerOf(first).sessions({})),
      await codeOf(callerOf(second).sessions({})),
      (await callerOf(here).sessions({})).length,
    ]).toEqual(['unauthenticated', 'unauthenticated', 1]);
  });
});
