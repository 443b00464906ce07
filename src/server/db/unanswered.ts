/**
 * Statements that got no answer within pg's `query_timeout`. A firewall that forgot a connection, or a host that is gone, answers nothing and
 * closes nothing: the connection is given up, so that nobody waits on it for ever and the pool does not run out of usable ones.
 */
import type pg from 'pg';
import { processState } from '@/server/processState';

/** pg says it in no other way. */
const PG_WORDS = 'Query read timeout';

export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === PG_WORDS;
}

/** In the form of a connection that the other side reset, as which pg and Prisma know it. */
export function connectionGivenUp(): Error {
  const error = new Error('Connection terminated: the database did not answer in time.');
  return Object.assign(error, { code: 'ECONNRESET', errno: -104, syscall: 'read' });
}

/** What a connection tells about itself. */
export interface Answering {
  /** Waits for no answer, and nothing is open on it. */
  readonly isIdle: boolean;
  /** By `performance.now()`. */
  readonly answeredAt: number;
  /** Closes it without waiting for the other side. */
  giveUp(): void;
}

/** The connections of this process that lead to the same server. */
export function siblingsOf({ host, port }: pg.Client): Set<Answering> {
  const known = processState('connectionsByServer', () => new Map<string, Set<Answering>>());
  const server = `${host}:${port}`;
  const siblings = known.get(server) ?? new Set();
  known.set(server, siblings);
  return siblings;
}

/**
 * What forgot one connection has probably forgotten all: idle ones that have answered nothing since `sentAt` are not worth waiting for, one
 * after another.
 */
export function giveUpIdle(siblings: ReadonlySet<Answering>, sentAt: number): void {
  for (const other of siblings) if (other.isIdle && other.answeredAt < sentAt) other.giveUp();
}
