/**
 * Replicas, half of them on a second entry node of a Citus, are killed one after another under load: no tenant is worked on twice at once,
 * and no signal is lost.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { addTenant } from '@/lab/replicas/simulatedTurn';
import { Simulation } from '@/lab/replicas/simulation';
import { useOwnDatabase } from '@/test/database';

const { database, addresses, secondEntry } = await useOwnDatabase();
const REPLICAS = 4;
const KILLS = 50;

const tenants = Array.from({ length: 200 }, () => randomUUID());
for (const tenantId of tenants) await addTenant(database, tenantId);
const simulation = new Simulation([addresses, secondEntry ?? addresses], tenants);
afterAll(() => simulation.end());

it(`after each of ${KILLS} kills of a replica under load, no tenant has two workers and every signal is processed exactly once`, async () => {
  for (let number = 0; number < REPLICAS; number++) await simulation.start();
  await simulation.killOften(KILLS, { everyMs: 200, signalsPerSecond: 200 });
  const { accepted, taken, waiting } = await simulation.drain(database);
  expect({ killed: simulation.killed, overlaps: simulation.overlaps(), waiting, lost: accepted - taken }).toEqual({
    killed: KILLS,
    overlaps: 0,
    waiting: 0,
    lost: 0,
  });
  expect(accepted).toBeGreaterThan(KILLS);
});
