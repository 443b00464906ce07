/** Every operation and nearly every status of it through Prism: no answer, and no rightful request, that the document does not allow. */
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { consumeHealth } from '@/server/health/consume';
import { inTenant, tenantDb } from '@/server/tenantDb';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { useTestDatabase } from '@/test/database';
import { startPrism, type Prism } from '@/test/prism';
import { nodeServer, sendTo, type RestAnswer, type RestCall, type Send } from '@/test/restMounts';
import { NOWHERE, createOneOfEach, fullest, smallest, type Linked } from '@/test/restKinds';
import { createKey, createRestTenant, created, type RestTenant, whileLandscapeIsHeld } from '@/test/restTenants';
import { openapiDocument } from './openapi/openapiDocument';
import { refusalCodes } from './openapi/refusals';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { ROUTES, findResource, type Route } from './routes';

const { database } = await useTestDatabase();
const YAML = { 'content-type': 'application/yaml' };

let server: Server;
let tenant: RestTenant;
let ids: Linked;
let strict: Prism;
let lenient: Prism;
let viaStrict: Send;
let viaLenient: Send;
/** `GET /applications 200` */
const seen = new Set<string>();
let count = 0;
const fresh = (): string => `p-${(count += 1)}`;

beforeAll(async () => {
  const started = await nodeServer();
  server = started.server;
  tenant = await createRestTenant(database, sendTo(started.port));
  ids = await createOneOfEach(tenant);
  const upstream = `http://127.0.0.1:${started.port}/api/${tenant.tenantId}`;
  [strict, lenient] = await Promise.all([startPrism(openapiDocument(), upstream, true), startPrism(openapiDocument(), upstream, false)]);
  [viaStrict, viaLenient] = [sendTo(strict.port), sendTo(lenient.port)];
}, 120_000);

afterAll(async () => {
  await Promise.all([strict.stop(), lenient.stop()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function send(via: Send, method: string, path: string, call: RestCall = {}, key: string = tenant.keys.revenue): Promise<RestAnswer> {
  const answer = await via(method, path, { ...call, headers: { authorization: `Bearer ${key}`, ...call.headers } });
  const said = `${method} ${path}: ${answer.text.slice(0, 2_000)}`;
  expect(answer.headers.get('sl-violations'), said).toBeNull();
  expect(answer.text.includes('stoplight.io/prism'), said).toBe(false);
  const route = findResource(path.split('?')[0] ?? '')?.get(method);
  if (route !== undefined) seen.add(`${method} ${route.facts.path} ${answer.status}`);
  return answer;
}

/** A request that the document allows. */
const right = async (method: string, path: string, expected: number, call: RestCall = {}, key?: string): Promise<RestAnswer> => {
  const answer = await send(viaStrict, method, path, call, key);
  expect([answer.status, answer.text.slice(0, 500)]).toEqual([expected, expect.anything()]);
  return answer;
};

/** A request that the document need not allow; its answer is judged all the same. (Prism itself answers those that have no key at all.) */
const wrong = async (method: string, path: string, expected: number, call: RestCall = {}, key?: string): Promise<RestAnswer> => {
  const answer = await send(viaLenient, method, path, call, key ?? tenant.keys.all);
  expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 500)}`).toBe(expected);
  return answer;
};

describe.each(ENTITY_KINDS.map((kind): [string, EntityKind] => [`/${ENTITY_REGISTRY[kind].path}`, kind]))('%s', (list, kind) => {
  it('keeps to the document in every status', async () => {
    const name = fresh();
    const json = fullest(kind, name, ids);
    const key = { 'idempotency-key': fresh(), 'x-request-id': 'prism-1' };
    const { body } = await right('POST', list, 201, { json, headers: key });
    const one = `${list}/${String(body.id)}`;
    await right('POST', list, 201, { json, headers: key });
    await right('POST', list, 409, { json });
    await right('POST', list, 422, { json: { ...json, name: 'Other' }, headers: key });
    await right('GET', `${list}?limit=1&search=${name}`, 200);
    await right('GET', list, 200, {}, tenant.keys.read);
    await right('GET', one, 200);
    await right('GET', one, 304, { headers: { 'if-none-match': '"1r"' } });
    await right('PATCH', one, 200, { json: { name: 'Renamed' }, headers: { 'if-match': '"1r"' } });
    await right('PATCH', one, 412, { json: { name: 'Again' }, headers: { 'if-match': '"1r"' } });
    await right('DELETE', one, 412, { headers: { 'if-match': '"1r"' } });
    const second = (await right('POST', list, 201, { json: smallest(kind, fresh(), ids) })).body as { id: string };
    await right('PATCH', `${list}/${second.id}`, 409, { json: { technicalName: name } });
    for (const method of ['GET', 'DELETE']) await right(method, `${list}/${NOWHERE}`, 404);
    await right('PATCH', `${list}/${NOWHERE}`, 404, { json: { name: 'x' } });
    await right('DELETE', `${one}?cascade=true`, 200);
  });
});

describe.each(ROUTES.map((route): [string, Route] => [`${route.facts.method} ${route.facts.path}`, route]))(
  '%s',
  (_name, { facts: { method, path: pattern }, body, meta: { access } }) => {
    it('keeps to the document when it refuses', async () => {
      const path = pattern.replaceAll(/\{\w+\}/g, NOWHERE);
      const call = body === 'none' ? {} : body === 'json' ? { json: { nix: 1 } } : { raw: 'nix: 1', headers: YAML };
      await wrong(method, `${path}?nix=1`, 400, call);
      await wrong(method, path, 401, call, 'flt_nobody');
      await wrong(method, path, 403, call, access.scope === 'health' ? tenant.keys.read : tenant.keys.health);
      if (body === 'none') return;
      await wrong(
        method,
        path,
        413,
        body === 'json' ? { json: { name: 'x'.repeat(1_048_576) } } : { raw: 'x'.repeat(16 * 1_048_576 + 1), headers: YAML },
      );
      await wrong(method, path, 415, { raw: '{}', headers: { 'content-type': 'text/plain' } });
    });
  },
);

describe('what others need', () => {
  it.each(['application', 'component', 'capability', 'process', 'hosting-area', 'hosting-zone', 'technology', 'dataset'] as const)(
    'is not deleted: %s',
    async (kind) => {
      const own = await createOneOfEach(tenant, fresh());
      await created(tenant, '/components', fullest('component', fresh(), own));
      await created(tenant, '/applications', fullest('application', fresh(), own));
      const other = await created(tenant, '/components', smallest('component', fresh(), own));
      await created(tenant, '/dependencies', {
        sourceComponentId: own.component,
        targetComponentId: (other as { id: string }).id,
        dependencyType: 'Calls',
      });
      await right('DELETE', `/${ENTITY_REGISTRY[kind].path}/${own[kind]}`, 409);
    },
  );
});

describe('dependencies', () => {
  it('keep to the document in every status', async () => {
    const [source, target] = [
      await created(tenant, '/components', smallest('component', fresh(), ids)),
      await created(tenant, '/components', smallest('component', fresh(), ids)),
    ] as [{ id: string }, { id: string }];
    const json = {
      sourceComponentId: source.id,
      targetComponentId: target.id,
      dependencyType: 'Calls',
      mode: 'Hard',
      required: true,
      propagates: true,
      redundancyGroup: null,
      protocol: 'gRPC',
      transportEncryption: 'TLS',
      endpointAuthMethod: null,
    };
    const headers = { 'idempotency-key': fresh() };
    const { body } = await right('POST', '/dependencies', 201, { json, headers });
    const one = `/dependencies/${String(body.id)}`;
    await right('POST', '/dependencies', 409, { json });
    await right('POST', '/dependencies', 422, { json: { ...json, mode: 'Soft' }, headers });
    const reads = (await right('POST', '/dependencies', 201, { json: { ...json, dependencyType: 'Reads' } })).body as { id: string };
    await right(
      'GET',
      `/dependencies?componentId=${source.id}&dependencyType=Calls,Reads&mode=Hard&required=true&propagates=true&limit=1`,
      200,
    );
    await right('GET', one, 200);
    await right('GET', one, 304, { headers: { 'if-none-match': '*' } });
    await right('GET', `/dependencies/${NOWHERE}`, 404);
    await right('PATCH', one, 200, { json: { mode: 'Async', redundancyGroup: 'g' } });
    const groups = `/components/${source.id}/redundancy-groups`;
    await right('PUT', `${groups}/g`, 200, { json: { redundancyMinimum: 1 } });
    await right('PUT', `${groups}/none`, 404, { json: { redundancyMinimum: 1 } });
    await right('PATCH', one, 412, { json: { mode: 'Hard' }, headers: { 'if-match': '"1"' } });
    await right('PATCH', `/dependencies/${reads.id}`, 409, { json: { dependencyType: 'Calls' } });
    await right('PATCH', `/dependencies/${NOWHERE}`, 404, { json: { mode: 'Hard' } });
    await right('DELETE', one, 412, { headers: { 'if-match': '"1"' } });
    await right('DELETE', one, 200);
    await right('DELETE', one, 404);
  });
});

describe('many at once', () => {
  it('keep to the document in every status', async () => {
    const makeOne = async () => ((await created(tenant, '/technologies', smallest('technology', fresh(), ids))) as { id: string }).id;
    const both = [await makeOne(), await makeOne()];
    const component = (await created(tenant, '/components', smallest('component', fresh(), ids))) as { id: string };
    const headers = { 'idempotency-key': fresh() };
    await right('POST', '/bulk/update', 200, { json: { kind: 'technology', ids: both, set: { vendor: 'V' } }, headers });
    await right('POST', '/bulk/update', 422, { json: { kind: 'technology', ids: both, set: { vendor: 'W' } }, headers });
    await right('POST', '/bulk/update', 200, { json: { kind: 'component', ids: [component.id], add: { technologyIds: both } } });
    await right('POST', '/bulk/update', 400, { json: { kind: 'technology', ids: [NOWHERE], set: { vendor: 'V' } } });
    await right(
      'POST',
      '/bulk/update',
      403,
      { json: { kind: 'segment', ids: [ids.segment], set: { annualRevenue: 1 } } },
      tenant.keys.write,
    );
    const json = { kind: 'technology', ids: both };
    await right('POST', '/bulk/delete', 409, { json });
    const once = { 'idempotency-key': fresh() };
    await right('POST', '/bulk/delete', 200, { json: { ...json, cascade: true }, headers: once });
    await right('POST', '/bulk/delete', 422, { json, headers: once });
    await right('POST', '/bulk/delete', 400, { json });
  });
});

describe('reading', () => {
  it.each(ENTITY_KINDS)('the blast radius of a %s keeps to the document', async (kind) => {
    for (const direction of ['downstream', 'upstream']) {
      const query = `entityId=${ids[kind]}&entityType=${kind}&direction=${direction}`;
      await right('GET', `/blast-radius?${query}`, 200);
      await right(
        'GET',
        `/blast-radius?${query}&maxDepth=3&modeFilter=Hard,Soft&typeFilter=Calls,Reads&state=Degraded&componentLimit=1`,
        200,
        {},
        tenant.keys.read,
      );
    }
    await right('GET', `/blast-radius?entityId=${NOWHERE}&entityType=${kind}&direction=downstream`, 404);
  });

  it.each([
    '/changes?limit=200',
    '/changes?kind=application,component&op=create,update&since=2026-01-01T00:00:00Z',
    '/tenant',
    '/dependency-security-register?limit=2',
    '/dependency-security-register.csv',
    '/impact/metrics',
    '/manifest/applies',
  ])('%s keeps to the document', async (path) => {
    await right('GET', path, 200, {}, tenant.keys.read);
  });

  it('the tenant is 304 to who holds it', async () => {
    await right('GET', '/tenant', 304, { headers: { 'if-none-match': '*' } });
  });
});

describe('undoing a change', () => {
  it('keeps to the document in every status', async () => {
    const { id } = (await created(tenant, '/technologies', smallest('technology', fresh(), ids))) as { id: string };
    const [change] = (await right('GET', `/changes?entityId=${id}`, 200)).body.items as [{ changeSetId: string }];
    const undo = `/changes/${change.changeSetId}/undo`;
    const headers = { 'idempotency-key': fresh() };
    await right('POST', undo, 200, { headers });
    await right('POST', undo, 409);
    await wrong('POST', undo, 422, { json: { nix: 1 }, headers }, tenant.keys.revenue);
    await right('POST', `/changes/${NOWHERE}/undo`, 404);
  });
});

describe('the manifest', () => {
  it('keeps to the document in every status', async () => {
    const name = fresh();
    const raw = `version: 1\nname: ${name}\ntechnologies:\n  - technicalName: ${name}\n    name: One\n`;
    for (const path of ['/manifest/preview', '/manifest/apply']) {
      await right('POST', `${path}?prune=true&impact=true`, 200, { raw, headers: YAML });
      await right('POST', path, 200, { json: { version: 1, name: fresh() } });
      await right(
        'POST',
        path,
        403,
        {
          raw: `version: 1\nname: m\nsegments:\n  - technicalName: ${fresh()}\n    name: S\n    audienceType: Public\n    annualRevenue: 5\n`,
          headers: YAML,
        },
        tenant.keys.write,
      );
      const headers = { ...YAML, 'idempotency-key': fresh() };
      await right('POST', path, 200, { raw, headers });
      await right('POST', path, 422, { raw: `${raw}# other\n`, headers });
      await right('POST', path, 400, { raw: 'version: 1\nname: wrong\nnix: 1\n', headers: YAML });
    }
    const renamed = fresh();
    await right('PATCH', `/technologies/${name}`, 200, { json: { technicalName: renamed } });
    for (const path of ['/manifest/preview', '/manifest/apply']) await right('POST', path, 409, { raw, headers: YAML });
    await right('PATCH', `/technologies/${renamed}`, 200, { json: { technicalName: name, reuseName: true } });
    await right('POST', `/manifest/apply?digest=${'0'.repeat(64)}`, 409, { raw, headers: YAML });
    const [apply] = (await right('GET', '/manifest/applies', 200)).body.items as [{ changeSetId: string }];
    const undo = `/manifest/applies/${apply.changeSetId}/undo`;
    await right('GET', undo, 200);
    const headers = { 'idempotency-key': fresh() };
    await right('POST', undo, 200, { headers });
    await right('POST', undo, 409);
    await wrong('POST', undo, 422, { json: { nix: 1 }, headers }, tenant.keys.revenue);
    await right('GET', '/manifest', 200);
    await right('GET', `/manifest?application=${NOWHERE}`, 404);
    await right('GET', `/manifest/applies/${NOWHERE}/undo`, 404);
    await right('POST', `/manifest/applies/${NOWHERE}/undo`, 404);
  });
});

describe('health', () => {
  it('keeps to the document in every status', async () => {
    const { health } = tenant.keys;
    const headers = { 'idempotency-key': fresh() };
    await right('POST', '/components/one-component/health', 202, { json: { state: 'Degraded' }, headers }, health);
    await right('POST', '/components/one-component/health', 422, { json: { state: 'Outage' }, headers }, health);
    await right('POST', '/components/nobody/health', 404, { json: { state: 'Healthy' } }, health);
    const batch = { 'idempotency-key': fresh() };
    await right(
      'POST',
      '/health-signals',
      202,
      {
        json: {
          signals: [
            { component: 'one-component', state: 'Healthy' },
            { component: 'nobody', state: 'Healthy' },
          ],
        },
        headers: batch,
      },
      health,
    );
    const alerts = [
      {
        status: 'firing',
        labels: { component: 'one-component', severity: 'warning' },
        annotations: {},
        startsAt: '2026-01-01T00:00:00Z',
        endsAt: '0001-01-01T00:00:00Z',
      },
    ];
    const sent = { json: { version: '4', alerts }, headers: { 'idempotency-key': fresh() } };
    await right('POST', '/health-signals/from/alertmanager?componentLabel=component,service&defaultState=Warning', 202, sent, health);
    await right('POST', '/health-signals/from/alertmanager', 422, { ...sent, json: { version: '4', alerts: [] } }, health);
    await right(
      'POST',
      '/health-signals',
      422,
      { json: { signals: [{ component: 'one-component', state: 'Outage' }] }, headers: batch },
      health,
    );
    // What waits is done first, so that the moment is the same at both questions.
    await consumeHealth(30_000, tenant.tenantId);
    for (const path of ['/impact/snapshot', '/blast-radius/health-impact']) {
      const answer = await right('GET', path, 200, {}, tenant.keys.read);
      await right('GET', path, 304, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } }, tenant.keys.read);
    }
  });
});

describe('incidents', () => {
  it('keep to the document in every status', async () => {
    const component = fresh();
    await created(tenant, '/components', smallest('component', component, ids));
    await right('POST', '/health-signals', 202, { json: { signals: [{ component, state: 'Outage' }] } }, tenant.keys.health);
    await consumeHealth(30_000, tenant.tenantId);
    await right('GET', '/health-signals?limit=1&status=Applied,SetAside', 200, {}, tenant.keys.read);
    const { items } = (
      await right('GET', `/incidents?component=${component}&state=Open&severity=Outage&limit=1`, 200, {}, tenant.keys.read)
    ).body as { items: [{ id: string }] };
    const one = `/incidents/${items[0].id}`;
    await right('GET', one, 200);
    const acts: [string, number, object][] = [
      ['acknowledge', 200, {}],
      ['comments', 201, { json: { text: 'Looking.' } }],
      ['resolve', 200, { json: { comment: 'Repaired.' } }],
    ];
    for (const [act, status, call] of acts) {
      const headers = { 'idempotency-key': fresh() };
      await right('POST', `${one}/${act}`, status, { ...call, headers });
      await wrong('POST', `${one}/${act}`, 422, { json: { nix: 1 }, headers }, tenant.keys.revenue);
      await right('POST', `/incidents/${NOWHERE}/${act}`, 404, call);
    }
    await right('POST', `${one}/acknowledge`, 409);
    await right('POST', `${one}/resolve`, 409, { json: {} });
    await right('GET', `/incidents/${NOWHERE}`, 404);
  });
});

describe('maintenance windows', () => {
  it('keep to the document in every status', async () => {
    const json = {
      kind: 'component',
      entity: 'one-component',
      reason: 'Upgrade',
      startsAt: '2098-01-01T00:00:00Z',
      endsAt: '2099-01-01T00:00:00Z',
    };
    const headers = { 'idempotency-key': fresh() };
    const { body } = await right('POST', '/maintenance-windows', 201, { json, headers });
    await right('POST', '/maintenance-windows', 422, { json: { ...json, reason: 'Other' }, headers });
    const one = `/maintenance-windows/${String(body.id)}`;
    await right('GET', '/maintenance-windows?status=Planned&kind=component&component=one-component&limit=1', 200, {}, tenant.keys.read);
    await right('GET', one, 200);
    await right('GET', one, 304, { headers: { 'if-none-match': '"1.Plannedr"' } });
    await right('PATCH', one, 200, { json: { reason: 'Upgrade and test' }, headers: { 'if-match': '"1.Plannedr"' } });
    for (const method of ['PATCH', 'DELETE']) {
      const call = method === 'PATCH' ? { json: { reason: 'Again' } } : {};
      await right(method, one, 412, { ...call, headers: { 'if-match': '"1.Plannedr"' } });
      await right(method, `/maintenance-windows/${NOWHERE}`, 404, call);
    }
    await right('GET', `/maintenance-windows/${NOWHERE}`, 404);
    await right('DELETE', one, 200);
  });
});

describe('webhooks', () => {
  it('keep to the document in every status', async () => {
    const { read, write } = tenant.keys;
    const json = { url: 'https://8.8.8.8/hook', description: 'Pages on-call.', eventTypes: ['webhook.test'], isEnabled: true };
    const headers = { 'idempotency-key': fresh() };
    const { id } = (await right('POST', '/webhooks', 201, { json, headers }, write)).body as { id: string };
    await right('POST', '/webhooks', 422, { json: { ...json, description: null }, headers }, write);
    await right('GET', '/webhooks?limit=1', 200, {}, read);
    await right('GET', `/webhooks/${id}`, 200, {}, read);
    await right('PATCH', `/webhooks/${id}`, 200, { json: { description: null, eventTypes: null } }, write);
    for (const below of ['test', 'rotate-secret']) {
      const once = { 'idempotency-key': fresh() };
      await right('POST', `/webhooks/${id}/${below}`, below === 'test' ? 202 : 200, { headers: once }, write);
      await wrong('POST', `/webhooks/${id}/${below}`, 422, { json: { nix: 1 }, headers: once }, write);
      await right('POST', `/webhooks/${NOWHERE}/${below}`, 404, {}, write);
    }
    const sent = { statusCode: 500, error: null, retryAfterSeconds: null, responseExcerpt: 'no', durationMilliseconds: 1 };
    await deliverWebhooks(30_000, { send: () => Promise.resolve(sent), now: () => new Date(), random: () => 0 });
    const [delivery] = (await right('GET', '/webhook-deliveries?status=Retrying,Dead&eventType=webhook.test&limit=1', 200, {}, read)).body
      .items as { id: string }[];
    const one = `/webhook-deliveries/${delivery?.id ?? ''}`;
    await right('GET', one, 200, {}, read);
    const again = { 'idempotency-key': fresh() };
    await right('POST', `${one}/replay`, 202, { headers: again }, write);
    await wrong('POST', `${one}/replay`, 422, { json: { nix: 1 }, headers: again }, write);
    const since = { json: { since: '2026-01-01T00:00:00Z' } };
    const replay = { ...since, headers: { 'idempotency-key': fresh() } };
    await right('POST', `/webhooks/${id}/replay`, 202, replay, write);
    await right('POST', `/webhooks/${id}/replay`, 422, { ...replay, json: { since: '2026-01-02T00:00:00Z' } }, write);
    await right('PATCH', `/webhooks/${id}`, 200, { json: { isEnabled: false } }, write);
    for (const [path, call] of [
      [`/webhooks/${id}/test`, {}],
      [`/webhooks/${id}/replay`, since],
      [`${one}/replay`, {}],
    ] as const)
      await right('POST', path, 409, call, write);
    for (const path of [`/webhooks/${NOWHERE}`, `/webhook-deliveries/${NOWHERE}`]) await right('GET', path, 404, {}, read);
    await right('PATCH', `/webhooks/${NOWHERE}`, 404, { json: { isEnabled: true } }, write);
    await right('POST', `/webhooks/${NOWHERE}/replay`, 404, since, write);
    await right('POST', `/webhook-deliveries/${NOWHERE}/replay`, 404, {}, write);
    await right('DELETE', `/webhooks/${id}`, 200, {}, write);
    await right('DELETE', `/webhooks/${id}`, 404, {}, write);
  });
});

describe('limits', () => {
  it('429 and 503 keep to the document', async () => {
    const { key, id } = await createKey(database, tenant.tenantId, ['read', 'write']);
    await right('GET', '/tenant', 200, {}, key);
    await whileLandscapeIsHeld(database, tenant.tenantId, () =>
      right('POST', '/applications', 503, { json: { name: 'A', technicalName: fresh() } }),
    );
    await inTenant(
      tenantDb(database, tenant.tenantId),
      (tx) => tx.$executeRaw`update "rate_bucket" set "tokens" = -1000000 where "subject" = ${`key:${id}`}`,
    );
    let answer = await send(viaStrict, 'GET', '/tenant', {}, key);
    while (answer.status === 200) answer = await send(viaStrict, 'GET', '/tenant', {}, key);
    expect(answer.status).toBe(429);
  });
});

describe('coverage', () => {
  /** Brought about by no request alone: a full bucket, a defect, a database that is away, two changes at the same moment. */
  const isByChance = (route: Route, status: string): boolean => {
    const codes = refusalCodes(route).filter((code) => String(ERROR_STATUS[code]) === status);
    return (
      codes.length > 0 &&
      codes.every((code) => ['rate_limited', 'internal', 'unavailable', 'conflict', 'idempotency_in_progress'].includes(code))
    );
  };

  it('reached every status of every operation', () => {
    const document = openapiDocument();
    const all = ROUTES.flatMap((route) => {
      const { method, path } = route.facts;
      const statuses = Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses ?? {});
      // Prism waits for the end of an answer, and a feed has none: its suite stands beside this one.
      const isEndless = (status: string): boolean => route.facts.answersFeed === true && status === '200';
      return statuses.filter((status) => !isByChance(route, status) && !isEndless(status)).map((status) => `${method} ${path} ${status}`);
    });
    expect(all.filter((status) => !seen.has(status))).toEqual([]);
  });
});
