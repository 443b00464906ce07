/** What is stored for an Idempotency-Key, and what remains of refused work. The tests in doors/rest cover the rest. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError, ERROR_CODES, type ErrorCode } from '@/domain/errors';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { runOnce, type OnceOnly, type Outcome } from './idempotency';
import { createEntity } from './landscape/entities';
import type { TenantDb } from './db/tenantDb';
import { read } from './db/read';
import { write } from './db/write';

const { database } = await useTestDatabase();

const request = (): OnceOnly => ({ key: randomUUID(), method: 'POST', path: '/applications', body: { name: 'Shop' }, isSecret: false });

const refusal = (code: ErrorCode): AppError => new AppError(code, `Refused as ${code}.`);

/** The code of a refusal, however it comes, or the answer. */
const said = async (running: Promise<Outcome<unknown>>): Promise<unknown> => {
  try {
    const outcome = await running;
    return 'error' in outcome ? outcome.error.code : outcome.data;
  } catch (error) {
    return (error as AppError).code;
  }
};

const applications = (tenant: TenantDb): Promise<number> => read(tenant, (tx) => tx.application.count());

const writesAndSays =
  <T>(outcome: Outcome<T>) =>
  async (tenant: TenantDb): Promise<Outcome<T>> => {
    await createEntity(tenant, EVERYTHING, 'application', { name: 'Shop', technicalName: `shop-${randomUUID()}` });
    return outcome;
  };

describe('refused work', () => {
  it.each<ErrorCode>(['conflict', 'scope_missing'])('as %s leaves nothing of what it wrote', async (code) => {
    const tenant = await newTenant(database);
    const version = () => read(tenant, (tx) => tx.landscapeVersion.findFirst({ select: { version: true, changePosition: true } }));
    const before = await version();
    expect(await said(runOnce(tenant, EVERYTHING, request(), writesAndSays({ error: refusal(code) })))).toBe(code);
    expect([await applications(tenant), await version()]).toEqual([0, before]);
  });

  it('is remembered even if the database refused it', async () => {
    const tenant = await newTenant(database);
    const once = request();
    const failing = async (within: TenantDb): Promise<Outcome<string>> => {
      const failed = write(within, (tx) => tx.$executeRaw`select 1 / (select 0)`);
      return {
        error: await failed.then(
          () => refusal('not_found'),
          () => refusal('in_use'),
        ),
      };
    };
    expect(await said(runOnce(tenant, EVERYTHING, once, failing))).toBe('in_use');
    expect(await said(runOnce(tenant, EVERYTHING, once, writesAndSays({ data: 'again' })))).toBe('in_use');
  });
});

describe('a key that replicas with different clocks see', () => {
  afterEach(() => void vi.useRealTimers());

  const DAYS_MS = 3 * 24 * 3_600_000;
  it.each([
    ['first by one whose clock is ahead', DAYS_MS, 0],
    ['first by one whose clock is behind', -DAYS_MS, 0],
    ['then by one whose clock is ahead', 0, DAYS_MS],
    ['then by one whose clock is behind', 0, -DAYS_MS],
  ])('%s, does its work once', async (_name, first, second) => {
    const tenant = await newTenant(database);
    const once = request();
    const now = Date.now();
    const answers: unknown[] = [];
    for (const offset of [first, second]) {
      vi.useFakeTimers({ toFake: ['Date'], now: now + offset });
      answers.push(await said(runOnce(tenant, EVERYTHING, once, writesAndSays({ data: answers.length }))));
    }
    expect([answers, await applications(tenant)]).toEqual([[0, 0], 1]);
  });
});

/** A refusal because of the caller, a limit or a temporary state: the same request may succeed later. */
const isPassing = (code: ErrorCode): boolean => {
  const status = ERROR_STATUS[code];
  return [401, 403, 429].includes(status) || status >= 500;
};

describe('a refusal', () => {
  let tenant: TenantDb;
  beforeAll(async () => {
    tenant = await newTenant(database);
  });

  it.each(ERROR_CODES)('as %s is the answer from then on, unless the same request may succeed later', async (code) => {
    const once = request();
    const before = await applications(tenant);
    expect(await said(runOnce(tenant, EVERYTHING, once, () => Promise.resolve({ error: refusal(code) })))).toBe(code);
    const again = await said(runOnce(tenant, EVERYTHING, once, writesAndSays({ data: 'done' })));
    expect([again, (await applications(tenant)) - before]).toEqual(isPassing(code) ? ['done', 1] : [code, 0]);
  });
});
