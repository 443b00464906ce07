/** Paths of a failure in the database's own landscape: filters, the plan's depth, the past, and tenant separation. */
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { newTenant, EVERYTHING } from '@/test/tenants';
import { createDependency, deleteDependency } from '@/server/landscape/dependencies';
import { createEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { readImpactPath, readImpactPaths } from './impactPaths';

const { database } = await useTestDatabase();

interface Chain {
  tenant: TenantDb;
  id(name: string): string;
  dependency(name: string): string;
}

/** a → b → c → d → e: each depends on the next; a also depends on c by a soft, optional read. */
async function chain(): Promise<Chain> {
  const tenant = await newTenant(database);
  const application = await createEntity(tenant, EVERYTHING, 'application', { name: 'app', technicalName: 'app' });
  const ids = new Map<string, string>();
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    ids.set(
      name,
      (
        await createEntity(tenant, EVERYTHING, 'component', {
          name: name.toUpperCase(),
          technicalName: name,
          applicationId: application.id,
        })
      ).id,
    );
  const id = (name: string): string => ids.get(name) ?? '';
  const dependencies = new Map<string, string>();
  const join = async (source: string, target: string, more: object = {}): Promise<void> => {
    const { id: dependencyId } = await createDependency(tenant, EVERYTHING, {
      sourceComponentId: id(source),
      targetComponentId: id(target),
      dependencyType: 'Calls',
      ...more,
    });
    dependencies.set(`${source}>${target}`, dependencyId);
  };
  await join('a', 'b');
  await join('b', 'c');
  await join('c', 'd');
  await join('d', 'e');
  await join('a', 'c', { dependencyType: 'Reads', mode: 'Soft', required: false });
  return { tenant, id, dependency: (name) => dependencies.get(name) ?? '' };
}

const from = (entityId: string, direction: 'downstream' | 'upstream' = 'downstream') => ({
  entityId,
  entityType: 'component' as const,
  direction,
});

describe('a path', () => {
  it('leads step by step from the start, each step with the resulting state', async () => {
    const { tenant, id, dependency } = await chain();
    const { steps } = await readImpactPath(tenant, 'Enterprise', { ...from(id('d')), component: 'a' });
    expect(
      steps.map(({ dependencyId, source, target, expectedState }) => [
        dependencyId,
        source.technicalName,
        target.technicalName,
        expectedState,
      ]),
    ).toEqual([
      [dependency('c>d'), 'c', 'd', 'Outage'],
      [dependency('a>c'), 'a', 'c', 'Outage'],
    ]);
    expect(steps[1]).toMatchObject({
      source: { id: id('a'), name: 'A', kind: 'Other' },
      dependencyType: 'Reads',
      mode: 'Soft',
      required: false,
    });
  });

  it('to the start itself has no step', async () => {
    const { tenant, id } = await chain();
    expect(await readImpactPath(tenant, 'Enterprise', { ...from(id('d')), component: id('d') })).toEqual({ steps: [] });
  });

  it('follows what the filters keep, and is not found if they or the depth limit cut it off', async () => {
    const { tenant, id } = await chain();
    const { steps } = await readImpactPath(tenant, 'Enterprise', { ...from(id('d')), component: 'a', modeFilter: ['Hard'] });
    expect(steps.map(({ source }) => source.technicalName)).toEqual(['c', 'b', 'a']);
    await expect(
      readImpactPath(tenant, 'Enterprise', { ...from(id('d')), component: 'a', modeFilter: ['Hard'], maxDepth: 2 }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(readImpactPath(tenant, 'Enterprise', { ...from(id('d')), component: 'e' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is the first of several, and each leads to the start', async () => {
    const { tenant, id } = await chain();
    const { paths, hasMore } = await readImpactPaths(tenant, 'Enterprise', { ...from(id('d')), component: 'a' });
    expect(hasMore).toBe(false);
    expect(paths.map(({ steps }) => steps.map(({ source }) => source.technicalName))).toEqual([
      ['c', 'a'],
      ['c', 'b', 'a'],
    ]);
    expect(paths.map(({ steps }) => steps.at(-1)?.expectedState)).toEqual(['Warning', 'Outage']);
    await expect(readImpactPaths(tenant, 'Enterprise', { ...from(id('d')), component: 'e' })).rejects.toMatchObject({ code: 'not_found' });
    const deep = await readImpactPaths(tenant, 'Free', { ...from(id('e')), component: 'a' });
    expect(deep.paths.map(({ steps }) => steps.length)).toEqual([3]);
  });

  it('goes as deep as the plan allows', async () => {
    const { tenant, id } = await chain();
    const question = { ...from(id('e')), component: 'a', modeFilter: ['Hard' as const], maxDepth: 10 };
    await expect(readImpactPath(tenant, 'Free', question)).rejects.toMatchObject({ code: 'not_found' });
    expect((await readImpactPath(tenant, 'Enterprise', question)).steps).toHaveLength(4);
  });

  it('from an entity of another tenant is not found', async () => {
    const [world, other] = [await chain(), await chain()];
    await expect(readImpactPath(world.tenant, 'Enterprise', { ...from(other.id('e')), component: 'a' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('can be found for a past moment at which it still existed', async () => {
    const { tenant, id, dependency } = await chain();
    const { rows } = await database.pool.query<{ at: Date }>('select clock_timestamp() as at');
    await deleteDependency(tenant, EVERYTHING, dependency('d>e'), null);
    const question = { ...from(id('e')), component: 'd' };
    await expect(readImpactPath(tenant, 'Enterprise', question)).rejects.toMatchObject({ code: 'not_found' });
    const then = await readImpactPath(tenant, 'Enterprise', { ...question, at: (rows[0]?.at ?? new Date()).toISOString() });
    expect(then.steps.map(({ source }) => source.technicalName)).toEqual(['d']);
  });

  it('to another tenant’s component is not found', async () => {
    const [{ tenant, id }, other] = [await chain(), await chain()];
    await expect(readImpactPath(tenant, 'Enterprise', { ...from(id('d')), component: other.id('c') })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
