/**
 * ServiceNow: exports of cmdb_ci tables and of cmdb_rel_ci, by names of columns or by their labels. In most types of relations the parent
 * depends on the child, against what people expect. "Business criticality" is really spelled busines_criticality.
 */
import type { Direction, FieldSource, Mapping } from '@/sources/table/mapping/mappingSchema';
import type { Preset } from './preset';

const CLASS = 'sys_class_name';

/** Business services. */
const CAPABILITIES = [
  'cmdb_ci_service',
  'cmdb_ci_service_business',
  'Business Service',
  'cmdb_ci_business_capability',
  'Business Capability',
];
const APPLICATIONS = [
  ...[
    'cmdb_ci_service_auto',
    'cmdb_ci_service_discovered',
    'cmdb_ci_service_manual',
    'cmdb_ci_service_technical',
    'cmdb_ci_service_by_tags',
  ],
  ...['cmdb_ci_service_calculated', 'cmdb_ci_query_based_service', 'cmdb_ci_business_app'],
  ...['Application Service', 'Mapped Application Service', 'Technical Service', 'Calculated Application Service', 'Business Application'],
];
const PROCESSES = ['cmdb_ci_business_process', 'Business Process'];
const MACHINES = [
  'cmdb_ci_esx_server',
  'cmdb_ci_hyper_v_server',
  'cmdb_ci_vm_object',
  'cmdb_ci_vm_instance',
  'cmdb_ci_vmware_instance',
  'cmdb_ci_hyper_v_instance',
];
const MACHINE_LABELS = ['ESX Server', 'Virtual Machine Instance', 'VMware Virtual Machine Instance', 'Hyper-V Server'];
const PLACES = ['cmdb_ci_datacenter', 'cmdb_ci_zone', 'cmdb_ci_aws_datacenter', 'cmdb_ci_azure_datacenter', 'Data Center', 'cmn_location'];
const ZONES = ['cmdb_ci_availability_zone', 'Availability Zone', 'cmdb_ci_rack', 'Rack'];

/** Classes that become components, and of which kind. '' leaves the kind open. */
const KINDS: Readonly<Record<string, string>> = {
  'cmdb_ci_appl*': '',
  Application: '',
  'cmdb_ci_app_server*': 'Infrastructure',
  'cmdb_ci_web_server*': 'Infrastructure',
  cmdb_ci_web_service: 'WebAPI',
  'cmdb_ci_endpoint*': 'WebAPI',
  cmdb_ci_web_site: 'WebApp',
  'cmdb_ci_database*': 'Database',
  'cmdb_ci_db_*': 'Database',
  'Database Instance': 'Database',
  'Oracle Instance': 'Database',
  'MySQL Instance': 'Database',
  'MSFT SQL Instance': 'Database',
  'cmdb_ci_cloud_database*': 'Database',
  'cmdb_ci_storage*': 'Storage',
  'cmdb_ci_san*': 'Storage',
  cmdb_ci_cloud_object_storage: 'Storage',
  'cmdb_ci_queue*': 'Queue',
  'cmdb_ci_message_queue*': 'Queue',
  'cmdb_ci_appl_ibm_wmq*': 'Queue',
  'cmdb_ci_cloud_function*': 'WebAPI',
  cmdb_ci_batch_job: 'ScheduledJob',
  'cmdb_ci_directory*': 'Identity',
  'cmdb_ci_lb*': 'Infrastructure',
  'Load Balancer': 'Infrastructure',
  cmdb_ci_server: 'Infrastructure',
  cmdb_ci_linux_server: 'Infrastructure',
  cmdb_ci_win_server: 'Infrastructure',
  cmdb_ci_unix_server: 'Infrastructure',
  cmdb_ci_aix_server: 'Infrastructure',
  cmdb_ci_solaris_server: 'Infrastructure',
  cmdb_ci_hpux_server: 'Infrastructure',
  cmdb_ci_mainframe: 'Infrastructure',
  Server: 'Infrastructure',
  'Linux Server': 'Infrastructure',
  'Windows Server': 'Infrastructure',
  'UNIX Server': 'Infrastructure',
  'cmdb_ci_cluster*': 'Infrastructure',
  'cmdb_ci_kubernetes_cluster*': 'Infrastructure',
  'cmdb_ci_netgear*': 'Infrastructure',
  'cmdb_ci_ip_*': 'Infrastructure',
  cmdb_ci_dns_name: 'Infrastructure',
};
const RUNTIMES: Readonly<Record<string, string>> = { 'cmdb_ci_cloud_function*': 'Serverless', 'cmdb_ci_cloud_*': 'Managed', '*': '' };

const OWNER: FieldSource = [
  ...['managed_by_group.name', 'managed_by_group', 'support_group.name', 'support_group', 'assignment_group.name', 'assignment_group'],
  ...['owned_by.name', 'owned_by.display_value', 'owned_by'],
];
const TIER: FieldSource = {
  column: ['busines_criticality', 'business_criticality'],
  map: { '1*': 'MissionCritical', '2*': 'BusinessCritical', '3*': 'BusinessOperational', '4*': 'Administrative' },
};
const LIFECYCLE: FieldSource = {
  column: 'operational_status',
  map: {
    ...{
      1: 'Production',
      Operational: 'Production',
      2: 'Production',
      'Non-Operational': 'Production',
      3: 'Production',
      'Repair in Progress': 'Production',
    },
    ...{ 4: 'Production', 'DR Standby': 'Production', 5: 'Development', Ready: 'Development', 6: 'Retired', Retired: 'Retired' },
    ...{ 7: 'Development', Pipeline: 'Development', 8: 'Planning', Catalog: 'Planning' },
  },
};
const DESCRIPTION: FieldSource = 'short_description';
const OF_APPLICATION = { description: DESCRIPTION, ownerTeam: OWNER, criticalityTier: TIER, lifecycleState: LIFECYCLE };

/** An application service is made of what it depends on, unless another one contains it. */
const FORWARD: Direction = { as: 'forward', gathers: true };

/** By type of relation, as parent::child. Other types are counted, and never guessed. */
const DIRECTIONS: Readonly<Record<string, Direction>> = {
  'Depends on::Used by': FORWARD,
  'Uses::Used by': FORWARD,
  'Consumes::Consumed by': FORWARD,
  'Runs on::Runs': FORWARD,
  'Hosted on::Hosts': 'zone',
  'Virtualized by::Virtualizes': 'zone',
  'Located in::Houses': 'zone',
  'Contains::Contained by': 'contains',
  'Members::Member of': 'contains',
  'Sends data to::Receives data from': 'sends',
  'Connects to::Connected by': FORWARD,
  'Provided by::Provides': FORWARD,
  'Provides::Provided by': 'reversed',
  'Supported by::Supports': FORWARD,
  'Supports::Supported by': 'reversed',
  'Powered by::Powers': FORWARD,
};

const entity = { key: ['sys_id', 'name'], name: 'name' };

/** Exports to Excel have labels in place of names. */
const LABELS: Readonly<Record<string, string>> = {
  'Sys ID': 'sys_id',
  Class: CLASS,
  'Business criticality': 'busines_criticality',
  'Operational status': 'operational_status',
  'Managed by group': 'managed_by_group',
  'Support group': 'support_group',
  'Assignment group': 'assignment_group',
  'Owned by': 'owned_by',
  'Short description': 'short_description',
};

const mapping: Mapping = {
  labels: { ...LABELS },
  entities: [
    {
      ...entity,
      as: 'capability',
      when: { [CLASS]: CAPABILITIES },
      fields: { description: DESCRIPTION, ownerTeam: OWNER, criticalityTier: TIER },
    },
    { ...entity, as: 'application', when: { [CLASS]: APPLICATIONS }, fields: OF_APPLICATION },
    { ...entity, as: 'process', when: { [CLASS]: PROCESSES }, fields: { description: DESCRIPTION, ownerTeam: OWNER } },
    { ...entity, as: 'machine', when: { [CLASS]: [...MACHINES, ...MACHINE_LABELS] } },
    { ...entity, as: 'hosting-area', when: { [CLASS]: PLACES } },
    { ...entity, as: 'hosting-zone', when: { [CLASS]: ZONES } },
    {
      ...entity,
      as: 'component',
      when: { [CLASS]: Object.keys(KINDS) },
      fields: { kind: { column: CLASS, map: { ...KINDS } }, runtime: { column: CLASS, map: { ...RUNTIMES } }, ...OF_APPLICATION },
    },
  ],
  dependencies: [
    {
      source: ['parent', 'parent.sys_id', 'parent.name', 'parent.display_value'],
      target: ['child', 'child.sys_id', 'child.name', 'child.display_value'],
      type: ['type.name', 'type.display_value', 'type'],
      directions: { ...DIRECTIONS },
    },
  ],
};

export const SERVICENOW: Preset = {
  name: 'servicenow',
  tool: 'ServiceNow',
  mapping,
  signs: [
    ['sys_id', 'sys_class_name'],
    ['parent', 'type', 'child'],
  ],
};
