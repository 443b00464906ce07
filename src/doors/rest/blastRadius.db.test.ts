/** GET /blast-radius, by status, and every parameter as the interface states it. What the engine answers is proven in domain/graph. */
import { beforeAll, describe, expect, it } from 'vitest';
import { BlastRadiusAnswer } from '@/contract/blastRadius';
import { ImpactExplanation } from '@/contract/impactPath';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { NOWHERE, createOneOfEach, type Linked } from '@/test/restKinds';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

describeRest('the blast radius', (send) => {
  let tenant: RestTenant;
  let business: RestTenant;
  let ids: Linked;
  const chain: string[] = [];
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    business = await createRestTenant(database, send, 'Business');
    ids = await createOneOfEach(tenant);
    // c11 → c10 → … → c0: what depends on c0, one hop after the other.
    chain.length = 0;
    for (let index = 0; index <= 11; index += 1) {
      const { id } = await created(tenant, '/components', {
        applicationId: ids.application,
        name: `c${index}`,
        technicalName: `c${index}`,
      });
      const before = chain.at(-1);
      if (before !== undefined)
        await created(tenant, '/dependencies', {
          sourceComponentId: id,
          targetComponentId: before,
          dependencyType: index % 2 === 0 ? 'Calls' : 'Reads',
          mode: index === 5 ? 'Soft' : 'Hard',
        });
      chain.push(id);
    }
  });

  const ask = (query: string, key?: string) => tenant.call('GET', `/blast-radius?${query}`, {}, key);
  const ofChain = (index: number, more = 'direction=downstream'): string => `entityId=${chain[index]}&entityType=component&${more}`;
  const names = (answer: { body: { components: { technicalName: string }[] } }): string[] =>
    answer.body.components.map(({ technicalName }) => technicalName);

  describe('200', () => {
    it('rolls up what breaks downstream, in the agreed form', async () => {
      const answer = await ask(ofChain(0), tenant.keys.read);
      expect(answer.status).toBe(200);
      expect(BlastRadiusAnswer.parse(answer.body)).toEqual(answer.body);
      expect(names(answer)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10']);
      expect(answer.body).toMatchObject({
        direction: 'downstream',
        state: 'Outage',
        depth: { requested: null, applied: 10, planMaximum: 10 },
        counts: { components: 10, applications: 1 },
      });
      expect(answer.body.completeness).toMatchObject({ beyondDepth: 1, withheld: ['revenueExposure'] });
      expect(answer.body.components[0].via.componentId).toBe(chain[0]);
    });

    it('finds upstream what could cause the failure', async () => {
      const answer = await ask(ofChain(3, 'direction=upstream'));
      expect(names(answer)).toEqual(['c2', 'c1', 'c0']);
      expect(answer.body.revenueExposure).toBeUndefined();
    });

    it.each([1, 2, 10])('goes %i hops far when asked to', async (maxDepth) => {
      const answer = await ask(ofChain(0, `direction=downstream&maxDepth=${maxDepth}`));
      expect([answer.body.components.length, answer.body.depth]).toEqual([
        maxDepth,
        { requested: maxDepth, applied: maxDepth, planMaximum: 10 },
      ]);
    });

    it('applies the depth limit of the plan and says so', async () => {
      const own = await createOneOfEach(business);
      const answer = await business.call(
        'GET',
        `/blast-radius?entityId=${own.component}&entityType=component&direction=downstream&maxDepth=10`,
      );
      expect(answer.body.depth).toEqual({ requested: 10, applied: 8, planMaximum: 8 });
    });

    it('keeps only the named modes and types', async () => {
      expect(names(await ask(ofChain(0, 'direction=downstream&modeFilter=Hard')))).toEqual(['c1', 'c2', 'c3', 'c4']);
      expect(names(await ask(ofChain(0, 'direction=downstream&modeFilter=Soft,Hard'))).length).toBe(10);
      expect(names(await ask(ofChain(0, 'direction=downstream&modeFilter=Soft&modeFilter=Hard'))).length).toBe(10);
      expect(names(await ask(ofChain(0, 'direction=downstream&typeFilter=Reads')))).toEqual(['c1']);
      const both = await ask(ofChain(4, 'direction=downstream&modeFilter=Soft&typeFilter=Reads,Calls'));
      expect([names(both), both.body.filters, both.body.completeness.stoppedByFilter]).toEqual([
        ['c5'],
        { modes: ['Soft'], types: ['Reads', 'Calls'] },
        1,
      ]);
    });

    it.each(ENTITY_KINDS)('starts from a %s', async (kind) => {
      const answer = await ask(`entityId=${ids[kind].toUpperCase()}&entityType=${kind}&direction=downstream`);
      expect([answer.status, answer.body.entity]).toEqual([
        200,
        { id: ids[kind], type: kind, technicalName: `one-${kind}`, name: `The one-${kind}` },
      ]);
    });

    it.each(ENTITY_KINDS)('starts from a %s by its technicalName', async (kind) => {
      const answer = await ask(`entityId=one-${kind}&entityType=${kind}&direction=upstream`);
      expect([answer.status, answer.body.entity.id]).toEqual([200, ids[kind]]);
    });

    it('never misses a change that was acknowledged before the question', async () => {
      const last = chain[11] ?? '';
      for (let round = 0; round < 5; round += 1) {
        const name = `late${round}`;
        const { id } = await created(tenant, '/components', { applicationId: ids.application, name, technicalName: name });
        const edge = await created(tenant, '/dependencies', { sourceComponentId: id, targetComponentId: last, dependencyType: 'Calls' });
        expect(names(await ask(ofChain(11)))).toContain(name);
        await tenant.call('DELETE', `/dependencies/${edge.id}`);
        expect(names(await ask(ofChain(11)))).not.toContain(name);
      }
    });
  });

  describe('explained for one component', () => {
    const explain = (query: string) => tenant.call('GET', `/blast-radius/explain?${query}`);

    it('shows the paths, and what would have saved the component', async () => {
      const { status, body } = await explain(`${ofChain(0)}&componentId=${chain[3]}`);
      expect(status).toBe(200);
      expect(ImpactExplanation.parse(body)).toEqual(body);
      expect(body.ways).toHaveLength(1);
      expect(body.ways[0].steps.map((step: { source: { technicalName: string } }) => step.source.technicalName)).toEqual([
        'c1',
        'c2',
        'c3',
      ]);
      expect(body).toMatchObject({
        component: { technicalName: 'c3' },
        hasMoreWays: false,
        gaveWay: [],
        cutIsLargerThan: null,
        isComplete: true,
      });
      expect(body.cut).toHaveLength(1);
    });

    it('suggests nothing that would have saved a component that fails by itself', async () => {
      expect((await explain(`${ofChain(0)}&componentId=c0`)).body).toMatchObject({ cut: null, cutIsLargerThan: 3, isComplete: true });
    });

    it('is 404 for a component that is not reached, and 400 without a component', async () => {
      expect((await explain(`${ofChain(5)}&componentId=c1`)).status).toBe(404);
      expect((await explain(ofChain(5))).body.issues).toMatchObject([{ path: 'componentId' }]);
    });
  });

  describe('400', () => {
    it('names everything that is missing', async () => {
      const answer = await ask('');
      expect(answer.body.issues).toEqual([
        { path: 'entityId', message: 'is required' },
        { path: 'entityType', message: 'is required' },
        { path: 'direction', message: 'is required' },
      ]);
    });

    it('names all mistakes together, unknown and malformed, in our own words', async () => {
      const answer = await ask(
        `nix=1&direction=sideways&maxDepth=0&entityId=${'x'.repeat(129)}&componentLimit=many&modeFilter=Hart&at=now`,
      );
      expect(answer.body.issues).toEqual([
        { path: 'nix', message: 'is not a known query parameter' },
        { path: 'componentLimit', message: 'must be a whole number, in plain digits' },
        { path: 'entityId', message: 'must have at most 128 characters' },
        { path: 'entityType', message: 'is required' },
        { path: 'direction', message: 'must be one of downstream, upstream' },
        { path: 'maxDepth', message: 'must be at least 1' },
        { path: 'modeFilter[0]', message: 'must be one of Hard, Soft, Async, Degraded' },
        { path: 'at', message: expect.stringMatching(/^must be/) },
      ]);
    });

    it.each([
      ['maxDepth', 'maxDepth=0'],
      ['maxDepth', 'maxDepth=11'],
      ['maxDepth', 'maxDepth=-1'],
      ['maxDepth', 'maxDepth=abc'],
      ['maxDepth', 'maxDepth=1.0'],
      ['maxDepth', 'maxDepth='],
      ['maxDepth', 'maxDepth=3&maxDepth=3'],
      ['modeFilter[0]', 'modeFilter=hard'],
      ['modeFilter', 'modeFilter='],
      ['modeFilter', 'modeFilter=Hard,,Soft'],
      ['modeFilter', 'modeFilter=Hard,Hard'],
      ['modeFilter[0]', 'modeFilter=%20Hard'],
      ['typeFilter[1]', 'typeFilter=Calls,calls'],
      ['state', 'state=Healthy'],
      ['state', 'state=outage'],
      ['componentLimit', 'componentLimit=-1'],
      ['depth', 'depth=3'],
      ['MaxDepth', 'MaxDepth=3'],
    ])('names %s in %s', async (field, query) => {
      const answer = await ask(ofChain(0, `direction=downstream&${query}`));
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
    });

    it.each([
      ['entityId', 'entityId=&entityType=component&direction=downstream'],
      ['entityType', `entityId=${NOWHERE}&entityType=Component&direction=downstream`],
      ['entityType', `entityId=${NOWHERE}&entityType=hostingArea&direction=downstream`],
      ['direction', `entityId=${NOWHERE}&entityType=component&direction=Downstream`],
    ])('names %s in %s', async (field, query) => {
      const answer = await ask(query);
      expect([answer.status, answer.body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
    });
  });

  describe('401, 403', () => {
    it('needs a key with the scope read', async () => {
      expect((await tenant.call('GET', `/blast-radius?${ofChain(0)}`, {}, null)).status).toBe(401);
      for (const key of [tenant.keys.write, tenant.keys.health]) expect((await ask(ofChain(0), key)).body.requiredScope).toBe('read');
    });
  });

  describe('404', () => {
    it('says that there is no such entity, even if it exists with another type', async () => {
      expect((await ask(`entityId=${NOWHERE}&entityType=component&direction=downstream`)).status).toBe(404);
      expect((await ask(`entityId=${ids.application}&entityType=component&direction=downstream`)).status).toBe(404);
    });

    it.each(['', '/explain'])('names the three nearest of that kind for a name that is none, at /blast-radius%s', async (path) => {
      const query = 'entityId=C33&entityType=component&direction=downstream&componentId=c1';
      const { status, body } = await tenant.call(
        'GET',
        `/blast-radius${path}?${path === '' ? query.replace('&componentId=c1', '') : query}`,
      );
      expect([status, body.suggestions]).toEqual([404, ['c3', 'c0', 'c1']]);
      expect(body.detail).toBe('There is no component "C33". Did you mean "c3", "c0" or "c1"? Check entityType too.');
    });

    it('names the nearest of another kind than component too', async () => {
      const { status, body } = await ask('entityId=two-capability&entityType=capability&direction=upstream');
      expect([status, body.suggestions]).toEqual([404, ['one-capability']]);
    });
  });
});
