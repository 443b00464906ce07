/** What each procedure is asked with, by names of another tenant: the cases of the tenant wall. Pictures have theirs in pictureWallCases.ts. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { pictureCases } from '@/test/pictureWallCases';
import { smallest, type Linked } from '@/test/restKinds';

/** Everything by which something of another tenant could be named. */
export interface Names {
  ids: Linked;
  dependency: string;
  changeSet: string;
  apiKey: string;
  incident: string;
  window: string;
  scenario: string;
  run: string;
  webhook: string;
  subscription: string;
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

/** The inputs that name something of the tenant behind `names`. */
type Case = (names: Names) => object[];
const some = (kind: EntityKind, { prefix }: Names): string => `${prefix}-${kind}`;

const failures: Case = ({ ids, prefix }) => [
  ...ENTITY_KINDS.map((entityType) => ({ failures: [{ entityType, entity: ids[entityType] }] })),
  { failures: [{ entityType: 'component', entity: `${prefix}-component` }] },
];

const telling = { name: 'never', when: { state: 'Outage' }, minutes: 0 };

const scenarios: Case = ({ scenario, prefix }) => [{ idOrTechnicalName: scenario }, { idOrTechnicalName: `${prefix}-scenario` }];

/** Those that name nothing of the caller's own tenant. */
const CASES_OF_OTHERS: Record<string, Case> = {
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
  // What differs is asked for by instants alone; whose landscape it is of its own suite says.
  'landscape.differences': () => [],
  'scenarios.evaluate': failures,
  'scenarios.picture': failures,
  'scenarios.create': (names) => failures(names).map((failing) => ({ technicalName: 'never', name: 'Never', ...failing })),
  'scenarios.list': ({ prefix, cursors }) => [{ search: prefix }, { cursor: cursors.scenarios }],
  'scenarios.get': scenarios,
  'scenarios.delete': scenarios,
  'scenarios.run': scenarios,
  'scenarios.listRuns': scenarios,
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
  'webhooks.listDeliveries': ({ webhook, cursors }) => [{ endpointId: webhook }, { cursor: cursors['webhook-deliveries'] }],
  'webhooks.getDelivery': ({ delivery }) => [{ id: delivery }],
  'webhooks.replayDelivery': ({ delivery }) => [{ id: delivery }],
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
  'singleSignOn.get': () => [],
  // No provider is given to any tenant here; with one the suite of provisioning asks across tenants.
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
  // Views are asked for without naming anything; what is seen of others' its own suite says.
  'views.list': () => [],
  'views.create': () => [],
  'views.update': ({ view: id }) => [{ id, name: 'taken over' }],
  'views.setDefault': ({ view: id }) => [{ id, isDefault: true }],
  'views.remove': ({ view: id }) => [{ id }],
  // Every key may ask who it is.
  'caller.get': () => [],
};

/** By procedure. `own` are the names of the caller's tenant, once there are any. */
export function wallCases(own: () => Names): Record<string, Case> {
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

  const manifestOf = (names: Names): object => ({
    manifest: JSON.stringify({
      version: 1,
      name: 'wall',
      applications: [{ technicalName: `${own().prefix}-application`, capabilities: [some('capability', names)] }],
    }),
    impact: false,
  });

  return {
    ...CASES_OF_OTHERS,
    ...(Object.assign({}, ...ENTITY_KINDS.map(kindCases)) as Record<string, Case>),
    'dependencies.create': ({ ids }) => [
      { sourceComponentId: ids.component, targetComponentId: own().ids.component, dependencyType: 'Reads' },
      { sourceComponentId: own().ids.component, targetComponentId: ids.component, dependencyType: 'Reads' },
    ],
    'dependencies.update': ({ dependency, ids }) => [
      { id: dependency, mode: 'Soft' },
      { id: own().dependency, targetComponentId: ids.component },
    ],
    'subscriptions.create': (names) => [
      { ...telling, webhookId: names.webhook, watch: { kind: 'tenant' } },
      { ...telling, webhookId: own().webhook, watch: { kind: 'capability', entity: names.ids.capability } },
      { ...telling, webhookId: own().webhook, watch: { kind: 'component', entity: `${names.prefix}-component` } },
    ],
    'subscriptions.update': (names) => [
      { id: names.subscription, minutes: 9 },
      { id: own().subscription, webhookId: names.webhook },
    ],
    'scenarios.update': (names) => [
      ...scenarios(names).map((of) => ({ ...of, name: 'taken over' })),
      ...failures(names).map((failing) => ({ idOrTechnicalName: own().scenario, ...failing })),
      { idOrTechnicalName: own().scenario, withheldDependencies: [names.dependency] },
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
      { kind: 'application', ids: [own().ids.application], add: { capabilityIds: [ids.capability] } },
    ],
    ...pictureCases(() => own().ids),
    // The feed is asked for by position alone; whose events it holds its own() suite says.
    'events.feed': () => [],
    'manifest.preview': (names) => [manifestOf(names)],
    'manifest.applyNow': (names) => [manifestOf(names), { ...manifestOf(own()), digest: names.digest }],
  };
}

/** Names of the same shape, behind which there is nothing anywhere. */
export function nowhere(names: Names): Names {
  let count = 0;
  const guid = (): string => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
  return {
    ids: Object.fromEntries(ENTITY_KINDS.map((kind) => [kind, guid()])) as Linked,
    dependency: guid(),
    changeSet: guid(),
    apiKey: guid(),
    incident: guid(),
    window: guid(),
    scenario: guid(),
    run: guid(),
    webhook: guid(),
    subscription: guid(),
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
