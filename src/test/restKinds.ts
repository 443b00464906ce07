/**
 * For each of the nine kinds: the smallest and the largest body to create one, and bodies that are refused, so that one suite covers them
 * all.
 */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { EntityKind } from '@/domain/vocabulary';
import { created, type RestTenant } from './restTenants';

/** The ids of one existing entity of each kind, to link to. */
export type Linked = Readonly<Record<EntityKind, string>>;

/** One entity of every kind named `{prefix}-{kind}`, each linked as its kind requires. */
export async function createOneOfEach(tenant: RestTenant, prefix = 'one'): Promise<Linked> {
  const ids: Partial<Record<EntityKind, string>> = {};
  const order: EntityKind[] = [
    'application',
    'component',
    'capability',
    'process',
    'hosting-area',
    'hosting-zone',
    'technology',
    'segment',
    'dataset',
  ];
  for (const kind of order) {
    const entity = await created(tenant, `/${ENTITY_REGISTRY[kind].path}`, smallest(kind, `${prefix}-${kind}`, ids));
    ids[kind] = (entity as { id: string }).id;
  }
  return ids as Linked;
}

/** Only the fields that are required for creation. */
export function smallest(kind: EntityKind, technicalName: string, ids: Partial<Linked>): Record<string, unknown> {
  return { name: `The ${technicalName}`, technicalName, ...REQUIRED[kind](ids) };
}

const REQUIRED: Readonly<Record<EntityKind, (ids: Partial<Linked>) => Record<string, unknown>>> = {
  application: () => ({}),
  component: (ids) => ({ applicationId: ids.application }),
  capability: () => ({}),
  process: () => ({}),
  'hosting-area': () => ({}),
  'hosting-zone': (ids) => ({ hostingAreaId: ids['hosting-area'] }),
  technology: () => ({}),
  segment: () => ({ audienceType: 'Customers' }),
  dataset: () => ({ classification: 'Internal' }),
};

/** What the answer to the smallest body contains in addition to what was sent and what every entity has. */
export const DEFAULTS: Readonly<Record<EntityKind, Record<string, unknown>>> = {
  application: {
    lifecycleState: 'Production',
    criticalityTier: 'BusinessOperational',
    ownerTeam: null,
    contact: null,
    references: [],
    capabilityIds: [],
    processIds: [],
  },
  component: {
    kind: 'Other',
    runtime: 'Containers',
    isExternal: false,
    staleAfterMinutes: null,
    contact: null,
    references: [],
    hostingZoneIds: [],
    technologyIds: [],
    datasetIds: [],
  },
  capability: { criticalityTier: null, ownerTeam: null, maximumTolerableDowntimeMinutes: null, parentId: null },
  process: { ownerTeam: null, capabilityIds: [] },
  'hosting-area': { provider: null, region: null },
  'hosting-zone': {},
  technology: { vendor: null, technologyVersion: null, endOfSupport: null },
  segment: { people: null, capabilities: [] },
  dataset: { containsPersonalData: false },
};

/** Every field of the kind, except revenue. */
export function fullest(kind: EntityKind, technicalName: string, ids: Linked): Record<string, unknown> {
  return { ...smallest(kind, technicalName, ids), description: 'Ümläuts, 漢字 and 😀.', ...OPTIONAL[kind](ids) };
}

const OPTIONAL: Readonly<Record<EntityKind, (ids: Linked) => Record<string, unknown>>> = {
  application: (ids) => ({
    lifecycleState: 'Sunset',
    criticalityTier: 'MissionCritical',
    ownerTeam: 'web',
    contact: 'Ümläut <web@example.com>, 漢字 and 😀',
    references: [
      { kind: 'Runbook', label: 'Restart 😀', url: 'https://wiki.example.com/%F0%9F%94%A5?a=1&b=2#restart' },
      { kind: 'Chat', label: '漢字', url: 'mailto:web@example.com?subject=Outage' },
    ],
    capabilityIds: [ids.capability],
    processIds: [ids.process],
  }),
  component: (ids) => ({
    kind: 'EventBus',
    runtime: 'BareMetal',
    isExternal: true,
    contact: 'x'.repeat(200),
    references: Array.from({ length: 20 }, (_, index) => ({
      kind: 'Other',
      label: 'x'.repeat(100),
      url: `HTTP://example.com/${index}`.padEnd(2_000, 'x'),
    })),
    hostingZoneIds: [ids['hosting-zone']],
    technologyIds: [ids.technology],
    datasetIds: [ids.dataset],
  }),
  capability: (ids) => ({
    criticalityTier: 'Administrative',
    ownerTeam: 'sales',
    maximumTolerableDowntimeMinutes: 0,
    parentId: ids.capability,
  }),
  process: (ids) => ({ ownerTeam: 'finance', capabilityIds: [ids.capability] }),
  'hosting-area': () => ({ provider: 'Own', region: 'North' }),
  'hosting-zone': () => ({}),
  technology: () => ({ vendor: 'Somebody', technologyVersion: '17.1', endOfSupport: '2028-02-29' }),
  segment: (ids) => ({ people: 1_000_000_000_000, capabilities: [{ capabilityId: ids.capability }] }),
  dataset: () => ({ classification: 'Restricted', containsPersonalData: true }),
};

/** Optional fields of the kind that null clears. */
export const CLEARABLE: Readonly<Record<EntityKind, readonly string[]>> = {
  application: ['description', 'ownerTeam', 'contact'],
  component: ['description', 'contact'],
  capability: ['description', 'criticalityTier', 'ownerTeam', 'maximumTolerableDowntimeMinutes', 'parentId'],
  process: ['description', 'ownerTeam'],
  'hosting-area': ['description', 'provider', 'region'],
  'hosting-zone': ['description'],
  technology: ['description', 'vendor', 'technologyVersion', 'endOfSupport'],
  segment: ['description', 'people'],
  dataset: ['description'],
};

export const NOWHERE = '00000000-0000-4000-8000-000000000000';

const REFERENCE = { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart' };

const WRONG_REFERENCES: readonly [string, Record<string, unknown>][] = [
  ['references', { references: 'https://wiki.example.com/restart' }],
  ['references', { references: Array.from({ length: 21 }, (_, index) => ({ ...REFERENCE, url: `https://wiki.example.com/${index}` })) }],
  ['references[0]', { references: ['https://wiki.example.com/restart'] }],
  ['references[0]', { references: [null] }],
  ['references[0].kind', { references: [{ ...REFERENCE, kind: 'runbook' }] }],
  ['references[0].kind', { references: [{ label: REFERENCE.label, url: REFERENCE.url }] }],
  ['references[0].label', { references: [{ ...REFERENCE, label: '' }] }],
  ['references[0].label', { references: [{ ...REFERENCE, label: ' ' }] }],
  ['references[0].label', { references: [{ ...REFERENCE, label: 'x'.repeat(101) }] }],
  ['references[0].label', { references: [{ ...REFERENCE, label: null }] }],
  ['references[0].url', { references: [{ ...REFERENCE, url: 'javascript:alert(1)' }] }],
  ['references[0].url', { references: [{ ...REFERENCE, url: 'DATA:text/html,x' }] }],
  ['references[0].url', { references: [{ ...REFERENCE, url: ' https://example.com/' }] }],
  ['references[0].url', { references: [{ ...REFERENCE, url: 'https://admin:secret@example.com/' }] }],
  ['references[0].url', { references: [{ ...REFERENCE, url: 'https://example.com/'.padEnd(2_001, 'x') }] }],
  ['references[0].url', { references: [{ kind: 'Runbook', label: 'Restart' }] }],
  ['references[0].title', { references: [{ ...REFERENCE, title: 'Restart' }] }],
  ['references[1].url', { references: [REFERENCE, { ...REFERENCE, label: 'Again' }] }],
];

/** Wrong values of the kind's own fields, with the path in the refusal. */
export const WRONG_VALUES: Readonly<Record<EntityKind, readonly [string, Record<string, unknown>][]>> = {
  application: [
    ['lifecycleState', { lifecycleState: 'production' }],
    ['lifecycleState', { lifecycleState: null }],
    ['criticalityTier', { criticalityTier: 'Critical' }],
    ['ownerTeam', { ownerTeam: 5 }],
    ['ownerTeam', { ownerTeam: 'x'.repeat(201) }],
    ['contact', { contact: 'x'.repeat(201) }],
    ['contact', { contact: { channel: '#shop' } }],
    ['contact', { contact: 'a\u0000b' }],
    ...WRONG_REFERENCES,
    ['capabilityIds', { capabilityIds: null }],
    ['capabilityIds[0]', { capabilityIds: ['shop'] }],
    ['capabilityIds[0]', { capabilityIds: [NOWHERE] }],
    ['processIds', { processIds: 'shop' }],
    ['processIds[0]', { processIds: [NOWHERE] }],
  ],
  component: [
    ['applicationId', { applicationId: null }],
    ['applicationId', { applicationId: 'shop' }],
    ['applicationId', { applicationId: NOWHERE }],
    ['kind', { kind: 'webapi' }],
    ['kind', { kind: null }],
    ['runtime', { runtime: 'VM' }],
    ['isExternal', { isExternal: 'false' }],
    ['isExternal', { isExternal: 0 }],
    ['isExternal', { isExternal: null }],
    ['contact', { contact: 7 }],
    ...WRONG_REFERENCES,
    ['hostingZoneIds[0]', { hostingZoneIds: [NOWHERE] }],
    ['technologyIds[0]', { technologyIds: [NOWHERE] }],
    ['datasetIds[0]', { datasetIds: [NOWHERE] }],
  ],
  capability: [
    ['criticalityTier', { criticalityTier: 'missionCritical' }],
    ['maximumTolerableDowntimeMinutes', { maximumTolerableDowntimeMinutes: -1 }],
    ['maximumTolerableDowntimeMinutes', { maximumTolerableDowntimeMinutes: 1.5 }],
    ['maximumTolerableDowntimeMinutes', { maximumTolerableDowntimeMinutes: '30' }],
    ['parentId', { parentId: NOWHERE }],
    ['parentId', { parentId: '' }],
  ],
  process: [
    ['capabilityIds[0]', { capabilityIds: [NOWHERE] }],
    ['capabilityIds', { capabilityIds: {} }],
  ],
  'hosting-area': [
    ['provider', { provider: ['Own'] }],
    ['region', { region: 'x'.repeat(201) }],
  ],
  'hosting-zone': [
    ['hostingAreaId', { hostingAreaId: null }],
    ['hostingAreaId', { hostingAreaId: NOWHERE }],
  ],
  technology: [
    ['endOfSupport', { endOfSupport: '2027-02-29' }],
    ['endOfSupport', { endOfSupport: '29.02.2028' }],
    ['endOfSupport', { endOfSupport: '2028-02-29T00:00:00Z' }],
    ['technologyVersion', { technologyVersion: 17 }],
  ],
  segment: [
    ['audienceType', { audienceType: 'customers' }],
    ['audienceType', { audienceType: null }],
    ['people', { people: -1 }],
    ['people', { people: 0.5 }],
    ['people', { people: '5' }],
    ['capabilities', { capabilities: null }],
    ['capabilities[0].capabilityId', { capabilities: [{}] }],
    ['capabilities[0].capabilityId', { capabilities: [{ capabilityId: NOWHERE }] }],
    ['capabilities[0].share', { capabilities: [{ capabilityId: NOWHERE, share: 1 }] }],
  ],
  dataset: [
    ['classification', { classification: 'secret' }],
    ['classification', { classification: null }],
    ['containsPersonalData', { containsPersonalData: 'true' }],
    ['containsPersonalData', { containsPersonalData: null }],
  ],
};

/** Wrong values of the fields that all kinds share. */
export const WRONG_EVERYWHERE: readonly [string, Record<string, unknown>][] = [
  ['name', { name: '' }],
  ['name', { name: '   ' }],
  ['name', { name: 'x'.repeat(201) }],
  ['name', { name: null }],
  ['name', { name: 7 }],
  ['name', { name: 'a\u0000b' }],
  ['technicalName', { technicalName: '' }],
  ['technicalName', { technicalName: 'ümlaut' }],
  ['technicalName', { technicalName: '.hidden' }],
  ['technicalName', { technicalName: 'a/b' }],
  ['technicalName', { technicalName: 'x'.repeat(129) }],
  ['technicalName', { technicalName: '3F2B8A52-6c1e-4f0a-9a53-0d6f8e1c7b44' }],
  ['technicalName', { technicalName: null }],
  ['description', { description: 'x'.repeat(4_001) }],
  ['description', { description: false }],
  ['id', { id: NOWHERE }],
  ['version', { version: 3 }],
  ['createdAt', { createdAt: '2026-01-01T00:00:00Z' }],
  ['tenantId', { tenantId: NOWHERE }],
  ['Name', { Name: 'wrong case' }],
  ['nothing', { nothing: null }],
];
