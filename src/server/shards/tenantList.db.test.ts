import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addTenant } from '@/lab/replicas/simulatedTurn';
import { useOwnDatabase } from '@/test/database';
import { living } from './rendezvous';
import { TenantList } from './tenantList';

const { database, owner } = await useOwnDatabase();
const SELF = randomUUID();
const MOST = 10;

it('is read whole at first, and then in small parts: what is new is found and what is gone is forgotten when the walk gets there', async () => {
  const replicas = living([SELF]);
  const before = Array.from({ length: 4 * MOST }, () => randomUUID());
  for (const tenantId of before) await addTenant(database, tenantId);
  const list = new TenantList(database, MOST);
  expect((await list.readOn(0.25, replicas, SELF)).sort()).toEqual([...before].sort());
  const last = `ffffffff${randomUUID().slice(8)}`;
  await addTenant(database, last);
  await owner.query('alter table tenant no force row level security');
  await owner.query('delete from tenant where id = $1', [before[0]]);
  await owner.query('alter table tenant force row level security');
  const found: string[][] = [];
  for (let reading = 0; reading < 4; reading++) found.push(await list.readOn(1, replicas, SELF));
  expect(found).toEqual([[], [], [], [last]]);
  expect([list.ownerOf(before[0]!), list.size]).toEqual([undefined, before.length]);
});
