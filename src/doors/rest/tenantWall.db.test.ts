/**
 * The tenant wall, procedure by procedure. Whatever of another tenant is asked for is answered exactly as if it did not exist, leaves that tenant
 * as it was, and needs a key, the scope and the own tenant in the path. A procedure without a case here fails the suite.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS, type Scope } from '@/domain/vocabulary';
import { appErrorOf } from '@/server/procedures/appErrors';
import type { ProcedureMeta } from '@/server/procedures/init';
import { appRouter, createCaller } from '@/server/procedures/root';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { consumeHealth } from '@/server/health/consume';
import { inTenant, tenantDb } from '@/server/tenantDb';
import { useTestDatabase } from '@/test/database';
import { contextOf } from '@/test/requestContext';
import { sendToWeb } from '@/test/restMounts';
import { createOneOfEach, fullest } from '@/test/restKinds';
import { signedInMember } from '@/test/restPeople';
import { created, createRestTenant, type RestTenant } from '@/test/restTenants';
import { digestOfTenant } from '@/test/tenantDigest';
import { nowhere, wallCases, type Names } from '@/test/tenantWallCases';

const { database } = await useTestDatabase();

/** The lists beside those of the nine kinds. */
const OTHER_LISTS = [
  'dependencies',
  'changes',
  'manifest/applies',
  'incidents',
  'maintenance-windows',
  'health-signals',
  'scenarios',
  'webhooks',
  'subscriptions',
];

/** Of the tables of a tenant, a digest covers at least these many that are not empty. */
const TABLES_IN_USE = 30;

interface Described {
  type: 'query' | 'mutation';
  meta: ProcedureMeta;
}

const PROCEDURES = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: Described }>).map(
  ([name, { _def }]) => [name, _def] as const,
);

let tenant: RestTenant;
let other: RestTenant;
let own: Names;
const CASES = wallCases(() => own);
let theirs: Names;
let member: Headers;
let theirMember: Headers;

async function namesOf(of: RestTenant, prefix: string): Promise<Names> {
  const ids = await createOneOfEach(of, prefix);
  const second = await createOneOfEach(of, `${prefix}-second`);
  for (const kind of ENTITY_KINDS) await created(of, `/${ENTITY_REGISTRY[kind].path}`, fullest(kind, `${prefix}-linked-${kind}`, ids));
  const dependency = (await created(of, '/dependencies', {
    sourceComponentId: ids.component,
    targetComponentId: second.component,
    dependencyType: 'Calls',
  })) as { id: string };
  await created(of, '/dependencies', { sourceComponentId: ids.component, targetComponentId: second.component, dependencyType: 'Reads' });
  await created(of, '/dependencies', { sourceComponentId: second.component, targetComponentId: ids.component, dependencyType: 'Writes' });
  const apply = (name: string) => {
    const raw = JSON.stringify({ version: 1, name: prefix, technologies: [{ technicalName: `${prefix}-${name}`, name }] });
    return of.call('POST', '/manifest/apply', { raw, headers: { 'content-type': 'application/json' } });
  };
  const webhook = (await created(of, '/webhooks', { url: 'https://8.8.8.8/', eventTypes: ['webhook.test'] })) as { id: string };
  await created(of, '/webhooks', { url: 'https://8.8.4.4/', eventTypes: ['webhook.test'] });
  const telling = { name: prefix, webhookId: webhook.id, watch: { kind: 'tenant' }, when: { state: 'Outage' }, minutes: 60 };
  const subscription = (await created(of, '/subscriptions', telling)) as { id: string };
  await created(of, '/subscriptions', telling);
  for (const _ of [1, 2]) await of.call('POST', `/webhooks/${webhook.id}/test`);
  await deliverWebhooks(30_000, {
    send: () => Promise.resolve({ statusCode: 200, error: null, retryAfterSeconds: null, responseExcerpt: null, durationMilliseconds: 1 }),
    now: () => new Date(),
    random: () => 0,
  });
  const [delivery] = (await of.call('GET', '/webhook-deliveries')).body.items as { id: string }[];
  await apply('first');
  const { digest } = (await apply('last')).body as { digest: string };
  const signals = [`${prefix}-component`, `${prefix}-linked-component`].map((component) => ({ component, state: 'Outage' }));
  await of.call('POST', '/health-signals', { json: { signals } });
  await consumeHealth(30_000, of.tenantId);
  const planned = { reason: 'upgrade', startsAt: '2098-01-01T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' };
  const window = (await created(of, '/maintenance-windows', { ...planned, kind: 'component', entity: ids.component })) as { id: string };
  await created(of, '/maintenance-windows', { ...planned, kind: 'application', entity: `${prefix}-application` });
  const failing = { failures: [{ entityType: 'component', entity: ids.component }] };
  const scenario = (await created(of, '/scenarios', { technicalName: `${prefix}-scenario`, name: prefix, ...failing })) as { id: string };
  await created(of, '/scenarios', { technicalName: `${prefix}-second-scenario`, name: prefix, ...failing });
  const run = (await created(of, `/scenarios/${scenario.id}/runs`, {})) as { id: string };
  const [incident] = (await of.call('GET', `/incidents?component=${prefix}-component`)).body.items as { id: string }[];
  const lists = [...ENTITY_KINDS.map((kind) => ENTITY_REGISTRY[kind].path), ...OTHER_LISTS];
  const cursors: Record<string, string> = {};
  for (const list of lists) cursors[list] = (await of.call('GET', `/${list}?limit=1`)).body.nextCursor as string;
  const [change] = (await of.call('GET', '/changes?limit=1')).body.items as { actor: { id: string } }[];
  const [applied] = (await of.call('GET', '/manifest/applies?limit=1')).body.items as { changeSetId: string }[];
  const administration = await administrationOf(of, prefix);
  return {
    ids,
    dependency: dependency.id,
    changeSet: applied?.changeSetId ?? '',
    incident: incident?.id ?? '',
    window: window.id,
    scenario: scenario.id,
    run: run.id,
    webhook: webhook.id,
    subscription: subscription.id,
    delivery: delivery?.id ?? '',
    actor: change?.actor.id ?? '',
    prefix,
    ...administration,
    cursors: { ...cursors, ...administration.cursors },
    digest,
  };
}

/** What only the browser reaches: two of each, so that a page of one has a cursor. */
async function administrationOf(of: RestTenant, prefix: string) {
  const caller = createCaller(
    contextOf(of.tenantId, { session: await signedInMember(database, of.tenantId, 'Owner', `${prefix}-member`) }),
  );
  await signedInMember(database, of.tenantId, 'Viewer', `${prefix}-member`);
  for (const name of ['first', 'last']) await caller.invitations.create({ email: `${prefix}-${name}@example.com`, role: 'Viewer' });
  await caller.apiKeys.create({ name: `${prefix}-key`, scopes: ['read'] });
  const view = await caller.views.create({ name: `${prefix}-view`, path: 'landscape?grouping=team', isShared: true });
  const [keys, members, invitations] = [
    await caller.apiKeys.list({ limit: 1 }),
    await caller.members.list({ limit: 1 }),
    await caller.invitations.list({ limit: 1 }),
  ];
  return {
    apiKey: keys.items[0]?.id ?? '',
    member: members.items[0]?.userId ?? '',
    invitation: invitations.items[0]?.id ?? '',
    view: view.id,
    cursors: { apiKeys: keys.nextCursor ?? '', members: members.nextCursor ?? '', invitations: invitations.nextCursor ?? '' },
  };
}

/** What a procedure says, with everything that was named in the question taken out of the answer. */
async function outcomeOf(
  name: string,
  input: object,
  who: { key?: string; session?: Headers },
  names: Names,
  tenantId = tenant.tenantId,
): Promise<string> {
  const call = name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], createCaller(contextOf(tenantId, who))) as (
    input: object,
  ) => Promise<unknown>;
  let said: unknown;
  try {
    said = await call(input);
  } catch (error) {
    const { code, message, issues, facts } = appErrorOf(error);
    said = { code, message, issues, facts };
  }
  const stated = [
    names.prefix,
    names.dependency,
    names.changeSet,
    names.apiKey,
    names.incident,
    names.window,
    names.scenario,
    names.run,
    names.webhook,
    names.subscription,
    names.delivery,
    names.member,
    names.invitation,
    names.view,
    names.actor,
    names.digest,
    ...Object.values(names.ids),
    ...Object.values(names.cursors),
  ];
  // An alert of nobody we know is kept in the asker's own history, each time under another id.
  const text = JSON.stringify(said).replace(/"(signalId|acceptedAt|handledAt)":"[^"]*"/g, '"$1":"…"');
  return stated.reduce((rest, part) => rest.replaceAll(part, '…'), text);
}

beforeAll(async () => {
  tenant = await createRestTenant(database, sendToWeb);
  other = await createRestTenant(database, sendToWeb);
  own = await namesOf(tenant, 'quite-another-name');
  theirs = await namesOf(other, 'theirs');
  member = await signedInMember(database, tenant.tenantId, 'Owner');
  theirMember = await signedInMember(database, other.tenantId, 'Owner');
});

describe('the wall', () => {
  it('has a case for every procedure there is', () => {
    expect(PROCEDURES.map(([name]) => name).filter((name) => CASES[name] === undefined)).toEqual([]);
  });

  it('compares all that a tenant holds: a field of one row, and a row written again as it was, show', async () => {
    const first = await digestOfTenant(database, other.tenantId);
    expect(first.tables).toBeGreaterThan(TABLES_IN_USE);
    await other.call('PATCH', `/applications/${theirs.ids.application}`, { json: { description: 'another' } });
    const second = await digestOfTenant(database, other.tenantId);
    expect(second.digest).not.toBe(first.digest);
    await inTenant(tenantDb(database, other.tenantId), (tx) => tx.$executeRaw`update segment set name = name`);
    expect((await digestOfTenant(database, other.tenantId)).digest).not.toBe(second.digest);
    expect(await digestOfTenant(database, tenant.tenantId)).not.toEqual(second);
  });

  describe.each(PROCEDURES)('%s', (name, { meta, type }) => {
    const { scope } = meta.access;
    const lacking: Scope = scope === 'health' ? 'read' : 'health';

    it("answers what is another tenant's exactly as what is nowhere, and leaves it as it was", async () => {
      const before = await digestOfTenant(database, other.tenantId);
      const nothing = nowhere(theirs);
      const askers = [{ session: member }, ...(scope === null ? [] : [{ key: tenant.keys.all }])];
      const [asked, compared] = [(CASES[name] ?? (() => []))(theirs), (CASES[name] ?? (() => []))(nothing)];
      for (const who of askers) {
        for (const [index, input] of asked.entries()) {
          const said = await outcomeOf(name, input, who, theirs);
          expect(said, JSON.stringify(input)).toBe(await outcomeOf(name, compared[index] ?? {}, who, nothing));
          expect(said).not.toContain('theirs');
          expect(said).not.toContain('"code":"internal"');
        }
      }
      expect(await digestOfTenant(database, other.tenantId)).toEqual(before);
    });

    if (type === 'query')
      it('would have found each of these at home', async () => {
        const atHome = { session: theirMember };
        const nothing = nowhere(theirs);
        const [asked, compared] = [(CASES[name] ?? (() => []))(theirs), (CASES[name] ?? (() => []))(nothing)];
        for (const [index, input] of asked.entries()) {
          // Their question about something of ours is as empty at home.
          if ([own.ids.component, own.scenario].some((ours) => JSON.stringify(input).includes(ours)) || JSON.stringify(input) === '{}')
            continue;
          const said = await outcomeOf(name, input, atHome, theirs, other.tenantId);
          expect(said, JSON.stringify(input)).not.toBe(await outcomeOf(name, compared[index] ?? {}, atHome, nothing, other.tenantId));
        }
      });

    it("refuses a key and a member of this tenant at another tenant's address", async () => {
      const input = CASES[name]?.(theirs)[0] ?? {};
      for (const who of [{ key: tenant.keys.all }, { session: member }]) {
        expect(await outcomeOf(name, input, who, theirs, other.tenantId)).toContain('"code":"tenant_mismatch"');
      }
    });

    it('refuses whoever has no key, before the input is looked at', async () => {
      for (const who of [{}, { key: 'flt_nothing' }, { session: new Headers() }]) {
        expect(await outcomeOf(name, { nonsense: true }, who, theirs)).toContain('"code":"unauthenticated"');
      }
    });

    if (scope !== 'any')
      it('refuses a key without the scope, before the input is looked at', async () => {
        expect(await outcomeOf(name, { nonsense: true }, { key: tenant.keys[lacking] }, theirs)).toContain('"code":"scope_missing"');
      });
  });
});

describe('an idempotency key', () => {
  it('of another tenant, on the same path with the same body, tells nothing and holds nothing up', async () => {
    const call = { json: { name: 'Both', technicalName: 'both' }, headers: { 'idempotency-key': 'same-key' } };
    const [first, second] = [await other.call('POST', '/applications', call), await tenant.call('POST', '/applications', call)];
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 201, null]);
    expect(second.body.id).not.toBe(first.body.id);
    const third = await tenant.call('POST', '/applications', { ...call, json: { ...call.json, name: 'Other' } });
    expect([third.status, third.body.code]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('names', () => {
  it('that another tenant uses are free here', async () => {
    const taken = { name: 'Theirs', technicalName: 'theirs-application' };
    expect((await tenant.call('POST', '/applications', { json: taken })).status).toBe(201);
  });
});
