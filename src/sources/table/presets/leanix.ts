/**
 * LeanIX: the export of the inventory, a sheet or file for each type of fact sheet. Columns of relations hold names, or paths of names. Whoever
 * consumes an interface depends on whoever provides it.
 */
import type { FieldSource, Mapping } from '@/sources/table/mapping/mappingSchema';
import type { Preset } from './preset';

const fact = (type: string): { when: Record<string, string[]>; key: string[]; name: string[]; set: string } => ({
  when: { type: [type] },
  key: ['id', 'displayName', 'name'],
  name: ['name', 'displayName'],
  set: type,
});

const OWNER: FieldSource = ['ownerTeam', 'subscriptions:RESPONSIBLE_TEAM'];
const TIER: FieldSource = {
  column: 'businessCriticality',
  map: {
    missionCritical: 'MissionCritical',
    businessCritical: 'BusinessCritical',
    businessOperational: 'BusinessOperational',
    administrativeService: 'Administrative',
  },
};
/** The dates of the phases. One that has an end is on its way out: whether it is over depends on the day. */
const LIFECYCLE: FieldSource = {
  filled: {
    'lifecycle:endOfLife': 'Sunset',
    'lifecycle:phaseOut': 'Sunset',
    'lifecycle:active': 'Production',
    'lifecycle:phaseIn': 'Pilot',
    'lifecycle:plan': 'Planning',
  },
};
const SAAS = { ...fact('ITComponent'), as: 'component' as const };
/** Anything that runs at set times. */
const BATCH = ['hourly', 'daily', 'weekly', 'biweekly', 'monthly', 'quarterly', 'yearly', 'annually', 'batch', 'onDemand'];
const interfaceFact = { ...fact('Interface'), as: 'interface' as const };

const onApplication = { when: { type: ['Application'] }, source: 'id', sourceSet: 'Application' };

const mapping: Mapping = {
  entities: [
    {
      ...fact('Application'),
      as: 'application',
      fields: {
        description: 'description',
        ownerTeam: OWNER,
        criticalityTier: TIER,
        lifecycleState: LIFECYCLE,
        capabilities: 'relApplicationToBusinessCapability',
        processes: ['relApplicationToProcess', 'relApplicationToBusinessContext'],
      },
    },
    { ...fact('Application'), as: 'component', fields: { application: 'id' } },
    {
      ...SAAS,
      when: { type: ['ITComponent'], category: ['SaaS', 'saas'] },
      fields: { description: 'description', isExternal: { default: true }, runtime: { default: 'Saas' } },
    },
    {
      ...SAAS,
      when: { type: ['ITComponent'], category: ['PaaS', 'IaaS', 'paas', 'iaas'] },
      fields: { description: 'description', isExternal: { default: true }, runtime: { default: 'Managed' } },
    },
    { ...SAAS, when: { type: ['ITComponent'], category: ['Service', 'service'] }, fields: { description: 'description' } },
    {
      ...fact('ITComponent'),
      when: { type: ['ITComponent'], category: ['Software', 'Hardware', ''] },
      as: 'technology',
      fields: {
        description: 'description',
        vendor: 'relITComponentToProvider',
        technologyVersion: ['release', 'version'],
        endOfSupport: 'lifecycle:endOfLife',
      },
    },
    {
      ...interfaceFact,
      when: { type: ['Interface'], dataFlowDirection: ['outbound'], frequency: BATCH },
      fields: { mode: { default: 'Async' }, dependencyType: { default: 'Consumes' }, protocol: 'protocol' },
    },
    { ...interfaceFact, fields: { protocol: 'protocol' } },
    {
      ...fact('BusinessCapability'),
      as: 'capability',
      fields: { description: 'description', criticalityTier: TIER, parent: 'relToParent' },
    },
    { ...fact('Process'), as: 'process', fields: { description: 'description' } },
    { ...fact('BusinessContext'), as: 'process', fields: { description: 'description' } },
    { ...fact('UserGroup'), as: 'segment', fields: { description: 'description' } },
    {
      ...fact('Organization'),
      when: { type: ['Organization'], category: ['customer'] },
      as: 'segment',
      fields: { audienceType: { default: 'Customers' } },
    },
    { ...fact('DataObject'), as: 'dataset', fields: { description: 'description', classification: 'dataClassification' } },
  ],
  dependencies: [
    { ...onApplication, target: 'relToRequires', targetSet: 'Application', directions: 'forward', mode: { default: 'Hard' } },
    { ...onApplication, target: 'relToRequiredBy', targetSet: 'Application', directions: 'reversed', mode: { default: 'Hard' } },
    { ...onApplication, target: 'relConsumerApplicationToInterface', targetSet: 'Interface', directions: 'forward' },
    { ...onApplication, target: 'relProviderApplicationToInterface', targetSet: 'Interface', directions: 'reversed' },
    { ...onApplication, target: 'relApplicationToITComponent', targetSet: 'ITComponent', directions: 'forward' },
  ],
};

export const LEANIX: Preset = {
  name: 'leanix',
  tool: 'LeanIX',
  mapping,
  signs: [
    ['id', 'type', 'displayName'],
    ['type', 'lifecycle:active'],
  ],
};
