/** What was seen of a running system: components, dependencies with evidence, and what was left out. The same for every reader. */
import type { ComponentKind, CriticalityTier, DependencyMode, DependencyType, Runtime } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { Evidence } from './mode';
import type { Unit } from './units';

export interface ObservedNode {
  key: string;
  name: string;
  namespace: string | null;
  kind: ComponentKind;
  runtime: Runtime | null;
  isExternal: boolean;
  /** It sends spans itself. */
  isService: boolean;
  /** Sorted by name. */
  zones: { area: string; name: string }[];
  tier: CriticalityTier | null;
  /** What the attributes say that a person named for it. */
  owner: string | null;
  group: string | null;
  /** The technicalName that it states for itself. */
  component: string | null;
  isCalledFromOutside: boolean;
  /** Topics and queues of a broker, sorted. */
  destinations: string[];
  /** Databases on a host, sorted. */
  databases: string[];
  /** A database of which no host is known, so that it may be another one. */
  isNamedBySystem: boolean;
  /** Where a topic is, if that is not a component. */
  broker?: string;
}

/** A node of which only its names are known. */
export function unknownNode(key: string, name: string): ObservedNode {
  return {
    key,
    name,
    namespace: null,
    kind: 'Other',
    runtime: null,
    isExternal: false,
    isService: false,
    zones: [],
    tier: null,
    owner: null,
    group: null,
    component: null,
    isCalledFromOutside: false,
    destinations: [],
    databases: [],
    isNamedBySystem: false,
  };
}

export interface ObservedEdge extends Evidence {
  /** Keys of nodes: the source depends on the target. */
  source: string;
  target: string;
  dependencyType: DependencyType;
  calls: number;
  failed: number;
  /** Calls that ended after the work that made them. */
  outlived: number;
  isTelemetry: boolean;
  protocol: string | null;
  /** Null if nothing says so, or both were seen. */
  isEncrypted: boolean | null;
  /** How it was found, in a few words. */
  how: string;
  /** Only connections were seen: the target may be a service, a store or a broker. */
  isOpaque?: boolean;
  /** As its owner declares it where that is measured. */
  declared?: { mode: DependencyMode; isRequired: boolean };
  /** Where the target answers, if in several places. */
  endpoints?: string[];
}

/** Why something is left out: of one, and of several. */
export type Reason = string | readonly [one: string, several: string];

export interface Left {
  /** As it is said after the count. */
  why: string;
  count: number;
  /** A few names that it concerns. */
  names: string[];
}

/** Of the names that one reason concerns. */
const MOST_NAMES = 5;

/** Counts what is left out, by the reason. */
export class LeftOut {
  private readonly byReason = new Map<string, { reason: Reason; count: number; names: Set<string> }>();

  add(reason: Reason, name = '', times = 1): void {
    const key = typeof reason === 'string' ? reason : reason[1];
    const known = this.byReason.get(key) ?? { reason, count: 0, names: new Set<string>() };
    this.byReason.set(key, known);
    known.count += times;
    if (name === '' || known.names.has(name)) return;
    known.names.add(name);
    // The first in the order of names, so that the order of reading changes nothing.
    if (known.names.size > MOST_NAMES) known.names.delete([...known.names].sort(byCodeUnit).at(-1)!);
  }

  /** In the order of the reasons. */
  list(): Left[] {
    return [...this.byReason]
      .sort(([one], [other]) => byCodeUnit(one, other))
      .map(([, { reason, count, names }]) => ({
        why: typeof reason === 'string' ? reason : reason[count === 1 ? 0 : 1],
        count,
        names: [...names].sort(byCodeUnit),
      }));
  }
}

export const leftWords = ({ why, count }: Left): string => `${count.toLocaleString('en')} ${why}`;

export interface Observed {
  /** What was read, and how many. */
  unit: Unit;
  count: number;
  nodes: ObservedNode[];
  edges: ObservedEdge[];
  left: Left[];
}
