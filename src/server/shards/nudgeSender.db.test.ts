/** A process that does no background work itself: its nudges go to the replica responsible for the tenant, or come back if that is out of reach. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { PATIENT } from '@/test/patience';
import { NudgeSender } from './nudgeSender';
import { DatabaseNudgeWire, type NudgeWire } from './nudgeWire';
import { hashOf, living, ownerOf } from './rendezvous';
import { beat, leave } from './replicas';

const { database, owner } = await useOwnDatabase();

const OWNER = '{"space":"elsewhere","pid":1,"startedAt":"then"}';
const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
  await owner.query('delete from replica');
});

interface Listening {
  id: string;
  heard: string[];
}

async function replicaThatListens(): Promise<Listening & { wire: DatabaseNudgeWire }> {
  const [id, heard]: [string, string[]] = [randomUUID(), []];
  const hear = (kind: string, tenantIds: readonly string[]): void => void heard.push(...tenantIds.map((tenantId) => `${kind} ${tenantId}`));
  const wire = new DatabaseNudgeWire({ database, selfId: id, hear, now: () => performance.now() });
  opened.push(wire);
  await beat(database, { id, owner: OWNER });
  await wire.keepUp();
  return { id, heard, wire };
}

function sender(wire?: NudgeWire): { sender: NudgeSender; returned: string[] } {
  const returned: string[] = [];
  const otherwise = (kind: string, tenantId: string): void => void returned.push(`${kind} ${tenantId}`);
  const made = new NudgeSender({ database, otherwise, ...(wire === undefined ? {} : { wire }) });
  opened.push(made);
  return { sender: made, returned };
}

it('each nudge reaches the replica that is responsible for its tenant, and no other', async () => {
  const replicas = [await replicaThatListens(), await replicaThatListens()];
  const { sender: made, returned } = sender();
  await made.look();
  const tenants = Array.from({ length: 20 }, () => randomUUID());
  // Both replicas are known to be in reach once they have been heard.
  await vi.waitFor(async () => {
    for (const { wire } of replicas) await wire.keepUp();
    returned.length = 0;
    // All tenants, because two of them may belong to the same replica, which says nothing about the other.
    for (const tenantId of tenants) made.nudge('health', tenantId);
    expect(returned).toEqual([]);
  }, PATIENT);
  for (const each of replicas) each.heard.length = 0;
  for (const tenantId of tenants) made.nudge('webhooks', tenantId);
  const all = living(replicas.map(({ id }) => id));
  for (const { id, heard } of replicas) {
    const own = tenants.filter((tenantId) => ownerOf(hashOf(tenantId), all) === id).map((tenantId) => `webhooks ${tenantId}`);
    await vi.waitFor(() => expect(heard.filter((line) => line.startsWith('webhooks')).sort()).toEqual(own.sort()), { timeout: 10_000 });
  }
  expect(returned).toEqual([]);
  // It is responsible for no tenants, so no replica may count it.
  expect((await owner.query('select from replica')).rowCount).toBe(2);
});

it('a nudge that no replica can hear is returned', async () => {
  const sent: string[] = [];
  let isWithinReach = true;
  const { sender: made, returned } = sender({
    reaches: () => isWithinReach,
    send: (replicaId, kind, tenantId) => void sent.push(`${replicaId} ${kind} ${tenantId}`),
    keepUp: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  });
  const [id, tenantId] = [randomUUID(), randomUUID()];
  made.nudge('health', tenantId);
  await beat(database, { id, owner: OWNER });
  await made.look();
  made.nudge('health', tenantId);
  isWithinReach = false;
  made.nudge('webhooks', tenantId);
  await leave(database, [id]);
  isWithinReach = true;
  await made.look();
  made.nudge('health', tenantId);
  expect(sent).toEqual([`${id} health ${tenantId}`]);
  expect(returned).toEqual([`health ${tenantId}`, `webhooks ${tenantId}`, `health ${tenantId}`]);
});
