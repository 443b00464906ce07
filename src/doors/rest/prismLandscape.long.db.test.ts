/** The operations on a landscape through Prism; what happens to it is in the suite beside this one. */
import { describe, expect, it } from 'vitest';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { tenantDb } from '@/server/db/tenantDb';
import { useOwnDatabase } from '@/test/database';
import { isOfOperations, usePrism, YAML } from '@/test/prismSession';
import { NOWHERE, createOneOfEach, fullest, smallest } from '@/test/restKinds';
import { createKey, created, whileLandscapeIsHeld } from '@/test/restTenants';
import { write } from '@/server/db/write';

const { database } = await useOwnDatabase();
const { tenant, ids, fresh, right, wrong, ask, testRefusals } = usePrism(database, (route) => !isOfOperations(route));

describe.each(ENTITY_KINDS.map((kind): [string, EntityKind] => [`/${ENTITY_REGISTRY[kind].path}`, kind]))('%s', (list, kind) => {
  it('agrees with the document in every status', async () => {
    const name = fresh();
    const json = fullest(kind, name, ids());
    const key = { 'idempotency-key': fresh(), 'x-request-id': 'prism-1' };
    const { body } = await right('POST', list, 201, { json, headers: key });
    const one = `${list}/${String(body.id)}`;
    await right('POST', list, 201, { json, headers: key });
    await right('POST', list, 409, { json });
    await right('POST', list, 422, { json: { ...json, name: 'Other' }, headers: key });
    await right('GET', `${list}?limit=1&search=${name}`, 200);
    await right('GET', list, 200, {}, tenant().keys.read);
    await right('GET', one, 200);
    await right('GET', one, 304, { headers: { 'if-none-match': '"1r"' } });
    await right('PATCH', one, 200, { json: { name: 'Renamed' }, headers: { 'if-match': '"1r"' } });
    await right('PATCH', one, 412, { json: { name: 'Again' }, headers: { 'if-match': '"1r"' } });
    await right('DELETE', one, 412, { headers: { 'if-match': '"1r"' } });
    const second = (await right('POST', list, 201, { json: smallest(kind, fresh(), ids()) })).body as { id: string };
    await right('PATCH', `${list}/${second.id}`, 409, { json: { technicalName: name } });
    for (const method of ['GET', 'DELETE']) await right(method, `${list}/${NOWHERE}`, 404);
    await right('PATCH', `${list}/${NOWHERE}`, 404, { json: { name: 'x' } });
    await right('DELETE', `${one}?cascade=true`, 200);
  });
});

describe('what others need', () => {
  it.each(['application', 'component', 'capability', 'process', 'hosting-area', 'hosting-zone', 'technology', 'dataset'] as const)(
    'is not deleted: %s',
    async (kind) => {
      const own = await createOneOfEach(tenant(), fresh());
      await created(tenant(), '/components', fullest('component', fresh(), own));
      await created(tenant(), '/applications', fullest('application', fresh(), own));
      const other = await created(tenant(), '/components', smallest('component', fresh(), own));
      await created(tenant(), '/dependencies', {
        sourceComponentId: own.component,
        targetComponentId: (other as { id: string }).id,
        dependencyType: 'Calls',
      });
      await right('DELETE', `/${ENTITY_REGISTRY[kind].path}/${own[kind]}`, 409);
    },
  );
});

describe('dependencies', () => {
  it('agree with the document in every status', async () => {
    const [source, target] = [
      await created(tenant(), '/components', smallest('component', fresh(), ids())),
      await created(tenant(), '/components', smallest('component', fresh(), ids())),
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
  it('agree with the document in every status', async () => {
    const makeOne = async () => ((await created(tenant(), '/technologies', smallest('technology', fresh(), ids()))) as { id: string }).id;
    const both = [await makeOne(), await makeOne()];
    const component = (await created(tenant(), '/components', smallest('component', fresh(), ids()))) as { id: string };
    const headers = { 'idempotency-key': fresh() };
    await right('POST', '/bulk/update', 200, { json: { kind: 'technology', ids: both, set: { vendor: 'V' } }, headers });
    await right('POST', '/bulk/update', 422, { json: { kind: 'technology', ids: both, set: { vendor: 'W' } }, headers });
    await right('POST', '/bulk/update', 200, { json: { kind: 'component', ids: [component.id], add: { technologyIds: both } } });
    await right('POST', '/bulk/update', 400, { json: { kind: 'technology', ids: [NOWHERE], set: { vendor: 'V' } } });
    await right(
      'POST',
      '/bulk/update',
      403,
      { json: { kind: 'segment', ids: [ids().segment], set: { annualRevenue: 1 } } },
      tenant().keys.write,
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
  it.each(ENTITY_KINDS)('the blast radius of a %s agrees with the document', async (kind) => {
    for (const direction of ['downstream', 'upstream']) {
      const query = `entityId=${ids()[kind]}&entityType=${kind}&direction=${direction}`;
      await right('GET', `/blast-radius?${query}`, 200);
      await right(
        'GET',
        `/blast-radius?${query}&maxDepth=3&modeFilter=Hard,Soft&typeFilter=Calls,Reads&state=Degraded&componentLimit=1`,
        200,
        {},
        tenant().keys.read,
      );
    }
    await right('GET', `/blast-radius?entityId=${NOWHERE}&entityType=${kind}&direction=downstream`, 404);
  });

  it.each(WEAK_POINT_ENTITY_KINDS)('the weak points of a %s agree with the document', async (kind) => {
    const query = `entityId=${ids()[kind]}&entityType=${kind}`;
    await right('GET', `/weak-points?${query}`, 200);
    await right('GET', `/weak-points?${query}&state=Degraded&order=3&format=json`, 200, {}, tenant().keys.read);
    await right('GET', `/weak-points?${query}&format=open-psa`, 200);
    await right('GET', `/weak-points?entityId=${NOWHERE}&entityType=${kind}`, 404);
  });

  it('the explanation of a blast radius agrees with the document', async () => {
    const source = (await created(tenant(), '/components', smallest('component', fresh(), ids()))) as { id: string };
    await created(tenant(), '/dependencies', {
      sourceComponentId: source.id,
      targetComponentId: ids().component,
      dependencyType: 'Calls',
    });
    const query = `entityId=${ids().component}&entityType=component&direction=downstream`;
    await right('GET', `/blast-radius/explain?${query}&componentId=${source.id}`, 200);
    await right('GET', `/blast-radius/explain?${query}&componentId=${NOWHERE}`, 404);
  });

  it('the weak points of all capabilities agree with the document', async () => {
    await right('GET', '/weak-points/summary?limit=1', 200, {}, tenant().keys.read);
    await right('GET', '/trend?days=30', 200, {}, tenant().keys.read);
  });

  it('the answer to a scenario agrees with the document', async () => {
    const failures = [{ entityType: 'component', entity: ids().component }];
    const json = { failures, baseline: 'live', durationMinutes: 60, componentLimit: 1 };
    const headers = { 'idempotency-key': fresh() };
    await right('POST', '/scenarios/evaluate', 200, { json, headers });
    await right('POST', '/scenarios/evaluate', 422, { json: { failures }, headers });
    await right('POST', '/scenarios/evaluate', 400, { json: { failures: [{ entityType: 'component', entity: NOWHERE }] } });
  });

  it('saved scenarios and their runs agree with the document', async () => {
    const technicalName = fresh();
    const json = { technicalName, name: 'Kept', failures: [{ entityType: 'component', entity: ids().component }], durationMinutes: 60 };
    const one = `/scenarios/${technicalName}`;
    const headers = { 'idempotency-key': fresh() };
    await right('POST', '/scenarios', 201, { json, headers });
    await right('POST', '/scenarios', 422, { json: { ...json, name: 'Other' }, headers });
    await right('POST', '/scenarios', 409, { json });
    await right('GET', '/scenarios?limit=1&sort=-name&search=kept', 200);
    const { headers: told } = await right('GET', one, 200);
    await right('GET', one, 304, { headers: { 'if-none-match': told.get('etag')! } });
    await right('PATCH', one, 200, { json: { baseline: 'live' } });
    await created(tenant(), '/scenarios', { ...json, technicalName: `${technicalName}-2` });
    await right('PATCH', one, 409, { json: { technicalName: `${technicalName}-2` } });
    await right('DELETE', one, 412, { headers: { 'if-match': '"0"' } });
    await right('PATCH', one, 412, { json: { baseline: 'clean' }, headers: { 'if-match': '"0"' } });
    const run = (await created(tenant(), `${one}/runs`, {})) as { id: string };
    const again = { 'idempotency-key': fresh() };
    await right('POST', `${one}/runs`, 201, { headers: again });
    await right('POST', `/scenarios/${technicalName}-2/runs`, 201, {});
    await wrong('POST', `${one}/runs`, 422, { json: { nix: 1 }, headers: again }, tenant().keys.revenue);
    await right('GET', `${one}/runs?limit=1`, 200);
    await right('GET', `${one}/runs/${run.id}`, 200, {}, tenant().keys.revenue);
    await right('GET', `${one}/runs/${NOWHERE}`, 404);
    await right('GET', `${one}/compare?from=${run.id}&to=now`, 200);
    await right('DELETE', one, 200);
    const [gone, from] = [`/scenarios/${NOWHERE}`, `from=${run.id}`];
    for (const path of [one, `${gone}/runs`, `${gone}/compare?${from}`]) await right('GET', path, 404);
    await right('PATCH', gone, 404, { json: { name: 'x' } });
    await right('DELETE', gone, 404);
    await right('POST', `${gone}/runs`, 404);
  });

  it.each([
    '/changes?limit=200',
    '/changes?kind=application,component&op=create,update&since=2026-01-01T00:00:00Z',
    '/tenant',
    '/dependency-security-register?limit=2',
    '/dependency-security-register.csv',
    '/manifest/applies',
  ])('%s agrees with the document', async (path) => {
    await right('GET', path, 200, {}, tenant().keys.read);
  });

  it('the tenant is 304 for its current ETag', async () => {
    await right('GET', '/tenant', 304, { headers: { 'if-none-match': '*' } });
  });
});

describe('undoing a change', () => {
  it('agrees with the document in every status', async () => {
    const { id } = (await created(tenant(), '/technologies', smallest('technology', fresh(), ids()))) as { id: string };
    const [change] = (await right('GET', `/changes?entityId=${id}`, 200)).body.items as [{ changeSetId: string }];
    const undo = `/changes/${change.changeSetId}/undo`;
    const headers = { 'idempotency-key': fresh() };
    await right('POST', undo, 200, { headers });
    await right('POST', undo, 409);
    await wrong('POST', undo, 422, { json: { nix: 1 }, headers }, tenant().keys.revenue);
    await right('POST', `/changes/${NOWHERE}/undo`, 404);
  });
});

describe('the manifest', () => {
  it('agrees with the document in every status', async () => {
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
        tenant().keys.write,
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
    await right('GET', `/manifest?name=${name}`, 409);
    const headers = { 'idempotency-key': fresh() };
    await right('POST', undo, 200, { headers });
    await right('POST', undo, 409);
    await wrong('POST', undo, 422, { json: { nix: 1 }, headers }, tenant().keys.revenue);
    await right('GET', '/manifest', 200);
    await right('GET', `/manifest?application=${NOWHERE}`, 404);
    await right('GET', `/manifest/applies/${NOWHERE}/undo`, 404);
    await right('POST', `/manifest/applies/${NOWHERE}/undo`, 404);
  });
});

describe('limits', () => {
  it('429 and 503 agree with the document', async () => {
    const { key, id } = await createKey(database, tenant().tenantId, ['read', 'write']);
    await right('GET', '/tenant', 200, {}, key);
    await whileLandscapeIsHeld(database, tenant().tenantId, () =>
      right('POST', '/applications', 503, { json: { name: 'A', technicalName: fresh() } }),
    );
    await write(
      tenantDb(database, tenant().tenantId),
      (tx) => tx.$executeRaw`update "rate_bucket" set "tokens" = -1000000 where "subject" = ${`key:${id}`}`,
    );
    let answer = await ask('GET', '/tenant', key);
    while (answer.status === 200) answer = await ask('GET', '/tenant', key);
    expect(answer.status).toBe(429);
  });
});

testRefusals();
