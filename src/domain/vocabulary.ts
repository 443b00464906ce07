/** Every enumeration of the product, exact and in order. Where the order has a meaning, a comment says which. */

export const ENTITY_KINDS = [
  'application',
  'component',
  'capability',
  'process',
  'hosting-area',
  'hosting-zone',
  'technology',
  'segment',
  'dataset',
] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

export const LIFECYCLE_STATES = ['Planning', 'Development', 'Pilot', 'Production', 'Sunset', 'Retired'] as const;
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

/** What the domains of a landscape are: capabilities at the top of the tree, the beginnings of team names, or nothing. */
export const DOMAINS_BY = ['TopCapability', 'TeamPrefix', 'None'] as const;
export type DomainsBy = (typeof DOMAINS_BY)[number];

/** From least to most critical. */
export const CRITICALITY_TIERS = ['Administrative', 'BusinessOperational', 'BusinessCritical', 'MissionCritical'] as const;
export type CriticalityTier = (typeof CRITICALITY_TIERS)[number];

export const COMPONENT_KINDS = [
  'WebAPI',
  'WebApp',
  'Database',
  'Queue',
  'Cache',
  'EventBus',
  'Worker',
  'Storage',
  'MobileApp',
  'DesktopApp',
  'ScheduledJob',
  'Integration',
  'Identity',
  'Infrastructure',
  'Other',
] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

export const RUNTIMES = ['Containers', 'Serverless', 'Vm', 'Managed', 'Saas', 'BareMetal'] as const;
export type Runtime = (typeof RUNTIMES)[number];

export const DEPENDENCY_TYPES = [
  'Calls',
  'Reads',
  'Writes',
  'ReadsWrites',
  'Publishes',
  'Consumes',
  'PubSub',
  'TrafficFlow',
  'UsesIdp',
] as const;
export type DependencyType = (typeof DEPENDENCY_TYPES)[number];

export const DEPENDENCY_MODES = ['Hard', 'Soft', 'Async', 'Degraded'] as const;
export type DependencyMode = (typeof DEPENDENCY_MODES)[number];

/** From mildest to worst: the index is the severity. */
export const HEALTH_STATES = ['Healthy', 'Warning', 'Degraded', 'Outage'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** The states in which something can fail at the start of a question. */
export const FAILURE_STATES = ['Warning', 'Degraded', 'Outage'] as const;
export type FailureState = (typeof FAILURE_STATES)[number];

/** How the downtime of a capability compares with what it tolerates. */
export const TOLERANCE_VERDICTS = ['NotSet', 'Met', 'Breached'] as const;
export type ToleranceVerdict = (typeof TOLERANCE_VERDICTS)[number];

/** From opened to closed. Resolved, Merged and Removed (the cause was deleted from the landscape while unhealthy) are final. */
export const INCIDENT_STATES = ['Open', 'Acknowledged', 'Monitoring', 'Resolved', 'Merged', 'Removed'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

export const DIRECTIONS = ['downstream', 'upstream'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const AUDIENCE_TYPES = ['Customers', 'Employees', 'Partners', 'Public'] as const;
export type AudienceType = (typeof AUDIENCE_TYPES)[number];

/** From least to most sensitive. */
export const CLASSIFICATIONS = ['Public', 'Internal', 'Confidential', 'Restricted'] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];

/** What a reference of an application or component leads to, in the order in which somebody with a failure needs them. */
export const REFERENCE_KINDS = ['Runbook', 'Dashboard', 'Repository', 'Chat', 'Documentation', 'Other'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export const PLANS = ['Free', 'Team', 'Business', 'Enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const SCOPES = ['read', 'write', 'health'] as const;
export type Scope = (typeof SCOPES)[number];

/** From least to most powerful: each may do everything that the ones before it may. */
export const ROLES = ['Viewer', 'Editor', 'Admin', 'Owner'] as const;
export type Role = (typeof ROLES)[number];
