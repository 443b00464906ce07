/** POST /scenarios/evaluate, by status. The tests in domain/graph cover the engine's answer; these cover what every door adds to it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ScenarioAnswer } from '@/contract/scenarios';
import { consumeHealth } from '@/server/health/consume';
import { tenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { NOWHERE } from '@/test/restKinds';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';
import { read } from '@/server/db/read';

const { database } = await useTestDatabase();

const OF_THE_GUARD = ['api_key', 'rate_bucket'];

const MANIFEST = `
version: 1
name: shop
capabilities:
  - { technicalName: checkout, name: Checkout, maximumTolerableDowntimeMinutes: 60 }
  - { technicalName: search, name: Search }
segments:
  - { technicalName: buyers, name: Buyers, audienceType: Customers, annualRevenue: 8760000, capabilities: [{ capability: checkout, revenueShare: 0.5 }] }
hostingAreas: [{ technicalName: eu, name: EU, zones: [{ technicalName: eu-1a, name: EU 1a }, { technicalName: eu-1b, name: EU 1b }] }]
applications:
  - technicalName: shop
    name: Shop
    capabilities: [checkout]
    components:
      - { technicalName: web, name: Web }
      - { technicalName: db-a, name: Database A, hostingZones: [eu-1a] }
      - { technicalName: db-b, name: Database B, hostingZones: [eu-1b] }
      - { technicalName: both, name: Both, hostingZones: [eu-1a, eu-1b] }
  - { technicalName: finder, name: Finder, capabilities: [search], components: [{ technicalName: index, name: Index }] }
dependencies:
  - { source: web, target: db-a, dependencyType: Reads, redundancyGroup: databases, redundancyMinimum: 1 }
  - { source: web, target: db-b, dependencyType: Reads, redundancyGroup: databases, redundancyMinimum: 1 }
  - { source: web, target: index, dependencyType: Calls, mode: Soft }
`;

describeRest('a scenario', (send) => {
  let tenant: RestTenant;
  const ask = (json: object, key?: string) => tenant.call('POST', '/scenarios/evaluate', { json }, key);
  const component = (entity: string, state?: string) => ({ entityType: 'component', entity, ...(state === undefined ? {} : { state }) });
  const BOTH = { failures: [component('db-a'), component('db-b')] };

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    const raw = { raw: MANIFEST, headers: { 'content-type': 'application/yaml' } };
    expect((await tenant.call('POST', '/manifest/apply', raw, tenant.keys.revenue)).status).toBe(200);
  });

  describe('200', () => {
    it('says what fails together, which groups failed and what lasts too long, in the agreed form', async () => {
      const answer = await ask({ ...BOTH, durationMinutes: 240 }, tenant.keys.revenue);
      expect(answer.status, answer.text).toBe(200);
      const body = ScenarioAnswer.parse(answer.body);
      expect(body).toEqual(answer.body);
      expect(
        body.components.map(({ technicalName, expectedState, alone, isExcess, depth }) => [
          technicalName,
          expectedState,
          alone,
          isExcess,
          depth,
        ]),
      ).toEqual([['web', 'Outage', 'Healthy', true, 1]]);
      expect(body.gaveWay).toMatchObject([{ source: { technicalName: 'web' }, redundancyGroup: 'databases', targets: 2, working: 0 }]);
      expect(body.tolerances).toMatchObject([{ technicalName: 'checkout', maximumTolerableDowntimeMinutes: 60, verdict: 'Breached' }]);
      expect(body.excess).toEqual({ components: 1, applications: 1, capabilities: 1, processes: 0, audiences: 1 });
      expect(body.revenueExposure).toMatchObject({ perHour: 500, expectedPerHour: 500 });
      expect(body).not.toHaveProperty('uncutComponents');
    });

    it('withholds revenue from callers who may not see it, and gives them a different digest', async () => {
      const [seeing, other] = [await ask(BOTH, tenant.keys.revenue), await ask(BOTH, tenant.keys.read)];
      expect(other.body).not.toHaveProperty('revenueExposure');
      expect(other.body.completeness.withheld).toEqual(['revenueExposure']);
      expect(other.body.digest).not.toBe(seeing.body.digest);
    });

    it('has the same digest for the same answer, however the question is put and however much is listed', async () => {
      const { body } = await ask(BOTH, tenant.keys.read);
      const ids = Object.fromEntries(
        body.origin.map(({ technicalName, id }: { technicalName: string; id: string }) => [technicalName, id]),
      );
      const same = [
        { failures: [component(ids['db-b']), component(ids['db-a'])] },
        { failures: [component('db-a', 'Warning'), component('db-b'), component('db-a', 'Outage')] },
        { ...BOTH, componentLimit: 0 },
        { ...BOTH, baseline: 'clean', durationMinutes: null, withheldDependencies: [] },
      ];
      for (const question of same) expect((await ask(question, tenant.keys.read)).body.digest).toBe(body.digest);
      const others = [{ failures: [component('db-a')] }, { ...BOTH, durationMinutes: 1 }, { ...BOTH, baseline: 'live' }];
      for (const question of others) expect((await ask(question, tenant.keys.read)).body.digest).not.toBe(body.digest);
    });

    it('lets a component in two zones fail completely once both fail', async () => {
      const zone = (entity: string, state = 'Outage') => ({ entityType: 'hosting-zone', entity, state });
      const both = async (...failures: object[]): Promise<string> =>
        (await ask({ failures })).body.origin.find((row: { technicalName: string }) => row.technicalName === 'both').expectedState;
      expect(await both(zone('eu-1a'))).toBe('Degraded');
      expect(await both(zone('eu-1a'), zone('eu-1b'))).toBe('Outage');
      expect(await both({ entityType: 'hosting-area', entity: 'eu', state: 'Outage' })).toBe('Outage');
    });

    it('affects nothing if one dependency of the pair is withheld', async () => {
      const dependencies = (await tenant.call('GET', '/dependencies?search=web')).body.items as {
        id: string;
        redundancyGroup: string | null;
      }[];
      const { id } = dependencies.find(({ redundancyGroup }) => redundancyGroup === 'databases')!;
      expect((await ask({ ...BOTH, withheldDependencies: [id] })).body.components).toEqual([]);
    });

    it('includes reported health if the baseline is live', async () => {
      expect((await tenant.call('POST', '/components/db-a/health', { json: { state: 'Outage' } })).status).toBe(202);
      await consumeHealth(30_000, tenant.tenantId);
      const { body } = await ask({ failures: [component('db-b')], baseline: 'live' });
      expect(body.baseline).toEqual({ kind: 'live', at: null });
      expect(body.components).toMatchObject([
        { technicalName: 'db-a', depth: 0, via: null, live: 'Outage' },
        { technicalName: 'web', expectedState: 'Outage', live: 'Healthy', alone: 'Outage', isExcess: false },
      ]);
      expect((await ask({ failures: [component('db-b')] })).body.components).toEqual([]);
    });

    it('answers from the landscape as it was', async () => {
      const before = new Date().toISOString();
      await created(tenant, '/applications', { name: 'Late', technicalName: 'late' });
      const late = [{ entityType: 'application', entity: 'late' }];
      expect((await ask({ failures: late })).status).toBe(200);
      expect((await ask({ failures: late, baseline: { at: before } })).body.issues).toEqual([
        { path: 'failures[0].entity', message: 'there is no application late' },
      ]);
      expect((await ask({ ...BOTH, baseline: { at: before } })).body.baseline).toEqual({ kind: 'at', at: before });
    });

    it('writes no row', async () => {
      // Each tenant table with the newest transaction that wrote to it, except for what the guard itself counts.
      const written = () =>
        read(tenantDb(database, tenant.tenantId), async (tx) => {
          // By number, since PostgreSQL may check the privilege before the schema, and a name from another schema is not a table here.
          const tables = await tx.$queryRaw<{ name: string }[]>`
            select c."relname" as name from pg_class c join pg_attribute a on a."attrelid" = c."oid"
            where c."relkind" = 'r' and c."relnamespace" = 'public'::regnamespace and a."attname" = 'tenantId' and not a."attisdropped"
              and has_table_privilege(c."oid", 'select') order by 1`;
          const told: unknown[] = [];
          for (const { name } of tables) {
            if (OF_THE_GUARD.includes(name)) continue;
            told.push([
              name,
              await tx.$queryRawUnsafe(`select count(*)::int as rows, max(xmin::text::bigint)::text as newest from "${name}"`),
            ]);
          }
          expect(told.length).toBeGreaterThan(20);
          return told;
        });
      const before = await written();
      expect((await ask(BOTH)).status).toBe(200);
      expect(await written()).toEqual(before);
    });
  });

  describe('400', () => {
    it.each<[string, object, string]>([
      ['an unknown entity', { failures: [component('db-a'), component('nobody')] }, 'failures[1].entity'],
      ['an entity of another kind', { failures: [{ entityType: 'application', entity: 'db-a' }] }, 'failures[0].entity'],
      ['an unknown dependency', { ...BOTH, withheldDependencies: [NOWHERE] }, 'withheldDependencies[0]'],
      ['an instant in the future', { ...BOTH, baseline: { at: '2999-01-01' } }, 'baseline.at'],
      ['no failure', { failures: [] }, 'failures'],
      ['too many failures', { failures: Array.from({ length: 1_001 }, () => component('db-a')) }, 'failures'],
      ['no kind', { failures: [{ entity: 'db-a' }] }, 'failures[0].entityType'],
      ['a state that is not a failure', { failures: [component('db-a', 'Healthy')] }, 'failures[0].state'],
      ['an unknown baseline', { ...BOTH, baseline: 'dirty' }, 'baseline'],
      ['an invalid time', { ...BOTH, durationMinutes: 0 }, 'durationMinutes'],
      ['a surplus field', { ...BOTH, depth: 3 }, 'depth'],
    ])('names %s', async (_name, question, path) => {
      const answer = await ask(question);
      expect([answer.status, answer.body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
    });
  });

  it('403 needs the scope read', async () => {
    expect((await ask(BOTH, tenant.keys.write)).status).toBe(403);
  });
});
