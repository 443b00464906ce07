/**
 * The matrix, seen from what is named: every procedure, agent tool and resource × every field that can name something × another tenant's
 * name in it. The answer is the same as for something that does not exist, and that tenant stays unchanged.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { GET as getBadge } from '@/app/badge/[file]/route';
import { GET as getView } from '@/app/s/[token]/route';
import { TOOLS } from '@/doors/mcp/tools';
import { tenantDb } from '@/server/db/tenantDb';
import { callTool, messageOf, modernMessage } from '@/test/agentClient';
import { useTestDatabase } from '@/test/database';
import { sendToWeb } from '@/test/restMounts';
import { signedInMember } from '@/test/restPeople';
import { createRestTenant, type RestTenant } from '@/test/restTenants';
import { digestOfTenant, type TenantDigest } from '@/test/tenantDigest';
import { FOREIGN_REFERENCES, foreignManifest } from './manifestRows';
import { namesOfNothing, textsOf, type Names } from './names';
import { WHOLE } from './pictureRows';
import { populate } from './populatedTenant';
import { answerOf, PROCEDURES, type Credential } from './procedures';
import { matrixRows } from './rows';
import { toolRows } from './toolRows';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();

/** A digest covers at least this many tables of a tenant that are not empty. */
const TABLES_IN_USE = 30;
const THEIRS = 'theirs';

let tenant: RestTenant;
let other: RestTenant;
let own: Names;
let theirs: Names;
let member: Credential;
let theirMember: Credential;
/** The digest of the other tenant after the previous case. */
let untouched: TenantDigest;
const nothing = namesOfNothing();
const ROWS = matrixRows(() => own);
const TOOL_ROWS = toolRows(() => own);

beforeAll(async () => {
  tenant = await createRestTenant(database, sendToWeb);
  other = await createRestTenant(database, sendToWeb);
  own = await populate(database, tenant, 'quite-another-name');
  theirs = await populate(database, other, THEIRS);
  member = { session: await signedInMember(database, tenant.tenantId, 'Owner') };
  theirMember = { session: await signedInMember(database, other.tenantId, 'Owner') };
  untouched = await digestOfTenant(database, other.tenantId);
});

/** The last change of each router: after it, the other tenant is looked at. A digest costs more than most procedures. */
const LAST_CHANGES = new Set(
  new Map(PROCEDURES.filter(({ type }) => type !== 'query').map(({ name }) => [name.slice(0, name.lastIndexOf('.')), name])).values(),
);

function inOrder(names: string): string {
  return names
    .split(/, | or |,/)
    .sort()
    .join(', ');
}

/** The answer as text, without anything that the question named. */
function bare(said: unknown, names: Names): string {
  // An alert for an unknown component goes to the caller's own history, with a new id each time. A digest covers names.
  const text = JSON.stringify(said)
    .replace(/"(signalId|acceptedAt|handledAt)":"[^"]*"/g, '"$1":"…"')
    .replace(/"digest":"[^"]*"/g, '"digest":"…"')
    .replace(/as signal [0-9a-f-]{36}, at [0-9TZ:.-]+/g, 'as signal …')
    // The caller's own names, the nearest to what was asked first.
    .replace(/(?<="suggestions":\[)[^\]]*/g, inOrder)
    .replace(/(?<=Did you mean )[^?]*/g, inOrder);
  return textsOf(names).reduce((rest, part) => rest.replaceAll(part, '…'), text);
}

async function expectUntouched(): Promise<void> {
  expect(await digestOfTenant(database, other.tenantId)).toEqual(untouched);
}

/** Pairs of the same question: about something of the other tenant, and about something that does not exist. */
function pairs<Input>(row: ((names: Names) => Input[]) | undefined): [Input, Input][] {
  const compared = row?.(nothing) ?? [];
  return (row?.(theirs) ?? []).map((input, index) => [input, compared[index] as Input]);
}

describe('the digest', () => {
  it('covers everything that a tenant has: it reveals a change of one field, and a row rewritten unchanged', async () => {
    expect(untouched.tables).toBeGreaterThan(TABLES_IN_USE);
    await other.call('PATCH', `/applications/${theirs.ids.application}`, { json: { description: 'another' } });
    const second = await digestOfTenant(database, other.tenantId);
    expect(second.digest).not.toBe(untouched.digest);
    await write(tenantDb(database, other.tenantId), (tx) => tx.$executeRaw`update segment set name = name`);
    const third = await digestOfTenant(database, other.tenantId);
    expect(third.digest).not.toBe(second.digest);
    expect(await digestOfTenant(database, tenant.tenantId)).not.toEqual(third);
    untouched = third;
  });
});

describe("another tenant's data is answered as if it did not exist, and stays unchanged, for", () => {
  it.each(PROCEDURES.map((procedure) => [procedure.name, procedure] as const))('%s', async (name, { access }) => {
    for (const [index, [asked, compared]] of pairs(ROWS[name]).entries()) {
      // People and keys in turn: the same procedure answers both, and only the guard treats them differently.
      const who = access.scope === null || index % 2 === 1 ? member : { key: tenant.keys.all };
      const said = bare(await answerOf(name, asked, who, tenant.tenantId), theirs);
      expect(said, JSON.stringify(asked)).toBe(bare(await answerOf(name, compared, who, tenant.tenantId), nothing));
      expect(said).not.toContain(THEIRS);
      expect(said).not.toContain('"code":"internal"');
    }
    if (LAST_CHANGES.has(name)) await expectUntouched();
  });

  it('all of them together', expectUntouched);

  it('a manifest, for each reference by itself', async () => {
    const said = await answerOf('manifest.preview', foreignManifest(theirs, own), member, tenant.tenantId);
    expect((said as { issues: unknown[] }).issues).toHaveLength(FOREIGN_REFERENCES);
  });

  it.each(TOOLS.map(({ name, effect }) => [name, effect] as const))('the tool %s', async (name, effect) => {
    for (const [asked, compared] of pairs(TOOL_ROWS[name])) {
      const said = bare(await callTool(tenant, name, asked), theirs);
      expect(said, JSON.stringify(asked)).toBe(bare(await callTool(tenant, name, compared), nothing));
      expect(said).not.toContain(THEIRS);
    }
    if (effect !== 'reads') await expectUntouched();
  });

  it('resources and the completions that agents are offered', async () => {
    const messages = ({ prefix, ids }: Names): [string, Record<string, unknown>][] => [
      ...[`${prefix}-application`, ids.application].map((name): [string, Record<string, unknown>] => [
        'resources/read',
        { uri: `faultline://applications/${name}` },
      ]),
      [
        'completion/complete',
        {
          ref: { type: 'ref/resource', uri: 'faultline://applications/{technicalName}' },
          argument: { name: 'technicalName', value: prefix },
        },
      ],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'who_do_i_call' }, argument: { name: 'entity', value: prefix } }],
    ];
    const say = async ([method, params]: [string, Record<string, unknown>], names: Names): Promise<string> =>
      bare(messageOf(await tenant.call('POST', '/mcp', modernMessage(method, params))), names);
    for (const [asked, compared] of pairs(messages)) {
      const said = await say(asked, theirs);
      expect(said, JSON.stringify(asked)).toBe(await say(compared, nothing));
      expect(said).not.toContain(THEIRS);
    }
    await expectUntouched();
  });
});

describe('a stranger', () => {
  const at = (token: string): Promise<Response> => getView(new Request('http://faultline.test/'), { params: Promise.resolve({ token }) });
  const badgeAt = (token: string): Promise<Response> =>
    getBadge(new Request('http://faultline.test/'), { params: Promise.resolve({ file: `${token}.svg` }) });
  const asked = { session: new Headers() };

  it("with a link or a badge of one tenant sees what it shows, and nothing of another's", async () => {
    const [view, badge] = await linksOf(own, member, tenant.tenantId);
    const others = [
      { page: 'landscape', question: { ...WHOLE, colourBy: 'team' } },
      { page: 'weak-points-overview', question: {} },
    ].map((what) => answerOf('shareLinks.create', { what, hasRevenue: false, days: 1 }, member, tenant.tenantId));
    const tokens = (await Promise.all(others)).map((link) => (link as { token: string }).token);
    for (const response of [...(await Promise.all([view, ...tokens].map(at))), await badgeAt(badge)]) {
      const text = await response.text();
      expect([response.status, text.includes(THEIRS), text.includes(theirs.ids.application)]).toEqual([200, false, false]);
    }
    // The token is no credential: not as a key, nor as a session.
    for (const token of [view, badge])
      expect(await answerOf('tenant.get', {}, { key: token }, tenant.tenantId)).toMatchObject({ code: 'unauthenticated' });
    expect(await answerOf('tenant.get', {}, asked, tenant.tenantId)).toMatchObject({ code: 'unauthenticated' });
  });

  it('with a revoked or expired link, or a badge of what is gone, gets what a stranger without one gets', async () => {
    const nowhere = await at('x'.repeat(43));
    const [view, badge] = await linksOf(own, member, tenant.tenantId);
    const [late] = await linksOf(own, member, tenant.tenantId);
    const { items } = (await answerOf('shareLinks.list', {}, member, tenant.tenantId)) as { items: { id: string; kind: string }[] };
    const [lateLink, ...others] = items.filter(({ kind }) => kind === 'view');
    await write(
      tenantDb(database, tenant.tenantId),
      (tx) => tx.$executeRaw`
      update "share_link" set "expiresAt" = now() - interval '1 second' where "tenantId" = ${tenant.tenantId}::uuid and "id" = ${lateLink?.id}::uuid`,
    );
    for (const { id } of [...others, ...items.filter(({ kind }) => kind === 'badge')])
      await answerOf('shareLinks.revoke', { id }, member, tenant.tenantId);
    const gone = await nowhere.text();
    for (const token of [view, late]) {
      const response = await at(token);
      expect([response.status, await response.text()]).toEqual([404, gone]);
    }
    expect((await badgeAt(badge)).status).toBe(404);
    await expectUntouched();
  });
});

/** The tokens of a new view and a new badge, both of the application of `names`. */
async function linksOf({ ids }: Names, who: Credential, tenantId: string): Promise<[string, string]> {
  const question = { entityType: 'application', entityId: ids.application, direction: 'downstream' };
  const view = await answerOf('shareLinks.create', { what: { page: 'blast-radius', question }, hasRevenue: false, days: 1 }, who, tenantId);
  const badge = await answerOf('shareLinks.createBadge', { applicationId: ids.application }, who, tenantId);
  return [(view as { token: string }).token, (badge as { token: string }).token];
}

describe('at home, each of these questions would have found something:', () => {
  const QUERIES = PROCEDURES.filter(({ type }) => type === 'query');
  it.each(QUERIES.map(({ name, access }) => [name, access] as const))('%s', { tags: ['long'] }, async (name, { scope }) => {
    // A cursor works only for callers who see the same as the one who received it: a key without revenue.
    const atHome = scope === null ? theirMember : { key: other.keys.all };
    const ours = textsOf(own);
    for (const [asked, compared] of pairs(ROWS[name])) {
      // The other tenant's own question about something of ours is just as empty.
      const text = JSON.stringify(asked);
      if (text === '{}' || ours.some((part) => text.includes(part))) continue;
      const said = bare(await answerOf(name, asked, atHome, other.tenantId), theirs);
      expect(said, text).not.toBe(bare(await answerOf(name, compared, atHome, other.tenantId), nothing));
    }
  });
});

describe('an idempotency key', () => {
  it('of another tenant, on the same path with the same body, reveals nothing and delays nothing', async () => {
    const call = { json: { name: 'Both', technicalName: 'both' }, headers: { 'idempotency-key': 'same-key' } };
    const [first, second] = [await other.call('POST', '/applications', call), await tenant.call('POST', '/applications', call)];
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, null]);
    expect(second.body.id).not.toBe(first.body.id);
    const third = await tenant.call('POST', '/applications', { ...call, json: { ...call.json, name: 'Other' } });
    expect([third.status, third.body.code]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('an If-Match', () => {
  it("with the ETag of another tenant's entity reveals nothing about it", async () => {
    const { headers } = await other.call('GET', `/applications/${theirs.ids.application}`);
    const etag = headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const patch = async (id: string, ifMatch: string): Promise<unknown[]> => {
      const answer = await tenant.call('PATCH', `/applications/${id}`, { json: { name: 'x' }, headers: { 'if-match': ifMatch } });
      return [answer.status, answer.body.code];
    };
    for (const ifMatch of [etag, '"never"', '*']) expect(await patch(theirs.ids.application, ifMatch)).toEqual([404, 'not_found']);
    expect(await patch(own.ids.application, etag)).toEqual([412, 'precondition_failed']);
  });
});

describe('names', () => {
  it('that another tenant uses are free here', async () => {
    const taken = { name: 'Theirs', technicalName: 'theirs-application' };
    expect((await tenant.call('POST', '/applications', { json: taken })).status).toBe(201);
  });
});
