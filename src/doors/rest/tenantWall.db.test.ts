/**
 * The tenant wall, procedure by procedure. Whatever of another tenant is asked for is answered exactly as if it did not exist, leaves that tenant
 * as it was, and needs a key, the scope and the own tenant in the path. A procedure without a case here fails the suite.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS, type EntityKind, type Scope } from '@/domain/vocabulary';
import { appErrorOf } from '@/server/procedures/appErrors';
import type { ProcedureMeta } from '@/server/procedures/init';
import { appRouter, createCaller } from '@/server/procedures/root';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { consumeHealth } from '@/server/health/consume';
import { inTenant, tenantDb } from '@/server/tenantDb';
import { useTestDatabase } from '@/test/database';
import { pictureCases } from '@/test/pictureWallCases';
import { contextOf } from '@/test/requestContext';
import { sendToWeb } from '@/test/restMounts';
import { createOneOfEach, fullest, smallest, type Linked } from '@/test/restKinds';
import { signedInMember } from '@/test/restPeople';
import { created, createRestTenant, type RestTenant } from '@/test/restTenants';
import { digestOfTenant } from '@/test/tenantDigest';

const { database } = await useTestDatabase();

/** Everything by which something of another tenant could be named. */
interface Names {
  ids: Linked;
  dependency: string;
  changeSet: string;
  apiKey: string;
  incident: string;
  window: string;
  webhook: string;
  delivery: string;
  member: string;
  invitation: string;
  view: string;
  actor: string;
  /** Technical names are this and the kind. */
  prefix: string;
  cursors: Readonly<Record<string, string>>;
  digest: string;
}

/** The lists beside those of the nine kinds. */
const OTHER_LISTS = ['dependencies', 'changes', 'manifest/applies', 'incidents', 'maintenance-windows', 'health-signals'];

/** Of the tables of a tenant, a digest covers at least these many that are not empty. */
const TABLES_IN_USE = 30;

type Case = (names: Names) => object[];
const some = (kind: EntityKind, { prefix }: Names): string => `${prefix}-${kind}`;

function kindCases(kind: EntityKind): Record<string, Case> {
  const { path, links, filters } = ENTITY_REGISTRY[kind];
  const noun = path.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const references: Case = (names) => [{ idOrTechnicalName: names.ids[kind] }, { idOrTechnicalName: some(kind, names) }];
  const linked = (names: Names): object[] =>
    links.map(({ field, target, many, rowKey }: { field: string; target: EntityKind; many: boolean; rowKey?: string }) => {
      const id = names.ids[target];
      return { [field]: rowKey === undefined ? (many ? [id] : id) : [{ [rowKey]: id }] };
    });
  const filterIds = (names: Names): object[] =>
    Object.keys(filters)
      .filter((field) => field.endsWith('Id'))
      .map((field) => {
        const target =
          field === 'parentId'
            ? 'capability'
            : ENTITY_KINDS.find(
                (candidate) => `${candidate.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id` === field,
              );
        return { [field]: names.ids[target ?? kind] };
      });
  return {
    [`${noun}.create`]: (names) => linked(names).map((link) => ({ ...smallest(kind, `never-${kind}`, own.ids), ...link })),
    [`${noun}.list`]: (names) => [{ search: names.prefix }, { cursor: names.cursors[path] }, ...filterIds(names)],
    [`${noun}.get`]: references,
    [`${noun}.update`]: (names) => [
      ...references(names).map((reference) => ({ ...reference, name: 'taken over' })),
      ...linked(names).map((link) => ({ idOrTechnicalName: own.ids[kind], ...link })),
    ],
    [`${noun}.delete`]: (names) => references(names).flatMap((reference) => [reference, { ...reference, cascade: true }]),
  };
}

const manifestOf = (names: Names): object => ({
  manifest: JSON.stringify({
    version: 1,
    name: 'wall',
    applications: [{ technicalName: `${own.prefix}-application`, capabilities: [some('capability', names)] }],
  }),
  impact: false,
});

const CASES: Record<string, Case> = {
  ...(Object.assign({}, ...ENTITY_KINDS.map(kindCases)) as Record<string, Case>),
  'dependencies.create': ({ ids }) => [
    { sourceComponentId: ids.component, targetComponentId: own.ids.component, dependencyType: 'Reads' },
    { sourceComponentId: own.ids.component, targetComponentId: ids.component, dependencyType: 'Reads' },
  ],
  'dependencies.list': ({ ids, prefix, cursors }) => [
    { sourceComponentId: ids.component },
    { targetComponentId: ids.component },
    { componentId: ids.component },
    { search: prefix },
    { cursor: cursors.dependencies },
  ],
  'dependencies.get': ({ dependency }) => [{ id: dependency }],
  'dependencies.update': ({ dependency, ids }) => [
    { id: dependency, mode: 'Soft' },
    { id: own.dependency, targetComponentId: ids.component },
  ],
  'dependencies.setRedundancyMinimum': ({ ids }) => [{ component: ids.component, name: 'replicas', redundancyMinimum: 1 }],
  'dependencies.delete': ({ dependency }) => [{ id: dependency }],
  'bulk.update': ({ ids, dependency }) => [
    { kind: 'dependency', ids: [dependency], set: { mode: 'Soft' } },
    ...ENTITY_KINDS.map((kind) => ({ kind, ids: [ids[kind]], set: { description: 'taken over' } })),
    { kind: 'application', ids: [own.ids.application], add: { capabilityIds: [ids.capability] } },
  ],
  'bulk.delete': ({ ids, dependency }) => [
    { kind: 'dependency', ids: [dependency] },
    ...ENTITY_KINDS.map((kind) => ({ kind, ids: [ids[kind]], cascade: true })),
  ],
  ...pictureCases(() => own.ids),
  // What differs is asked for by instants alone; whose landscape it is of its own suite says.
  'landscape.differences': () => [],
  // The home page names nothing; whose landscape it tells of its own suite says.
  'home.overview': () => [],
  'landscape.group': ({ ids }) => [
    { grouping: 'application', key: ids.application },
    { grouping: 'hosting-zone', key: ids['hosting-zone'] },
  ],
  // What there is to filter by is asked for without naming anything.
  'landscape.formerNames': ({ ids }) => ENTITY_KINDS.map((kind) => ({ kind, id: ids[kind] })),
  'landscape.filterChoices': () => [],
  'landscape.component': (names) => [{ component: names.ids.component }, { component: some('component', names) }],
  'landscape.find': ({ prefix }) => [{ search: prefix }],
  'landscape.search': ({ prefix }) => [{ search: prefix, offset: 0, limit: 10 }],
  'landscape.names': ({ ids }) => ENTITY_KINDS.map((kind) => ({ kind, ids: [ids[kind]] })),
  // A name that resembles none of ours: what is near depends on how it is spelled.
  'landscape.resolve': ({ ids, prefix }) => [{ entity: ids.component }, { entity: `${prefix}-x9` }],
  'health.push': (names) => [
    { component: names.ids.component, state: 'Outage' },
    { component: some('component', names), state: 'Outage' },
  ],
  'health.pushMany': (names) => [
    {
      signals: [
        { component: names.ids.component, state: 'Outage' },
        { component: some('component', names), state: 'Outage' },
      ],
    },
  ],
  'health.pushFrom': (names) => [
    {
      source: 'alertmanager',
      payload: {
        version: '4',
        alerts: [names.ids.component, some('component', names)].map((component) => ({
          status: 'firing',
          labels: { component, severity: 'critical' },
          startsAt: '2026-01-01T00:00:00Z',
        })),
      },
    },
  ],
  'health.signals': ({ ids, prefix, cursors }) => [
    { component: ids.component },
    { component: `${prefix}-component` },
    { cursor: cursors['health-signals'] },
  ],
  'incidents.list': ({ ids, prefix, cursors }) => [
    { component: ids.component },
    { component: `${prefix}-component` },
    { search: prefix },
    { cursor: cursors.incidents },
  ],
  'incidents.get': ({ incident: id }) => [{ id }],
  'incidents.replay': ({ incident }) => [{ id: incident }],
  'incidents.acknowledge': ({ incident: id }) => [{ id }],
  'incidents.resolve': ({ incident: id }) => [{ id, comment: 'done' }],
  'incidents.comment': ({ incident: id }) => [{ id, text: 'looking' }],
  'maintenance.list': ({ ids, prefix, cursors }) => [
    { component: ids.component },
    { component: `${prefix}-component` },
    { search: prefix },
    { cursor: cursors['maintenance-windows'] },
  ],
  'maintenance.create': (names) => [
    { kind: 'component', entity: names.ids.component, reason: 'theft', endsAt: '2099-01-01T00:00:00Z' },
    { kind: 'application', entity: some('application', names), reason: 'theft', endsAt: '2099-01-01T00:00:00Z' },
  ],
  'maintenance.get': ({ window: id }) => [{ id }],
  'maintenance.update': ({ window: id }) => [{ id, reason: 'taken over' }],
  'maintenance.delete': ({ window: id }) => [{ id }],
  // What is impacted now is asked for without naming anything.
  'health.snapshot': () => [],
  'health.metrics': () => [],
  'health.healthImpact': () => [],
  'health.causes': () => [],
  'health.lanes': () => [],
  'health.past': () => [],
  'health.path': ({ ids }) => [{ component: ids.component }],
  'health.reported': ({ ids }) => [{ components: [ids.component] }],
  'webhooks.create': () => [],
  'webhooks.list': ({ cursors }) => [{ cursor: cursors.webhooks }],
  'webhooks.get': ({ webhook }) => [{ id: webhook }],
  'webhooks.update': ({ webhook }) => [
    { id: webhook, isEnabled: false },
    { id: webhook, description: 'taken over' },
  ],
  'webhooks.delete': ({ webhook }) => [{ id: webhook }],
  'webhooks.test': ({ webhook }) => [{ id: webhook }],
  'webhooks.rotateSecret': ({ webhook }) => [{ id: webhook }],
  'webhooks.replayFailed': ({ webhook }) => [{ id: webhook, since: '2026-01-01T00:00:00Z' }],
  'webhooks.listDeliveries': ({ webhook, cursors }) => [{ endpointId: webhook }, { cursor: cursors['webhook-deliveries'] }],
  'webhooks.getDelivery': ({ delivery }) => [{ id: delivery }],
  'webhooks.replayDelivery': ({ delivery }) => [{ id: delivery }],
  // The feed is asked for by position alone; whose events it holds its own suite says.
  'events.feed': () => [],
  'manifest.preview': (names) => [manifestOf(names)],
  'manifest.applyNow': (names) => [manifestOf(names), { ...manifestOf(own), digest: names.digest }],
  'manifest.export': (names) => [{ application: names.ids.application }, { application: some('application', names) }],
  'manifestApplies.list': ({ prefix, cursors }) => [{ manifest: prefix }, { cursor: cursors['manifest/applies'] }],
  'manifestApplies.previewUndo': ({ changeSet }) => [{ changeSetId: changeSet }],
  'manifestApplies.undo': ({ changeSet }) => [{ changeSetId: changeSet }],
  'securityRegister.list': (names) => [
    { search: names.prefix },
    { application: names.ids.application },
    { application: some('application', names) },
  ],
  'securityRegister.file': (names) => [{ search: names.prefix }, { application: names.ids.application }],
  'changes.list': ({ ids, changeSet, actor, prefix, cursors }) => [
    { entityId: ids.application },
    { changeSetId: changeSet },
    { actorId: actor },
    { search: prefix },
    { cursor: cursors.changes },
  ],
  'tenant.get': () => [{}],
  'tenant.update': () => [{}],
  'tenant.usage': () => [],
  'tenant.setPlan': () => [],
  'tenant.delete': () => [{ name: 'Tenant of Business' }],
  'members.list': ({ prefix, cursors }) => [{ search: `${prefix}-member` }, { cursor: cursors.members }],
  'members.changeRole': ({ member: userId }) => [{ userId, role: 'Viewer' }],
  'members.remove': ({ member: userId }) => [{ userId }],
  'members.leave': () => [],
  'invitations.create': () => [],
  'invitations.list': ({ prefix, cursors }) => [{ search: prefix }, { cursor: cursors.invitations }],
  'invitations.renew': ({ invitation: id }) => [{ id }],
  'invitations.revoke': ({ invitation: id }) => [{ id }],
  'changes.undo': ({ changeSet }) => [{ changeSetId: changeSet }],
  // Versions are numbers, which every tenant has of its own.
  'changes.sets': () => [],
  'changes.actors': ({ prefix }) => [{ search: `${prefix}-member` }],
  'apiKeys.create': () => [],
  'apiKeys.list': ({ prefix, cursors }) => [{ search: prefix }, { cursor: cursors.apiKeys }],
  'apiKeys.revoke': ({ apiKey }) => [{ id: apiKey }],
  // Views are asked for without naming anything; what is seen of others' its own suite says.
  'views.list': () => [],
  'views.create': () => [],
  'views.update': ({ view: id }) => [{ id, name: 'taken over' }],
  'views.setDefault': ({ view: id }) => [{ id, isDefault: true }],
  'views.remove': ({ view: id }) => [{ id }],
  // Every key may ask who it is.
  'caller.get': () => [],
};

/** Names of the same shape, behind which there is nothing anywhere. */
function nowhere(names: Names): Names {
  let count = 0;
  const guid = (): string => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
  return {
    ids: Object.fromEntries(ENTITY_KINDS.map((kind) => [kind, guid()])) as Linked,
    dependency: guid(),
    changeSet: guid(),
    apiKey: guid(),
    incident: guid(),
    window: guid(),
    webhook: guid(),
    delivery: guid(),
    member: guid(),
    invitation: guid(),
    view: guid(),
    actor: guid(),
    prefix: 'absent',
    cursors: Object.fromEntries(Object.keys(names.cursors).map((list) => [list, 'bm93aGVyZQ.bm93aGVyZW5vd2hl'])),
    digest: names.digest.replaceAll(/[0-9a-f]/g, '0'),
  };
}

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
    webhook: webhook.id,
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
    names.webhook,
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
          // Their question about a component of ours is as empty at home.
          if (JSON.stringify(input).includes(own.ids.component) || JSON.stringify(input) === '{}') continue;
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
