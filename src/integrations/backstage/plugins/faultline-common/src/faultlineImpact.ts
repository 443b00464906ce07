/** What the backend answers and the card shows, who may see it, and which entities have it. */
import type { Entity } from '@backstage/catalog-model';
import { createPermission } from '@backstage/plugin-permission-common';

/** Names the component of Faultline that an entity stands for: its technicalName. */
export const COMPONENT_ANNOTATION = 'faultline.io/component';
/** Names the application of Faultline that an entity stands for: its technicalName. */
export const APPLICATION_ANNOTATION = 'faultline.io/application';

/** To see live state, incidents and blast radius of an entity. It comes in addition to the permission to read the entity. */
export const faultlineReadPermission = createPermission({ name: 'faultline.impact.read', attributes: { action: 'read' } });
/** To see what an hour of a failure is expected to cost. */
export const faultlineExposurePermission = createPermission({ name: 'faultline.exposure.read', attributes: { action: 'read' } });

export const HEALTH_STATES = ['Healthy', 'Warning', 'Degraded', 'Outage'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** What Faultline may know an entity as: its names, to be tried in this order. */
export interface FaultlineNames {
  kind: 'component' | 'application';
  technicalNames: string[];
}

export interface LiveState {
  state: HealthState;
  /** technicalNames of the components that cause it; the entity itself where it fails by itself. */
  causes: string[];
  /** ISO 8601. Only for a component that reported the state itself. */
  since: string | null;
  isUnderMaintenance: boolean;
  /** ISO 8601. Null where no signal is on record; then Healthy is what Faultline assumes. Undefined for applications, which report nothing. */
  lastSignalAt?: string | null;
}

export interface AffectingIncident {
  id: string;
  /** For people. */
  number: number;
  state: string;
  severity: string;
  /** technicalName. */
  cause: string;
  /** Whether the entity, or a component of it, is the cause. Otherwise it is only affected. */
  isCause: boolean;
  /** ISO 8601. */
  openedAt: string;
  /** Its page in Faultline. */
  url: string;
}

export interface AffectedEntity {
  technicalName: string;
  name: string;
  expectedState: HealthState;
}

/** What breaks if the entity fails. */
export interface BlastRadius {
  /** How much falls below Healthy. */
  counts: { components: number; applications: number; capabilities: number; processes: number; audiences: number };
  /** The worst, at most five. */
  applications: AffectedEntity[];
  capabilities: AffectedEntity[];
  /** Money per hour; null where it is not recorded or not to be seen. */
  exposure: { currency: string; expectedPerHour: number; perHour: number } | null;
  /** How many components lie beyond the depth that the plan allows. */
  beyondDepth: number;
}

export interface FaultlineImpact {
  /** False: Faultline knows nothing by any of these names, and the rest is missing. */
  isKnown: true;
  kind: 'component' | 'application';
  technicalName: string;
  name: string;
  /** ISO 8601: when Faultline worked out the live state. */
  computedAt: string;
  live: LiveState;
  incidents: AffectingIncident[];
  /** Whether there are unresolved incidents that were not looked at. */
  hasMoreIncidents: boolean;
  blastRadius: BlastRadius;
  /** Pages in Faultline. */
  links: { blastRadius: string; liveImpact: string };
}

export interface UnknownToFaultline {
  isKnown: false;
  kind: 'component' | 'application';
  technicalNames: string[];
}

export type FaultlineAnswer = FaultlineImpact | UnknownToFaultline;

/**
 * What Faultline may know this entity as: by its annotations, else by the names that `faultline import backstage` gives. Null for kinds
 * that Faultline has no live state of.
 */
export function faultlineNamesOf(entity: Entity): FaultlineNames | null {
  const annotated = (name: string): string | undefined => {
    const text = entity.metadata.annotations?.[name]?.trim();
    return text === '' ? undefined : text;
  };
  const component = annotated(COMPONENT_ANNOTATION);
  if (component !== undefined) return { kind: 'component', technicalNames: [component] };
  const application = annotated(APPLICATION_ANNOTATION);
  if (application !== undefined) return { kind: 'application', technicalNames: [application] };
  const { name, namespace = 'default' } = entity.metadata;
  const imported = namespace === 'default' ? name : `${namespace}.${name}`;
  switch (entity.kind.toLowerCase()) {
    case 'component':
      return { kind: 'component', technicalNames: [imported] };
    case 'resource':
      // Where a component has the same name, the import adds a suffix to the resource: so the name with the suffix is certainly the resource.
      return { kind: 'component', technicalNames: [`${imported}-resource`, imported] };
    case 'system':
      return { kind: 'application', technicalNames: [imported] };
    default:
      return null;
  }
}
