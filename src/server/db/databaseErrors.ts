/** Translates PostgreSQL's errors for callers: try again, or wait. Anything else is a bug and stays unchanged. */
import { AppError, tenantIsMoving } from '@/domain/errors';
import { FROZEN } from './bindTenant';
import { warnAtTimes } from '@/server/observability/log';
import { noteRefusedWrite, WritesRefused } from './refusedWrites';

/** The SQLSTATE of an error of pg or Prisma, else its own code, else ''. */
export function sqlState(error: unknown): string {
  let current: unknown = error;
  for (let level = 0; level < 5 && typeof current === 'object' && current !== null; level += 1) {
    const facts = current as {
      code?: unknown;
      originalCode?: unknown;
      cause?: unknown;
      meta?: { code?: unknown; driverAdapterError?: unknown };
    };
    for (const candidate of [facts.originalCode, facts.meta?.code, facts.code])
      if (typeof candidate === 'string' && /^[0-9A-Z]{5}$/.test(candidate) && !/^P\d{4}$/.test(candidate)) return candidate;
    const next: unknown = facts.meta?.driverAdapterError ?? facts.cause;
    if (next === undefined || next === current) return typeof facts.code === 'string' ? facts.code : '';
    current = next;
  }
  return '';
}

const SERIALIZATION = new Set(['40001', '40P01', 'P2034']);

/** True if the same transaction may succeed when run again at once. */
export function isWorthRetrying(error: unknown): boolean {
  return SERIALIZATION.has(sqlState(error)) || SERIALIZATION.has((error as { code?: string } | null)?.code ?? '');
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  // The database ended a transaction that stood still.
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'P1001',
  'P1002',
  'P1017',
  'P2024',
  'P2028',
]);

/** Prisma's adapter reports these without a code. */
const AWAY_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
const AWAY_WORDS =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|encountered a connection error|failure on connection marked as essential|connection to the remote node|could not connect to any active placements|could not commit transaction for shard|Client was closed and is not queryable|Unable to start a transaction/;

/** Classes of SQL states: the connection failed, or the login was refused, as after a change of its password. */
const NOT_CONNECTED = /^(08|28)/;

/** A database without migrations lacks the roles before it lacks a table. */
const NO_ROLE = /role "faultline_\w+" does not exist/;

function adapterKind(error: unknown): string {
  const { meta, cause } = (error ?? {}) as { meta?: { driverAdapterError?: { cause?: { kind?: unknown } } }; cause?: { kind?: unknown } };
  // A failing commit or rollback comes unwrapped from the adapter.
  const kind = meta?.driverAdapterError?.cause?.kind ?? cause?.kind;
  return typeof kind === 'string' ? kind : '';
}

/** Whether a connection broke or could not be opened, rather than a statement failing. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  const ownCode = (error as { code?: string } | null)?.code ?? '';
  const message = error instanceof Error ? error.message : '';
  return (
    AWAY.has(state) || AWAY.has(ownCode) || NOT_CONNECTED.test(state) || AWAY_KINDS.has(adapterKind(error)) || AWAY_WORDS.test(message)
  );
}

/** Whether a lock could not be taken within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** The connection broke while the database was confirming a change. */
export function outcomeUnknown(): AppError {
  return new AppError(
    'unavailable',
    'The database did not confirm the change, so it may or may not have been made. Look before you repeat it; a request with an Idempotency-Key can be repeated safely with the same key.',
    { retryAfterSeconds: 5 },
  );
}

/** Turns an absent database or a long-held lock into an error that a caller can act on; returns any other error unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = sqlState(error);
  const ownCode = (error as { code?: string } | null)?.code ?? '';
  const message = error instanceof Error ? error.message : '';
  if (state === FROZEN) return tenantIsMoving();
  if (isLockTimeout(error))
    return new AppError('unavailable', 'Another change to this landscape is still running. Try again in a few seconds.', {
      retryAfterSeconds: 3,
    });
  if (state === '23503' || ownCode === 'P2003' || state === '23505' || ownCode === 'P2002')
    return new AppError(
      'conflict',
      'Somebody else changed or deleted the same data at the same moment. Read it again, then repeat your request.',
    );
  if (state === '42P01' || ownCode === 'P2021' || NO_ROLE.test(message))
    return new AppError('unavailable', 'The server is being set up, and its database is not migrated yet. Try again in a minute.', {
      retryAfterSeconds: 60,
    });
  const refusal = noteRefusedWrite(state);
  if (refusal !== null) return new WritesRefused(refusal);
  if (state === '57014')
    return new AppError('unavailable', 'The database took too long to answer. Try again in a few seconds.', { retryAfterSeconds: 5 });
  if (isConnectionLost(error)) {
    warnAtTimes('the database', { code: state, reason: reasonOf(error) }, 'the database cannot be reached');
    return new AppError('unavailable', 'The database cannot be reached right now. Try again in a few seconds.', { retryAfterSeconds: 5 });
  }
  return error;
}

/** In the words of the driver, which Prisma keeps below its own. */
function reasonOf(error: unknown): string {
  const {
    meta,
    errors: [first] = [],
    message = '',
  } = error as { meta?: { driverAdapterError?: unknown }; errors?: unknown[]; message?: string };
  const inner = meta?.driverAdapterError ?? (message === '' ? first : undefined);
  return inner === undefined ? message : reasonOf(inner);
}
