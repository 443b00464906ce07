/** Access to the database: as which role, how often, and how many at once. */
import { describe, expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { newTenant } from '@/test/tenants';
import { isWorthRetrying, sqlState } from './databaseErrors';
import { afterCommit, write } from './write';
import type { TenantDb } from './tenantDb';
import type { Transaction } from './transaction';
import { read } from './read';

const POOL_SIZE = 4;
const { database, owner } = await useOwnDatabase(POOL_SIZE);

/** A promise, and the function that fulfils it. */
function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

const nameOf = async (tenant: TenantDb): Promise<string | undefined> =>
  (await read(tenant, (tx) => tx.tenant.findUnique({ where: { id: tenant.tenantId } })))?.name;

const rename = (tx: Transaction, { tenantId }: TenantDb, name: string): Promise<unknown> =>
  tx.tenant.update({ where: { id: tenantId }, data: { name } });

describe('a plain connection', () => {
  it('has the role of the app, is bound to the tenant and compiles no plans before it does anything, to read and to write', async () => {
    const tenant = await newTenant(database);
    const who = `select current_user::text as "role", current_setting('app.tenant') as "tenantId", current_setting('jit') as "jit"`;
    for (const onConnection of [read.onConnection, write.onConnection]) {
      const { rows } = await onConnection(tenant, (client) => client.query(who));
      expect(rows).toEqual([{ role: 'faultline_app', tenantId: tenant.tenantId, jit: 'off' }]);
    }
  });

  it('shows and accepts no row of another tenant', async () => {
    const [mine, other] = [await newTenant(database), await newTenant(database)];
    const readAll = `select "tenantId"::text as "tenantId" from "landscape_version"`;
    for (const onConnection of [read.onConnection, write.onConnection]) {
      const { rows } = await onConnection(mine, (client) => client.query(readAll));
      expect(rows).toEqual([{ tenantId: mine.tenantId }]);
    }
    const stray = write.onConnection(mine, (client) =>
      client.query(`insert into "rate_bucket" ("tenantId", "subject", "tokens", "updatedAt") values ($1, 'stray', 1, now())`, [
        other.tenantId,
      ]),
    );
    await expect(stray).rejects.toMatchObject({ code: '42501' });
  });

  it('keeps neither role nor tenant for its next user', async () => {
    const tenant = await newTenant(database);
    await read.onConnection(tenant, (client) => client.query('select 1'));
    const { rows } = await database.pool.query(
      `select current_user = session_user as "isItself", coalesce(current_setting('app.tenant', true), '') as "tenantId"`,
    );
    expect(rows).toEqual([{ isItself: true, tenantId: '' }]);
  });

  it('to read refuses writes', async () => {
    const tenant = await newTenant(database);
    const write = read.onConnection(tenant, (client) => client.query(`update "tenant" set "name" = 'Renamed'`));
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });
});

describe('a read with a deadline', () => {
  it('is abandoned with 503, by the database and here, and does not affect the next one', async () => {
    const tenant = await newTenant(database);
    const tooLate = { code: 'unavailable', retryAfterSeconds: 5 };
    await expect(read.onConnection(tenant, (client) => client.query('select pg_sleep(600)'), 20)).rejects.toMatchObject(tooLate);
    await expect(read.onConnection(tenant, () => new Promise(() => undefined), 20)).rejects.toMatchObject(tooLate);
    const { rows } = await read.onConnection(tenant, (client) => client.query<{ one: number }>('select 1 as one'), 60_000);
    expect(rows).toEqual([{ one: 1 }]);
  });
});

describe('a transaction that the database aborted to let another continue', () => {
  /** One transaction cannot lock rows of two tenants, so these are two rows of one tenant. */
  async function twoBuckets(): Promise<TenantDb> {
    const tenant = await newTenant(database);
    await write(tenant, (tx) =>
      tx.rateBucket.createMany({
        data: ['a', 'b'].map((subject) => ({ tenantId: tenant.tenantId, subject, tokens: 0, updatedAt: new Date() })),
      }),
    );
    return tenant;
  }
  const count = (tx: Transaction, { tenantId }: TenantDb, subject: string): Promise<unknown> =>
    tx.$executeRaw`update "rate_bucket" set "tokens" = "tokens" + 1 where "tenantId" = ${tenantId}::uuid and "subject" = ${subject}`;

  it('for a deadlock is run again, so that both take effect, and reports its commit once', async () => {
    const tenant = await twoBuckets();
    const holds = { a: signal(), b: signal() };
    let attempts = 0;
    const committed: string[] = [];
    const both = (first: 'a' | 'b', second: 'a' | 'b'): Promise<void> => {
      let isAgain = false;
      return write(tenant, async (tx) => {
        attempts += 1;
        afterCommit(tx, () => committed.push(first));
        await count(tx, tenant, first);
        holds[first].give();
        if (!isAgain) await holds[second].given;
        isAgain = true;
        await count(tx, tenant, second);
      });
    };
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    const rows = await read(tenant, (tx) => tx.rateBucket.findMany({ orderBy: { subject: 'asc' } }));
    expect(rows.map(({ tokens }) => tokens)).toEqual([2, 2]);
    // The transaction that is retried may lock its first row before the other has woken up, which causes another deadlock.
    expect([3, 4]).toContain(attempts);
    expect(committed.sort()).toEqual(['a', 'b']);
  });

  /** Reads a row, lets another transaction change it as long as `isOvertaken` says, and then changes it too. */
  function overtaken(tenant: TenantDb, times: number): { done: Promise<string>; attempts: () => number } {
    let attempts = 0;
    const work = async (tx: Transaction): Promise<string> => {
      attempts += 1;
      const name = `attempt ${attempts}`;
      await tx.tenant.findUnique({ where: { id: tenant.tenantId } });
      if (attempts <= times) await write(tenant, (other) => rename(other, tenant, `overtaken ${attempts}`));
      await rename(tx, tenant, name);
      return name;
    };
    return { done: write(tenant, work, { isRepeatableRead: true }), attempts: () => attempts };
  }

  it('for an outdated snapshot is run again on a new one', async () => {
    const tenant = await newTenant(database);
    const { done, attempts } = overtaken(tenant, 2);
    expect([await done, attempts(), await nameOf(tenant)]).toEqual(['attempt 3', 3, 'attempt 3']);
  });

  it('is given up after the third time, with the original error', async () => {
    const tenant = await newTenant(database);
    const { done, attempts } = overtaken(tenant, 9);
    const error = await done.catch((reason: unknown) => reason);
    expect(isWorthRetrying(error)).toBe(true);
    expect([attempts(), await nameOf(tenant)]).toEqual([3, 'overtaken 3']);
  });

  it('for any other reason is run once, and reports no commit', async () => {
    const tenant = await newTenant(database);
    let attempts = 0;
    const committed: number[] = [];
    const refused = write(tenant, async (tx) => {
      attempts += 1;
      afterCommit(tx, () => committed.push(attempts));
      await rename(tx, tenant, 'Never');
      await tx.$executeRaw`select 1 / (select 0)`;
    });
    expect(sqlState(await refused.catch((reason: unknown) => reason))).toBe('22012');
    expect([attempts, committed, await nameOf(tenant)]).toEqual([1, [], 'Test']);
  });
});

it('a commit that the database refuses notifies nobody', async () => {
  const tenant = await newTenant(database);
  await owner.query(
    `alter table "rate_bucket" add constraint "refused" foreign key ("tenantId", "subject") references "membership"("tenantId", "userId")
       deferrable initially deferred not valid`,
  );
  try {
    const told: string[] = [];
    const refused = write(tenant, async (tx) => {
      afterCommit(tx, () => told.push('committed'));
      await rename(tx, tenant, 'Never');
      await tx.rateBucket.create({ data: { tenantId: tenant.tenantId, subject: 'nobody', tokens: 1, updatedAt: new Date() } });
    });
    await expect(refused).rejects.toBeDefined();
    expect([told, await nameOf(tenant)]).toEqual([[], 'Test']);
  } finally {
    await owner.query('alter table "rate_bucket" drop constraint "refused"');
  }
});

describe('one tenant', () => {
  it.each<[string, (tenant: TenantDb, work: () => Promise<void>) => Promise<void>]>([
    ['transactions', (tenant, work) => write(tenant, work)],
    ['plain connections', (tenant, work) => write.onConnection(tenant, work)],
    ['transactions that are run again', (tenant, work) => write(tenant, work, { isRepeatableRead: true })],
  ])('takes no more than half of the pool, however many %s it asks for', async (_name, run) => {
    const [greedy, other] = [await newTenant(database), await newTenant(database)];
    const end = signal();
    let held = 0;
    const half = signal();
    const asked = Array.from({ length: 3 * POOL_SIZE }, () =>
      run(greedy, async () => {
        held += 1;
        if (held >= POOL_SIZE / 2) half.give();
        await end.given;
      }),
    );
    await half.given;
    try {
      // This tenant would never get a connection if the first one held them all.
      expect(await nameOf(other)).toBe('Test');
      expect(held).toBe(POOL_SIZE / 2);
    } finally {
      end.give();
    }
    await Promise.all(asked);
    expect(held).toBe(3 * POOL_SIZE);
  });

  it('that uses its whole share from within a transaction continues there', async () => {
    const tenant = await newTenant(database);
    const names = Array.from({ length: POOL_SIZE }, () =>
      write(tenant, (tx) => write({ ...tenant, transaction: tx }, async (inner) => (await inner.tenant.findFirstOrThrow()).name)),
    );
    expect(await Promise.all(names)).toEqual(Array.from({ length: POOL_SIZE }, () => 'Test'));
  });
});

it('a tenant is named by a GUID and by nothing else, because its id becomes part of a statement', async () => {
  const tenantId = `'; reset role; --`;
  const work = (): Promise<string> => Promise.resolve('reached');
  await expect(read.onConnection({ tenantId, database }, work)).rejects.toThrow('GUID');
  await expect(write.onConnection({ tenantId, database }, work)).rejects.toThrow('GUID');
});
