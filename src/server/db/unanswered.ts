/**
 * Statements that get no answer. A firewall that forgot a connection, or a host that is gone, answers nothing and closes nothing: after pg's
 * `query_timeout` the connection is given up, so that nobody waits on it for ever and the pool does not run out of usable ones. If the whole
 * database has stopped answering, `silentDatabase.ts` notices much earlier.
 */
import type pg from 'pg';
import { processState } from '@/server/processState';
import { SilenceWatch, type Answering } from './silentDatabase';

/** pg says it in no other way. */
const PG_WORDS = 'Query read timeout';

/** How long the first statement on a connection, which waits for nothing, may stay unanswered, in milliseconds. */
export const LONGEST_BINDING_MS = 5_000;

export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === PG_WORDS;
}

/** In the form of a connection that the other side reset, as which pg and Prisma know it. */
export function connectionGivenUp(): Error {
  const error = new Error('Connection terminated: the database did not answer in time.');
  return Object.assign(error, { code: 'ECONNRESET', errno: -104, syscall: 'read' });
}

/** The connections of this process to the same server as this one's, which is watched for silence from now on. */
export function watchOf(client: pg.Client): SilenceWatch {
  const known = processState('connectionsByServer', () => new Map<string, SilenceWatch>());
  const server = `${client.host}:${client.port}`;
  const watch = known.get(server) ?? new SilenceWatch(client);
  known.set(server, watch);
  return watch;
}

/**
 * What forgot one connection has probably forgotten all: idle ones that have answered nothing since `sentAt` are not worth waiting for, one
 * after another.
 */
export function giveUpIdle(siblings: ReadonlySet<Answering>, sentAt: number): void {
  for (const other of siblings) if (other.isIdle && other.answeredAt < sentAt) other.giveUp();
}
