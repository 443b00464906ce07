/** A graph in memory never misses an acknowledged change, and edits in place give the same result as a fresh build. */
import { describe, expect, it } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { createDependency } from '@/server/landscape/dependencies';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { answerBlastRadius } from '@/server/impact/blastRadius';
import { byCodeUnit } from '@/plain/order';
import { currentGraph } from './graphStore';
import { landscapeHead } from './landscapeHead';
import { FACT_KINDS, eachPortion } from './loadFacts';
import { runOn } from '@/server/db/transaction';
import { read } from '@/server/db/read';
import { finish } from '@/plain/steps';
import type { Landscape } from '@/domain/graph/landscape/views';
import { everythingIn } from '@/test/everythingIn';

const { database, owner } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

/** A promise, and the function that fulfils it. */
function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

async function freshGraph(tenant: TenantDb, version: number): Promise<LandscapeGraph> {
  const builder = new LandscapeGraphBuilder();
  await read.onConnection(tenant, async (client) => {
    for (const kind of FACT_KINDS)
      await eachPortion(runOn(client), tenant.tenantId, kind, null, (facts) => builder.addAll({ [kind]: facts }));
  });
  return finish(builder.seal(version));
}

/** Everything that a graph answers, in a fixed order. */
function told(graph: Landscape): unknown {
  const { components, dependencies } = everythingIn(graph);
  const byId = (a: { id: string }, b: { id: string }): number => byCodeUnit(a.id, b.id);
  return { version: graph.version, components: components.sort(byId), dependencies: dependencies.sort(byId) };
}

async function blastOf(tenant: TenantDb, entityId: string) {
  return answerBlastRadius(tenant, 'Enterprise', EVERYTHING, { entityId, entityType: 'component', direction: 'downstream' });
}

describe('the graph in memory', () => {
  it('includes every change that was acknowledged before the question', async () => {
    const tenant = await newTenant(database);
    const app = await createEntity(tenant, EVERYTHING, 'application', named('app'));
    const target = await createEntity(tenant, EVERYTHING, 'component', { ...named('target'), applicationId: app.id });
    expect((await blastOf(tenant, target.id)).counts.components).toBe(0);
    for (let count = 1; count <= 8; count += 1) {
      const source = await createEntity(tenant, EVERYTHING, 'component', { ...named(`source-${count}`), applicationId: app.id });
      await createDependency(tenant, EVERYTHING, { sourceComponentId: source.id, targetComponentId: target.id, dependencyType: 'Calls' });
      const answers = await Promise.all([blastOf(tenant, target.id), blastOf(tenant, target.id)]);
      expect(answers.map((answer) => answer.counts.components)).toEqual([count, count]);
    }
    await deleteEntity(tenant, EVERYTHING, 'component', 'source-3', true, null);
    const answer = await blastOf(tenant, target.id);
    expect(answer.components.map(({ technicalName }) => technicalName)).toEqual([1, 2, 4, 5, 6, 7, 8].map((number) => `source-${number}`));
    expect(answer.landscapeVersion).toBe(19);
  });

  it('is checked again for a question, even while an earlier check is still under way', async () => {
    const tenant = await newTenant(database);
    const released = signal();
    const read = signal();
    // The first answer of the database takes a long time.
    let isFirst = true;
    const readers = {
      read: async (...question: Parameters<typeof database.readers.read>) => {
        const mine = isFirst;
        isFirst = false;
        const answer = await database.readers.read(...question);
        if (!mine) return answer;
        read.give();
        await released.given;
        return answer;
      },
    };
    const slow = { ...tenant, database: { ...database, readers } } as unknown as TenantDb;
    const before = landscapeHead(slow);
    await read.given;
    await createEntity(tenant, EVERYTHING, 'application', named('app'));
    const afterwards = landscapeHead(slow);
    released.give();
    const [{ version }, { version: later }] = await Promise.all([before, afterwards]);
    expect(later - version).toBe(1);
  });

  it('is the same after edits of every kind as a fresh build', async () => {
    const tenant = await newTenant(database);
    const area = await createEntity(tenant, EVERYTHING, 'hosting-area', named('area'));
    const zone = await createEntity(tenant, EVERYTHING, 'hosting-zone', { ...named('zone'), hostingAreaId: area.id });
    const capability = await createEntity(tenant, EVERYTHING, 'capability', named('capability'));
    const process = await createEntity(tenant, EVERYTHING, 'process', { ...named('process'), capabilityIds: [capability.id] });
    const app = await createEntity(tenant, EVERYTHING, 'application', {
      ...named('app'),
      capabilityIds: [capability.id],
      processIds: [process.id],
    });
    await currentGraph(tenant);
    const segment = await createEntity(tenant, EVERYTHING, 'segment', {
      ...named('all'),
      audienceType: 'Public',
      annualRevenue: 8_760,
      capabilities: [{ capabilityId: capability.id, revenueShare: 1 }],
    });
    const technology = await createEntity(tenant, EVERYTHING, 'technology', named('technology'));
    const dataset = await createEntity(tenant, EVERYTHING, 'dataset', { ...named('dataset'), classification: 'Public' });
    const one = await createEntity(tenant, EVERYTHING, 'component', {
      ...named('one'),
      applicationId: app.id,
      hostingZoneIds: [zone.id],
      technologyIds: [technology.id],
      datasetIds: [dataset.id],
    });
    const two = await createEntity(tenant, EVERYTHING, 'component', { ...named('two'), applicationId: app.id });
    await currentGraph(tenant);
    await createDependency(tenant, EVERYTHING, { sourceComponentId: one.id, targetComponentId: two.id, dependencyType: 'Calls' });
    await updateEntity(tenant, EVERYTHING, 'component', 'one', { technicalName: 'renamed', hostingZoneIds: [] }, null);
    await deleteEntity(tenant, EVERYTHING, 'technology', 'technology', true, null);
    const { graph } = await currentGraph(tenant);
    expect(told(graph)).toEqual(told(await freshGraph(tenant, graph.version)));
    const answer = await blastOf(tenant, two.id);
    expect(answer.audiences.map(({ id }) => id)).toEqual([segment.id]);
    expect(answer.revenueExposure).toMatchObject({ currency: 'EUR', perYear: 8_760, perHour: 1, expectedPerHour: 1 });
  });

  it('answers 503 to everybody who waits too long for a load, and works again once the landscape can be loaded', async () => {
    const tenant = await newTenant(database);
    const app = await createEntity(tenant, EVERYTHING, 'application', named('app'));
    const blocker = await owner.connect();
    try {
      await blocker.query('begin; lock table "component" in access exclusive mode');
      const waiting = [currentGraph(tenant, 20), currentGraph(tenant, 20), currentGraph(tenant, 20)];
      const tooLate = { code: 'unavailable', retryAfterSeconds: 5 };
      for (const asked of await Promise.allSettled(waiting)) expect(asked).toMatchObject({ status: 'rejected', reason: tooLate });
      await blocker.query('rollback');
    } finally {
      blocker.release(true);
    }
    const { graph } = await currentGraph(tenant);
    expect(graph.findEntity('application', 'app')?.id).toBe(app.id);
  });
});
