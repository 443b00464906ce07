/** GET /weak-points, by status. What the engine finds is proven in domain/graph/weakPoints. */
import { beforeAll, describe, expect, it } from 'vitest';
import { WeakPoints } from '@/contract/weakPoints';
import { useTestDatabase } from '@/test/database';
import { NOWHERE } from '@/test/restKinds';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

describeRest('weak points', (send) => {
  let tenant: RestTenant;
  const ids: Record<string, string> = {};
  /** A shop that needs one of two replicas in one zone, both of which need a disk; an hour of it is worth 1,000. */
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    const make = async (path: string, technicalName: string, more: object = {}): Promise<string> => {
      const { id } = await created(tenant, path, { name: technicalName, technicalName, ...more }, tenant.keys.revenue);
      return (ids[technicalName] = id);
    };
    const capability = await make('/capabilities', 'sell');
    await make('/segments', 'customers', {
      audienceType: 'Customers',
      annualRevenue: 8_760_000,
      capabilities: [{ capabilityId: capability, revenueShare: 1 }],
    });
    const area = await make('/hosting-areas', 'east');
    const zone = await make('/hosting-zones', 'east-a', { hostingAreaId: area });
    const shop = await make('/applications', 'shop', { capabilityIds: [capability] });
    const store = await make('/applications', 'store');
    await make('/components', 'front', { applicationId: shop });
    for (const name of ['replica-1', 'replica-2']) await make('/components', name, { applicationId: store, hostingZoneIds: [zone] });
    await make('/components', 'disk', { applicationId: store });
    const depend = (source: string, target: string, more: object = {}) =>
      created(tenant, '/dependencies', {
        sourceComponentId: ids[source],
        targetComponentId: ids[target],
        dependencyType: 'Reads',
        ...more,
      });
    const group = { redundancyGroup: 'replicas', redundancyMinimum: 1, mode: 'Degraded' };
    await depend('front', 'replica-1', group);
    await depend('front', 'replica-2', group);
    await depend('front', 'disk');
    await depend('replica-1', 'disk');
    await depend('replica-2', 'disk');
  });

  const ask = (query: string, key = tenant.keys.revenue) => tenant.call('GET', `/weak-points?${query}`, {}, key);
  const namesOf = (rows: { technicalName: string }[]): string[] => rows.map(({ technicalName }) => technicalName);

  describe('200', () => {
    it('says what alone takes a capability down, and what that costs', async () => {
      const { status, body } = await ask('entityType=capability&entityId=sell');
      expect(status).toBe(200);
      expect(WeakPoints.parse(body)).toEqual(body);
      expect(body).toMatchObject({ entity: { type: 'capability', technicalName: 'sell' }, state: 'Outage', order: 1, currency: 'EUR' });
      expect(body.singlePoints).toMatchObject([
        { technicalName: 'disk', isOwn: false, perHour: 1000 },
        { technicalName: 'front', isOwn: true, perHour: 1000 },
      ]);
      expect(body.completeness).toEqual({ order: 1, isComplete: true, omitted: 0, withheld: [] });
    });

    it('says what takes it down only together, for the milder state too', async () => {
      const { body } = await ask(`entityType=application&entityId=${ids.shop}&state=Degraded&order=2`);
      expect(namesOf(body.singlePoints)).toEqual(['disk', 'front']);
      expect(body.cutSets.map((set: { members: { technicalName: string }[] }) => namesOf(set.members))).toEqual([
        ['replica-1', 'replica-2'],
      ]);
      expect(body.cutSets[0].perHour).toBe(500);
    });

    it('names redundancy that does not protect, and the fix that was tried', async () => {
      const { body } = await ask('entityType=component&entityId=front&state=Degraded');
      expect(body.margins).toMatchObject([
        { source: { technicalName: 'front' }, redundancyGroup: 'replicas', redundancyMinimum: 1, targets: 2, failuresLeft: 1 },
      ]);
      expect(
        body.margins[0].sharedCauses.map((cause: { technicalName: string; takes: number }) => [cause.technicalName, cause.takes]),
      ).toEqual([
        ['disk', 2],
        ['east-a', 2],
      ]);
      expect(body.fixes).toContainEqual(
        expect.objectContaining({ kind: 'separate', from: 'east-a', to: null, removesSinglePoints: 1, removesPerHour: 500 }),
      );
    });

    it('looks for fixes only on request', async () => {
      const { body } = await ask('entityType=component&entityId=front&state=Degraded&fixes=false');
      expect(body.fixes).toEqual([]);
      expect(body.margins).toHaveLength(1);
    });

    it('leaves out money for a key that may not see revenue, and says so', async () => {
      const { body } = await ask('entityType=capability&entityId=sell&order=2', tenant.keys.read);
      expect(body.currency).toBeNull();
      expect(body.completeness.withheld).toEqual(['perHour']);
      expect([...body.singlePoints, ...body.cutSets].map(({ perHour }: { perHour: null }) => perHour)).toEqual([null, null]);
      expect(body.fixes.every(({ removesPerHour }: { removesPerHour: null }) => removesPerHour === null)).toBe(true);
      // Random ids may contain these digits.
      expect(JSON.stringify(body).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')).not.toMatch(/1000|500/);
    });

    it('is a fault tree on demand', async () => {
      const { status, text, headers } = await ask('entityType=capability&entityId=sell&format=open-psa');
      expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
      expect(headers.get('content-disposition')).toBe('attachment; filename="weak-points.sell.xml"');
      expect(text).toContain('<define-gate name="g_front_Outage">');
    });
  });

  describe('400', () => {
    it.each([
      ['entityType=hosting-zone&entityId=east-a', 'entityType'],
      ['entityType=capability&entityId=sell&order=4', 'order'],
      ['entityType=capability&entityId=sell&state=Warning', 'state'],
      ['entityType=capability&entityId=sell&format=pdf', 'format'],
      ['entityType=capability&entityId=sell&fixes=no', 'fixes'],
      ['entityType=capability', 'entityId'],
    ])('names what is wrong in %s', async (query, path) => {
      const { status, body } = await ask(query);
      expect([status, body.issues[0].path]).toEqual([400, path]);
    });
  });

  describe('403', () => {
    it('needs the scope read', async () => {
      expect((await ask('entityType=capability&entityId=sell', tenant.keys.write)).status).toBe(403);
    });
  });

  describe('404', () => {
    it('knows no such entity', async () => {
      expect((await ask(`entityType=capability&entityId=${NOWHERE}`)).status).toBe(404);
    });
  });
});
