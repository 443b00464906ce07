/**
 * The examples of the API document, sent to a server: each request is accepted with the status that the document states, and each answer has the fields of the
 * example. The ids that the examples name are replaced by those that the server gave to what was created before.
 */
import { beforeAll, expect, it } from 'vitest';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { EntityKind } from '@/domain/vocabulary';
import { consumeHealth } from '@/server/health/consume';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { useOwnDatabase } from '@/test/database';
import { created as createdIn, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';
import { ENTITY_EXAMPLES, id } from './openapi/examples';
import { examplesOf } from './openapi/operation';
import { ROUTES, type Route } from './routes';

const { database } = await useOwnDatabase();

/** Each kind comes after the kinds that it needs. The digit is the one in its example ids. */
const KINDS: readonly [EntityKind, string][] = [
  ['capability', '3'],
  ['hosting-area', '5'],
  ['hosting-zone', '6'],
  ['application', '1'],
  ['process', '4'],
  ['technology', '7'],
  ['dataset', '9'],
  ['segment', '8'],
  ['component', '2'],
];

function routeNamed(name: string): Route {
  const route = ROUTES.find((one) => one.name === name);
  if (route === undefined) throw new Error(`There is no route ${name}.`);
  return route;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** The paths at which an answer lacks a field of the example, or has another type there. Either may be null; lists are compared by their first items. */
function differences(answer: unknown, example: unknown, path = ''): string[] {
  const [is, wanted] = [kindOf(answer), kindOf(example)];
  if (is === 'null' || wanted === 'null') return [];
  if (is !== wanted) return [`${path}: ${is} instead of ${wanted}`];
  if (wanted === 'array') {
    const [[first], [wantedFirst]] = [answer as unknown[], example as unknown[]];
    return first === undefined || wantedFirst === undefined ? [] : differences(first, wantedFirst, `${path}[0]`);
  }
  if (wanted !== 'object') return [];
  return Object.entries(example as object).flatMap(([field, value]) =>
    field in (answer as object)
      ? differences((answer as Record<string, unknown>)[field], value, `${path}.${field}`)
      : [`${path}.${field} is missing`],
  );
}

describeRest('the examples of the API document', (send) => {
  let tenant: RestTenant;
  const ids = new Map<string, string>();
  const sent = new Set<string>();
  const idOf = (example: string): string => ids.get(example) ?? example;
  const withIds = (text: string): string => text.replaceAll(/(\w)\1{7}-0000-4000-8000-\1{12}/g, idOf);

  /** Sends the example of a route. `parameters` fill its path. */
  async function run(
    name: string,
    parameters: Record<string, string> = {},
    query = '',
    request?: unknown,
  ): Promise<Record<string, unknown>> {
    const route = routeNamed(name);
    const examples = examplesOf(route);
    const path = route.facts.path
      .replace(/^.*?\{tenantId\}/, '')
      .replaceAll(/\{(\w+)\}/g, (_, parameter: string) => parameters[parameter] ?? '');
    const body = request ?? examples.request;
    const asText = typeof body === 'string';
    const call =
      body === undefined
        ? {}
        : asText
          ? { raw: body, headers: { 'content-type': 'application/yaml' } }
          : { json: JSON.parse(withIds(JSON.stringify(body))) as object };
    const answer = await tenant.call(
      route.facts.method,
      `${path}${query}`,
      call,
      name.startsWith('health.push') ? tenant.keys.health : tenant.keys.revenue,
    );
    expect([name, answer.status, answer.status === (route.facts.status ?? 200) ? '' : answer.text]).toEqual([
      name,
      route.facts.status ?? 200,
      '',
    ]);
    sent.add(name);
    if (answer.body !== undefined) expect([name, differences(answer.body, examples.response)]).toEqual([name, []]);
    else expect(answer.text).not.toBe('');
    return (answer.body ?? {}) as Record<string, unknown>;
  }

  async function create(name: string, digit: string, request?: unknown): Promise<string> {
    const created = await run(name, {}, '', request);
    ids.set(id(digit), String(created.id));
    return String(created.id);
  }

  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
  });

  /** Reads one entity and the list, makes the example's change, and reads both again. */
  async function readAndUpdate(noun: string, parameters: Record<string, string>): Promise<void> {
    await run(`${noun}.get`, parameters);
    await run(`${noun}.list`);
    await run(`${noun}.update`, parameters);
  }

  it('build a landscape', async () => {
    for (const [kind, digit] of KINDS) await create(`${nounOf(kind)}.create`, digit);
    const database = { applicationId: idOf(id('1')), name: 'Order database', technicalName: 'order-db', kind: 'Database' };
    for (const name of ['order-db', 'order-db-2'])
      ids.set(id(name === 'order-db' ? 'a' : 'f'), (await createdIn(tenant, '/components', { ...database, technicalName: name })).id);
    await create('dependencies.create', 'b');
    for (const [kind, digit] of KINDS) await readAndUpdate(nounOf(kind), { idOrTechnicalName: idOf(id(digit)) });
    const dependency = { id: idOf(id('b')) };
    await readAndUpdate('dependencies', dependency);
    await tenant.call('PATCH', `/dependencies/${dependency.id}`, { json: { redundancyGroup: 'order-replicas' } });
    await run('dependencies.setRedundancyMinimum', { component: 'checkout', name: 'order-replicas' });
    await tenant.call('PATCH', `/dependencies/${dependency.id}`, { json: { redundancyGroup: null, mode: 'Hard' } });
  });

  it('ask what breaks, and why', async () => {
    const failing = `?entityType=component&entityId=${idOf(id('a'))}&direction=downstream`;
    await run('impact.blastRadius', {}, failing);
    await run('impact.explain', {}, `${failing}&componentId=${idOf(id('2'))}`);
    await run('weakPoints.find', {}, `?entityType=capability&entityId=${idOf(id('3'))}`);
    await run('weakPoints.summary');
    await run('home.trend');
    await run('scenarios.evaluate');
    const scenario = { idOrTechnicalName: String((await run('scenarios.create')).technicalName) };
    await readAndUpdate('scenarios', scenario);
    const { id: first } = await run('scenarios.run', scenario);
    await run('scenarios.listRuns', scenario);
    await run('scenarios.getRun', { ...scenario, run: String(first) });
    await run('scenarios.run', scenario);
    await run('scenarios.compare', scenario, `?from=${String(first)}`);
    await run('scenarios.delete', scenario);
    for (const question of ['securityRegister.list', 'securityRegister.file', 'manifest.export', 'tenant.get', 'changes.list'])
      await run(question);
  });

  it('report health, and deal with incidents', async () => {
    await run('health.push', { component: 'order-db' });
    await run('health.pushMany');
    await run('health.pushFrom', { source: 'alertmanager' });
    await consumeHealth(30_000, tenant.tenantId);
    for (const question of ['health.signals', 'health.snapshot', 'health.metrics', 'health.healthImpact']) await run(question);
    const { items } = (await run('incidents.list')) as { items: [{ id: string }] };
    const incident = { id: items[0].id };
    for (const step of ['get', 'acknowledge', 'comment', 'resolve']) await run(`incidents.${step}`, incident);
    const { items: alerts } = (await run('alerts.list')) as { items: [{ id: string }] };
    await run('alerts.close', { id: alerts[0].id });
    await consumeHealth(30_000, tenant.tenantId);
    await run('alerts.reopen', { id: alerts[0].id });
    const window = { id: String((await run('maintenance.create')).id) };
    await readAndUpdate('maintenance', window);
    await run('maintenance.delete', window);
  });

  it('have events sent', async () => {
    const { request } = examplesOf(routeNamed('webhooks.create')) as { request: { eventTypes: string[] } };
    // The host of the example does not exist, and names are looked up when a webhook is created. The delivery in the examples is of a change.
    const wanted = { ...request, url: 'https://8.8.8.8/hooks', eventTypes: [...request.eventTypes, 'landscape.changed'] };
    const webhook = { id: await create('webhooks.create', '1', wanted) };
    await readAndUpdate('webhooks', webhook);
    await tenant.call('PATCH', `/webhooks/${webhook.id}`, { json: { isEnabled: true } });
    await run('webhooks.test', webhook);
    await tenant.call('PATCH', '/components/checkout', { json: { runtime: 'Vm' } });
    await deliverWebhooks(30_000, {
      send: () =>
        Promise.resolve({ statusCode: 200, error: null, retryAfterSeconds: null, responseExcerpt: null, durationMilliseconds: 1 }),
      now: () => new Date(),
      random: () => 0,
    });
    const { items } = (await run('webhooks.listDeliveries')) as { items: { id: string; eventType: string }[] };
    const delivery = { id: items.find(({ eventType }) => eventType === 'landscape.changed')?.id ?? '' };
    await run('webhooks.getDelivery', delivery);
    await run('webhooks.replayDelivery', delivery);
    await run('webhooks.replayFailed', webhook);
    await run('webhooks.rotateSecret', webhook);
    const subscription = { id: String((await run('subscriptions.create')).id) };
    await readAndUpdate('subscriptions', subscription);
    await run('subscriptions.delete', subscription);
    await run('webhooks.delete', webhook);
  });

  it('change many things at once, and undo it', async () => {
    const [application] = ((await tenant.call('GET', '/applications')).body as { items: { id: string }[] }).items;
    ids.set(id('1'), application!.id);
    const second = await createdIn(tenant, '/applications', { name: 'Payment', technicalName: 'payment' });
    const replica = idOf(id('a'));
    ids.set(id('a'), second.id);
    const { changeSetId } = await run('bulk.update');
    ids.set(id('a'), replica);
    await run('changes.undo', { changeSetId: String(changeSetId) });
    await run('manifest.preview');
    await run('manifest.applyNow');
    const { items } = (await run('manifestApplies.list')) as { items: [{ changeSetId: string }] };
    const applied = { changeSetId: items[0].changeSetId };
    await run('manifestApplies.previewUndo', applied);
    await run('manifestApplies.undo', applied);
    await run('bulk.delete');
    await run('dependencies.delete', { id: idOf(id('b')) });
    await createdIn(tenant, '/technologies', { name: 'PostgreSQL 16', technicalName: 'postgresql-16' });
    for (const [kind] of [...KINDS].reverse())
      await run(`${nounOf(kind)}.delete`, { idOrTechnicalName: nameOf(kind) }, kind === 'application' ? '?cascade=true' : '');
  });

  it('are complete, except for the stream of events', () => {
    expect(ROUTES.map(({ name }) => name).filter((name) => !sent.has(name))).toEqual(['events.feed']);
  });
});

function nameOf(kind: EntityKind): string {
  return String(ENTITY_EXAMPLES[kind].create.technicalName);
}

function nounOf(kind: EntityKind): string {
  return ENTITY_REGISTRY[kind].path.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
