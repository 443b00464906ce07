/** Examples of bodies, built from the schemas' own descriptions; a test checks them against the schemas. */
import type { EntityKind } from '@/domain/vocabulary';

export const id = (digits: string): string => `${digits.repeat(8).slice(0, 8)}-0000-4000-8000-${digits.repeat(12).slice(0, 12)}`;
const stamps = { createdAt: '2026-11-20T09:30:00.000Z', updatedAt: '2026-11-20T09:30:00.000Z', version: 1 };

export function pageOf(item: unknown): { items: unknown[]; nextCursor: null; total: number } {
  return { items: [item], nextCursor: null, total: 1 };
}

export interface Example {
  create: Record<string, unknown>;
  /** What the answer has in addition to what was sent. */
  filled: Record<string, unknown>;
  patch: Record<string, unknown>;
}

const described = (name: string, technicalName: string, description: string) => ({ name, technicalName, description });

/** How answers name an entity. */
export const named = (digit: string, technicalName: string, name: string) => ({ id: id(digit), technicalName, name });

/** The landscape of all examples. */
export const ORDER_DB = named('a', 'order-db', 'Order database');
export const CHECKOUT = named('2', 'checkout', 'Checkout');
export const SHOP = named('1', 'astronomy-shop', 'Astronomy shop');
export const TAKE_ORDERS = named('3', 'take-orders', 'Take orders');
export const ORDER_TO_CASH = named('4', 'order-to-cash', 'Order to cash');
export const CUSTOMERS = named('8', 'private-customers', 'Private customers');

export const ENTITY_EXAMPLES: Readonly<Record<EntityKind, Example>> = {
  application: {
    create: {
      ...described('Astronomy shop', 'astronomy-shop', 'Sells telescopes.'),
      lifecycleState: 'Production',
      criticalityTier: 'MissionCritical',
      ownerTeam: 'storefront',
      contact: '#storefront-on-call',
      references: [
        { kind: 'Runbook', label: 'Shop is down', url: 'https://wiki.example.com/runbooks/shop' },
        { kind: 'Dashboard', label: 'Orders per minute', url: 'https://grafana.example.com/d/orders' },
      ],
      capabilityIds: [id('3')],
    },
    filled: { id: id('1'), processIds: [] },
    patch: { criticalityTier: 'BusinessCritical' },
  },
  component: {
    create: {
      applicationId: id('1'),
      ...described('Checkout', 'checkout', 'Takes orders.'),
      kind: 'WebAPI',
      runtime: 'Containers',
      isExternal: false,
      references: [{ kind: 'Repository', label: 'Checkout', url: 'https://git.example.com/storefront/checkout' }],
      hostingZoneIds: [id('6')],
    },
    filled: { id: id('2'), staleAfterMinutes: null, contact: null, technologyIds: [], datasetIds: [] },
    patch: { runtime: 'Serverless' },
  },
  capability: {
    create: {
      ...described('Take orders', 'take-orders', 'From cart to confirmation.'),
      criticalityTier: 'MissionCritical',
      ownerTeam: 'sales',
      maximumTolerableDowntimeMinutes: 30,
    },
    filled: { id: id('3'), parentId: null },
    patch: { maximumTolerableDowntimeMinutes: 15 },
  },
  process: {
    create: { ...described('Order to cash', 'order-to-cash', 'From order to payment.'), ownerTeam: 'finance', capabilityIds: [id('3')] },
    filled: { id: id('4') },
    patch: { ownerTeam: null },
  },
  'hosting-area': {
    create: { ...described('Frankfurt', 'eu-central', 'Main region.'), provider: 'Own data centre', region: 'Frankfurt' },
    filled: { id: id('5') },
    patch: { provider: 'Colocation' },
  },
  'hosting-zone': {
    create: { hostingAreaId: id('5'), ...described('Frankfurt A', 'eu-central-a', 'First fire section.') },
    filled: { id: id('6') },
    patch: { name: 'Frankfurt A (north)' },
  },
  technology: {
    create: {
      ...described('PostgreSQL 16', 'postgresql-16', 'Relational database.'),
      vendor: 'PostgreSQL Global Development Group',
      technologyVersion: '16',
      endOfSupport: '2028-11-09',
    },
    filled: { id: id('7') },
    patch: { endOfSupport: '2028-11-10' },
  },
  segment: {
    create: {
      ...described('Private customers', 'private-customers', 'Buy in the shop.'),
      audienceType: 'Customers',
      people: 120_000,
      annualRevenue: 8_760_000,
      capabilities: [{ capabilityId: id('3'), revenueShare: 0.8 }],
    },
    filled: { id: id('8') },
    patch: { people: 130_000 },
  },
  dataset: {
    create: { ...described('Orders', 'orders', 'All orders ever placed.'), classification: 'Confidential', containsPersonalData: true },
    filled: { id: id('9') },
    patch: { classification: 'Restricted' },
  },
};

export const DEPENDENCY_EXAMPLE: Example = {
  create: {
    sourceComponentId: id('2'),
    targetComponentId: id('a'),
    dependencyType: 'ReadsWrites',
    mode: 'Hard',
    required: true,
    propagates: true,
    protocol: 'PostgreSQL',
    transportEncryption: 'TLS 1.3',
    endpointAuthMethod: 'SCRAM-SHA-256',
  },
  filled: { id: id('b'), redundancyGroup: null, redundancyMinimum: 1 },
  patch: { mode: 'Soft' },
};

export function answered({ create, filled }: Example): Record<string, unknown> {
  const { id: ownId, ...rest } = filled;
  return { id: ownId, ...create, ...rest, ...stamps };
}

export const BLAST_RADIUS_EXAMPLE: Record<string, unknown> = {
  entity: { id: id('a'), type: 'component', technicalName: 'order-db', name: 'Order database' },
  direction: 'downstream',
  state: 'Outage',
  depth: { requested: null, applied: 8, planMaximum: 8 },
  filters: { modes: null, types: null },
  origin: [
    {
      ...ORDER_DB,
      kind: 'Database',
      applicationId: id('1'),
      isExternal: false,
      expectedState: 'Outage',
    },
  ],
  components: [
    {
      ...CHECKOUT,
      kind: 'WebAPI',
      applicationId: id('1'),
      isExternal: false,
      depth: 1,
      expectedState: 'Outage',
      via: { dependencyId: id('b'), componentId: id('a') },
    },
  ],
  applications: [
    {
      ...SHOP,
      criticalityTier: 'MissionCritical',
      ownerTeam: 'storefront',
      lifecycleState: 'Production',
      depth: 0,
      expectedState: 'Outage',
      componentCount: 2,
      affectedComponentCount: 2,
      downComponentCount: 2,
    },
  ],
  capabilities: [{ ...TAKE_ORDERS, depth: 0, expectedState: 'Outage' }],
  processes: [{ ...ORDER_TO_CASH, depth: 0, expectedState: 'Outage' }],
  audiences: [
    {
      ...CUSTOMERS,
      audienceType: 'Customers',
      people: 120_000,
      depth: 0,
      expectedState: 'Outage',
    },
  ],
  revenueExposure: {
    currency: 'EUR',
    perYear: 7_008_000,
    perHour: 800,
    expectedPerHour: 800,
    byAudience: [
      {
        ...CUSTOMERS,
        perYear: 7_008_000,
        perHour: 800,
        expectedPerHour: 800,
      },
    ],
  },
  counts: { components: 1, applications: 1, capabilities: 1, processes: 1, audiences: 1 },
  affectedCounts: { components: 1, applications: 1, capabilities: 1, processes: 1, audiences: 1 },
  completeness: {
    beyondDepth: 0,
    stoppedByFilter: 0,
    stoppedByPropagates: 0,
    componentsOmitted: 0,
    notRecorded: [],
    notInService: { components: 0, applications: 0 },
    withheld: [],
  },
  landscapeVersion: 42,
};

export const DELETE_EXAMPLE = {
  deleted: [{ kind: 'capability', id: id('3'), technicalName: 'take-orders' }],
  unlinked: [{ kind: 'application', id: id('1'), technicalName: 'astronomy-shop', field: 'capabilityIds' }],
};

export const CHANGE_EXAMPLE = {
  id: '12.1',
  changeSetId: id('c'),
  at: '2026-11-20T09:30:00.000Z',
  landscapeVersion: 42,
  actor: { type: 'key', id: id('d'), name: 'deploy' },
  origin: {},
  op: 'update',
  kind: 'application',
  entityId: id('1'),
  technicalName: 'astronomy-shop',
  fields: [{ field: 'criticalityTier', from: 'MissionCritical', to: 'BusinessCritical' }],
};

export const TENANT_EXAMPLE = {
  id: id('e'),
  name: 'Astronomy Ltd',
  plan: 'Business',
  currency: 'EUR',
  revenueVisibleTo: ['Owner', 'Admin'],
  incidentThreshold: 'Degraded',
  resolveAfterSeconds: 300,
  openAfterSeconds: 15,
  recoveryGraceSeconds: 60,
  incidentsOutsideService: false,
  areShareLinksAllowed: true,
  domainsBy: null,
  teamSeparator: '/',
  staleAfterMinutes: 0,
  landscapeVersion: 42,
  limits: { maximumDepth: 8, signalsPerMinute: 600, requestsPerMinute: 1_200, components: 20_000 },
  usage: { components: 17 },
  ...stamps,
  release: { version: '2.1.0', newestMigration: '20261101120000_first' },
};

export const UNDO_EXAMPLE = {
  undoOf: id('c'),
  manifest: 'astronomy-shop',
  isPreview: false,
  changeSetId: id('f'),
  summary: { create: 0, update: 1, delete: 0, notRestored: 1 },
  givenBack: 0,
  changes: [
    {
      op: 'update',
      kind: 'application',
      id: id('1'),
      technicalName: 'astronomy-shop',
      fields: [{ field: 'criticalityTier', from: 'MissionCritical', to: 'BusinessCritical' }],
    },
  ],
  notRestored: [
    {
      op: 'create',
      kind: 'component',
      id: id('2'),
      technicalName: 'checkout',
      field: null,
      reason: 'needed',
      message: 'the dependency checkout → order-db (ReadsWrites) needs it now',
    },
  ],
  planLimit: null,
  landscapeVersion: 43,
};

const shop = { ...SHOP, criticalityTier: 'MissionCritical' };
const secured = { unprotected: 0, gap: 0, unclear: 0, secured: 1, total: 1 };
const whole = { registered: 1, total: 1, percent: 100, unprotected: 0 };

export const SECURITY_REGISTER_EXAMPLE = {
  items: [
    {
      dependencyId: id('b'),
      status: 'registered',
      missing: [],
      source: { componentId: id('2'), technicalName: 'checkout', name: 'Checkout', isExternal: false, application: shop },
      target: { componentId: id('a'), technicalName: 'order-db', name: 'Order database', isExternal: false, application: shop },
      dependencyType: 'ReadsWrites',
      mode: 'Hard',
      protocol: 'PostgreSQL',
      transportEncryption: 'TLS 1.3',
      endpointAuthMethod: 'SCRAM-SHA-256',
      isExternal: false,
      personalData: true,
      isUnprotected: false,
      unknownWords: [],
      dataClass: 'Confidential',
    },
  ],
  nextCursor: null,
  total: 1,
  completeness: {
    overall: whole,
    byApplication: [{ ...shop, ...whole }],
    applicationsOmitted: 0,
    byCriticalityTier: [{ criticalityTier: 'MissionCritical', ...whole }],
    shares: {
      overall: secured,
      byCriticalityTier: [{ criticalityTier: 'MissionCritical', ...secured }],
      byDataClass: [{ dataClass: 'Confidential', ...secured }],
    },
  },
  at: null,
  landscapeVersion: 42,
  digest: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

const HAPPENED_AT = '2026-11-20T09:30:00.000Z';

export const EVENT_EXAMPLE = {
  id: id('f'),
  type: 'landscape.changed',
  timestamp: HAPPENED_AT,
  tenantId: id('e'),
  sequence: 18,
  data: {
    changeSetId: id('c'),
    landscapeVersion: 42,
    actor: { type: 'key', name: 'deploy' },
    summary: { create: 0, update: 1, delete: 0 },
    kinds: ['application'],
    changes: [{ op: 'update', kind: 'application', technicalName: 'astronomy-shop' }],
    changesOmitted: 0,
  },
};

export const EVENT_FEED_EXAMPLE = `retry: 2000
id: 17

id: 18
event: landscape.changed
data: ${JSON.stringify(EVENT_EXAMPLE)}

: still here

`;

export const BULK_UPDATE_EXAMPLE = {
  request: { kind: 'application', ids: [id('1'), id('a')], set: { ownerTeam: 'Checkout' }, add: { processIds: [id('4')] } },
  response: { changeSetId: id('e'), changed: [id('1')], unchanged: [id('a')] },
};

export const BULK_DELETE_EXAMPLE = {
  request: { kind: 'technology', ids: [id('7')], cascade: true },
  response: {
    changeSetId: id('e'),
    deleted: [{ kind: 'technology', id: id('7'), technicalName: 'postgres' }],
    unlinked: [{ kind: 'component', id: id('2'), technicalName: 'order-db', field: 'technologyIds' }],
  },
};
