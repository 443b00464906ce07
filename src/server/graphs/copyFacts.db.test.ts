/** A graph read by COPY is the same as one read row by row, whatever the texts contain and however the rows arrive. */
import { expect, it } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { byCodeUnit } from '@/plain/order';
import { createDependency } from '@/server/landscape/dependencies';
import { createEntity } from '@/server/landscape/entities';
import { runOn } from '@/server/db/transaction';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { filledTenant } from '@/lab/bench/listsFill';
import { currentGraph } from './graphStore';
import { FACT_KINDS, eachPortion } from './loadFacts';
import { read } from '@/server/db/read';
import { finish } from '@/plain/steps';
import type { Landscape } from '@/domain/graph/landscape/views';
import { everythingIn } from '@/test/everythingIn';

const { database, addresses } = await useTestDatabase();

async function rowByRow(tenant: TenantDb, version: number) {
  const builder = new LandscapeGraphBuilder();
  await read.onConnection(tenant, async (client) => {
    for (const kind of FACT_KINDS)
      await eachPortion(runOn(client), tenant.tenantId, kind, null, (facts) => builder.addAll({ [kind]: facts }));
  });
  return told(finish(builder.seal(version)));
}

/** Dependencies are read in any order. */
function told(graph: Landscape) {
  const { dependencies, ...others } = everythingIn(graph);
  return { ...others, dependencies: dependencies.sort((a, b) => byCodeUnit(a.id, b.id)) };
}

async function expectSame(tenant: TenantDb): Promise<void> {
  const { graph } = await currentGraph(tenant);
  expect(told(graph)).toEqual(await rowByRow(tenant, graph.version));
}

it('with texts that COPY has to escape, and components with some links, all and none', async () => {
  const tenant = await newTenant(database);
  const named = (technicalName: string, name = technicalName) => ({ technicalName, name });
  const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', named('app'));
  const technologies = [];
  for (const one of ['one', 'two', 'three']) technologies.push((await createEntity(tenant, EVERYTHING, 'technology', named(one))).id);
  const { id: dataset } = await createEntity(tenant, EVERYTHING, 'dataset', { ...named('data'), classification: 'Internal' });
  const names = ['C:\\temp\\new', '\\N', 'Zürich → 東京 🙂', '"quoted", \'and\' so on', 'plain'];
  const ids = [];
  for (const [index, name] of names.entries()) {
    const technologyIds = technologies.slice(0, index % 4);
    const component = { ...named(`component-${index}`, name), applicationId, technologyIds, datasetIds: index === 2 ? [dataset] : [] };
    ids.push((await createEntity(tenant, EVERYTHING, 'component', component)).id);
  }
  const [source = '', ...targets] = ids;
  for (const targetComponentId of targets)
    await createDependency(tenant, EVERYTHING, {
      sourceComponentId: source,
      targetComponentId,
      dependencyType: 'Reads',
      mode: 'Soft',
      required: false,
      redundancyGroup: 'C:\\group ü',
      redundancyMinimum: 1,
    });
  await expectSame(tenant);
  const { graph } = await currentGraph(tenant);
  expect(
    everythingIn(graph)
      .components.map(({ name }) => name)
      .sort(),
  ).toEqual([...names].sort());
});

it('with so many rows that they arrive in several pieces', async () => {
  await expectSame(await filledTenant(database, addresses, 3_000));
});
