/** The rows of the matrix: how each procedure can name something of another tenant. Rows of pictures and manifests are in separate files. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { smallest } from '@/test/restKinds';
import { foreignManifest, namesakeManifests, ownManifest } from './manifestRows';
import type { Names } from './names';
import { pictureRows, questionRows, WHOLE } from './pictureRows';

/** The inputs that name something of the tenant behind `names`. */
export type Row = (names: Names) => object[];
const some = (kind: EntityKind, { prefix }: Names): string => `${prefix}-${kind}`;

const failures: Row = ({ ids, prefix }) => [
  ...ENTITY_KINDS.map((entityType) => ({ failures: [{ entityType, entity: ids[entityType] }] })),
  { failures: [{ entityType: 'component', entity: `${prefix}-component` }] },
];

const telling = { name: 'never', when: { state: 'Outage' }, minutes: 0 };

const changes: Row = ({ ids, changeSet, actor, prefix, cursors }) => [
  { entityId: ids.application },
  { changeSetId: changeSet },
  { actorId: actor },
  { search: prefix },
  { cursor: cursors.changes },
];

const scenarios: Row = ({ scenario, prefix }) => [{ idOrTechnicalName: scenario }, { idOrTechnicalName: `${prefix}-scenario` }];

/** Those that name nothing of the caller's own tenant. */
const ROWS_OF_OTHERS: Record<string, Row> = {
  'dependencies.list': ({ ids, prefix, cursors }) => [
    { sourceComponentId: ids.component },
    { targetComponentId: ids.component },
    { componentId: ids.component },
    { search: prefix },
    { cursor: cursors.dependencies },
  ],
  'dependencies.get': ({ dependency }) => [{ id: dependency }],
  'dependencies.setRedundancyMinimum': ({ ids }) => [{ component: ids.component, name: 'replicas', redundancyMinimum: 1 }],
  'dependencies.delete': ({ dependency }) => [{ id: dependency }],
  'bulk.delete': ({ ids, dependency }) => [
    { kind: 'dependency', ids: [dependency] },
    ...ENTITY_KINDS.map((kind) => ({ kind, ids: [ids[kind]], cascade: true })),
  ],
  // Differences are requested by instants alone; another suite checks whose landscape they show.
  'landscape.differences': () => [],
  'scenarios.list': ({ prefix, cursors }) => [{ search: prefix }, { cursor: cursors.scenarios }],
  'scenarios.get': scenarios,
  'scenarios.delete': scenarios,
  'scenarios.run': scenarios,
  // The home page names nothing; another suite checks whose landscape it shows.
  'home.overview': () => [],
  'home.trend': () => [],
  // The request for filter values names nothing.
  'landscape.formerNames': ({ ids }) => ENTITY_KINDS.map((kind) => ({ kind, id: ids[kind] })),
  'landscape.filterChoices': () => [],
  'landscape.component': (names) => [{ component: names.ids.component }, { component: some('component', names) }],
  'landscape.find': ({ prefix }) => [{ search: prefix }],
  'landscape.search': ({ prefix }) => [{ search: prefix, offset: 0, limit: 10 }],
  'landscape.names': ({ ids }) => ENTITY_KINDS.map((kind) => ({ kind, ids: [ids[kind]] })),
  'landscape.standings': ({ ids }) => [
    { kind: 'application', ids: [ids.application] },
    { kind: 'component', ids: [ids.component] },
  ],
  // A name unlike any of ours, because suggestions depend on the spelling.
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
  'alerts.list': ({ ids, prefix, cursors }) => [
    { component: ids.component },
    { component: `${prefix}-component` },
    { cursor: cursors.alerts },
  ],
  'alerts.close': ({ alert: id }) => [{ id }],
  'alerts.reopen': ({ alert: id }) => [{ id }],
  'incidents.list': ({ ids, prefix, cursors }) => [
    { component: ids.component },
    { component: `${prefix}-component` },
    { search: prefix },
    { cursor: cursors.incidents },
  ],
  'incidents.get': ({ incident: id }) => [{ id }],
  'incidents.replay': ({ incident }) => [{ id: incident }],
  'incidents.changesBefore': ({ incident: id }) => [{ id }],
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
  // The request for what is impacted now names nothing.
  'health.snapshot': () => [],
  'health.metrics': () => [],
  'health.healthImpact': () => [],
  'health.causes': () => [],
  'health.wouldBeStale': () => [],
  'health.lanes': ({ incident }) => [{ incident }],
  'health.past': ({ incident }) => [{ at: new Date().toISOString(), incident }],
  'health.path': ({ ids }) => [{ component: ids.component }],
  'health.reported': ({ ids }) => [{ components: [ids.component] }],
  'subscriptions.list': ({ webhook, cursors }) => [{ webhookId: webhook }, { cursor: cursors.subscriptions }],
  'subscriptions.get': ({ subscription }) => [{ id: subscription }],
  'subscriptions.delete': ({ subscription }) => [{ id: subscription }],
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
  'webhooks.listDeliveries': ({ webhook, event, cursors }) => [
    { endpointId: webhook },
    { eventId: event },
    { cursor: cursors['webhook-deliveries'] },
  ],
  'webhooks.getDelivery': ({ delivery }) => [{ id: delivery }],
  'webhooks.replayDelivery': ({ delivery }) => [{ id: delivery }],
  'manifest.export': (names) => [
    { application: names.ids.application },
    { application: some('application', names) },
    { without: names.prefix },
  ],
  'manifestApplies.list': ({ prefix, cursors }) => [{ manifest: prefix }, { cursor: cursors['manifest/applies'] }],
  'manifestApplies.previewUndo': ({ changeSet }) => [{ changeSetId: changeSet }],
  'manifestApplies.undo': ({ changeSet }) => [{ changeSetId: changeSet }],
  'securityRegister.list': (names) => [
    { search: names.prefix },
    { application: names.ids.application },
    { application: some('application', names) },
    { cursor: names.cursors['dependency-security-register'] },
  ],
  'securityRegister.file': (names) => [{ search: names.prefix }, { application: names.ids.application }],
  'changes.list': changes,
  'changes.groups': (names) => changes({ ...names, cursors: { changes: names.cursors.changeGroups ?? '' } }),
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
  // Versions are numbers, and every tenant has its own.
  'changes.sets': () => [],
  'changes.actors': ({ prefix }) => [{ search: `${prefix}-member` }],
  'singleSignOn.get': () => [],
  // No tenant has a provider here. The provisioning suite checks across tenants with one.
  'singleSignOn.setRules': ({ prefix }) => [
    { providerId: prefix, version: 0, rules: { roles: [], everybody: 'Admin', groupsFrom: 'signIn' } },
  ],
  'singleSignOn.resetRules': ({ prefix }) => [{ providerId: prefix }],
  'singleSignOn.require': ({ member: breakGlassUserId }) => [{ isRequired: true, breakGlassUserId }],
  'singleSignOn.createToken': ({ prefix }) => [{ providerId: prefix }],
  'singleSignOn.revokeToken': ({ apiKey }) => [{ id: apiKey }],
  'apiKeys.create': () => [],
  'apiKeys.list': ({ prefix, cursors }) => [{ search: prefix }, { cursor: cursors.apiKeys }],
  'apiKeys.revoke': ({ apiKey }) => [{ id: apiKey }],
  'notifications.list': () => [],
  'notifications.subscribeToDigest': ({ webhook: webhookId }) => [{ team: null, webhookId }],
  'notifications.end': ({ subscription: id }) => [{ id }],
  'notifications.test': ({ subscription: id }) => [{ id }],
  // The request for views names nothing; another suite checks which of other people's views are visible.
  'views.list': () => [],
  'views.create': () => [],
  'views.update': ({ view: id }) => [{ id, name: 'taken over' }],
  'views.setDefault': ({ view: id }) => [{ id, isDefault: true }],
  'views.remove': ({ view: id }) => [{ id }],
  // The request for links names nothing.
  'shareLinks.list': () => [],
  'shareLinks.createBadge': ({ ids }) => [{ applicationId: ids.application }],
  'shareLinks.revoke': ({ shareLink: id }) => [{ id }],
  // Every key may ask who it is.
  'caller.get': () => [],
};

/** By procedure. `own` are the names of the caller's tenant, once there are any. */
export function matrixRows(own: () => Names): Record<string, Row> {
  function kindRows(kind: EntityKind): Record<string, Row> {
    const { path, links, filters } = ENTITY_REGISTRY[kind];
    const noun = path.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const references: Row = (names) => [{ idOrTechnicalName: names.ids[kind] }, { idOrTechnicalName: some(kind, names) }];
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
      [`${noun}.create`]: (names) => linked(names).map((link) => ({ ...smallest(kind, `never-${kind}`, own().ids), ...link })),
      [`${noun}.list`]: (names) => [{ search: names.prefix }, { cursor: names.cursors[path] }, ...filterIds(names)],
      [`${noun}.get`]: references,
      [`${noun}.update`]: (names) => [
        ...references(names).map((reference) => ({ ...reference, name: 'taken over' })),
        ...linked(names).map((link) => ({ idOrTechnicalName: own().ids[kind], ...link })),
      ],
      [`${noun}.delete`]: (names) => references(names).flatMap((reference) => [reference, { ...reference, cascade: true }]),
    };
  }

  const questions: Row = (names) => [
    ...failures(names),
    { failures: [{ entityType: 'component', entity: own().ids.component }], withheldDependencies: [names.dependency] },
  ];

  return {
    ...ROWS_OF_OTHERS,
    ...(Object.assign({}, ...ENTITY_KINDS.map(kindRows)) as Record<string, Row>),
    'dependencies.create': ({ ids }) => [
      { sourceComponentId: ids.component, targetComponentId: own().ids.component, dependencyType: 'Reads' },
      { sourceComponentId: own().ids.component, targetComponentId: ids.component, dependencyType: 'Reads' },
    ],
    'dependencies.update': ({ dependency, ids }) => [
      { id: dependency, mode: 'Soft' },
      { id: own().dependency, sourceComponentId: ids.component },
      { id: own().dependency, targetComponentId: ids.component },
    ],
    ...subscriptionRows(own),
    'shareLinks.create': (names) => sharedQuestions(names, questions).map((what) => ({ what, hasRevenue: false, days: 1 })),
    'scenarios.evaluate': questions,
    'scenarios.picture': questions,
    'scenarios.create': (names) => questions(names).map((question) => ({ technicalName: 'never', name: 'Never', ...question })),
    'scenarios.listRuns': (names) => [...scenarios(names), { idOrTechnicalName: own().scenario, cursor: names.cursors.runs }],
    'scenarios.update': (names) => [
      ...scenarios(names).map((of) => ({ ...of, name: 'taken over' })),
      ...questions(names).map((question) => ({ idOrTechnicalName: own().scenario, ...question })),
    ],
    'scenarios.getRun': (names) => [
      ...scenarios(names).map((of) => ({ ...of, run: names.run })),
      { idOrTechnicalName: own().scenario, run: names.run },
    ],
    'scenarios.compare': (names) => [
      ...scenarios(names).map((of) => ({ ...of, from: names.run })),
      { idOrTechnicalName: own().scenario, from: names.run },
      { idOrTechnicalName: own().scenario, from: own().run, to: names.run },
    ],
    'bulk.update': ({ ids, dependency }) => [
      { kind: 'dependency', ids: [dependency], set: { mode: 'Soft' } },
      ...ENTITY_KINDS.map((kind) => ({ kind, ids: [ids[kind]], set: { description: 'taken over' } })),
      { kind: 'component', ids: [own().ids.component], set: { applicationId: ids.application } },
      { kind: 'application', ids: [own().ids.application], add: { capabilityIds: [ids.capability] } },
      { kind: 'application', ids: [own().ids.application], remove: { capabilityIds: [ids.capability] } },
    ],
    ...pictureRows(() => own().ids),
    ...questionRows(() => own().ids),
    // The feed is requested by position alone; another suite checks whose events it contains.
    'events.feed': () => [],
    'manifest.preview': (names) => [foreignManifest(names, own()), ...namesakeManifests(names)],
    'manifest.applyNow': (names) => [foreignManifest(names, own()), { ...ownManifest(own()), digest: names.digest }],
  };
}

function subscriptionRows(own: () => Names): Record<string, Row> {
  return {
    'subscriptions.create': (names) => [
      { ...telling, webhookId: names.webhook, watch: { kind: 'tenant' } },
      { ...telling, webhookId: own().webhook, watch: { kind: 'capability', entity: names.ids.capability } },
      { ...telling, webhookId: own().webhook, watch: { kind: 'component', entity: `${names.prefix}-component` } },
    ],
    'subscriptions.update': (names) => [
      { id: names.subscription, minutes: 9 },
      { id: own().subscription, webhookId: names.webhook },
    ],
    'notifications.subscribe': (names) => [
      { watch: { kind: 'tenant' }, state: 'Outage', minutes: 0, webhookId: names.webhook },
      { watch: { kind: 'capability', entity: names.ids.capability }, state: 'Outage', minutes: 0, webhookId: own().webhook },
      { watch: { kind: 'component', entity: `${names.prefix}-component` }, state: 'Outage', minutes: 0, webhookId: own().webhook },
    ],
    'notifications.update': (names) => [
      { id: names.subscription, isPaused: true },
      { id: own().subscription, webhookId: names.webhook },
    ],
  };
}

/** What can be shared with strangers. */
function sharedQuestions(names: Names, questions: Row): object[] {
  return [
    ...ENTITY_KINDS.map((entityType) => ({
      page: 'blast-radius',
      question: { entityType, entityId: names.ids[entityType], direction: 'downstream' },
    })),
    ...questions(names).map((question) => ({ page: 'scenarios', question })),
    { page: 'weak-points', question: { entityType: 'application', entityId: names.ids.application } },
    ...[
      { question: { around: [names.ids.component, names.ids.application], hops: 1 } },
      { filters: { zones: [names.ids['hosting-zone']] } },
      { open: [names.ids.application], filters: { technologies: [names.ids.technology] } },
    ].map((shown) => ({ page: 'landscape', question: { ...WHOLE, colourBy: null, ...shown } })),
    { page: 'incidents', question: { id: names.incident } },
  ];
}
