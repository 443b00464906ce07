/**
 * Repeats the first answer, for 24 hours, to a POST with the same Idempotency-Key. The record is written in the transaction of the effect,
 * so after a crash either both exist or neither.
 */
import { AppError, ERROR_CODES, type AppErrorExtras, type ErrorCode } from '@/domain/errors';
import type { Principal } from '@/domain/access';
import { canonicalJson } from '@/domain/canonicalJson';
import { areEqualInConstantTime, keyedDigest, seal, unseal } from './secrets';
import type { IdempotencyRecord } from '@generated/client';
import { isLockTimeout } from './db/databaseErrors';
import { lockWait, write } from './db/write';
import type { TenantDb } from './db/tenantDb';
import type { Transaction } from './db/transaction';

export interface OnceOnly {
  key: string;
  method: string;
  /** The path as requested, without the tenant. */
  path: string;
  /** Everything that the caller sent, parsed. */
  body: unknown;
  /** The answer contains a secret and is stored encrypted. */
  isSecret: boolean;
}

export type Outcome<T> = { data: T } | { error: AppError };

/** Refusals that may turn out differently next time, so they are not remembered. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthenticated',
  'tenant_mismatch',
  'scope_missing',
  'role_missing',
  'sso_required',
  'plan_required',
  'revenue_forbidden',
  'https_required',
  'origin_forbidden',
  'rate_limited',
  'unavailable',
  'tenant_moving',
  'internal',
]);

const LONGEST_RUN_MS = 180_000;

/**
 * Runs `work` unless this key was used before; then returns the first answer. `work` gets the tenant with the open transaction and must use
 * it. Throws `idempotency_key_reused` (422) for another body, `idempotency_in_progress` (409) while the first is still running.
 */
export async function runOnce<T>(
  tenant: TenantDb,
  principal: Principal,
  once: OnceOnly,
  work: (tenant: TenantDb) => Promise<Outcome<T>>,
): Promise<Outcome<T> & { isReplay: boolean }> {
  const recordKey = {
    tenantId: tenant.tenantId,
    principal: `${principal.type}:${principal.id}`,
    method: once.method,
    path: once.path,
    key: once.key,
  };
  const bodyHash = keyedDigest('idempotency-body', canonicalJson(once.body));
  return write(
    tenant,
    async (tx) => {
      const earlier = await claim(tx, recordKey);
      if (earlier.isKept) {
        if (!areEqualInConstantTime(Buffer.from(earlier.bodyHash), bodyHash))
          throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another body. Use a new key for a new request.');
        return { ...readAnswer<T>(earlier), isReplay: true };
      }
      await tx.$executeRaw`savepoint work`;
      const outcome = await work({ ...tenant, transaction: tx });
      if ('error' in outcome) {
        if (PASSING.has(outcome.error.code)) throw outcome.error;
        await tx.$executeRaw`rollback to savepoint work`;
      }
      const stored = writeAnswer(outcome, once.isSecret);
      const row = { bodyHash: Uint8Array.from(bodyHash), ...stored, createdAt: earlier.now };
      await tx.idempotencyRecord.update({ where: { tenantId_principal_method_path_key: recordKey }, data: row, select: { key: true } });
      return { ...outcome, isReplay: false };
    },
    { timeoutMs: LONGEST_RUN_MS, lockTimeout: LONGEST_CLAIM },
  );
}

/** Whoever has the key commits or fails within this time; until then the request counts as running. */
const LONGEST_CLAIM = '50ms';

type RecordKey = Pick<IdempotencyRecord, 'tenantId' | 'principal' | 'method' | 'path' | 'key'>;

const KEPT_MS = 24 * 3_600_000;

interface EarlierAnswer extends Pick<IdempotencyRecord, 'bodyHash' | 'succeeded' | 'isSealed' | 'answer' | 'createdAt'> {
  /** Whether it is there and not older than a day, by the database's clock: another replica may have written it, whose own clock differs. */
  isKept: boolean;
  now: Date;
}

/** Writes and locks the row, without an answer and dated 1970. If the row exists, locks it and returns its content. */
async function claim(tx: Transaction, { tenantId, principal, method, path, key }: RecordKey): Promise<EarlierAnswer> {
  try {
    const [held] = await tx.$queryRaw<Omit<EarlierAnswer, 'isKept' | 'now'>[]>`
      insert into "idempotency_record" as held ("tenantId", "principal", "method", "path", "key", "bodyHash", "succeeded", "isSealed", "answer", "createdAt")
      values (${tenantId}::uuid, ${principal}, ${method}, ${path}, ${key}, '', false, false, '', 'epoch')
      on conflict ("tenantId", "principal", "method", "path", "key") do update set "key" = excluded."key"
      returning "bodyHash", "succeeded", "isSealed", "answer", "createdAt"`;
    await tx.$executeRawUnsafe(`set local lock_timeout = '${lockWait().longest}'`);
    const [clock] = await tx.$queryRaw<{ now: Date }[]>`select statement_timestamp() as "now"`;
    if (held === undefined || clock === undefined) throw new Error('A row that was written is not there.');
    return { ...held, ...clock, isKept: clock.now.getTime() - held.createdAt.getTime() < KEPT_MS };
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new AppError('idempotency_in_progress', 'The first request with this Idempotency-Key is still running. Ask again in a moment.', {
      retryAfterSeconds: 1,
    });
  }
}

interface StoredError extends AppErrorExtras {
  code: ErrorCode;
  detail: string;
}

function writeAnswer(
  outcome: Outcome<unknown>,
  isSecret: boolean,
): { succeeded: boolean; isSealed: boolean; answer: Uint8Array<ArrayBuffer> } {
  const succeeded = 'data' in outcome;
  const content = succeeded ? outcome.data : errorOut(outcome.error);
  const plain = Buffer.from(JSON.stringify(content ?? null));
  return { succeeded, isSealed: isSecret, answer: Uint8Array.from(isSecret ? seal('idempotency', plain) : plain) };
}

function errorOut({ code, message, issues, retryAfterSeconds, facts }: AppError): StoredError {
  return {
    code,
    detail: message,
    ...(issues && { issues }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(facts && { facts }),
  };
}

function readAnswer<T>(row: { succeeded: boolean; isSealed: boolean; answer: Uint8Array }): Outcome<T> {
  const bytes = row.isSealed ? unseal('idempotency', Buffer.from(row.answer)) : Buffer.from(row.answer);
  const content = JSON.parse(bytes.toString()) as unknown;
  if (row.succeeded) return { data: content as T };
  const { code, detail, ...extras } = content as StoredError;
  return { error: new AppError(ERROR_CODES.includes(code) ? code : 'internal', detail, extras) };
}
