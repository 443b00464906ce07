/** Where a person is signed in: lists sessions without their secrets, and ends them. */
import type { SignInSession } from '@/contract/people';
import { database } from '@/server/db/database';
import { auth, type SignedIn } from './signIn';

async function currentSessionId(headers: Headers): Promise<string | null> {
  return (await auth().api.getSession({ headers }))?.session.id ?? null;
}

/** The active ones, latest first. */
export async function listSessions(person: SignedIn, headers: Headers, now: Date): Promise<SignInSession[]> {
  const current = await currentSessionId(headers);
  const rows = await database().system.session.findMany({
    where: { userId: person.id, expiresAt: { gt: now } },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    take: 200,
  });
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.createdAt.toISOString(),
    lastSeenAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    userAgent: row.userAgent,
    ipAddress: row.ipAddress === '' ? null : row.ipAddress,
    isThisOne: row.id === current,
  }));
}

/** Ends one of the person's own sessions; does nothing if it is already gone. */
export async function endSession(person: SignedIn, id: string): Promise<{ ended: number }> {
  const { count } = await database().system.session.deleteMany({ where: { userId: person.id, id } });
  return { ended: count };
}

/** Ends all of them except the one that asks. */
export async function endOtherSessions(person: SignedIn, headers: Headers): Promise<{ ended: number }> {
  const current = await currentSessionId(headers);
  const { count } = await database().system.session.deleteMany({
    where: { userId: person.id, ...(current === null ? {} : { id: { not: current } }) },
  });
  return { ended: count };
}
