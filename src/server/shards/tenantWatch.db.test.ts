/**
 * Replicas that share the tenants, each with a simulated clock: which looks after which tenant, and what happens if one falls silent or a
 * nudge is lost.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { acceptSignal } from '@/server/health/acceptSignals';
import { claimWork, lookForWork } from '@/server/health/claimWork';
import { consumeHealth } from '@/server/health/consume';
import { runTurn } from '@/server/health/recompute';
import { createEntity } from '@/server/landscape/entities';
import { ownName } from '@/server/processIdentity';
import type { TenantDb } from '@/server/db/tenantDb';
import { onNudge } from '@/server/wake/nudges';
import { PATIENT } from '@/test/patience';
import { DatabaseNudgeWire, type NudgeWire } from './nudgeWire';
import { BEAT_MS, LIVES_MS, forgetReplicas } from './replicas';
import { TenantWatch } from './tenantWatch';
import { asSystem } from '@/server/db/asSystem';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database, owner } = await useOwnDatabase();

const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
  await owner.query('delete from replica');
});
afterAll(() => onNudge(null));

interface TestReplica {
  id: string;
  watch: TenantWatch;
  /** The tenants that were checked and handed out since the last call of `drain`. */
  looked: string[];
  taken: string[];
  /** Lets this many seconds pass on the replica's clock, with a tick at the end of each. */
  live(seconds: number): Promise<void>;
}

const SILENT: NudgeWire = {
  reaches: () => false,
  send: () => expect.unreachable('nobody is within reach'),
  keepUp: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** `processName` tells others whether the process is gone; by default the replica seems to be on a separate machine. */
function replica({
  wire,
  processName = '{"space":"elsewhere","pid":1,"startedAt":"then"}',
}: { wire?: (made: TestReplica) => NudgeWire; processName?: string } = {}): TestReplica {
  let now = 1_000_000;
  const id = randomUUID();
  const made: TestReplica = {
    id,
    watch: null as never,
    looked: [],
    taken: [],
    live: async (seconds) => {
      for (let second = 0; second < seconds; second++) {
        now += 1_000;
        await made.watch.tick();
      }
    },
  };
  const look = async (tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    made.looked.push(...tenantIds);
    return lookForWork(tenantIds);
  };
  const take = (tenantIds: readonly string[]): void => void made.taken.push(...tenantIds);
  made.watch = new TenantWatch({ database, self: { id, owner: processName }, wire: wire?.(made) ?? SILENT, now: () => now }, [
    { name: 'health', look, take },
  ]);
  opened.push(made.watch);
  return made;
}

/** Makes the replica look to the others as if it had been silent for this long. */
const silentFor = ({ id }: TestReplica, ms: number) =>
  owner.query('update replica set "heardAt" = statement_timestamp() - make_interval(secs => $2) where id = $1', [id, ms / 1_000]);

async function tenants(count: number): Promise<void> {
  for (let made = 0; made < count; made++) await newTenant(database);
}

async function everyTenant(): Promise<string[]> {
  const rows = await asSystem(database, (tx) => tx.tenant.findMany({ select: { id: true }, orderBy: { id: 'asc' } }));
  return rows.map(({ id }) => id);
}

const signalFor = (tenant: TenantDb) => acceptSignal(tenant, 'Enterprise', { component: 'db', state: 'Outage' }, new Date());

const leaseFor = (tenant: TenantDb, seconds: number) =>
  write(
    tenant,
    (tx) => tx.$executeRaw`
    update "health_work" set "leaseUntil" = statement_timestamp() + make_interval(secs => ${seconds}::float8) where "tenantId" = ${tenant.tenantId}::uuid`,
  );

async function withComponent(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const { id } = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
  await createEntity(tenant, EVERYTHING, 'component', { name: 'db', technicalName: 'db', applicationId: id });
  return tenant;
}

const owned = async ({ watch }: TestReplica): Promise<string[]> => (await everyTenant()).filter((id) => watch.isOwn(id));

describe('the shares', () => {
  it('leave out no tenant, give none to two replicas, and are all looked after within ten seconds', async () => {
    await tenants(20);
    const [one, two] = [replica(), replica()];
    await one.live(1);
    await two.live(1);
    await one.live(2);
    expect([...(await owned(one)), ...(await owned(two))].sort()).toEqual(await everyTenant());
    expect([one.watch.share.replicas, two.watch.share.replicas]).toEqual([2, 2]);
    one.looked.length = 0;
    await one.live(10);
    expect([...new Set(one.looked)].sort()).toEqual(await owned(one));
  });

  it('of a silent replica go to the others within ten seconds, but not before six seconds of silence', async () => {
    await tenants(20);
    const [one, two] = [replica(), replica()];
    await one.live(1);
    await two.live(1);
    const lost = await owned(two);
    await one.live(2);
    await silentFor(two, LIVES_MS - 1_500);
    await one.live(BEAT_MS / 1_000);
    expect(await owned(two)).toEqual(lost);
    expect(one.watch.share.replicas).toBe(2);
    await silentFor(two, LIVES_MS + 1);
    one.looked.length = 0;
    await one.live(BEAT_MS / 1_000);
    expect(await owned(one)).toEqual(await everyTenant());
    // In the same tick that noticed it.
    expect(one.looked).toEqual(expect.arrayContaining(lost));
    expect(LIVES_MS + BEAT_MS + 1_000).toBeLessThan(10_000);
  });

  it('are looked after while the list of replicas cannot be read: its own at first, and all after six seconds of silence', async () => {
    await tenants(20);
    const [one, two] = [replica(), replica()];
    await one.live(1);
    await two.live(1);
    await one.live(2);
    const [own, others] = [await owned(one), await owned(two)];
    await owner.query('alter table replica rename to put_aside');
    try {
      const through = async (seconds: number): Promise<void> => {
        one.looked.length = 0;
        for (let second = 0; second < seconds; second++) await one.live(1).catch(() => undefined);
      };
      await through(4);
      expect(own).toEqual(expect.arrayContaining([...new Set(one.looked)]));
      expect(one.looked.length).toBeGreaterThan(0);
      await through(20);
      expect([...new Set(one.looked)]).toEqual(expect.arrayContaining([...own, ...others]));
    } finally {
      await owner.query('alter table put_aside rename to replica');
    }
    await two.live(2);
    await one.live(2);
    expect(await owned(one)).toEqual(own);
  });

  it('of a dead process on this machine are free at once, and so are those of a process that stops', async () => {
    await tenants(4);
    const own = JSON.parse(ownName()) as object;
    const [one, dead, stopping] = [replica(), replica({ processName: JSON.stringify({ ...own, startedAt: 'another' }) }), replica()];
    await dead.live(1);
    await stopping.live(1);
    await one.live(1);
    expect(one.watch.share.replicas).toBe(2);
    await stopping.watch.stop();
    await one.live(BEAT_MS / 1_000);
    expect(one.watch.share).toEqual({ replicas: 1, tenants: (await everyTenant()).length, outOfReach: 0 });
  });

  it('follow new tenants and forget deleted ones within ten seconds', async () => {
    const one = replica();
    await one.live(1);
    const { tenantId } = await newTenant(database);
    one.looked.length = 0;
    await one.live(10);
    expect(one.looked).toContain(tenantId);
    await owner.query('alter table tenant no force row level security');
    await owner.query('delete from tenant');
    await owner.query('alter table tenant force row level security');
    expect(await everyTenant()).toEqual([]);
    await one.live(10);
    expect(one.watch.share.tenants).toBe(0);
    one.looked.length = 0;
    await one.live(10);
    expect(one.looked).toEqual([]);
  });

  it('of replicas that ended silently are forgotten an hour later', async () => {
    const [one, two] = [replica(), replica()];
    await one.live(1);
    await two.live(1);
    await silentFor(one, 61 * 60_000);
    expect(await forgetReplicas(database)).toBe(1);
    expect((await owner.query<{ id: string }>('select id::text as id from replica')).rows).toEqual([{ id: two.id }]);
  });
});

describe('due work', () => {
  it('is looked for again after a failure of the database', async () => {
    let isAway = true;
    const looked: string[][] = [];
    const look = (tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      looked.push([...tenantIds]);
      return isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Map([[tenantIds[0] ?? '', 0]]));
    };
    const taken: string[] = [];
    const watch = new TenantWatch({ database, self: { id: randomUUID(), owner: 'somebody' }, wire: SILENT, now: () => 0 }, [
      { name: 'health', look, take: (tenantIds) => void taken.push(...tenantIds) },
    ]);
    const tenantId = randomUUID();
    watch.lookSoon('health', tenantId);
    await expect(watch.lookAtSoon()).rejects.toThrow('away');
    isAway = false;
    await watch.lookAtSoon();
    watch.takeDue();
    expect([looked, taken]).toEqual([[[tenantId], [tenantId]], [tenantId]]);
  });

  it('without a nudge is found within ten seconds, once, and not after it was done', async () => {
    const tenant = await withComponent();
    const one = replica();
    await one.live(1);
    onNudge(null);
    await signalFor(tenant);
    await one.live(10);
    expect(new Set(one.taken)).toEqual(new Set([tenant.tenantId]));
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ signals: 1 });
    one.taken.length = 0;
    await one.live(10);
    expect(one.taken).toEqual([]);
  });

  it('at a set time is handed out at that time, whichever replica is responsible', async () => {
    const one = replica();
    await one.live(1);
    const tenantId = randomUUID();
    one.watch.expect('health', tenantId, 2_500);
    await one.live(2);
    expect(one.taken).toEqual([]);
    await one.live(1);
    expect(one.taken).toEqual([tenantId]);
  });

  it('with a lease is tried again before the lease ends, and at once if the holder died on this machine', async () => {
    const [held, left] = [await withComponent(), await withComponent()];
    for (const tenant of [held, left]) await signalFor(tenant);
    expect([await claimWork(held.tenantId), await claimWork(left.tenantId)].map((claim) => claim?.attempts)).toEqual([1, 1]);
    for (const tenant of [held, left]) await leaseFor(tenant, 60);
    const own = JSON.parse(ownName()) as object;
    const leaseOwner = JSON.stringify({ ...own, startedAt: 'another' });
    await write(left, (tx) => tx.healthWork.updateMany({ where: { tenantId: left.tenantId }, data: { leaseOwner } }));
    expect(await lookForWork([held.tenantId, left.tenantId])).toEqual(
      new Map([
        [held.tenantId, 500],
        [left.tenantId, 0],
      ]),
    );
    expect(await claimWork(left.tenantId)).not.toBeNull();
    expect(await claimWork(held.tenantId)).toBeNull();
  });

  it('is done once if a replica stalls with it and returns: its claim is void, and its memory of due work is discarded', async () => {
    const tenant = await withComponent();
    const stalled = replica();
    await stalled.live(1);
    await signalFor(tenant);
    await stalled.live(10);
    expect(stalled.taken).toContain(tenant.tenantId);
    const claim = await claimWork(tenant.tenantId);
    // While the replica is frozen, the others take over its tenants, and its lease runs out.
    await silentFor(stalled, LIVES_MS + 1);
    await leaseFor(tenant, -1);
    const other = replica();
    await other.live(1);
    expect(other.taken).toContain(tenant.tenantId);
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ signals: 1, failures: 0 });
    expect(claim === null ? claim : await runTurn(claim)).toBeNull();
    await stalled.live(2);
    expect(await claimWork(tenant.tenantId)).toBeNull();
    expect(stalled.watch.share.replicas).toBe(2);
    const left = await read(tenant, async (tx) => [
      await tx.healthSignalRecord.count({ where: { tenantId: tenant.tenantId } }),
      await tx.event.count({ where: { tenantId: tenant.tenantId, type: 'health.changed' } }),
    ]);
    expect(left).toEqual([1, 1]);
  });
});

describe('nudges', () => {
  const overDatabase = (made: TestReplica): NudgeWire =>
    new DatabaseNudgeWire({ database, selfId: made.id, hear: (kind, ids) => made.watch.hear(kind, ids), now: () => performance.now() });

  it('go to the replica responsible for the tenant, as soon as it is known', async () => {
    await tenants(10);
    const [one, two] = [replica({ wire: overDatabase }), replica({ wire: overDatabase })];
    await one.live(1);
    await two.live(1);
    const [ofTwo = ''] = await owned(two);
    await vi.waitFor(async () => {
      await two.live(2);
      await one.live(2);
      one.watch.nudge('health', ofTwo);
      expect(two.taken).toContain(ofTwo);
    }, PATIENT);
    const [ofOne = ''] = await owned(one);
    one.taken.length = 0;
    one.watch.nudge('health', ofOne);
    expect(one.taken).toEqual([ofOne]);
  });

  it('are handled here if the responsible replica is out of reach', async () => {
    await tenants(10);
    const [one, two] = [replica(), replica()];
    await one.live(1);
    await two.live(1);
    await one.live(2);
    const [ofTwo = ''] = await owned(two);
    one.taken.length = 0;
    one.watch.nudge('health', ofTwo);
    expect(one.taken).toEqual([ofTwo]);
  });

  it('that are invalid do nothing, and hundreds at once all arrive', async () => {
    const heard: [string, readonly string[]][] = [];
    const id = randomUUID();
    const wire = new DatabaseNudgeWire({
      database,
      selfId: id,
      hear: (kind, ids) => void heard.push([kind, ids]),
      now: () => performance.now(),
    });
    opened.push(wire);
    await wire.keepUp();
    for (const payload of ['', 'work', 'work  ', `work ${randomUUID()} health x`, 'here', `work ${id} health '; drop table tenant`])
      await owner.query('select pg_notify($1, $2)', ['faultline_work', payload]);
    const all = Array.from({ length: 450 }, () => randomUUID());
    for (const tenantId of all) wire.send(id, 'health', tenantId);
    await wire.flush();
    await vi.waitFor(() => expect(heard.flatMap(([, ids]) => ids).sort()).toEqual([...all].sort()), PATIENT);
    expect(wire.reaches(id)).toBe(true);
    expect(wire.reaches(randomUUID())).toBe(false);
  });

  it('arrive again after the connection was cut', async () => {
    const id = randomUUID();
    const heard: string[] = [];
    const wire = new DatabaseNudgeWire({ database, selfId: id, hear: (_, ids) => void heard.push(...ids), now: () => performance.now() });
    opened.push(wire);
    await wire.keepUp();
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'faultline nudges' and usename = current_user`,
    );
    const tenantId = randomUUID();
    await vi.waitFor(async () => {
      await wire.keepUp();
      wire.send(id, 'health', tenantId);
      await wire.flush();
      expect(heard).toContain(tenantId);
    }, PATIENT);
  });
});
