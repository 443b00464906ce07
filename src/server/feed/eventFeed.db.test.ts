/** The live feed: order, resumption, resets, limits, and the end of those who may no longer read or do not read. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { readStream, type FeedBlock, type FeedReader } from '@/test/feedReader';
import { signedInMember } from '@/test/restPeople';
import { SYSTEM, createKey } from '@/test/restTenants';
import { EVERYTHING, newTenant } from '@/test/tenants';
import type { Principal } from '@/domain/access';
import type { Role } from '@/domain/vocabulary';
import { admit, type Credentials } from '@/server/auth/admit';
import { findRefused } from '@/server/auth/findRefused';
import { createPerson } from '@/server/auth/people';
import { deleteTenant } from '@/server/auth/ownTenant';
import { setPlan } from '@/server/auth/tenants';
import { revokeApiKey } from '@/server/auth/apiKeys';
import { tidyUp } from '@/server/housekeeping';
import { forgetProcessState } from '@/server/processState';
import { haveSiblings, siblings } from '@/server/siblings';
import type { TenantDb } from '@/server/db/tenantDb';
import { MOST_PER_PRINCIPAL, eventFeed, feedStart, sweepFeeds, type FeedStart, type FindRefused } from './eventFeed';
import { appendEvents } from '@/server/events/eventLog';
import { createWebhook } from '@/server/webhooks/endpoints';
import { subscribe } from '@/server/notifications/ownSubscriptions';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const NEW_PERSON = { password: 'long enough' } as const;
const READ = { scope: 'read', role: 'Viewer' } as const;

const nobody: FindRefused = () => Promise.resolve(new Set());

const readers: FeedReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

function followAs(tenant: TenantDb, principal: Principal): Promise<FeedReader> {
  return follow(tenant, null, { principal });
}

async function openChannel(tenant: TenantDb): Promise<string> {
  const admin = { actor: SYSTEM, plan: 'Enterprise', now: new Date() } as const;
  return (await createWebhook(tenant, admin, { url: 'https://8.8.8.8/hook', format: 'slack', isOpenToMembers: true })).id;
}

async function follow(
  tenant: TenantDb,
  start: FeedStart = null,
  more: { id?: string; principal?: Principal; findRefused?: FindRefused } = {},
): Promise<FeedReader> {
  const principal = more.principal ?? { ...EVERYTHING, id: more.id ?? EVERYTHING.id };
  const caller = { tenant, principal, access: READ, sessionId: null };
  const reader = readStream((await eventFeed(caller, start, more.findRefused ?? nobody)).open());
  readers.push(reader);
  return reader;
}

function append(tenant: TenantDb, ...names: string[]): Promise<number> {
  return write(tenant, (tx) =>
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

const names = (blocks: readonly (FeedBlock | null | undefined)[]): [unknown, unknown][] =>
  blocks.map((block) => [block?.id, (block?.data as { data: { name: string } } | undefined)?.data.name]);
const later = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

describe('a live feed', () => {
  it('begins with the id to resume from, then sends each whole event in order, with its number as id', async () => {
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

  it('resumes after the last id without loss or repetition, even over several pages and while events keep coming', async () => {
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

  it('sends what other processes commit', async () => {
    const tenant = await newTenant(database);
    const reader = await follow(tenant);
    await reader.next();
    // Written without this process's own hooks, as another process would do it.
    await write(
      tenant,
      (tx) => tx.$executeRaw`
      with raised as (update "landscape_version" set "eventSequence" = 1 where "tenantId" = ${tenant.tenantId}::uuid returning "tenantId")
      insert into "event" ("tenantId", "sequence", "id", "type", "at", "payload") select "tenantId", 1, gen_random_uuid(), 'health.changed', now(), '{"name":"theirs"}' from raised`,
    );
    expect(names([await reader.next()])).toEqual([['1', 'theirs']]);
  });

  it('sends nothing from a transaction that was rolled back', async () => {
    const tenant = await newTenant(database);
    const reader = await follow(tenant);
    await reader.next();
    const failing = write(tenant, async (tx) => {
      await appendEvents(tx, tenant.tenantId, [{ type: 'landscape.changed', data: { name: 'never' } }]);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await append(tenant, 'kept');
    expect(names([await reader.next()])).toEqual([['1', 'kept']]);
  });

  it('sends no events of another tenant', async () => {
    const [tenant, other] = [await newTenant(database), await newTenant(database)];
    const reader = await follow(tenant);
    await reader.next();
    await append(other, 'theirs');
    await append(tenant, 'ours');
    expect(names([await reader.next()])).toEqual([['1', 'ours']]);
  });
});

it('tells what somebody has themselves told to that person alone, and what webhooks watch to those who may list it', async () => {
  const tenant = await newTenant(database);
  const people = { ada: 'Viewer', bob: 'Viewer', eve: 'Admin' } as const;
  const idOf = async (role: Role, name: string): Promise<string> =>
    (await createPerson(database, SYSTEM, { ...NEW_PERSON, email: `${randomUUID()}@acme.example`, name, tenantId: tenant.tenantId, role }))
      .userId;
  const readers = await Promise.all(
    Object.entries(people).map(async ([name, role]) => {
      const principal: Principal = { type: 'person', id: await idOf(role, name), name, scopes: [], role, canSeeRevenue: false };
      return { principal, reader: await followAs(tenant, principal) };
    }),
  );
  const [ada] = readers;
  const wish = { watch: { kind: 'tenant' }, state: 'Outage', minutes: 0, webhookId: await openChannel(tenant) } as const;
  const { id } = await subscribe(tenant, { principal: ada!.principal, plan: 'Enterprise', now: new Date() }, wish);
  await write(tenant, (tx) =>
    appendEvents(tx, tenant.tenantId, [
      { type: 'notification.raised', data: { name: 'own', isOwn: true, subscriptionId: id } },
      { type: 'notification.raised', data: { name: 'of a webhook', subscriptionId: randomUUID() } },
      { type: 'landscape.changed', data: { name: 'for all' } },
    ]),
  );
  const told = async (reader: FeedReader): Promise<unknown[]> => {
    const seen: unknown[] = [];
    while (seen.at(-1) !== 'for all') seen.push(names([await reader.next()])[0]?.[1]);
    return seen.slice(1);
  };
  expect(await Promise.all(readers.map(({ reader }) => told(reader)))).toEqual([
    ['own', 'for all'],
    ['for all'],
    ['of a webhook', 'for all'],
  ]);
});

describe('a reset', () => {
  it.each([
    ['a number that was never assigned', 2],
    ['an id that is not a number', 'unknown'],
  ] as const)('answers %s, with the snapshot, and the feed continues from there', async (_name, start) => {
    const tenant = await newTenant(database);
    await append(tenant, 'one');
    const reader = await follow(tenant, start);
    const reset = await reader.next();
    expect([reset?.id, reset?.event]).toEqual(['1', 'reset']);
    expect(reset?.data).toMatchObject({ sequence: 1, snapshot: { version: 0, landscapeVersion: 0, unhealthy: [], impacted: [] } });
    await append(tenant, 'two');
    expect(names([await reader.next()])).toEqual([['2', 'two']]);
  });

  it('answers an id older than the log, which is kept for 24 hours, unless nothing was missed', async () => {
    const tenant = await newTenant(database);
    await append(tenant, 'one', 'two', 'three');
    await write(
      tenant,
      (tx) =>
        tx.$executeRaw`update "event" set "at" = now() - case when "sequence" < 3 then interval '25 hours' else interval '23 hours' end`,
    );
    await tidyUp();
    expect((await (await follow(tenant, 1)).next())?.event).toBe('reset');
    expect(names((await take(await follow(tenant, 2), 2)).slice(1))).toEqual([['3', 'three']]);
    await write(tenant, (tx) => tx.$executeRaw`update "event" set "at" = now() - interval '25 hours'`);
    await tidyUp();
    expect(await (await follow(tenant, 3)).next()).toEqual({ retry: '2000', id: '3' });
    expect((await (await follow(tenant, 2)).next())?.event).toBe('reset');
  });
});

describe('an open feed', () => {
  it('ends when its next events have left the log, so that its client reconnects and is reset', async () => {
    const tenant = await newTenant(database);
    await append(tenant, ...Array.from({ length: 600 }, (_, index) => `n${index + 1}`));
    const reader = await follow(tenant, 0);
    expect(names((await take(reader, 201)).slice(-1))).toEqual([['200', 'n200']]);
    await write(tenant, (tx) => tx.$executeRaw`delete from "event" where "sequence" <= 210`);
    expect(await reader.next()).toBeNull();
    expect((await (await follow(tenant, 200)).next())?.event).toBe('reset');
  });

  it('sends a heartbeat when nothing happens for 15 seconds', async () => {
    const reader = await follow(await newTenant(database));
    await reader.next();
    const next = reader.next();
    await sweepFeeds(later(14));
    await sweepFeeds(later(16));
    expect(await next).toEqual({ comment: 'still here' });
  });

  it('is cut off when its client reads nothing for 30 seconds, and buffers nothing for it meanwhile', async () => {
    const tenant = await newTenant(database);
    const reader = await follow(tenant);
    await reader.next();
    await append(tenant, 'unread');
    await sweepFeeds(later(29));
    await sweepFeeds(later(31));
    await expect(reader.next()).rejects.toThrow('is not reading');
  });

  it('stays open while it is unknown whether its caller may still read', async () => {
    const reader = await follow(await newTenant(database), null, {
      findRefused: () => Promise.reject(new Error('The database is away.')),
    });
    await reader.next();
    const next = reader.next();
    await sweepFeeds(later(31));
    expect(await next).toEqual({ comment: 'still here' });
  });
});

describe('the right to a feed', () => {
  /** Opens a feed as a door does, and waits until it has begun. */
  async function admitted(credentials: Pick<Credentials, 'tenantId' | 'authorization' | 'session'>): Promise<FeedReader> {
    const caller = await admit({ ...credentials, now: new Date() }, READ);
    const reader = readStream((await eventFeed(caller, null, findRefused)).open());
    readers.push(reader);
    await reader.next();
    return reader;
  }

  async function withKey(tenant: TenantDb, more: { expiresAt?: string } = {}): Promise<{ id: string; reader: FeedReader }> {
    const { id, key } = await createKey(database, tenant.tenantId, ['read'], more);
    return { id, reader: await admitted({ tenantId: tenant.tenantId, authorization: `Bearer ${key}`, session: null }) };
  }

  async function asMember(tenant: TenantDb, role: Role = 'Viewer'): Promise<FeedReader> {
    const session = await signedInMember(database, tenant.tenantId, role);
    return admitted({ tenantId: tenant.tenantId, authorization: null, session });
  }

  /** Whether the feed has ended: reads on until its end, or until an event that is appended last. */
  async function hasEnded(tenant: TenantDb, reader: FeedReader): Promise<boolean> {
    await append(tenant, 'still told');
    for (let block = await reader.next(); block !== null; block = await reader.next())
      if ((block.data as { data: { name?: string } } | undefined)?.data.name === 'still told') return false;
    return true;
  }

  it('ends when its key is revoked, and others continue', async () => {
    const tenant = await newTenant(database, 'Business');
    const [revoked, kept, member] = [await withKey(tenant), await withKey(tenant), await asMember(tenant)];
    await revokeApiKey(tenant, SYSTEM, revoked.id);
    await sweepFeeds(new Date());
    expect([await hasEnded(tenant, revoked.reader), await hasEnded(tenant, kept.reader), await hasEnded(tenant, member)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('ends when its key expires, by the clock of the database', async () => {
    const tenant = await newTenant(database, 'Business');
    const { id, reader } = await withKey(tenant, { expiresAt: later(3_600).toISOString() });
    await sweepFeeds(new Date());
    expect(await hasEnded(tenant, reader)).toBe(false);
    await write(tenant, (tx) => tx.$executeRaw`update "api_key" set "expiresAt" = now() - interval '1 ms' where "id" = ${id}::uuid`);
    await sweepFeeds(new Date());
    expect(await hasEnded(tenant, reader)).toBe(true);
  });

  it('ends when the plan loses the API, for keys but not for people', async () => {
    const tenant = await newTenant(database, 'Business');
    const [key, member] = [await withKey(tenant), await asMember(tenant)];
    await setPlan(database, SYSTEM, tenant.tenantId, 'Team');
    await sweepFeeds(new Date());
    expect([await hasEnded(tenant, key.reader), await hasEnded(tenant, member)]).toEqual([true, false]);
  });

  it('ends with the session', async () => {
    const tenant = await newTenant(database);
    const [ended, kept] = [await asMember(tenant), await asMember(tenant)];
    const members = (await read(tenant, (tx) => tx.membership.findMany())).map(({ userId }) => userId);
    await database.system.$executeRaw`
      delete from "session" where "id" = (select "id" from "session" where "userId" = any(${members}) order by "createdAt" limit 1)`;
    await sweepFeeds(new Date());
    expect([await hasEnded(tenant, ended), await hasEnded(tenant, kept)]).toEqual([true, false]);
  });

  it('ends with the membership', async () => {
    const tenant = await newTenant(database);
    const [removed, kept] = [await asMember(tenant, 'Editor'), await asMember(tenant)];
    await write(tenant, (tx) => tx.membership.deleteMany({ where: { role: 'Editor' } }));
    await sweepFeeds(new Date());
    expect([await hasEnded(tenant, removed), await hasEnded(tenant, kept)]).toEqual([true, false]);
  });

  it('ends with the tenant', async () => {
    const tenant = await newTenant(database);
    const session = await signedInMember(database, tenant.tenantId, 'Owner');
    const credentials = { tenantId: tenant.tenantId, authorization: null, session };
    const [member, key] = [await admitted(credentials), await withKey(tenant)];
    const owner = await admit({ ...credentials, now: new Date() }, READ);
    await deleteTenant(tenant, owner.principal, 'Test');
    await sweepFeeds(new Date());
    expect([await member.next(), await key.reader.next()]).toEqual([null, null]);
  });

  it('is checked regularly, with one query for all feeds', async () => {
    const tenant = await newTenant(database);
    const questions: number[] = [];
    const count: FindRefused = (callers) => {
      questions.push(callers.length);
      // On a slow machine the first check runs before all three are open.
      return Promise.resolve(new Set(callers.length === 3 ? callers : []));
    };
    const caller = { tenant, principal: EVERYTHING, access: READ, sessionId: null };
    const opened = await Promise.all([1, 2, 3].map(async () => readStream((await eventFeed(caller, null, count)).open())));
    for (const reader of opened) await reader.next();
    expect(await Promise.all(opened.map((reader) => reader.next()))).toEqual([null, null, null]);
    expect(questions.filter((callers) => callers === 3)).toEqual([3]);
    expect(questions.at(-1)).toBe(3);
  });
});

describe('too many feeds', () => {
  it('of one caller are refused, until one is closed; another caller is not affected', async () => {
    const tenant = await newTenant(database);
    const mine: FeedReader[] = [];
    for (let count = 0; count < MOST_PER_PRINCIPAL; count += 1) mine.push(await follow(tenant));
    await expect(follow(tenant)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 });
    expect((await (await follow(tenant, null, { id: '00000000-0000-4000-8000-00000000000f' })).next())?.id).toBe('0');
    await mine[0]?.close();
    expect((await (await follow(tenant)).next())?.id).toBe('0');
  });
});

describe('several processes of one installation', () => {
  afterEach(() => forgetProcessState('siblings'));

  it('count the feeds of a caller together, and tell each other when one opens or ends', async () => {
    const told: unknown[] = [];
    const elsewhere = { ofTenant: 5, ofPrincipal: MOST_PER_PRINCIPAL - 1 };
    const tellFeeds = (...count: unknown[]): void => void told.push(count);
    haveSiblings({ ...siblings(), webProcesses: 2, feedsElsewhere: () => elsewhere, tellFeeds });
    const tenant = await newTenant(database);
    const feed = await follow(tenant);
    await expect(follow(tenant)).rejects.toMatchObject({ code: 'rate_limited' });
    await feed.close();
    expect(told).toEqual([1, 0].map((count) => [tenant.tenantId, EVERYTHING.id, count]));
    elsewhere.ofTenant = 400;
    elsewhere.ofPrincipal = 0;
    await expect(follow(tenant)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('400 live feeds of this tenant'),
    });
  });
});

it('requests at the same time cannot exceed the limit together', async () => {
  const tenant = await newTenant(database);
  const asked = await Promise.allSettled(Array.from({ length: 34 }, () => follow(tenant)));
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
  expect(refused).toEqual(Array.from({ length: 34 - MOST_PER_PRINCIPAL }, () => 'rate_limited'));
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
