/** The routes of incidents, by status. */
import { beforeAll, describe, expect, it } from 'vitest';
import { consumeHealth } from '@/server/health/consume';
import { createCaller } from '@/server/procedures/root';
import { useTestDatabase } from '@/test/database';
import { NOWHERE } from '@/test/restKinds';
import { signedInMember } from '@/test/restPeople';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const ACTIONS = ['acknowledge', 'resolve', 'comments'] as const;
const bodyOf = (action: string): { json?: object } => (action === 'comments' ? { json: { text: 'Looking.' } } : {});

describeRest('incidents', (send) => {
  let tenant: RestTenant;
  let applicationId: string;
  let count = 0;

  const report = async (states: Record<string, string>): Promise<void> => {
    await tenant.call('POST', '/health-signals', {
      json: { signals: Object.entries(states).map(([component, state]) => ({ component, state })) },
    });
    await consumeHealth(30_000, tenant.tenantId);
  };
  /** A new component that has just failed, with its incident. */
  const fallen = async (state = 'Outage'): Promise<{ component: string; componentId: string; id: string }> => {
    const component = `c${(count += 1)}`;
    const { id: componentId } = (await created(tenant, '/components', { applicationId, name: component, technicalName: component })) as {
      id: string;
    };
    await report({ [component]: state });
    const { items } = (await tenant.call('GET', `/incidents?component=${component}`)).body as { items: { id: string }[] };
    return { component, componentId, id: items[0]?.id ?? '' };
  };

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    applicationId = ((await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string }).id;
  });

  describe('200', () => {
    it('reads a whole incident, with its timeline', async () => {
      const { component, componentId, id } = await fallen();
      const answer = await tenant.call('GET', `/incidents/${id.toUpperCase()}`, {}, tenant.keys.read);
      const at = expect.any(String) as string;
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          id,
          number: expect.any(Number) as number,
          state: 'Open',
          severity: 'Outage',
          cause: component,
          causeId: componentId,
          url: expect.stringMatching(new RegExp(`/incidents/${id}$`)) as string,
          causeName: component,
          application: { id: applicationId, technicalName: 'shop', name: 'Shop' },
          team: null,
          contact: null,
          references: [],
          names: { [component]: component },
          symptoms: [],
          symptomDetails: [],
          explainedInPart: null,
          contributesToCauses: [],
          impactedNotMonitored: [],
          impactedNotMonitoredCount: 0,
          situationId: expect.any(String) as string,
          situation: expect.objectContaining({ incidentsOmitted: 0, causesOmitted: 0 }) as object,
          counts: { components: 1, applications: 1 },
          jointlyWith: [],
          startedAt: at,
          openedAt: at,
          endedAt: null,
          closedAfterSeconds: null,
          acknowledgedAt: null,
          acknowledgedBy: null,
          healthySince: null,
          resolvedAt: null,
          isFlapping: false,
          isStale: false,
          mergedIntoId: null,
          isDismissed: false,
          isUnderMaintenance: false,
          version: 1,
          updatedAt: answer.body.openedAt,
          symptomHistory: [],
          timeline: [
            {
              sequence: 1,
              at: answer.body.openedAt,
              kind: 'Opened',
              actor: null,
              text: null,
              facts: { cause: component, severity: 'Outage', symptoms: [], splitFromId: null },
            },
          ],
        },
      ]);
    });

    it('acknowledges and resolves an incident, with and without a comment', async () => {
      const [first, second] = [await fallen(), await fallen('Degraded')];
      const taken = await tenant.call('POST', `/incidents/${first.id}/acknowledge`, {}, tenant.keys.write);
      expect([taken.status, taken.body]).toMatchObject([200, { state: 'Acknowledged', acknowledgedBy: 'key for write', version: 2 }]);
      const done = await tenant.call('POST', `/incidents/${first.id}/resolve`, { json: { comment: 'Repaired.' } });
      expect([done.status, done.body]).toMatchObject([200, { state: 'Resolved', isDismissed: true, version: 3 }]);
      expect(done.body.timeline.at(-1)).toMatchObject({
        sequence: 3,
        kind: 'Resolved',
        actor: { type: 'key', name: 'key for read write health' },
        text: 'Repaired.',
      });
      const silent = await tenant.call('POST', `/incidents/${second.id}/resolve`);
      expect([silent.status, silent.body.timeline.at(-1).text]).toEqual([200, null]);
    });

    it('lists the newest first, page by page, each once', async () => {
      const ids = [await fallen(), await fallen(), await fallen()].map(({ id }) => id).reverse();
      const search = 'search=c&limit=2';
      const first = await tenant.call('GET', `/incidents?${search}`);
      const second = await tenant.call('GET', `/incidents?${search}&cursor=${first.body.nextCursor}`);
      const listed = [...first.body.items, ...second.body.items].map(({ id }: { id: string }) => id);
      expect(listed.slice(0, 3)).toEqual(ids);
      expect([first.body.items.length, first.body.total, new Set(listed).size]).toEqual([2, second.body.total, listed.length]);
    });

    it('lists by state, severity, cause or symptom, name and time of opening', async () => {
      const { component, componentId, id } = await fallen('Degraded');
      const other = await fallen('Outage');
      await created(tenant, '/dependencies', {
        sourceComponentId: other.componentId,
        targetComponentId: componentId,
        dependencyType: 'Calls',
      });
      await report({ [component]: 'Outage' });
      const found = async (query: string): Promise<string[]> =>
        (await tenant.call('GET', `/incidents?${query}`)).body.items.map((item: { id: string }) => item.id);
      expect(await found(`component=${other.component}`)).toEqual([other.id, id]);
      expect(await found(`component=${other.componentId.toUpperCase()}&state=Merged`)).toEqual([other.id]);
      expect(await found(`component=${other.component}&state=Open,Acknowledged`)).toEqual([id]);
      expect(await found(`component=${component}&severity=Outage`)).toEqual([id]);
      expect(await found(`component=${component}&severity=Degraded,Warning`)).toEqual([]);
      expect(await found(`search=${component.toUpperCase()}&state=Open`)).toEqual([id]);
      expect(await found('component=nobody')).toEqual([]);
      const { openedAt } = (await tenant.call('GET', `/incidents/${id}`)).body as { openedAt: string };
      expect(await found(`component=${component}&since=${openedAt}`)).toEqual([id]);
      expect(await found(`component=${component}&until=${openedAt}`)).toEqual([]);
    });

    it('gives the first answer again to the same Idempotency-Key, and acts once', async () => {
      const { id } = await fallen();
      const headers = { 'idempotency-key': `take-${id}` };
      const [first, again] = [
        await tenant.call('POST', `/incidents/${id}/acknowledge`, { headers }),
        await tenant.call('POST', `/incidents/${id}/acknowledge`, { headers }),
      ];
      expect([first.status, again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([200, 200, 'true', first.body]);
      expect((await tenant.call('GET', `/incidents/${id}`)).body.timeline).toHaveLength(2);
    });
  });

  describe('201', () => {
    it('answers a comment with the whole incident, the comment unchanged', async () => {
      const { id } = await fallen();
      const text = '  Ümläuts, 漢字 & <b>.\n';
      const answer = await tenant.call('POST', `/incidents/${id}/comments`, { json: { text } });
      expect([answer.status, answer.body.timeline.at(-1)]).toMatchObject([201, { sequence: 2, kind: 'Commented', text, facts: {} }]);
      expect((await tenant.call('GET', `/incidents/${id}`)).body).toEqual(answer.body);
    });
  });

  describe('400', () => {
    it.each([
      ['id', '/incidents/web'],
      ['state[0]', '/incidents?state=open'],
      ['severity[0]', '/incidents?severity=Healthy'],
      ['since', '/incidents?since=yesterday'],
      ['cursor', '/incidents?cursor=mine'],
    ])('names %s at %s', async (field, path) => {
      const answer = await tenant.call('GET', path);
      expect([answer.status, answer.body.issues.map(({ path: at }: { path: string }) => at)]).toEqual([400, [field]]);
    });

    it.each([
      ['text', 'comments', {}],
      ['text', 'comments', { text: '' }],
      ['text', 'comments', { text: ' \n' }],
      ['text', 'comments', { text: 'x'.repeat(4_001) }],
      ['comment', 'resolve', { comment: 5 }],
      ['comment', 'resolve', { comment: '' }],
      ['by', 'acknowledge', { by: 'Ada' }],
    ])('names %s of %s in %j', async (field, action, json) => {
      const answer = await tenant.call('POST', `/incidents/${NOWHERE}/${action}`, { json });
      expect([answer.status, [...new Set(answer.body.issues.map(({ path }: { path: string }) => path))]]).toEqual([400, [field]]);
    });
  });

  describe('403', () => {
    it.each(ACTIONS)('refuses a key without the scope write to %s', async (action) => {
      const answer = await tenant.call('POST', `/incidents/${NOWHERE}/${action}`, bodyOf(action), tenant.keys.read);
      expect([answer.status, answer.body.requiredScope]).toEqual([403, 'write']);
    });

    it('lets a Viewer read, and an Editor also act and plan maintenance', async () => {
      const { id, component } = await fallen();
      const as = async (role: 'Viewer' | 'Editor') => {
        const session = await signedInMember(database, tenant.tenantId, role);
        const credentials = { tenantId: tenant.tenantId, authorization: null, session, now: new Date() };
        return createCaller({ credentials, requestId: 'test', method: 'TEST', path: '/', ifMatch: null, idempotencyKey: null, reply: {} });
      };
      const [viewer, editor] = [await as('Viewer'), await as('Editor')];
      const window = { kind: 'component' as const, entity: component, reason: 'Upgrade', endsAt: '2099-01-01T00:00:00Z' };
      expect([
        (await viewer.incidents.get({ id })).id,
        (await viewer.maintenance.list({ component })).total,
        (await viewer.health.signals({ component })).total,
      ]).toEqual([id, 0, 1]);
      const deeds = [
        () => viewer.incidents.acknowledge({ id }),
        () => viewer.incidents.comment({ id, text: 'x' }),
        () => viewer.incidents.resolve({ id }),
        () => viewer.maintenance.create(window),
      ];
      for (const deed of deeds) await expect(deed()).rejects.toMatchObject({ cause: { code: 'role_missing' } });
      expect([(await editor.incidents.acknowledge({ id })).state, (await editor.maintenance.create(window)).status]).toEqual([
        'Acknowledged',
        'Active',
      ]);
    });

    it.each(['/incidents', `/incidents/${NOWHERE}`])('refuses a key without the scope read at %s', async (path) => {
      expect((await tenant.call('GET', path, {}, tenant.keys.write)).body.requiredScope).toBe('read');
    });
  });

  describe('404', () => {
    it('says that there is no such incident', async () => {
      expect((await tenant.call('GET', `/incidents/${NOWHERE}`)).status).toBe(404);
    });

    it.each(ACTIONS)('says at %s that there is no such incident', async (action) => {
      const answer = await tenant.call('POST', `/incidents/${NOWHERE}/${action}`, bodyOf(action));
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    });
  });

  describe('409', () => {
    it('names the state of an incident that no longer allows the action', async () => {
      const { id } = await fallen();
      const act = async (action: string): Promise<[number, string, string]> => {
        const { status, body } = await tenant.call('POST', `/incidents/${id}/${action}`, bodyOf(action));
        return [status, body.code, body.state];
      };
      await act('acknowledge');
      expect(await act('acknowledge')).toEqual([409, 'conflict', 'Acknowledged']);
      await act('resolve');
      expect([await act('resolve'), await act('acknowledge')]).toEqual([
        [409, 'conflict', 'Resolved'],
        [409, 'conflict', 'Resolved'],
      ]);
    });

    it('names the incident into which one was merged', async () => {
      const [deeper, other] = [await fallen('Degraded'), await fallen()];
      await created(tenant, '/dependencies', {
        sourceComponentId: other.componentId,
        targetComponentId: deeper.componentId,
        dependencyType: 'Calls',
      });
      await report({ [deeper.component]: 'Outage' });
      const answer = await tenant.call('POST', `/incidents/${other.id}/comments`, bodyOf('comments'));
      expect([answer.status, answer.body.state, answer.body.mergedIntoId]).toEqual([409, 'Merged', deeper.id]);
    });
  });
});
