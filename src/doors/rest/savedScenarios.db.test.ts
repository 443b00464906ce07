/** Saved scenarios, their runs, and comparisons of two runs, by status. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Scenario, ScenarioComparison, ScenarioRun } from '@/contract/savedScenarios';
import { runScenario } from '@/server/scenarios/scenarioRuns';
import { tenantDb } from '@/server/db/tenantDb';
import { createCaller } from '@/server/procedures/root';
import { useTestDatabase } from '@/test/database';
import { contextOf } from '@/test/requestContext';
import { NOWHERE } from '@/test/restKinds';
import { signedInMember } from '@/test/restPeople';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

const MANIFEST = `
version: 1
name: shop
capabilities:
  - { technicalName: checkout, name: Checkout, maximumTolerableDowntimeMinutes: 60 }
segments:
  - { technicalName: buyers, name: Buyers, audienceType: Customers, annualRevenue: 8760000, capabilities: [{ capability: checkout, revenueShare: 0.5 }] }
applications:
  - technicalName: shop
    name: Shop
    capabilities: [checkout]
    components: [{ technicalName: web, name: Web }, { technicalName: db-a, name: Database A }, { technicalName: db-b, name: Database B }]
dependencies:
  - { source: web, target: db-a, dependencyType: Reads, redundancyGroup: databases, redundancyMinimum: 1 }
  - { source: web, target: db-b, dependencyType: Reads, redundancyGroup: databases, redundancyMinimum: 1 }
`;

const component = (entity: string, state?: string) => ({ entityType: 'component', entity, ...(state === undefined ? {} : { state }) });
const BOTH = [component('db-a'), component('db-b')];

describeRest('a saved scenario', (send) => {
  let tenant: RestTenant;
  let count = 0;

  /** In a tenant with its own landscape, so that a test may change it. */
  async function shop(plan?: 'Business'): Promise<RestTenant> {
    const made = await createRestTenant(database, send, plan);
    const raw = { raw: MANIFEST, headers: { 'content-type': 'application/yaml' } };
    expect((await made.call('POST', '/manifest/apply', raw, made.keys.revenue)).status).toBe(200);
    return made;
  }

  async function save(more: object = {}, of = tenant): Promise<Scenario> {
    const json = { technicalName: `scenario-${(count += 1)}`, name: 'Both databases', failures: BOTH, durationMinutes: 240, ...more };
    return (await created(of, '/scenarios', json)) as unknown as Scenario;
  }

  const run = async ({ id }: Scenario, of = tenant, key = of.keys.revenue): Promise<ScenarioRun> => {
    const answer = await of.call('POST', `/scenarios/${id}/runs`, { json: {} }, key);
    expect(answer.status, answer.text).toBe(201);
    return answer.body as ScenarioRun;
  };

  beforeAll(async () => {
    tenant = await shop();
  });

  it('201 can be read by id and by name, in the agreed form', async () => {
    const answer = await tenant.call('POST', '/scenarios', {
      json: { technicalName: 'both', name: 'Both', failures: [...BOTH, component('db-a', 'Warning')], withheldDependencies: [] },
    });
    expect(answer.status, answer.text).toBe(201);
    const scenario = Scenario.parse(answer.body);
    expect(scenario).toMatchObject({ baseline: 'clean', durationMinutes: null, description: null, missing: [], version: 1 });
    expect(scenario.failures.map(({ technicalName, state }) => [technicalName, state])).toEqual([
      ['db-a', 'Outage'],
      ['db-b', 'Outage'],
    ]);
    expect(answer.headers.get('location')).toBe(`/api/${tenant.tenantId}/scenarios/${scenario.id}`);
    for (const reference of [scenario.id, 'both']) {
      const read = await tenant.call('GET', `/scenarios/${reference}`, {}, tenant.keys.read);
      expect([read.status, read.body, read.headers.get('etag')]).toEqual([200, scenario, answer.headers.get('etag')]);
    }
  });

  it('200 lists page by page, in every order', async () => {
    const own = await shop();
    for (const technicalName of ['c', 'a', 'b']) await save({ technicalName, name: `Of ${technicalName}` }, own);
    const names = async (query: string): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await own.call('GET', `/scenarios?limit=2&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        expect(page.status, page.text).toBe(200);
        found.push(...page.body.items.map(({ technicalName }: Scenario) => technicalName));
        cursor = page.body.nextCursor as string | null;
      }
      return found;
    };
    expect(await names('')).toEqual(['a', 'b', 'c']);
    expect(await names('sort=-name')).toEqual(['c', 'b', 'a']);
    expect(await names('sort=updatedAt')).toEqual(['c', 'a', 'b']);
    expect(await names('search=OF%20b')).toEqual(['b']);
  });

  it('200 changes only what is stated, raises the version, and is refused to callers who have not seen the change', async () => {
    const scenario = await save();
    const path = `/scenarios/${scenario.technicalName}`;
    const tag = (await tenant.call('GET', path)).headers.get('etag')!;
    const changed = await tenant.call('PATCH', path, { json: { baseline: 'live' }, headers: { 'if-match': tag } });
    expect(changed.body).toEqual({ ...scenario, baseline: 'live', version: 2, updatedAt: changed.body.updatedAt });
    for (const method of ['PATCH', 'DELETE']) {
      const json = method === 'PATCH' ? { json: { name: 'Late' } } : {};
      const late = await tenant.call(method, path, { ...json, headers: { 'if-match': tag } });
      expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
    }
    // Saving the same with its members in another order is not a change.
    const same = { baseline: 'live', failures: [...BOTH].reverse(), withheldDependencies: [] };
    expect((await tenant.call('PATCH', path, { json: same })).body.version).toBe(2);
    const log = (await tenant.call('GET', `/changes?kind=scenario&entityId=${scenario.id}`)).body.items;
    expect(log.map(({ op, fields }: { op: string; fields: object[] }) => [op, fields.length])).toEqual([
      ['update', 1],
      ['create', 6],
    ]);
    expect(log[0].fields).toEqual([{ field: 'baseline', from: 'clean', to: 'live' }]);
  });

  it('follows a renamed member, and has a new ETag then', async () => {
    const own = await shop();
    const { id } = await save({}, own);
    const before = (await own.call('GET', `/scenarios/${id}`)).headers.get('etag')!;
    expect((await own.call('PATCH', '/components/db-a', { json: { technicalName: 'db-first' } })).status).toBe(200);
    const after = await own.call('GET', `/scenarios/${id}`, { headers: { 'if-none-match': before } });
    expect([after.status, after.body.failures[0].technicalName, after.body.missing]).toEqual([200, 'db-first', []]);
  });

  describe('a run', () => {
    it('stores the answer of an evaluation with its digest, the same again for an unchanged landscape', async () => {
      const scenario = await save();
      const [first, second] = [await run(scenario), await run(scenario)];
      expect(ScenarioRun.parse(first)).toEqual(first);
      const asked = { failures: BOTH, durationMinutes: 240 };
      const evaluated = (await tenant.call('POST', '/scenarios/evaluate', { json: asked }, tenant.keys.revenue)).body;
      expect({ ...first.answer, landscapeVersion: 0 }).toEqual({ ...evaluated, landscapeVersion: 0 });
      expect([second.answer.digest, second.id === first.id]).toEqual([first.answer.digest, false]);
      expect(first.actor).toMatchObject({ type: 'key', name: 'key for read write' });
      const read = await tenant.call('GET', `/scenarios/${scenario.id}/runs/${first.id}`, {}, tenant.keys.revenue);
      expect(read.body).toEqual(first);
      const compared = await tenant.call('GET', `/scenarios/${scenario.id}/compare?from=${first.id}&to=${second.id}`);
      expect(compared.body).toMatchObject({ isSame: true, newlyAffected: [], verdicts: [], to: { run: second.id } });
    });

    it('never shows revenue to callers who may not see it, and gives them a different digest', async () => {
      const scenario = await save();
      const { id } = await run(scenario);
      const seen = async (key: string): Promise<string> => {
        const base = `/scenarios/${scenario.id}`;
        const paths = [`${base}/runs/${id}`, `${base}/runs`, `${base}/compare?from=${id}`];
        const answers = [];
        for (const path of paths) answers.push((await tenant.call('GET', path, {}, key)).text);
        return answers.join('\n');
      };
      expect(await seen(tenant.keys.revenue)).toContain('expectedPerHour');
      const other = await seen(tenant.keys.read);
      expect(other).not.toMatch(/perHour|expectedPerHour|currency|byAudience/);
      const asked = { failures: BOTH, durationMinutes: 240 };
      const { digest } = (await tenant.call('POST', '/scenarios/evaluate', { json: asked }, tenant.keys.read)).body;
      expect(other.split(`"${String(digest)}"`)).toHaveLength(5);
    });

    it('is one of at most 100, listed newest first, page by page', { tags: ['long'] }, async () => {
      const own = await shop();
      const scenario = await save({}, own);
      const principal = { type: 'key', id: 'k', name: 'k', scopes: [], role: null, canSeeRevenue: false } as const;
      const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));
      for (let minute = 0; minute < 102; minute++)
        await runScenario(tenantDb(database, own.tenantId), 'Team', principal, scenario.id, at(minute));
      const first = (await own.call('GET', `/scenarios/${scenario.id}/runs?limit=60`)).body;
      const second = (await own.call('GET', `/scenarios/${scenario.id}/runs?limit=60&cursor=${String(first.nextCursor)}`)).body;
      expect([first.total, second.nextCursor]).toEqual([100, null]);
      const times = [...first.items, ...second.items].map((item: ScenarioRun) => item.at);
      expect(times).toEqual(Array.from({ length: 100 }, (_, index) => at(101 - index).toISOString()));
    });

    it('continues without a deleted member, and says which; once all are deleted it says so', async () => {
      const own = await shop();
      const lost = (await own.call('GET', '/components/db-a')).body.id as string;
      const [edge] = (await own.call('GET', `/dependencies?targetComponentId=${lost}`)).body.items as { id: string }[];
      const scenario = await save({ withheldDependencies: [edge!.id] }, own);
      await own.call('PATCH', '/components/db-a', { json: { technicalName: 'db-last' } });
      expect((await own.call('DELETE', '/components/db-last?cascade=true')).status).toBe(200);
      const missing = [
        { entityType: 'component', id: lost, technicalName: 'db-last' },
        { entityType: 'dependency', id: edge!.id, technicalName: 'web → db-last (Reads)' },
      ];
      const { body } = await own.call('GET', `/scenarios/${scenario.id}`);
      expect([body.missing, body.failures[0].technicalName]).toEqual([missing, 'db-last']);
      const made = await run(scenario, own);
      expect(made.missing).toEqual(missing);
      expect(made.answer.failures.map(({ technicalName }) => technicalName)).toEqual(['db-b']);
      await own.call('DELETE', '/components/db-b?cascade=true');
      for (const [method, path] of [
        ['POST', 'runs'],
        ['GET', `compare?from=${made.id}`],
      ] as const) {
        const answer = await own.call(method, `/scenarios/${scenario.id}/${path}`, method === 'POST' ? { json: {} } : {});
        expect([answer.status, answer.body.code, answer.body.detail]).toEqual([409, 'conflict', expect.stringContaining('component db-a')]);
      }
      // An entity that later gets the name takes the place of the deleted one.
      await created(own, '/components', {
        technicalName: 'db-b',
        name: 'Again',
        applicationId: made.answer.origin[0]!.applicationId,
        reuseName: true,
      });
      expect((await run(scenario, own)).missing).toEqual(missing);
    });
  });

  it('compares a run with now, entity by entity: newly affected, no longer affected, worse, milder, other verdicts', async () => {
    const own = await shop();
    const scenario = await save({ failures: [component('db-a')], durationMinutes: 240 }, own);
    const compare = async (from: ScenarioRun): Promise<ScenarioComparison> => {
      const answer = await own.call('GET', `/scenarios/${scenario.id}/compare?from=${from.id}&to=now`, {}, own.keys.revenue);
      expect(answer.status, answer.text).toBe(200);
      return ScenarioComparison.parse(answer.body);
    };
    const alone = await run(scenario, own);
    await own.call('PATCH', `/scenarios/${scenario.id}`, { json: { failures: BOTH } });
    const grown = await compare(alone);
    expect(grown.newlyAffected.map(({ entityType, technicalName, from, to }) => [entityType, technicalName, from, to])).toEqual([
      ['component', 'db-b', 'Healthy', 'Outage'],
      ['component', 'web', 'Healthy', 'Outage'],
      ['application', 'shop', 'Healthy', 'Outage'],
      ['capability', 'checkout', 'Healthy', 'Outage'],
      ['segment', 'buyers', 'Healthy', 'Outage'],
    ]);
    expect(grown.verdicts).toMatchObject([{ technicalName: 'checkout', from: null, to: 'Breached' }]);
    expect([grown.isSame, grown.from.expectedPerHour, grown.to.expectedPerHour, grown.to.currency]).toEqual([false, 0, 500, 'EUR']);
    const { body } = await own.call('GET', `/scenarios/${scenario.id}/runs`, {}, own.keys.revenue);
    expect(body.items).toMatchObject([{ expectedPerHour: 0, currency: 'EUR' }]);
    const both = await run(scenario, own);
    await own.call('PATCH', `/scenarios/${scenario.id}`, { json: { failures: [component('db-a', 'Degraded'), component('db-b')] } });
    const milder = await compare(both);
    expect(milder.milder.find(({ technicalName }) => technicalName === 'db-a')).toMatchObject({ from: 'Outage', to: 'Degraded' });
    const half = await run(scenario, own);
    await own.call('PATCH', `/scenarios/${scenario.id}`, { json: { failures: [component('db-a')] } });
    const shrunk = await compare(half);
    expect(shrunk.worse.map(({ technicalName }) => technicalName)).toEqual(['db-a']);
    expect(shrunk.noLongerAffected.map(({ technicalName }) => technicalName)).toContain('web');
  });

  it('403 on a plan without saved scenarios; existing ones can be read and deleted', async () => {
    const person = await signedInMember(database, tenant.tenantId, 'Owner');
    const caller = createCaller(contextOf(tenant.tenantId, { session: person }));
    const scenario = await save();
    await database.system.tenant.update({ where: { id: tenant.tenantId }, data: { plan: 'Free' } });
    try {
      const refused = { cause: { code: 'plan_required' } };
      const wished = { technicalName: 'more', name: 'More', failures: [{ entityType: 'component' as const, entity: 'db-a' }] };
      await expect(caller.scenarios.create(wished)).rejects.toMatchObject(refused);
      await expect(caller.scenarios.update({ idOrTechnicalName: scenario.id, name: 'Other' })).rejects.toMatchObject(refused);
      await expect(caller.scenarios.run({ idOrTechnicalName: scenario.id })).rejects.toMatchObject(refused);
      const { failures } = wished;
      expect((await caller.scenarios.evaluate({ failures })).failures).toHaveLength(1);
      expect((await caller.scenarios.get({ idOrTechnicalName: scenario.id })).id).toBe(scenario.id);
      expect((await caller.scenarios.delete({ idOrTechnicalName: scenario.id })).deleted).toHaveLength(1);
    } finally {
      await database.system.tenant.update({ where: { id: tenant.tenantId }, data: { plan: 'Enterprise' } });
    }
  });

  it.each<[string, object, string[]]>([
    ['unknown members', { failures: [component('db-a'), component('nobody')] }, ['failures[1].entity']],
    ['an unknown dependency', { withheldDependencies: [NOWHERE] }, ['withheldDependencies[0]']],
    ['no failure', { failures: [] }, ['failures']],
    ['a past instant', { baseline: { at: '2026-01-01' } }, ['baseline']],
    ['an invalid name', { technicalName: 'no name' }, ['technicalName']],
    ['a surplus field', { componentLimit: 3 }, ['componentLimit']],
  ])('400 names %s', async (_name, more, paths) => {
    const json = { technicalName: 'wrong', name: 'Wrong', failures: BOTH, ...more };
    const answer = await tenant.call('POST', '/scenarios', { json });
    expect([answer.status, answer.body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([400, paths]);
  });

  it('403 needs the scope write for everything that is stored', async () => {
    const { id } = await save();
    const asked: [string, string][] = [
      ['POST', '/scenarios'],
      ['PATCH', `/scenarios/${id}`],
      ['DELETE', `/scenarios/${id}`],
      ['POST', `/scenarios/${id}/runs`],
    ];
    for (const [method, path] of asked) {
      const answer = await tenant.call(method, path, { json: { name: 'x' } }, tenant.keys.read);
      expect([answer.status, answer.body.code]).toEqual([403, 'scope_missing']);
    }
  });

  it('404 for a run of another scenario, 409 for a name that is taken', async () => {
    const [one, other] = [await save(), await save()];
    const { id } = await run(one);
    expect((await tenant.call('GET', `/scenarios/${other.id}/runs/${id}`)).status).toBe(404);
    expect((await tenant.call('GET', `/scenarios/${other.id}/compare?from=${id}`)).status).toBe(404);
    const taken = await tenant.call('PATCH', `/scenarios/${other.id}`, { json: { technicalName: one.technicalName } });
    expect([taken.status, taken.body.code]).toEqual([409, 'duplicate']);
  });
});
