/** Revenue: those who may see it see and write it; for everybody else it does not exist, in any answer or by any detour. */
import { beforeAll, expect, it } from 'vitest';
import { GET as getBadge } from '@/app/badge/[file]/route';
import { GET as getView } from '@/app/s/[token]/route';
import { createCaller } from '@/server/procedures/root';
import { contextOf } from '@/test/requestContext';
import { signedInMember } from '@/test/restPeople';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const SECRET = 87_654_321;

describeRest('revenue', (send) => {
  let tenant: RestTenant;
  let capabilityId: string;
  let applicationId: string;
  let count = 0;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    capabilityId = ((await created(tenant, '/capabilities', { name: 'Sell', technicalName: 'sell' })) as { id: string }).id;
    applicationId = (
      (await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop', capabilityIds: [capabilityId] })) as { id: string }
    ).id;
    await created(tenant, '/components', { name: 'Web', technicalName: 'web', applicationId });
  });

  const segment = async () => {
    const json = {
      name: 'People',
      technicalName: `people-${(count += 1)}`,
      audienceType: 'Customers',
      annualRevenue: SECRET,
      capabilities: [{ capabilityId, revenueShare: 0.43 }],
    };
    return (await created(tenant, '/segments', json, tenant.keys.revenue)) as { id: string; technicalName: string };
  };
  // Compared as a value, because a timestamp may well end in 20.430 seconds.
  const holdsRevenue = (text: string): boolean => /annualRevenue"|revenueShare"|87654321|:0\.43/.test(text);

  it('is answered in full to a key that may see it', async () => {
    const { id } = await segment();
    const answer = await tenant.call('GET', `/segments/${id}`, {}, tenant.keys.revenue);
    expect(answer.body).toMatchObject({ annualRevenue: SECRET, capabilities: [{ capabilityId, revenueShare: 0.43 }] });
  });

  it('is in no answer to a key that may not see it, and no field hints at it', async () => {
    const { id } = await segment();
    for (const path of [
      `/segments/${id}`,
      '/segments?limit=200',
      `/blast-radius?entityId=${applicationId}&entityType=application&direction=downstream`,
    ]) {
      const answer = await tenant.call('GET', path);
      expect([answer.status, holdsRevenue(answer.text)], path).toEqual([200, false]);
    }
    const patched = await tenant.call('PATCH', `/segments/${id}`, { json: { people: 5 } });
    expect([patched.status, holdsRevenue(patched.text)]).toEqual([200, false]);
  });

  it('is not deleted by a key that may not see it: alone, inside something else, or in bulk', async () => {
    const { id, technicalName } = await segment();
    const own = (await created(tenant, '/capabilities', { name: 'Own', technicalName: `own-${technicalName}` })) as { id: string };
    const shares = [{ capabilityId: own.id, revenueShare: 0.2 }];
    expect((await tenant.call('PATCH', `/segments/${id}`, { json: { capabilities: shares } }, tenant.keys.revenue)).status).toBe(200);
    for (const [method, path, json] of [
      ['DELETE', `/segments/${id}`, undefined],
      ['DELETE', `/capabilities/${own.id}?cascade=true`, undefined],
      ['POST', '/bulk/delete', { kind: 'segment', ids: [id] }],
      ['POST', '/bulk/delete', { kind: 'capability', ids: [own.id], cascade: true }],
    ] as const) {
      const answer = await tenant.call(method, path, json === undefined ? {} : { json });
      expect([path, answer.status, answer.body.code, holdsRevenue(answer.text)]).toEqual([path, 403, 'revenue_forbidden', false]);
    }
    const manifest = (more: string) => ({
      raw: `version: 1\nname: ${technicalName}\ncapabilities:\n  - { technicalName: m-${technicalName}, name: M }\n${more}`,
      headers: { 'content-type': 'application/yaml' },
    });
    const declared = `segments:\n  - { technicalName: s-${technicalName}, name: S, audienceType: Customers, annualRevenue: 5 }\n`;
    expect((await tenant.call('POST', '/manifest/apply', manifest(declared), tenant.keys.revenue)).status).toBe(200);
    for (const path of ['/manifest/preview?prune=true', '/manifest/apply?prune=true']) {
      const answer = await tenant.call('POST', path, manifest(''));
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'revenue_forbidden']);
    }
    expect((await tenant.call('POST', '/manifest/apply?prune=true', manifest(''), tenant.keys.revenue)).status).toBe(200);
    const bare = (await created(tenant, '/segments', { name: 'B', technicalName: `b-${technicalName}`, audienceType: 'Public' })) as {
      id: string;
    };
    expect((await tenant.call('DELETE', `/segments/${bare.id}`)).status).toBe(200);
    expect((await tenant.call('DELETE', `/capabilities/${own.id}?cascade=true`, {}, tenant.keys.revenue)).status).toBe(200);
    expect((await tenant.call('DELETE', `/segments/${id}`, {}, tenant.keys.revenue)).status).toBe(200);
  });

  it('is in the blast radius for those who may see it, and named as withheld for others', async () => {
    const path = `/blast-radius?entityId=${applicationId}&entityType=application&direction=downstream`;
    const seen = await tenant.call('GET', path, {}, tenant.keys.revenue);
    expect(seen.body.revenueExposure.currency).toBe('EUR');
    expect(seen.body.revenueExposure.byAudience.length).toBeGreaterThan(0);
    expect(seen.body.completeness.withheld).toEqual([]);
    const hidden = await tenant.call('GET', path);
    expect([hidden.body.revenueExposure, hidden.body.completeness.withheld]).toEqual([undefined, ['revenueExposure']]);
  });

  it('is never shown to a stranger with a link whose maker may not see it or did not say so, nor with a badge', async () => {
    const { id: entityId } = await segment();
    const question = { entityId, entityType: 'segment', direction: 'downstream' } as const;
    const memberAs = async (role: 'Owner' | 'Editor') =>
      createCaller(contextOf(tenant.tenantId, { session: await signedInMember(database, tenant.tenantId, role) }));
    const [owner, editor] = [await memberAs('Owner'), await memberAs('Editor')];
    const make = async (maker: typeof owner, hasRevenue: boolean) => {
      const made = await maker.shareLinks.create({ what: { page: 'blast-radius', question }, hasRevenue, days: 1 });
      const response = await getView(new Request('http://faultline.test/'), { params: Promise.resolve({ token: made.token }) });
      return response.text();
    };
    expect([/€/.test(await make(owner, true)), /€/.test(await make(owner, false)), /€/.test(await make(editor, false))]).toEqual([
      true,
      false,
      false,
    ]);
    await expect(make(editor, true)).rejects.toMatchObject({ cause: { code: 'revenue_forbidden' } });
    const badge = await owner.shareLinks.createBadge({ applicationId });
    const image = await getBadge(new Request('http://faultline.test/'), { params: Promise.resolve({ file: `${badge.token}.svg` }) });
    expect(/€/.test(await image.text())).toBe(false);
  });

  it('needs the Business plan', async () => {
    const business = await createRestTenant(database, send, 'Business');
    const made = await created(
      business,
      '/segments',
      { name: 'S', technicalName: 's', audienceType: 'Public', annualRevenue: 5 },
      business.keys.revenue,
    );
    expect(made.annualRevenue).toBe(5);
  });

  it.each([
    ['annualRevenue', { annualRevenue: 1 }],
    ['annualRevenue, cleared', { annualRevenue: null }],
    ['a share', { capabilities: 'share' }],
  ])('cannot be written by those who may not see it: %s', async (_name, fields) => {
    const { id } = await segment();
    const json = 'capabilities' in fields ? { capabilities: [{ capabilityId, revenueShare: 0.1 }] } : fields;
    const changed = await tenant.call('PATCH', `/segments/${id}`, { json });
    const made = await tenant.call('POST', '/segments', {
      json: { name: 'New', technicalName: `new-${(count += 1)}`, audienceType: 'Public', ...json },
    });
    expect([changed.status, changed.body.code, made.status, made.body.code]).toEqual([403, 'revenue_forbidden', 403, 'revenue_forbidden']);
    expect((await tenant.call('GET', `/segments/${id}`, {}, tenant.keys.revenue)).body).toMatchObject({
      annualRevenue: SECRET,
      version: 1,
    });
  });

  it('stays unchanged when somebody who cannot see it replaces the capabilities', async () => {
    const { id } = await segment();
    expect((await tenant.call('PATCH', `/segments/${id}`, { json: { name: 'Renamed', capabilities: [{ capabilityId }] } })).status).toBe(
      200,
    );
    const { body } = await tenant.call('GET', `/segments/${id}`, {}, tenant.keys.revenue);
    expect(body).toMatchObject({ name: 'Renamed', annualRevenue: SECRET, capabilities: [{ capabilityId, revenueShare: 0.43 }] });
  });

  it('makes ETags differ by the right to see it, and each is invalid for the other', async () => {
    const { id } = await segment();
    const [seeing, blind] = [
      await tenant.call('GET', `/segments/${id}`, {}, tenant.keys.revenue),
      await tenant.call('GET', `/segments/${id}`),
    ];
    expect([seeing.headers.get('etag'), blind.headers.get('etag')]).toEqual(['"1r"', '"1"']);
    expect((await tenant.call('GET', `/segments/${id}`, { headers: { 'if-none-match': '"1r"' } })).status).toBe(200);
    expect((await tenant.call('PATCH', `/segments/${id}`, { json: { people: 1 }, headers: { 'if-match': '"1r"' } })).status).toBe(412);
  });

  it('is named without values in the change log', async () => {
    const { id } = await segment();
    await tenant.call('PATCH', `/segments/${id}`, { json: { annualRevenue: 1 } }, tenant.keys.revenue);
    const [hidden, seen] = [
      await tenant.call('GET', `/changes?entityId=${id}`),
      await tenant.call('GET', `/changes?entityId=${id}`, {}, tenant.keys.revenue),
    ];
    expect(hidden.text).not.toContain(String(SECRET));
    expect(hidden.body.items[0].fields.find(({ field }: { field: string }) => field === 'annualRevenue')).toEqual({
      field: 'annualRevenue',
      withheld: true,
    });
    expect(seen.body.items[0].fields.find(({ field }: { field: string }) => field === 'annualRevenue')).toEqual({
      field: 'annualRevenue',
      from: SECRET,
      to: 1,
    });
  });

  it.each([
    ['annualRevenue', { annualRevenue: '5' }],
    ['annualRevenue', { annualRevenue: -1 }],
    ['annualRevenue', { annualRevenue: 1e16 }],
  ])('is 400 if it is not an amount: %s in %j', async (path, more) => {
    const answer = await tenant.call(
      'POST',
      '/segments',
      { json: { name: 'S', technicalName: `s-${(count += 1)}`, audienceType: 'Public', ...more } },
      tenant.keys.revenue,
    );
    expect([answer.status, answer.body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
  });

  it.each([1.01, -0.1, '0.5'])('is 400 if a share is %j', async (revenueShare) => {
    const answer = await tenant.call(
      'POST',
      '/segments',
      { json: { name: 'S', technicalName: `s-${(count += 1)}`, audienceType: 'Public', capabilities: [{ capabilityId, revenueShare }] } },
      tenant.keys.revenue,
    );
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'capabilities[0].revenueShare']);
  });
});
