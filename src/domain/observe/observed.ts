/** What was seen of a running system: components, dependencies with evidence, and what was left out. The same for every reader. */
import type { ComponentKind, CriticalityTier, DependencyMode, DependencyType, Runtime } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { Evidence } from './mode';

export interface ObservedNode {
  key: string;
  name: string;
  namespace: string | null;
  kind: ComponentKind;
  runtime: Runtime | null;
  isExternal: boolean;
  /** It sends spans itself. */
  isService: boolean;
  zone: { area: string; name: string } | null;
  tier: CriticalityTier | null;
  isCalledFromOutside: boolean;
  /** Topics and queues of a broker, sorted. */
  destinations: string[];
  /** Databases on a host, sorted. */
  databases: string[];
  /** A database of which no host is known, so that it may be another one. */
  isNamedBySystem: boolean;
}

export interface ObservedEdge extends Evidence {
  /** Keys of nodes: the source depends on the target. */
  source: string;
  target: string;
  dependencyType: DependencyType;
  calls: number;
  failed: number;
  isTelemetry: boolean;
  protocol: string | null;
  /** Null if nothing says so, or both were seen. */
  isEncrypted: boolean | null;
  /** How it was found, in a few words. */
  how: string;
  /** As its owner declares it where that is measured. */
  declared?: { mode: DependencyMode; isRequired: boolean };
  /** Where the target answers, if in several places. */
  endpoints?: string[];
}

export interface Left {
  why: string;
  count: number;
  /** A few names that it concerns. */
  names: string[];
}

/** Of the names that one reason concerns. */
const MOST_NAMES = 5;

/** Counts what is left out, by the reason. */
export class LeftOut {
  private readonly byReason = new Map<string, { count: number; names: Set<string> }>();

  add(why: string, name = ''): void {
    const known = this.byReason.get(why) ?? { count: 0, names: new Set<string>() };
    this.byReason.set(why, known);
    known.count += 1;
    if (name !== '' && known.names.size < MOST_NAMES) known.names.add(name);
  }

  /** Reasons in the order in which they first occurred. */
  list(): Left[] {
    return [...this.byReason].map(([why, { count, names }]) => ({ why, count, names: [...names].sort(byCodeUnit) }));
  }
}

export interface Observed {
  /** What was read, and how many. */
  unit: 'span' | 'series';
  count: number;
  nodes: ObservedNode[];
  edges: ObservedEdge[];
  left: Left[];
}
