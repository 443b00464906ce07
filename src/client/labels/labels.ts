/** Labels for the vocabulary's values. */
import { KINDS } from '@/contract/values/kinds';
import { FAILURE_PREDICATES } from '@/domain/incidentWords';
import type {
  ComponentKind,
  CriticalityTier,
  DependencyType,
  EntityKind,
  FailureState,
  HealthState,
  LifecycleState,
  Runtime,
} from '@/domain/vocabulary';
import { capitalised } from '@/plain/capitalised';

export function entityKindLabel(kind: EntityKind): string {
  const { singular } = KINDS[kind];
  return capitalised(singular);
}

export const COMPONENT_KIND_LABELS: Readonly<Record<ComponentKind, string>> = {
  WebAPI: 'Web API',
  WebApp: 'Web app',
  Database: 'Database',
  Queue: 'Queue',
  Cache: 'Cache',
  EventBus: 'Event bus',
  Worker: 'Worker',
  Storage: 'Storage',
  MobileApp: 'Mobile app',
  DesktopApp: 'Desktop app',
  ScheduledJob: 'Scheduled job',
  Integration: 'Integration',
  Identity: 'Identity',
  Infrastructure: 'Infrastructure',
  Other: 'Other',
};

export const RUNTIME_LABELS: Readonly<Record<Runtime, string>> = {
  Containers: 'Containers',
  Serverless: 'Serverless',
  Vm: 'Virtual machine',
  Managed: 'Managed service',
  Saas: 'Software as a service',
  BareMetal: 'Bare metal',
};

export const TIER_LABELS: Readonly<Record<CriticalityTier, string>> = {
  Administrative: 'Administrative',
  BusinessOperational: 'Business operational',
  BusinessCritical: 'Business critical',
  MissionCritical: 'Mission critical',
};

export const LIFECYCLE_LABELS: Readonly<Record<LifecycleState, string>> = {
  Planning: 'Planning',
  Development: 'Development',
  Pilot: 'Pilot',
  Production: 'Production',
  Sunset: 'Sunset',
  Retired: 'Retired',
};

export const TYPE_LABELS: Readonly<Record<DependencyType, string>> = {
  Calls: 'Calls',
  Reads: 'Reads',
  Writes: 'Writes',
  ReadsWrites: 'Reads and writes',
  Publishes: 'Publishes',
  Consumes: 'Consumes',
  PubSub: 'Publishes and consumes',
  TrafficFlow: 'Traffic flow',
  UsesIdp: 'Signs in through',
};

/** Of the values of fields that are one of several, by the name of the field. */
export const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: COMPONENT_KIND_LABELS,
  runtime: RUNTIME_LABELS,
  lifecycleState: LIFECYCLE_LABELS,
  criticalityTier: TIER_LABELS,
  dependencyType: TYPE_LABELS,
};

/** As in "checkout calls payment". */
const VERBS: Readonly<Record<DependencyType, string>> = {
  Calls: 'calls',
  Reads: 'reads from',
  Writes: 'writes to',
  ReadsWrites: 'reads from and writes to',
  Publishes: 'publishes to',
  Consumes: 'consumes from',
  PubSub: 'publishes to and consumes from',
  TrafficFlow: 'sends traffic to',
  UsesIdp: 'signs people in through',
};

/** As in "payment, called by checkout". */
const PASSIVES: Readonly<Record<DependencyType, string>> = {
  Calls: 'called by',
  Reads: 'read by',
  Writes: 'written to by',
  ReadsWrites: 'read and written to by',
  Publishes: 'published to by',
  Consumes: 'consumed from by',
  PubSub: 'published to and consumed from by',
  TrafficFlow: 'receives traffic from',
  UsesIdp: 'used to sign in by',
};

export function passiveOf(type: DependencyType): string {
  return PASSIVES[type];
}

export function verbOf(type: DependencyType): string {
  return VERBS[type];
}

/** As in "then checkout is degraded". */
const STATE_PREDICATES: Readonly<Record<HealthState, string>> = { ...FAILURE_PREDICATES, Healthy: 'stays healthy' };

export function predicateOf(state: HealthState): string {
  return STATE_PREDICATES[state];
}

const PLURAL_PREDICATES: Readonly<Record<FailureState, string>> = {
  Outage: 'are down',
  Degraded: 'are degraded',
  Warning: 'have a warning',
};

/** As in "a and b are degraded"; "are unhealthy" if their states differ. */
export function predicateOfAll(states: readonly FailureState[]): string {
  const [first, ...others] = states;
  return first !== undefined && others.every((state) => state === first) ? PLURAL_PREDICATES[first] : 'are unhealthy';
}
