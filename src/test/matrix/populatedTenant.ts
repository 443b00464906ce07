/** A tenant with two of everything that can be named, created through the doors that its people and keys use. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import type { Database } from '@/server/db/database';
import { consumeHealth } from '@/server/health/consume';
import { createCaller } from '@/server/procedures/root';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { contextOf } from '@/test/requestContext';
import { createOneOfEach, fullest } from '@/test/restKinds';
import { signedInMember } from '@/test/restPeople';
import { created, type RestTenant } from '@/test/restTenants';
import { LISTS, type Names } from './names';

/** Puts two of everything into the tenant, so that a page of one has a cursor, and returns their names. */
export async function populate(database: Database, of: RestTenant, prefix: string): Promise<Names> {
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
  const [delivery] = (await of.call('GET', '/webhook-deliveries')).body.items as { id: string; eventId: string }[];
  await apply('first');
  const { digest } = (await apply('last')).body as { digest: string };
  const signals = [`${prefix}-component`, `${prefix}-linked-component`].map((component) => ({ component, state: 'Outage' }));
  await of.call('POST', '/health-signals', { json: { signals } });
  const alerts = signals.map(({ component }) => ({
    status: 'firing',
    labels: { component, severity: 'critical' },
    startsAt: '2026-01-01T00:00:00Z',
  }));
  await of.call('POST', '/health-signals/from/alertmanager', { json: { version: '4', alerts } });
  await consumeHealth(30_000, of.tenantId);
  const planned = { reason: 'upgrade', startsAt: '2098-01-01T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' };
  const window = (await created(of, '/maintenance-windows', { ...planned, kind: 'component', entity: ids.component })) as { id: string };
  await created(of, '/maintenance-windows', { ...planned, kind: 'application', entity: `${prefix}-application` });
  const failing = { failures: [{ entityType: 'component', entity: ids.component }] };
  const scenario = (await created(of, '/scenarios', { technicalName: `${prefix}-scenario`, name: prefix, ...failing })) as { id: string };
  await created(of, '/scenarios', { technicalName: `${prefix}-second-scenario`, name: prefix, ...failing });
  const runs = `/scenarios/${scenario.id}/runs`;
  const run = (await created(of, runs, {})) as { id: string };
  await created(of, runs, {});
  const [incident] = (await of.call('GET', `/incidents?component=${prefix}-component`)).body.items as { id: string }[];
  const [alert] = (await of.call('GET', `/alerts?component=${prefix}-component`)).body.items as { id: string }[];
  const cursors: Record<string, string> = {};
  for (const list of LISTS) cursors[list] = (await of.call('GET', `/${list}?limit=1`)).body.nextCursor as string;
  cursors.runs = (await of.call('GET', `${runs}?limit=1`)).body.nextCursor as string;
  const [change] = (await of.call('GET', '/changes?limit=1')).body.items as { actor: { id: string } }[];
  const [applied] = (await of.call('GET', '/manifest/applies?limit=1')).body.items as { changeSetId: string }[];
  const administration = await administrationOf(database, of, prefix, ids.application);
  return {
    ids,
    dependency: dependency.id,
    changeSet: applied?.changeSetId ?? '',
    incident: incident?.id ?? '',
    alert: alert?.id ?? '',
    window: window.id,
    scenario: scenario.id,
    run: run.id,
    webhook: webhook.id,
    subscription: subscription.id,
    delivery: delivery?.id ?? '',
    event: delivery?.eventId ?? '',
    actor: change?.actor.id ?? '',
    prefix,
    ...administration,
    cursors: { ...cursors, ...administration.cursors },
    digest,
  };
}

/** What only the browser can create: two of each, so that a page of one has a cursor. */
async function administrationOf(database: Database, of: RestTenant, prefix: string, applicationId: string) {
  const caller = createCaller(
    contextOf(of.tenantId, { session: await signedInMember(database, of.tenantId, 'Owner', `${prefix}-member`) }),
  );
  await signedInMember(database, of.tenantId, 'Viewer', `${prefix}-member`);
  for (const name of ['first', 'last']) await caller.invitations.create({ email: `${prefix}-${name}@example.com`, role: 'Viewer' });
  await caller.apiKeys.create({ name: `${prefix}-key`, scopes: ['read'] });
  const view = await caller.views.create({ name: `${prefix}-view`, path: 'landscape?grouping=team', isShared: true });
  const shareLink = await caller.shareLinks.createBadge({ applicationId });
  const [keys, members, invitations, changeGroups] = [
    await caller.apiKeys.list({ limit: 1 }),
    await caller.members.list({ limit: 1 }),
    await caller.invitations.list({ limit: 1 }),
    await caller.changes.groups({ limit: 1 }),
  ];
  return {
    apiKey: keys.items[0]?.id ?? '',
    member: members.items[0]?.userId ?? '',
    invitation: invitations.items[0]?.id ?? '',
    view: view.id,
    shareLink: shareLink.id,
    cursors: {
      apiKeys: keys.nextCursor ?? '',
      members: members.nextCursor ?? '',
      invitations: invitations.nextCursor ?? '',
      changeGroups: changeGroups.nextCursor ?? '',
    },
  };
}
