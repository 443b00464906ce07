/** How many targets of a redundancy group must work, over REST, by status; and the same by changing many dependencies at once. */
import { beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant, describeMounts, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

describeMounts('a redundancy group', (send) => {
  let tenant: RestTenant;
  let count = 0;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' });
  });

  /** A source that depends on two replicas of a group, one of them in two ways. */
  async function group(): Promise<{ source: string; ids: string[] }> {
    count += 1;
    const application = (await tenant.call('GET', '/applications/shop')).body.id as string;
    const component = async (technicalName: string): Promise<string> =>
      (await created(tenant, '/components', { applicationId: application, name: technicalName, technicalName })).id as string;
    const [sourceComponentId, one, two] = [
      await component(`web-${count}`),
      await component(`one-${count}`),
      await component(`two-${count}`),
    ];
    const edge = async (targetComponentId: string, dependencyType: string): Promise<string> =>
      (await created(tenant, '/dependencies', { sourceComponentId, targetComponentId, dependencyType, redundancyGroup: 'replicas / eu' }))
        .id as string;
    return { source: `web-${count}`, ids: [await edge(one, 'Reads'), await edge(one, 'Writes'), await edge(two, 'Reads')].sort() };
  }
  const minimums = async (ids: readonly string[]): Promise<number[]> =>
    Promise.all(ids.map(async (id) => (await tenant.call('GET', `/dependencies/${id}`)).body.redundancyMinimum as number));
  const pathOf = (source: string, name = 'replicas / eu'): string => `/components/${source}/redundancy-groups/${encodeURIComponent(name)}`;

  it('200: gets a new minimum with one entry for each dependency, undone as one', async () => {
    const { source, ids } = await group();
    const answer = await tenant.call('PUT', pathOf(source), { json: { redundancyMinimum: 2 } }, tenant.keys.write);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        component: source,
        name: 'replicas / eu',
        redundancyMinimum: 2,
        targetCount: 2,
        dependencies: ids.map((id) => ({ id, version: 2 })),
      },
    ]);
    expect(await minimums(ids)).toEqual([2, 2, 2]);
    const { items } = (await tenant.call('GET', '/changes?limit=3')).body as { items: { changeSetId: string; entityId: string }[] };
    expect(new Set(items.map(({ entityId }) => entityId))).toEqual(new Set(ids));
    expect(new Set(items.map(({ changeSetId }) => changeSetId)).size).toBe(1);
    const undone = await tenant.call('POST', `/changes/${items[0]?.changeSetId ?? ''}/undo`);
    expect([undone.status, undone.body.summary]).toEqual([200, { create: 0, update: 3, delete: 0, notRestored: 0 }]);
    expect(await minimums(ids)).toEqual([1, 1, 1]);
  });

  it('200: is left unchanged if it has that minimum already', async () => {
    const { source, ids } = await group();
    const before = (await tenant.call('GET', '/changes?limit=1')).body.items[0].changeSetId as string;
    expect((await tenant.call('PUT', pathOf(source), { json: { redundancyMinimum: 1 } })).status).toBe(200);
    expect((await tenant.call('GET', '/changes?limit=1')).body.items[0].changeSetId).toBe(before);
    expect(await minimums(ids)).toEqual([1, 1, 1]);
  });

  it.each([
    [3, 'must be at most 2, the number of targets in group "replicas / eu"'],
    [0, null],
    ['2', null],
  ])('400: cannot need %j of two targets', async (redundancyMinimum, message) => {
    const { source, ids } = await group();
    const answer = await tenant.call('PUT', pathOf(source), { json: { redundancyMinimum } });
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'redundancyMinimum']);
    if (message !== null) expect(answer.body.issues[0].message).toBe(message);
    expect(await minimums(ids)).toEqual([1, 1, 1]);
  });

  it('403: is not changed by a key without the scope write', async () => {
    const { source } = await group();
    expect((await tenant.call('PUT', pathOf(source), { json: { redundancyMinimum: 2 } }, tenant.keys.read)).body.requiredScope).toBe(
      'write',
    );
  });

  it('404: is found only by its source and name', async () => {
    const { source } = await group();
    for (const path of [pathOf(source, 'others'), pathOf('nobody')])
      expect((await tenant.call('PUT', path, { json: { redundancyMinimum: 1 } })).status).toBe(404);
  });

  it('is changed as a whole by a bulk update, never in part', async () => {
    const { ids } = await group();
    const bulk = (some: readonly string[], redundancyMinimum: number) =>
      tenant.call('POST', '/bulk/update', { json: { kind: 'dependency', ids: some, set: { redundancyMinimum } } });
    const part = await bulk(ids.slice(0, 2), 2);
    expect([part.status, part.body.issues[0].path]).toEqual([400, 'ids[0].redundancyMinimum']);
    expect(await minimums(ids)).toEqual([1, 1, 1]);
    expect((await bulk(ids, 3)).status).toBe(400);
    const whole = await bulk(ids, 2);
    expect([whole.status, [...whole.body.changed].sort()]).toEqual([200, ids]);
    expect(await minimums(ids)).toEqual([2, 2, 2]);
  });
});
