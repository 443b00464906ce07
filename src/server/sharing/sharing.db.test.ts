/** What strangers with a link get: the stored view, a live badge, or nothing at all; and that guessing leads nowhere. */
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { PictureMarksInput } from '@/contract/picture';
import type { SharedQuestion } from '@/contract/shareLinks';
import type { Role } from '@/domain/vocabulary';
import { consumeHealth } from '@/server/health/consume';
import { read } from '@/server/db/read';
import { tenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { forgetProcessState } from '@/server/processState';
import { createCaller } from '@/server/procedures/root';
import { tidyUp } from '@/server/housekeeping';
import { useTestDatabase } from '@/test/database';
import { contextOf } from '@/test/requestContext';
import { sendToWeb } from '@/test/restMounts';
import { signedInMember } from '@/test/restPeople';
import { created, createRestTenant, type RestTenant } from '@/test/restTenants';
import { formatTimestamp } from '@/ui/formatTimestamp';
import { GET as getBadge } from '@/app/badge/[file]/route';
import { GET as getView } from '@/app/s/[token]/route';

const { database } = await useTestDatabase();
const SECRET = '€8,765';

let tenant: RestTenant;
let applicationId: string;
let editor: ReturnType<typeof createCaller>;
let owner: ReturnType<typeof createCaller>;

async function memberAs(role: Role): Promise<ReturnType<typeof createCaller>> {
  return createCaller(contextOf(tenant.tenantId, { session: await signedInMember(database, tenant.tenantId, role, `the ${role}`) }));
}

beforeAll(async () => {
  tenant = await createRestTenant(database, sendToWeb);
  const capability = (await created(tenant, '/capabilities', { name: 'Selling', technicalName: 'selling' })) as { id: string };
  const shop = { name: 'Shop <b>', technicalName: 'shop', capabilityIds: [capability.id] };
  applicationId = ((await created(tenant, '/applications', shop)) as { id: string }).id;
  await created(tenant, '/components', { name: 'Web', technicalName: 'web', applicationId });
  const buyers = {
    name: 'Buyers',
    technicalName: 'buyers',
    audienceType: 'Customers',
    annualRevenue: 8_765 * 8_760,
    capabilities: [{ capabilityId: capability.id, revenueShare: 1 }],
  };
  await created(tenant, '/segments', buyers, tenant.keys.revenue);
  editor = await memberAs('Editor');
  owner = await memberAs('Owner');
});

beforeEach(() => {
  for (const name of ['linkGuesses', 'linkVisits', 'badges', 'sharedPages']) forgetProcessState(name);
});

const request = (address: string): Request => new Request('http://faultline.test/', { headers: { 'x-forwarded-for': address } });
const viewAt = (token: string, address = '192.0.2.1') => getView(request(address), { params: Promise.resolve({ token }) });
const badgeAt = (token: string, address = '192.0.2.1') => getBadge(request(address), { params: Promise.resolve({ file: `${token}.svg` }) });
const said = async (response: Promise<Response>): Promise<[number, string]> => {
  const { status } = await response;
  return [status, await (await response).text()];
};

async function report(state: 'Outage' | 'Healthy'): Promise<void> {
  const signals = [{ component: 'web', state, message: 'at host 10.0.0.7' }];
  expect((await tenant.call('POST', '/health-signals', { json: { signals } })).status).toBe(202);
  await consumeHealth(30_000, tenant.tenantId);
}

const blast = (): SharedQuestion => ({
  page: 'blast-radius',
  question: { entityType: 'application', entityId: applicationId, direction: 'downstream' },
});
const landscape = (more: Partial<PictureMarksInput>): SharedQuestion => ({
  page: 'landscape',
  question: { grouping: null, level: null, open: [], filters: {}, question: null, width: 1_200, height: 800, colourBy: null, ...more },
});
const share = (caller = editor, more: { hasRevenue?: boolean; what?: SharedQuestion } = {}) =>
  caller.shareLinks.create({ what: blast(), hasRevenue: false, days: 7, ...more });

it('a stranger with a link sees the view as it was when the link was made, without any script', async () => {
  const { token, title, expiresAt, madeAt } = await share();
  expect([token.length, title]).toEqual([43, 'Shop <b>']);
  expect(Date.parse(expiresAt ?? '') - Date.parse(madeAt)).toBe(7 * 24 * 3_600_000);
  const response = await viewAt(token);
  const text = await response.text();
  expect(response.status).toBe(200);
  for (const part of ['What breaks if Shop &lt;b&gt; fails', '<svg', 'Selling', 'Buyers', 'Without money', 'Digest of the answer'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/<script|<b>Shop|javascript:|https?:\/\/(?!www\.w3\.org\/2000\/svg)/i);
  await tenant.call('PATCH', `/applications/${applicationId}`, { json: { name: 'Renamed' } });
  expect((await said(viewAt(token)))[1]).toContain('Shop &lt;b&gt;');
  await tenant.call('PATCH', `/applications/${applicationId}`, { json: { name: 'Shop <b>' } });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; /),
  });
});

it('money is on it only if its maker may see it and says so, and as long as that holds', async () => {
  expect((await said(viewAt((await share(owner)).token)))[1]).not.toContain(SECRET);
  await expect(share(editor, { hasRevenue: true })).rejects.toMatchObject({ cause: { code: 'revenue_forbidden' } });
  const { token } = await share(owner, { hasRevenue: true });
  expect((await said(viewAt(token)))[1]).toContain(SECRET);
  await owner.tenant.update({ revenueVisibleTo: [] });
  expect((await said(viewAt(token)))[0]).toBe(404);
  await owner.tenant.update({ revenueVisibleTo: ['Owner', 'Admin'] });
});

it('the landscape can be shared as it is looked at, and the weak points of all capabilities, each with money only if that was said', async () => {
  const overview: SharedQuestion = { page: 'weak-points-overview', question: {} };
  for (const [what, words] of [
    [landscape({ colourBy: 'exposure' }), ['<svg', 'Web', 'Without colours by cost']],
    [overview, ['Weak points of all capabilities', 'Selling', 'Web']],
  ] as const) {
    const [, bare] = await said(viewAt((await share(owner, { what })).token));
    expect([words.filter((part) => !bare.includes(part)), bare.includes(SECRET)]).toEqual([[], false]);
    await expect(share(editor, { what, hasRevenue: true })).rejects.toMatchObject({ cause: { code: 'revenue_forbidden' } });
    expect((await said(viewAt((await share(owner, { what, hasRevenue: true })).token)))[1]).toContain(SECRET);
  }
  const filtered = landscape({ colourBy: 'tier', filters: { kinds: ['Other'] }, question: { around: [applicationId], hops: 0 } });
  const { token, title } = await share(editor, { what: filtered });
  expect([title, (await said(viewAt(token)))[1]]).toEqual(['Shop <b>', expect.stringMatching(/Coloured by criticality.*Kind: Other/)]);
  await expect(share(editor, { what: landscape({ filters: { kinds: ['Queue'] } }) })).rejects.toMatchObject({
    cause: { code: 'conflict' },
  });
});

it('a view of the past says of when it is', async () => {
  const at = new Date(Date.now() - 1).toISOString();
  const past = await share(editor, { what: landscape({ colourBy: 'health', at }) });
  const text = (await said(viewAt(past.token)))[1];
  expect(text).toContain(`as it was on ${formatTimestamp(at, false, true)}`);
  expect(text).toContain('Without health, which is known only for the present');
  const compared = await share(editor, { what: landscape({ at, since: '2020-01-01' }) });
  expect((await said(viewAt(compared.token)))[1]).toMatch(/Compared with .*<li>Web: New/s);
});

it('the weak points, a scenario and an incident can be shared too, the incident without what people wrote', async () => {
  const failures = [{ entityType: 'application' as const, entity: applicationId }];
  const scenario = await share(editor, { what: { page: 'scenarios', question: { failures } } });
  expect((await said(viewAt(scenario.token)))[1]).toContain('What breaks if Shop &lt;b&gt; fails together');
  const weak = { entityType: 'application' as const, entityId: applicationId, state: 'Outage' as const, order: 2 };
  const points = await share(editor, { what: { page: 'weak-points', question: weak } });
  expect((await said(viewAt(points.token)))[1]).toContain('Weak points of Shop &lt;b&gt;');
  await report('Outage');
  const [incident] = (await tenant.call('GET', '/incidents')).body.items as { id: string }[];
  const id = incident?.id ?? '';
  await editor.incidents.acknowledge({ id });
  await editor.incidents.comment({ id, text: 'between us' });
  const [status, text] = await said(viewAt((await share(editor, { what: { page: 'incidents', question: { id } } })).token));
  expect([status, text.includes('Web is down'), /between us|10\.0\.0\.7|the Editor/.test(text)]).toEqual([200, true, false]);
  await report('Healthy');
});

it('a link that was revoked, has ended, or never was is answered alike', async () => {
  const [revoked, ended] = [await share(), await share()];
  await editor.shareLinks.revoke({ id: revoked.id });
  const here = tenantDb(database, tenant.tenantId);
  const { tenantId } = tenant;
  await write(here, (tx) => tx.shareLink.update({ where: { tenantId_id: { tenantId, id: ended.id } }, data: { expiresAt: new Date(0) } }));
  const never = await said(viewAt(randomBytes(32).toString('base64url')));
  expect(never[0]).toBe(404);
  for (const { token } of [revoked, ended]) expect(await said(viewAt(token))).toEqual(never);
  expect((await editor.shareLinks.list({})).items.map(({ id }) => id)).not.toContain(ended.id);
  const kept = () =>
    read(here, async (tx) => [
      await tx.shareLink.count({ where: { tenantId, id: ended.id } }),
      await tx.shareDirectory.count({ where: { tenantId, linkId: ended.id } }),
    ]);
  expect(await kept()).toEqual([1, 1]);
  await tidyUp((of) => of === tenantId);
  expect(await kept()).toEqual([0, 0]);
});

it('its maker and every Admin revoke it, and nobody else; the log says so without the token', async () => {
  const { id, token } = await share();
  const other = await memberAs('Editor');
  await expect(other.shareLinks.revoke({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } });
  expect((await other.shareLinks.list({})).items.find((one) => one.id === id)).toMatchObject({
    mayRevoke: false,
    madeBy: { isYou: false },
  });
  await owner.shareLinks.revoke({ id });
  const { items } = await owner.changes.list({ kind: ['tenant'], entityId: id });
  const steps = items.map(({ fields }) => fields.find(({ field }) => field === 'shareLink'));
  expect(steps).toEqual([
    { field: 'shareLink', from: 'blast-radius: Shop <b>', to: null },
    { field: 'shareLink', from: null, to: 'blast-radius: Shop <b>' },
  ]);
  expect(JSON.stringify(items)).not.toContain(token);
});

it('a link ends with the membership of its maker', async () => {
  const leaving = await memberAs('Editor');
  const { token } = await share(leaving);
  expect((await said(viewAt(token)))[0]).toBe(200);
  await leaving.members.leave({});
  expect((await said(viewAt(token)))[0]).toBe(404);
});

it('a badge says state and single points of one application, live, and nothing else', async () => {
  const { token } = await editor.shareLinks.createBadge({ applicationId });
  expect((await said(viewAt(token)))[0]).toBe(404);
  const response = await badgeAt(token);
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
    'public, max-age=60',
  ]);
  expect(await response.text()).toContain('<title>Shop &lt;b&gt;: Healthy · 1 single point</title>');
  await report('Outage');
  forgetProcessState('badges');
  expect((await said(badgeAt(token)))[1]).toContain('<title>Shop &lt;b&gt;: Outage · 1 single point</title>');
  await report('Healthy');
  // One that never reported, beside one that does.
  const job = (await created(tenant, '/components', { name: 'Job', technicalName: 'job', applicationId })) as { id: string };
  forgetProcessState('badges');
  expect((await said(badgeAt(token)))[1]).toContain('Shop &lt;b&gt;: not reported ·');
  await tenant.call('DELETE', `/components/${job.id}`);
  const here = tenantDb(database, tenant.tenantId);
  await write(here, (tx) => tx.componentHealth.updateMany({ where: { tenantId: tenant.tenantId }, data: { isStale: true } }));
  forgetProcessState('badges');
  expect((await said(badgeAt(token)))[1]).toContain('Shop &lt;b&gt;: not reported ·');
  const silent = (await created(tenant, '/applications', { name: 'Silent', technicalName: 'silent' })) as { id: string };
  const quiet = await editor.shareLinks.createBadge({ applicationId: silent.id });
  expect((await said(badgeAt(quiet.token)))[1]).toContain('<title>Silent: not reported</title>');
  await tenant.call('DELETE', `/applications/${silent.id}`);
  forgetProcessState('badges');
  expect((await said(badgeAt(quiet.token)))[0]).toBe(404);
  await expect(editor.shareLinks.createBadge({ applicationId: randomUUID() })).rejects.toMatchObject({ cause: { code: 'not_found' } });
});

it('a thousand guessed tokens get nothing and are limited, while others with a link are not', async () => {
  const { token } = await share();
  const counts = new Map<number, number>();
  for (let guess = 0; guess < 1_000; guess++) {
    const { status } = await viewAt(randomBytes(32).toString('base64url'), '198.51.100.7');
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([404, 429]);
  expect(counts.get(404)).toBeLessThan(100);
  const refused = await viewAt(token, '198.51.100.7');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  // What is only too often asked for is not gone.
  expect(await refused.text()).toContain('Not right now');
  const { token: badge } = await editor.shareLinks.createBadge({ applicationId });
  expect((await said(badgeAt(badge, '198.51.100.7')))[1]).toContain('not available right now');
  expect((await viewAt(token, '192.0.2.9')).status).toBe(200);
});

it('one link is not read without end', async () => {
  const { token } = await share();
  const statuses = new Set<number>();
  for (let visit = 0; visit < 70; visit++) statuses.add((await viewAt(token, `192.0.2.${visit}`)).status);
  expect(statuses).toEqual(new Set([200, 429]));
});

it('switching links off ends all of them, and nobody can make one', async () => {
  const links = [await share(), await editor.shareLinks.createBadge({ applicationId })] as const;
  await owner.tenant.update({ areShareLinksAllowed: false });
  const answers = [(await viewAt(links[0].token)).status, (await badgeAt(links[1].token)).status];
  await expect(share()).rejects.toMatchObject({ cause: { code: 'conflict' } });
  await owner.tenant.update({ areShareLinksAllowed: true });
  expect([...answers, (await viewAt(links[0].token)).status]).toEqual([404, 404, 404]);
  expect((await editor.shareLinks.list({})).items).toEqual([]);
});
