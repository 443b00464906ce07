/** Scenarios in manifests: declared with their failures, renamed along with them, pruned, exported and undone. */
import { describe, expect, it } from 'vitest';
import type { ManifestImpact } from '@/contract/manifest/plan';
import type { Scenario } from '@/contract/savedScenarios';
import { createCaller } from '@/server/procedures/root';
import { useTestDatabase } from '@/test/database';
import { contextOf } from '@/test/requestContext';
import { signedInMember } from '@/test/restPeople';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

const components = (...names: string[]) => names.map((technicalName) => ({ technicalName, name: technicalName }));
const group = { dependencyType: 'Reads', redundancyGroup: 'databases', redundancyMinimum: 1 };
const edge = (target: string) => ({ source: 'web', target, ...group });
const SCENARIO = {
  technicalName: 'both',
  name: 'Both databases',
  failures: [
    { entityType: 'component', entity: 'db-b' },
    { entityType: 'component', entity: 'db-a', state: 'Degraded' },
    { entityType: 'component', entity: 'db-a' },
  ],
  withheldDependencies: [{ source: 'web', target: 'db-b', dependencyType: 'Reads' }],
  durationMinutes: 60,
};
const shop = (more: object = {}) => ({
  version: 1,
  name: 'shop',
  applications: [{ technicalName: 'shop', name: 'Shop', components: components('web', 'db-a', 'db-b') }],
  dependencies: [edge('db-a'), edge('db-b')],
  scenarios: [SCENARIO],
  ...more,
});

describeRest('scenarios in a manifest', (send) => {
  const newTenant = () => createRestTenant(database, send);

  async function say(tenant: RestTenant, what: 'preview' | 'apply', manifest: object, query = '') {
    const raw = JSON.stringify(manifest);
    return tenant.call('POST', `/manifest/${what}?impact=false${query}`, { raw, headers: { 'content-type': 'application/json' } });
  }

  async function apply(tenant: RestTenant, manifest: object, query = '') {
    const answer = await say(tenant, 'apply', manifest, query);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  }

  const read = async (tenant: RestTenant): Promise<Scenario> => (await tenant.call('GET', '/scenarios/both')).body as Scenario;
  const changed = ({ changes }: { changes: { op: string; kind: string; technicalName: string }[] }): string[] =>
    changes.filter(({ kind }) => kind === 'scenario').map(({ op, technicalName }) => `${op} ${technicalName}`);

  it('are created with their failures, stay the same when applied again, and export unchanged', async () => {
    const tenant = await newTenant();
    expect(changed(await apply(tenant, shop()))).toEqual(['create both']);
    const scenario = await read(tenant);
    expect(scenario.failures.map(({ technicalName, state }) => [technicalName, state])).toEqual([
      ['db-a', 'Outage'],
      ['db-b', 'Outage'],
    ]);
    expect([scenario.withheldDependencies.length, scenario.missing, scenario.version]).toEqual([1, [], 1]);
    expect((await tenant.call('POST', '/scenarios/both/runs')).body.answer.components).toEqual([]);
    expect((await apply(tenant, shop())).summary).toEqual({ create: 0, update: 0, delete: 0, unchanged: 7 });
    const yaml = (await tenant.call('GET', '/manifest')).text;
    expect(yaml).toContain('scenarios:\n  - technicalName: both\n');
    const again = await tenant.call('POST', '/manifest/preview', { raw: yaml, headers: { 'content-type': 'application/yaml' } });
    expect(again.body.changes).toEqual([]);
    const elsewhere = await newTenant();
    const named = (await tenant.call('GET', '/manifest?name=copy')).text;
    const copied = await elsewhere.call('POST', '/manifest/apply', { raw: named, headers: { 'content-type': 'application/yaml' } });
    expect(copied.status, copied.text).toBe(200);
    expect((await elsewhere.call('GET', '/manifest')).text).toBe(yaml);
  });

  it('change field by field, whoever created them, and follow renames', async () => {
    const tenant = await newTenant();
    await apply(tenant, shop());
    const narrowed = { ...SCENARIO, failures: [{ entityType: 'component', entity: 'db-b' }], withheldDependencies: null };
    const { changes } = (await say(tenant, 'preview', shop({ scenarios: [narrowed] }))).body;
    expect(changes).toEqual([
      {
        op: 'update',
        kind: 'scenario',
        technicalName: 'both',
        fields: [
          { field: 'failures', from: ['component db-a=Outage', 'component db-b=Outage'], to: ['component db-b=Outage'] },
          { field: 'withheldDependencies', from: ['web → db-b (Reads)'], to: [] },
        ],
      },
    ]);
    const renamed = [{ technicalName: 'db-first', formerly: 'db-a' }, ...components('web', 'db-b')];
    const moved = shop({
      applications: [{ technicalName: 'shop', components: renamed }],
      dependencies: [edge('db-first'), edge('db-b')],
    });
    const body = await apply(tenant, moved);
    expect(changed(body)).toEqual([]);
    expect(body.warnings.map(({ path }: { path: string }) => path)).toEqual(['scenarios[0].failures']);
    expect((await read(tenant)).failures[0]).toMatchObject({ technicalName: 'db-first' });
  });

  it('are deleted by a prune, block deletions of their members, and continue without members that others delete', async () => {
    const tenant = await newTenant();
    await apply(tenant, shop());
    const without = shop({
      applications: [{ technicalName: 'shop', components: components('web', 'db-b') }],
      dependencies: [edge('db-b')],
    });
    const blocked = await say(tenant, 'apply', without, '&prune=true');
    expect([blocked.status, blocked.body.code]).toEqual([409, 'in_use']);
    expect(blocked.body.blocked).toEqual([
      { kind: 'component', technicalName: 'db-a', neededBy: [{ kind: 'scenario', technicalName: 'both' }] },
    ]);
    expect(changed(await apply(tenant, { ...without, scenarios: [] }, '&prune=true&allowDelete=5'))).toEqual(['delete both']);
    await created(tenant, '/scenarios', { ...SCENARIO, withheldDependencies: [], failures: [{ entityType: 'component', entity: 'db-b' }] });
    const last = { ...without, applications: [{ technicalName: 'shop', components: components('web') }], dependencies: [], scenarios: [] };
    await apply(tenant, last, '&prune=true&allowDelete=5');
    expect((await read(tenant)).missing).toMatchObject([{ entityType: 'component', technicalName: 'db-b' }]);
    for (const at of ['', `?at=${new Date().toISOString()}`]) {
      const exported = await tenant.call('GET', `/manifest${at}`);
      expect([exported.status, exported.text.includes('scenarios:')]).toEqual([200, false]);
    }
    // What a manifest does not state stays as it is, even if it refers to something deleted.
    await apply(tenant, { version: 1, name: 'other', scenarios: [{ technicalName: 'both', description: 'told' }] });
    expect(await read(tenant)).toMatchObject({ description: 'told', missing: [{ technicalName: 'db-b' }] });
  });

  it('are undone with an apply or by hand: a creation, a change and a deletion', async () => {
    const tenant = await newTenant();
    await apply(tenant, shop({ scenarios: [] }));
    const applied = await apply(tenant, shop());
    const [{ changeSetId }] = (await tenant.call('GET', '/manifest/applies?limit=1')).body.items;
    expect(applied.changes).toHaveLength(1);
    expect((await tenant.call('POST', `/manifest/applies/${changeSetId}/undo`)).body.summary).toMatchObject({ delete: 1, notRestored: 0 });
    expect((await tenant.call('GET', '/scenarios/both')).status).toBe(404);

    const failures = [{ entityType: 'component', entity: 'db-a' }];
    const made = (await created(tenant, '/scenarios', { ...SCENARIO, failures, withheldDependencies: [] })) as unknown as Scenario;
    const undo = async (): Promise<{ summary: object }> => {
      const [{ changeSetId: last }] = (await tenant.call('GET', '/changes?kind=scenario&limit=1')).body.items;
      const answer = await tenant.call('POST', `/changes/${last}/undo`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const other = [{ entityType: 'component', entity: 'db-b' }];
    await tenant.call('PATCH', '/scenarios/both', { json: { technicalName: 'one', failures: other, durationMinutes: null } });
    expect((await undo()).summary).toMatchObject({ update: 1, notRestored: 0 });
    const { version: _, updatedAt: __, ...told } = made;
    expect(await read(tenant)).toMatchObject(told);
    await tenant.call('DELETE', '/scenarios/both');
    expect((await undo()).summary).toMatchObject({ create: 1, notRestored: 0 });
    expect(await read(tenant)).toMatchObject(told);
  });

  it('need a takeover if another manifest states them differently', async () => {
    const tenant = await newTenant();
    await apply(tenant, shop());
    const other = { version: 1, name: 'other', scenarios: [{ ...SCENARIO, failures: SCENARIO.failures.slice(0, 1), durationMinutes: 60 }] };
    const refused = await say(tenant, 'apply', other);
    expect([refused.status, refused.body.code]).toEqual([409, 'declared_elsewhere']);
    expect(refused.body.conflicts).toMatchObject([{ manifest: 'shop', kind: 'scenario', field: 'failures' }]);
    await apply(tenant, other, '&takeOver=true');
    expect((await read(tenant)).failures).toHaveLength(1);
    await apply(tenant, { ...other, scenarios: [{ technicalName: 'both', withheldDependencies: SCENARIO.withheldDependencies }] });
  });

  it('are evaluated by a preview: verdicts before and after, and what is newly in excess', async () => {
    const tenant = await newTenant();
    const capabilities = [{ technicalName: 'buy', name: 'Buy', maximumTolerableDowntimeMinutes: 30 }];
    const applications = [
      { technicalName: 'shop', name: 'Shop', capabilities: ['buy'], components: components('web', 'db-a', 'db-b', 'db-c') },
    ];
    const scenario = { ...SCENARIO, withheldDependencies: [] };
    const own = {
      capabilities,
      applications,
      scenarios: [scenario, { ...scenario, technicalName: 'untouched', failures: [{ entityType: 'component', entity: 'web' }] }],
    };
    await apply(tenant, shop({ ...own, dependencies: [edge('db-a'), edge('db-b'), edge('db-c')] }));
    const impact = async (manifest: object) => {
      const raw = JSON.stringify(manifest);
      const answer = await tenant.call('POST', '/manifest/preview?prune=true', { raw, headers: { 'content-type': 'application/json' } });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.impact as ManifestImpact;
    };
    const lost = await impact(shop({ ...own, dependencies: [edge('db-a'), edge('db-b')] }));
    expect(lost.scenarios).toEqual([
      {
        technicalName: 'both',
        verdicts: [{ capability: 'buy', from: null, to: 'Breached' }],
        newlyExcess: [
          { entityType: 'capability', technicalName: 'buy', expectedState: 'Outage', alone: 'Healthy' },
          { entityType: 'application', technicalName: 'shop', expectedState: 'Outage', alone: 'Healthy' },
          { entityType: 'component', technicalName: 'web', expectedState: 'Outage', alone: 'Healthy' },
        ],
        excess: { from: 0, to: 3 },
        // Only for callers who may see revenue.
        expectedPerHour: null,
        omitted: 0,
      },
    ]);
    expect(lost.scenariosOmitted).toBe(0);
    const shorter = [{ ...scenario, durationMinutes: 10 }, own.scenarios[1]!];
    const milder = await impact(shop({ ...own, scenarios: shorter, dependencies: [edge('db-a'), edge('db-b')] }));
    expect(milder.scenarios?.map(({ verdicts }) => verdicts)).toEqual([[{ capability: 'buy', from: null, to: 'Met' }]]);
    const all = [edge('db-a'), edge('db-b'), edge('db-c')];
    expect((await impact(shop({ ...own, capabilities: [{ ...capabilities[0], ownerTeam: 'us' }], dependencies: all }))).scenarios).toEqual(
      [],
    );
  });

  describe('400', () => {
    it.each<[string, object, string[]]>([
      ['an unknown member', { ...SCENARIO, failures: [{ entityType: 'component', entity: 'db-c' }] }, ['scenarios[0].failures[0]']],
      [
        'an unknown dependency',
        { ...SCENARIO, withheldDependencies: [{ source: 'db-a', target: 'web', dependencyType: 'Reads' }] },
        ['scenarios[0].withheldDependencies[0]'],
      ],
      ['a new one without failures', { technicalName: 'new', name: 'New' }, ['scenarios[0].failures']],
      ['an empty list of failures', { ...SCENARIO, failures: [] }, ['scenarios[0].failures']],
      ['an invalid kind', { ...SCENARIO, failures: [{ entityType: 'server', entity: 'db-a' }] }, ['scenarios[0].failures[0].entityType']],
    ])('names %s', async (_name, scenario, paths) => {
      const answer = await say(await newTenant(), 'preview', shop({ scenarios: [scenario] }));
      expect([answer.status, answer.body.issues?.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
    });
  });

  it('need a plan with saved scenarios', async () => {
    const tenant = await newTenant();
    const caller = createCaller(contextOf(tenant.tenantId, { session: await signedInMember(database, tenant.tenantId, 'Owner') }));
    await database.system.tenant.update({ where: { id: tenant.tenantId }, data: { plan: 'Free' } });
    const asked = (scenarios: object[]) => caller.manifest.preview({ manifest: JSON.stringify(shop({ scenarios })), impact: false });
    await expect(asked([SCENARIO])).rejects.toMatchObject({ cause: { code: 'plan_required' } });
    expect((await asked([])).summary.create).toBe(6);
  });
});
