/** The live feed: order, resumption, resets, limits, and the end of those who may no longer read or do not read. */
import { afterEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { readStream, type FeedBlock, type FeedReader } from '@/test/feedReader';
import { signedInMember } from '@/test/restPeople';
import { SYSTEM, createKey } from '@/test/restTenants';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { admit } from '@/server/auth/admit';
import { revokeApiKey } from '@/server/auth/apiKeys';
import { tidyUp } from '@/server/housekeeping';
import { inTenant, type TenantDb } from '@/server/tenantDb';
import { MOST_PER_PRINCIPAL, eventFeed, feedStart, sweepFeeds, type FeedStart } from './eventFeed';
import { appendEvents } from '@/server/events/eventLog';

const { database } = await useTestDatabase();
const READ = { scope: 'read', role: 'Viewer' } as const;

const readers: FeedReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

async function follow(
  tenant: TenantDb,
  start: FeedStart = null,
  more: { id?: string; isStillAdmitted?: (now: Date) => Promise<boolean> } = {},
): Promise<FeedReader> {
  const caller = {
    tenant,
    principal: { ...EVERYTHING, id: more.id ?? EVERYTHING.id },
    isStillAdmitted: more.isStillAdmitted ?? (() => Promise.resolve(true)),
  };
  const reader = readStream((await eventFeed(caller, start)).open());
  readers.push(reader);
  return reader;
}

function append(tenant: TenantDb, ...names: string[]): Promise<number> {
  return inTenant(tenant, (tx) =>
    appendEvents(
      tx,
      tenant.tenantId,
      names.map((name) => ({ type: 'landscape.changed' as const, data: { name } })),
    ),
  );
}

async function take(reader: FeedReader, count: number): Promise<(FeedBlock | null)[]> {
  const blocks: (FeedBlock | null)[] = [];
  while (blocks.length < count) blocks.push(await reader.next());
  return blocks;
}

const names = (blocks: readonly (FeedBlock | null | undefined)[]): unknown[] =>
  blocks.map((block) => [block?.id, (block?.data as { data: { name: string } } | undefined)?.data.name]);
const later = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

describe('a live feed', () => {
  it('begins with the id to come back with, and then tells each event whole, in order, with its number as id', async () => {
    const tenant = await newTenant(database);
    await append(tenant, 'before');
    const reader = await follow(tenant);
    expect(await reader.next()).toEqual({ retry: '2000', id: '1' });
    await append(tenant, 'first', 'second');
    const [first, second] = await take(reader, 2);
    expect(first).toEqual({
      id: '2',
      event: 'landscape.changed',
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        type: 'landscape.changed',
        timestamp: expect.stringMatching(/Z$/) as string,
        tenantId: tenant.tenantId,
        sequence: 2,
        data: { name: 'first' },
      },
    });
    expect(names([second])).toEqual([['3', 'second']]);
  });

  it('goes on behind the last id without loss or repetition, also over more than one page and while events keep coming', async () => {
    const tenant = await newTenant(database);
    await append(tenant, ...Array.from({ length: 450 }, (_, index) => `n${index + 1}`));
    const reader = await follow(tenant, 3);
    const other = await follow(tenant, 448);
    const writing = append(tenant, 'n451', 'n452');
    expect(names((await take(reader, 450)).slice(1))).toEqual(
      Array.from({ length: 449 }, (_, index) => [String(index + 4), `n${index + 4}`]),
    );
    expect(names((await take(other, 5)).slice(1))).toEqual([449, 450, 451, 452].map((n) => [String(n), `n${n}`]));
    await writing;
  });

  it('tells what other processes commit', async () => {
    const tenant = await newTenant(database);
    const reader = await follow(tenant);
    await reader.next();
    // Written past this process's own hooks, as another process would.
    await inTenant(
      tenant,
      (tx) => tx.$executeRaw`
      with raised as (update "landscape_version" set "eventSequence" = 1 where "tenantId" = ${tenant.tenantId}::uuid returning "tenantId")
      insert into "event" ("tenantId", "sequence", "id", "type", "at", "payload") select "tenantId", 1, gen_random_uuid(), 'health.changed', now(), '{"name":"theirs"}' from raised`,
    );
    expect(names([await reader.next()])).toEqual([['1', 'theirs']]);
  });

  it('tells nothing of a transaction that was rolled back', async () => {
    const tenant = await newTenant(database);
    const reader = await follow(tenant);
    await reader.next();
    const failing = inTenant(tenant, async (tx) => {
      await appendEvents(tx, tenant.tenantId, [{ type: 'landscape.changed', data: { name: 'never' } }]);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await append(tenant, 'kept');
    expect(names([await reader.next()])).toEqual([['1', 'kept']]);
  });

  it("tells nothing of another tenant's events", async () => {
    const [tenant, other] = [await newTenant(database), await newTenant(database)];
    const reader = await follow(tenant);
    await reader.next();
    await append(other, 'theirs');
    await append(tenant, 'ours');
    expect(names([await reader.next()])).toEqual([['1', 'ours']]);
  });
});

describe('a reset', () => {
  it.each([
    ['a number that was never given', 2],
    ['an id that is no number', 'unknown'],
  ] as const)('answers %s, with the snapshot, and the feed goes on from there', async (_name, start) => {
    const tenant = await newTenant(database);
    await append(tenant, 'one');
    const reader = await follow(tenant, start);
    const reset = await reader.next();
    expect([reset?.id, reset?.event]).toEqual(['1', 'reset']);
    expect(reset?.data).toMatchObject({ sequence: 1, snapshot: { version: 0, landscapeVersion: 0, unhealthy: [], impacted: [] } });
    await append(tenant, 'two');
    expect(names([await reader.next()])).toEqual([['2', 'two']]);
  });

  it('answers an id older than the log, which is kept for 24 hours; one that missed nothing is not reset', async () => {
    const tenant = await newTenant(database);
    await append(tenant, 'one', 'two', 'three');
    await inTenant(
      tenant,
      (tx) =>
        tx.$executeRaw`update "event" set "at" = now() - case when "sequence" < 3 then interval '25 hours' else interval '23 hours' end`,
    );
    await tidyUp();
    expect((await (await follow(tenant, 1)).next())?.event).toBe('reset');
    expect(names((await take(await follow(tenant, 2), 2)).slice(1))).toEqual([['3', 'three']]);
    await inTenant(tenant, (tx) => tx.$executeRaw`update "event" set "at" = now() - interval '25 hours'`);
    await tidyUp();
    expect(await (await follow(tenant, 3)).next()).toEqual({ retry: '2000', id: '3' });
    expect((await (await follow(tenant, 2)).next())?.event).toBe('reset');
  });
});

describe('an open feed', () => {
  it('ends when what it has still to tell has gone from the log, so that its client is admitted anew and reset', async () => {
    const tenant = await newTenant(database);
    await append(tenant, ...Array.from({ length: 600 }, (_, index) => `n${index + 1}`));
    const reader = await follow(tenant, 0);
    expect(names((await take(reader, 201)).slice(-1))).toEqual([['200', 'n200']]);
    await inTenant(tenant, (tx) => tx.$executeRaw`delete from "event" where "sequence" <= 210`);
    expect(await reader.next()).toBeNull();
    expect((await (await follow(tenant, 200)).next())?.event).toBe('reset');
  });

  it('says that it lives when nothing happens for 15 seconds', async () => {
    const reader = await follow(await newTenant(database));
    await reader.next();
    const next = reader.next();
    await sweepFeeds(later(14));
    await sweepFeeds(later(16));
    expect(await next).toEqual({ comment: 'still here' });
  });

  it('is cut when its client reads nothing for 30 seconds, and holds nothing for it meanwhile', async () => {
    const tenant = await newTenant(database);
    const reader = await follow(tenant);
    await reader.next();
    await append(tenant, 'unread');
    await sweepFeeds(later(29));
    await sweepFeeds(later(31));
    await expect(reader.next()).rejects.toThrow('does not read');
  });

  it('ends within a minute once its key is revoked, expired or its plan has no API any more', async () => {
    const tenant = await newTenant(database, 'Business');
    const made = await createKey(database, tenant.tenantId, ['read']);
    const credentials = { tenantId: tenant.tenantId, authorization: `Bearer ${made.key}`, session: null, now: new Date() };
    const reader = readStream((await eventFeed(await admit(credentials, READ), null)).open());
    await reader.next();
    const next = reader.next();
    await revokeApiKey(tenant, SYSTEM, made.id);
    await sweepFeeds(later(31));
    expect(await next).toBeNull();
  });

  it('ends within a minute once the session behind it has ended', async () => {
    const tenant = await newTenant(database);
    const session = await signedInMember(database, tenant.tenantId, 'Viewer');
    const reader = readStream(
      (await eventFeed(await admit({ tenantId: tenant.tenantId, authorization: null, session, now: new Date() }, READ), null)).open(),
    );
    await reader.next();
    const next = reader.next();
    await database.pool.query('delete from "session"');
    await sweepFeeds(later(31));
    expect(await next).toBeNull();
  });

  it('stays open while it cannot be told whether its caller may still read', async () => {
    const reader = await follow(await newTenant(database), null, {
      isStillAdmitted: () => Promise.reject(new Error('The database is away.')),
    });
    await reader.next();
    const next = reader.next();
    await sweepFeeds(later(31));
    expect(await next).toEqual({ comment: 'still here' });
  });
});

describe('too many feeds', () => {
  it('of one caller are refused, until one is closed; another caller is not held up', async () => {
    const tenant = await newTenant(database);
    const mine: FeedReader[] = [];
    for (let count = 0; count < MOST_PER_PRINCIPAL; count += 1) mine.push(await follow(tenant));
    await expect(follow(tenant)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 });
    expect((await (await follow(tenant, null, { id: '00000000-0000-4000-8000-00000000000f' })).next())?.id).toBe('0');
    await mine[0]?.close();
    expect((await (await follow(tenant)).next())?.id).toBe('0');
  });
});

it.each([
  ['', 7, 7],
  [null, 7, 7],
  [undefined, undefined, null],
  ['12', 7, 12],
  ['0', undefined, 0],
  ['-1', 7, 'unknown'],
  ['1e3', undefined, 'unknown'],
  ['abc', undefined, 'unknown'],
] as const)('the header %j beside the query %j starts at %j', (header, query, start) => {
  expect(feedStart(header, query)).toBe(start);
});
