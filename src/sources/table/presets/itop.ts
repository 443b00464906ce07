/**
 * iTop: CSV exports of a class each, or of all functional CIs with their finalclass. Columns that end with _name say what a CI relies on:
 * the server impacts the web server, so the web server depends on the server. What a farm or a solution needs of its members is kept as a
 * redundancy group.
 */
import type { Direction, EntityMapping, FieldSource, Mapping, RelationMapping } from '@/sources/table/mapping/mappingSchema';
import type { Preset } from './preset';

const KINDS: Readonly<Record<string, string>> = {
  WebApplication: 'WebApp',
  MiddlewareInstance: '',
  Middleware: 'Infrastructure',
  WebServer: 'Infrastructure',
  DBServer: 'Database',
  DatabaseSchema: 'Database',
  PCSoftware: 'DesktopApp',
  OtherSoftware: '',
  Server: 'Infrastructure',
  VirtualMachine: 'Infrastructure',
  Hypervisor: 'Infrastructure',
  Farm: 'Infrastructure',
  Cluster: 'Infrastructure',
  ContainerCluster: 'Infrastructure',
  ContainerApplication: '',
  NetworkDevice: 'Infrastructure',
  StorageSystem: 'Storage',
  NAS: 'Storage',
  SANSwitch: 'Infrastructure',
  LogicalVolume: 'Storage',
  CloudApplication: '',
};
const CLASSES = Object.keys(KINDS);

const TIER: FieldSource = {
  column: 'business_criticity',
  map: { high: 'BusinessCritical', medium: 'BusinessOperational', low: 'Administrative' },
};
const LIFECYCLE: FieldSource = {
  column: 'status',
  map: {
    ...{ production: 'Production', active: 'Production', implementation: 'Development', stock: 'Planning' },
    ...{ obsolete: 'Retired', inactive: 'Retired' },
  },
};
const OWNER: FieldSource = ['organization_name', 'org_id->name', 'org_id_friendlyname'];
const OF_APPLICATION = { description: 'description', ownerTeam: OWNER, criticalityTier: TIER, lifecycleState: LIFECYCLE } as const;
const keys = { key: ['id', 'name'], name: ['name', 'friendlyname'] };

const ci: EntityMapping = { ...keys, as: 'component', set: 'ci', fields: { ...OF_APPLICATION, redundancy: 'redundancy' } };
const solution: EntityMapping = {
  ...keys,
  as: 'application',
  set: 'solution',
  fields: { ...OF_APPLICATION, processes: ['businessprocesses_list', 'businessprocess_list'], redundancy: 'redundancy' },
};
const businessProcess: EntityMapping = { ...keys, as: 'process', set: 'process', fields: { description: 'description', ownerTeam: OWNER } };

/** What a CI relies on, by the column that names it. */
const RELIES_ON = ['system', 'webserver', 'dbserver', 'middleware', 'virtualhost', 'server', 'containerhost', 'storagesystem'];

/** iTop writes the name of what a key leads to in one of these forms, as the export was set up. */
const columnsFor = (attribute: string): string[] => [
  ...[`${attribute}_name`, `${attribute}_id_friendlyname`, `${attribute}_id->name`, `${attribute}_id->friendlyname`, `${attribute}_id`],
];
const ofCi = { source: ['id', 'name'], sourceSet: 'ci', targetSet: 'ci' };

/** What impacts a solution is what it is made of. */
const MADE_OF: Direction = { as: 'forward', gathers: true };

const mapping: Mapping = {
  entities: [
    { ...solution, when: { finalclass: ['ApplicationSolution'] } },
    { ...solution, sheet: 'ApplicationSolution' },
    { ...businessProcess, when: { finalclass: ['BusinessProcess'] } },
    { ...businessProcess, sheet: 'BusinessProcess' },
    { ...ci, when: { finalclass: CLASSES }, fields: { ...ci.fields, kind: { column: 'finalclass', map: { ...KINDS } } } },
    // A file of one class has no finalclass.
    ...CLASSES.map((sheet): EntityMapping => ({ ...ci, sheet, fields: { ...ci.fields, kind: { default: KINDS[sheet] ?? '' } } })),
    { ...keys, as: 'hosting-area', sheet: 'Location', set: 'location' },
  ],
  dependencies: [
    ...RELIES_ON.map((attribute): RelationMapping => ({ ...ofCi, target: columnsFor(attribute), directions: 'forward' })),
    // A hypervisor is a member of its farm or cluster, which needs some of its members.
    ...['farm', 'cluster'].map((attribute): RelationMapping => ({
      ...ofCi,
      target: columnsFor(attribute),
      directions: 'reversed',
      isGrouped: true,
    })),
    { ...ofCi, target: ['members', 'hypervisors_list', 'hypervisor_list'], directions: 'forward', isGrouped: true },
    { source: ['id', 'name'], sourceSet: 'ci', target: columnsFor('location'), targetSet: 'location', directions: 'zone' },
    {
      source: columnsFor('applicationsolution'),
      sourceSet: 'solution',
      target: columnsFor('functionalci'),
      targetSet: 'ci',
      directions: MADE_OF,
      isGrouped: true,
    },
    {
      source: ['id', 'name'],
      sourceSet: 'solution',
      target: ['functionalcis_list', 'functionalci_list'],
      targetSet: 'ci',
      directions: MADE_OF,
      isGrouped: true,
    },
    {
      source: ['id', 'name'],
      sourceSet: 'process',
      target: ['applicationsolutions_list', 'applicationsolution_list'],
      targetSet: 'solution',
      directions: 'forward',
    },
    {
      source: columnsFor('businessprocess'),
      sourceSet: 'process',
      target: columnsFor('applicationsolution'),
      targetSet: 'solution',
      directions: 'forward',
    },
    {
      source: columnsFor('networkdevice'),
      sourceSet: 'ci',
      target: columnsFor('connectableci'),
      targetSet: 'ci',
      type: 'connection_type',
      // Below the device hangs what it connects; above it, what connects it.
      directions: { downlink: 'reversed', uplink: 'forward' },
    },
  ],
};

export const ITOP: Preset = {
  name: 'itop',
  tool: 'iTop',
  mapping,
  signs: [
    ['finalclass', 'name'],
    ['business_criticity'],
    ['applicationsolution_name'],
    ['functionalci_name'],
    ['applicationsolutions_list'],
    ['networkdevice_name'],
    ['applicationsolution_id', 'functionalci_id'],
  ],
};
