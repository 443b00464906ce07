/** What a row of a table can become, and which of its fields a column can fill. Plain data, so that a page can offer it as choices. */

import type { ReferenceKind } from '@/domain/vocabulary';

/** `interface` joins those who use it with those who provide it; `machine` only says where its components run. */
export const TARGETS = [
  'component',
  'application',
  'capability',
  'process',
  'segment',
  'technology',
  'hosting-area',
  'hosting-zone',
  'dataset',
  'interface',
  'machine',
] as const;
export type Target = (typeof TARGETS)[number];

/** How the text of a cell is read. References name what another row, or another column, describes. */
export type FieldType =
  | 'text'
  | 'shortText'
  | 'tier'
  | 'lifecycle'
  | 'componentKind'
  | 'runtime'
  | 'audience'
  | 'classification'
  | 'dependencyType'
  | 'mode'
  | 'boolean'
  | 'count'
  | 'amount'
  | 'minutes'
  | 'date'
  | 'link'
  | { refersTo: Target };

/** A technicalName that is stated is kept, so that a second import recognises what the first one made. */
const NAMED = { technicalName: 'text', description: 'text' } as const;
/** Only applications have these: stated for a component, they go to its application. */
const OF_APPLICATION = { ownerTeam: 'text', criticalityTier: 'tier', lifecycleState: 'lifecycle' } as const;
/** How many of what it depends on must work: `2`, `50%`, `at least 1`; `disabled` for all. */
const REDUNDANCY = { redundancy: 'text' } as const;
const SUPPORTS = { capabilities: { refersTo: 'capability' }, processes: { refersTo: 'process' } } as const;

/** Columns that hold a page elsewhere, by what is behind it. `link` says nothing about that. */
export const LINK_FIELDS = {
  runbook: 'Runbook',
  dashboard: 'Dashboard',
  repository: 'Repository',
  chat: 'Chat',
  documentation: 'Documentation',
  link: 'Other',
} as const satisfies Readonly<Record<string, ReferenceKind>>;
const HELP = {
  contact: 'text',
  runbook: 'link',
  dashboard: 'link',
  repository: 'link',
  chat: 'link',
  documentation: 'link',
  link: 'link',
} as const satisfies Readonly<Record<keyof typeof LINK_FIELDS | 'contact', FieldType>>;

export const FIELDS = {
  component: {
    ...NAMED,
    kind: 'componentKind',
    runtime: 'runtime',
    isExternal: 'boolean',
    application: { refersTo: 'application' },
    hostingZones: { refersTo: 'hosting-zone' },
    technologies: { refersTo: 'technology' },
    datasets: { refersTo: 'dataset' },
    ...OF_APPLICATION,
    ...SUPPORTS,
    ...REDUNDANCY,
    ...HELP,
  },
  application: { ...NAMED, ...OF_APPLICATION, ...SUPPORTS, ...REDUNDANCY, ...HELP },
  capability: {
    ...NAMED,
    criticalityTier: 'tier',
    ownerTeam: 'text',
    maximumTolerableDowntimeMinutes: 'minutes',
    parent: { refersTo: 'capability' },
  },
  process: { ...NAMED, ownerTeam: 'text', capabilities: { refersTo: 'capability' } },
  segment: { ...NAMED, audienceType: 'audience', people: 'count', annualRevenue: 'amount', capabilities: { refersTo: 'capability' } },
  technology: { ...NAMED, vendor: 'text', technologyVersion: 'shortText', endOfSupport: 'date' },
  'hosting-area': { ...NAMED, provider: 'text', region: 'text' },
  'hosting-zone': { ...NAMED, area: { refersTo: 'hosting-area' } },
  dataset: { ...NAMED, classification: 'classification', containsPersonalData: 'boolean' },
  interface: { dependencyType: 'dependencyType', mode: 'mode', protocol: 'text', transportEncryption: 'text' },
  machine: { hostingZones: { refersTo: 'hosting-zone' } },
} as const satisfies Readonly<Record<Target, Readonly<Record<string, FieldType>>>>;

/**
 * What a relation says about its two ends. forward: the source depends on the target. reversed: the target depends on the source. contains:
 * the target is a part of the source. partOf: the source is a part of the target. zone: the source runs in or on the target. sends: the
 * target gets what the source sends, later. ignored: says nothing about dependencies.
 */
export const DIRECTION_WORDS = ['forward', 'reversed', 'contains', 'partOf', 'zone', 'sends', 'ignored'] as const;
export type DirectionWord = (typeof DIRECTION_WORDS)[number];
