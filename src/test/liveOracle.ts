/**
 * Computes everything about live health in a slow and obvious way, from plain facts and the rules: what is impacted and by which causes,
 * what each cause does alone and with others, what it costs, and which incidents there are. It uses dictionaries by technicalName and rules
 * applied until nothing changes, and shares no code with the engine.
 */
import type { ApplicationFact, LandscapeFacts, SegmentFact } from '@/domain/graph/arrays/landscapeFacts';
import { contributors, effectiveStates, isExplained, passedOn, type Severities } from './healthOracle';

/** Severities: 0 Healthy, 1 Warning, 2 Degraded, 3 Outage. */
const STATES = ['Healthy', 'Warning', 'Degraded', 'Outage'] as const;
const TIERS = ['Administrative', 'BusinessOperational', 'BusinessCritical', 'MissionCritical'];
const LOSS = [0, 1, 5, 10];

export interface ToldShare {
  technicalName: string;
  effectiveState: string;
  alone: string;
  jointlyWith: string[];
}
type Money = { perHour: number; expectedPerHour: number };
const KINDS = ['applications', 'capabilities', 'processes', 'audiences'] as const;
type RollUps<Row> = Record<(typeof KINDS)[number], Row[]>;

export interface ToldCause extends RollUps<ToldShare> {
  technicalName: string;
  state: string;
  components: ToldShare[];
  revenueExposure: Money;
  contributed: Money;
}

/** Lists are sorted by technicalName, except for the causes, which are in the order for callers who may see revenue. */
export interface ToldLive {
  unhealthy: { technicalName: string; state: string }[];
  impacted: { technicalName: string; effectiveState: string; causes: string[] }[];
  rollUps: RollUps<{ technicalName: string; effectiveState: string }>;
  revenueExposure: Money;
  causes: ToldCause[];
  incidents: { cause: string; symptoms: ToldShare[] }[];
}

/** A rolled-up entity: its severity, and the causes that give it that severity. */
interface Rolled {
  severity: number;
  by: Set<string>;
}
type RolledUp = Record<(typeof KINDS)[number], Map<string, Rolled>>;

/** The expected answer if these components report these severities, and nothing is planned, dismissed or waiting. */
export function toldLive(facts: LandscapeFacts, own: Severities, threshold: number): ToldLive {
  return new LiveOracle(facts, own, threshold).told();
}

/** The joint state behind the answer: the causes, and what they contribute to. */
export interface JointState {
  causeIds: readonly string[];
  /** By the id of each component: the ids of its causes. */
  by: ReadonlyMap<string, ReadonlySet<string>>;
  effective: ReadonlyMap<string, number>;
  rolled: RolledUp;
}

export function jointState(facts: LandscapeFacts, own: Severities): JointState {
  return new LiveOracle(facts, own, 3).joint();
}

class LiveOracle {
  private readonly nameOf: Map<string, string>;
  private readonly effective: Map<string, number>;
  private readonly causeIds: string[];
  private readonly by: Map<string, Set<string>>;
  private readonly outermost: Set<string>;

  constructor(
    private readonly facts: LandscapeFacts,
    private readonly own: Severities,
    private readonly threshold: number,
  ) {
    this.nameOf = new Map(facts.components.map(({ id, technicalName }) => [id, technicalName]));
    this.effective = effectiveStates(facts, own);
    this.causeIds = rootCauses(facts, own);
    this.by = contributors(facts, own, this.causeIds);
    this.outermost = outermostOf(facts);
  }

  told(): ToldLive {
    const { own, effective, causeIds } = this;
    const suffering = [...effective].filter(([, severity]) => severity > 0).map(([id]) => id);
    const now = this.rollUp(suffering, effective);
    return {
      unhealthy: byName([...own].map(([id, severity]) => ({ technicalName: this.name(id), state: STATES[severity]! }))),
      impacted: byName(
        suffering.map((id) => ({
          technicalName: this.name(id),
          effectiveState: STATES[effective.get(id)!]!,
          causes: this.names(this.by.get(id)!),
        })),
      ),
      rollUps: perKind((kind) =>
        byName([...now[kind]].map(([technicalName, { severity }]) => ({ technicalName, effectiveState: STATES[severity]! }))),
      ),
      revenueExposure: this.exposure((capability) => now.capabilities.get(capability)?.severity ?? 0),
      causes: causeIds.map((id) => this.cause(id, now)).sort((left, right) => this.inOrder(left, right)),
      incidents: this.incidents(),
    };
  }

  joint(): JointState {
    const { causeIds, by, effective } = this;
    const suffering = [...effective].filter(([, severity]) => severity > 0).map(([id]) => id);
    return { causeIds, by, effective, rolled: this.rollUp(suffering, effective) };
  }

  private cause(cause: string, now: RolledUp): ToldCause {
    const { own, facts } = this;
    const alone = effectiveStates(facts, new Map([[cause, own.get(cause)!]]));
    const then = this.rollUp(reachedFrom(facts, cause), alone);
    const contributesTo = [...this.by].filter(([id, by]) => id !== cause && by.has(cause)).map(([id]) => id);
    return {
      technicalName: this.name(cause),
      state: STATES[own.get(cause)!]!,
      components: byName(
        contributesTo.map((id) => this.share(cause, this.name(id), this.effective.get(id)!, alone.get(id)!, this.by.get(id)!)),
      ),
      ...perKind((kind) =>
        byName(
          [...then[kind]].map(([technicalName, { severity }]) => {
            const present = now[kind].get(technicalName);
            return this.share(cause, technicalName, present?.severity ?? 0, severity, present?.by ?? new Set());
          }),
        ),
      ),
      revenueExposure: this.exposure((capability) => then.capabilities.get(capability)?.severity ?? 0),
      contributed: this.exposure((capability) => {
        const present = now.capabilities.get(capability);
        return present?.by.has(cause) === true ? present.severity : 0;
      }),
    };
  }

  private share(cause: string, technicalName: string, effective: number, alone: number, by: ReadonlySet<string>): ToldShare {
    const others = by.has(cause) && alone < effective ? [...by].filter((other) => other !== cause) : [];
    return { technicalName, effectiveState: STATES[effective]!, alone: STATES[alone]!, jointlyWith: this.names(others) };
  }

  /** Whether it, or something that it contributes to, is part of an application that is in use. */
  private harmsService(cause: string): boolean {
    const used = this.facts.applications.filter(({ lifecycleState }) => ['Pilot', 'Production', 'Sunset'].includes(lifecycleState));
    return this.facts.components.some(
      ({ id, applicationId }) => this.by.get(id)!.has(cause) && used.some((app) => app.id === applicationId),
    );
  }

  private incidents(): ToldLive['incidents'] {
    const { own, facts, causeIds, threshold } = this;
    const atThreshold = [...own].filter(([, severity]) => severity >= threshold).map(([id]) => id);
    const incidents = causeIds
      .filter((cause) => own.get(cause)! >= threshold && this.harmsService(cause))
      .map((cause) => {
        const alone = effectiveStates(facts, new Map([[cause, own.get(cause)!]]));
        const symptoms = atThreshold.filter((id) => !causeIds.includes(id) && this.by.get(id)!.has(cause));
        return {
          cause: this.name(cause),
          symptoms: byName(
            symptoms.map((id) => this.share(cause, this.name(id), this.effective.get(id)!, alone.get(id)!, this.by.get(id)!)),
          ),
        };
      });
    return incidents.sort((left, right) => (left.cause < right.cause ? -1 : 1));
  }

  /**
   * Members roll up with the worst of their outermost components; the causes behind that state contribute to the entity. By technicalName.
   */
  private rollUp(members: readonly string[], states: ReadonlyMap<string, number>): RolledUp {
    const { facts, by, outermost } = this;
    const rolled: RolledUp = { applications: new Map(), capabilities: new Map(), processes: new Map(), audiences: new Map() };
    for (const application of facts.applications) {
      const own = facts.components.filter(({ id, applicationId }) => applicationId === application.id && members.includes(id));
      const parts = own.map(({ id }) => ({ severity: outermost.has(id) ? states.get(id)! : 0, by: by.get(id)! }));
      if (own.length > 0) rolled.applications.set(application.technicalName, worstOf(parts));
    }
    const harmOf = ({ technicalName, lifecycleState }: ApplicationFact): Rolled | undefined => {
      const own = rolled.applications.get(technicalName);
      const isUsed = ['Pilot', 'Production', 'Sunset'].includes(lifecycleState);
      return own === undefined || isUsed ? own : { severity: 0, by: new Set() };
    };
    const add = (kind: (typeof KINDS)[number], name: string, parts: (Rolled | undefined)[]): void => {
      const present = parts.filter((part) => part !== undefined);
      if (present.length > 0) rolled[kind].set(name, worstOf(present));
    };
    const capabilityName = new Map(facts.capabilities.map(({ id, technicalName }) => [id, technicalName]));
    const ofCapabilities = (ids: readonly string[]) => ids.map((id) => rolled.capabilities.get(capabilityName.get(id)!));
    for (const capability of facts.capabilities) {
      const below = belowCapability(facts, capability.id);
      const supporting = facts.applications.filter(({ capabilityIds }) => capabilityIds.some((id) => below.has(id)));
      add('capabilities', capability.technicalName, supporting.map(harmOf));
    }
    for (const process of facts.processes) {
      const listing = facts.applications.filter(({ processIds }) => processIds.includes(process.id));
      add('processes', process.technicalName, [...listing.map(harmOf), ...ofCapabilities(process.capabilityIds)]);
    }
    for (const segment of facts.segments)
      add('audiences', segment.technicalName, ofCapabilities(segment.capabilities.map(({ capabilityId }) => capabilityId)));
    return rolled;
  }

  /** Shares in whole percent use up a segment's revenue, worst state first, each weighted by its state. */
  private exposure(severityOf: (capability: string) => number): Money {
    const nameOf = new Map(this.facts.capabilities.map(({ id, technicalName }) => [id, technicalName]));
    const total = { perHour: 0, expectedPerHour: 0 };
    for (const segment of this.facts.segments) {
      const { atRisk, lost } = percentagesOf(segment, (id) => severityOf(nameOf.get(id)!));
      total.perHour += ((segment.annualRevenue ?? 0) * atRisk) / 100 / 8_760;
      total.expectedPerHour += ((segment.annualRevenue ?? 0) * lost) / 1_000 / 8_760;
    }
    return { perHour: rounded(total.perHour), expectedPerHour: rounded(total.expectedPerHour) };
  }

  /** By exposure: the larger of what a cause costs alone and what it contributes to; then by tier, state and name. */
  private inOrder(left: ToldCause, right: ToldCause): number {
    const exposureOf = ({ revenueExposure, contributed }: ToldCause): number =>
      Math.max(revenueExposure.expectedPerHour, contributed.expectedPerHour);
    const tierOf = ({ technicalName }: ToldCause): number => {
      const component = this.facts.components.find((fact) => fact.technicalName === technicalName);
      return TIERS.indexOf(this.facts.applications.find(({ id }) => id === component?.applicationId)?.criticalityTier ?? '');
    };
    const stateOf = ({ state }: ToldCause): number => STATES.findIndex((one) => one === state);
    return (
      exposureOf(right) - exposureOf(left) ||
      tierOf(right) - tierOf(left) ||
      stateOf(right) - stateOf(left) ||
      (left.technicalName < right.technicalName ? -1 : 1)
    );
  }

  private name(id: string): string {
    return this.nameOf.get(id)!;
  }

  private names(ids: Iterable<string>): string[] {
    return [...ids].map((id) => this.name(id)).sort();
  }
}

/**
 * The components that no other explains. What reports a state that follows from the others without it is explained; members of a cycle
 * explain one another, so of each such circle that nothing outside explains the first by name is taken, the circles that others
 * depend on first, and as few as do.
 */
function rootCauses(facts: LandscapeFacts, own: Severities): string[] {
  const nameOf = new Map(facts.components.map(({ id, technicalName }) => [id, technicalName]));
  const states = effectiveStates(facts, own);
  const inNameOrder = (ids: Iterable<string>): string[] =>
    [...ids].sort((left, right) => (nameOf.get(left)! < nameOf.get(right)! ? -1 : 1));
  const causes: string[] = [];
  for (const level of [3, 2, 1]) {
    const candidates = inNameOrder([...own.keys()].filter((id) => own.get(id) === level && states.get(id) === level));
    causes.push(...candidates.filter((id) => !isExplained(facts, own, id)));
    const worse = [...states].filter(([, severity]) => severity > level);
    const supported = (chosen: readonly string[]): Set<string> => {
      const given = new Map([...worse, ...chosen.filter((id) => own.get(id) === level).map((id) => [id, level] as const)]);
      return new Set([...effectiveStates(facts, given)].filter(([, severity]) => severity >= level).map(([id]) => id));
    };
    const doubted = inNameOrder([...states.keys()].filter((id) => states.get(id) === level && !supported(causes).has(id)));
    const circles = circlesAmong(facts, states, level, doubted);
    for (const circle of circles) {
      let chosen: string[] = [];
      for (const id of inNameOrder(circle)) if (candidates.includes(id) && !supported([...causes, ...chosen]).has(id)) chosen.push(id);
      for (const id of [...chosen].reverse()) {
        const others = chosen.filter((other) => other !== id);
        if (others.length > 0 && supported([...causes, ...others]).has(id)) chosen = others;
      }
      causes.push(...chosen);
    }
  }
  return causes;
}

/** Groups of these components that reach each other over edges that pass `level` on, dependencies first. */
function circlesAmong(facts: LandscapeFacts, states: ReadonlyMap<string, number>, level: number, ids: readonly string[]): string[][] {
  const idOf = new Map(facts.components.map(({ ordinal, id }) => [ordinal, id]));
  const edges = facts.dependencies
    .map((edge) => ({ edge, source: idOf.get(edge.sourceOrdinal)!, target: idOf.get(edge.targetOrdinal)! }))
    .filter(({ edge, target }) => edge.propagates && passedOn(edge, states.get(target)!) >= level);
  const reach = new Map(ids.map((id) => [id, new Set([id])]));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const id of ids) {
      const known = reach.get(id)!;
      const size = known.size;
      for (const next of [...known])
        for (const { target } of edges.filter(({ source }) => source === next)) if (reach.has(target)) known.add(target);
      isStable &&= known.size === size;
    }
  }
  const circles: string[][] = [];
  for (const id of ids) {
    if (circles.some((circle) => circle.includes(id))) continue;
    circles.push(ids.filter((other) => reach.get(id)!.has(other) && reach.get(other)!.has(id)));
  }
  return circles.sort((left, right) => reach.get(left[0]!)!.size - reach.get(right[0]!)!.size);
}

/** The component and everything that depends on it, over edges that propagate. */
function reachedFrom(facts: LandscapeFacts, start: string): string[] {
  const ordinalOf = new Map(facts.components.map(({ id, ordinal }) => [id, ordinal]));
  const reached = new Set([ordinalOf.get(start)!]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const { sourceOrdinal, targetOrdinal, propagates } of facts.dependencies)
      if (propagates && reached.has(targetOrdinal)) reached.add(sourceOrdinal);
  }
  return facts.components.filter(({ ordinal }) => reached.has(ordinal)).map(({ id }) => id);
}

/**
 * Ids of the components that represent their application: those on which no component of it outside their circle depends, and those that
 * another application needs.
 */
function outermostOf(facts: LandscapeFacts): Set<string> {
  const byOrdinal = new Map(facts.components.map((component) => [component.ordinal, component]));
  const edges = facts.dependencies
    .filter(({ propagates }) => propagates)
    .map((edge) => ({ ...edge, source: byOrdinal.get(edge.sourceOrdinal)!, target: byOrdinal.get(edge.targetOrdinal)! }));
  const inside = edges.filter(({ source, target }) => source.applicationId === target.applicationId);
  const needs = new Map(facts.components.map(({ id }) => [id, new Set([id])]));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { source, target } of inside) {
      const known = needs.get(source.id)!;
      const size = known.size;
      needs.get(target.id)!.forEach((id) => known.add(id));
      isStable &&= known.size === size;
    }
  }
  const isEntered = (id: string): boolean => [...needs].some(([other, needed]) => needed.has(id) && !needs.get(id)!.has(other));
  const isNeeded = (id: string): boolean =>
    edges.some(
      ({ source, target, mode, required }) =>
        target.id === id && source.applicationId !== target.applicationId && mode === 'Hard' && required,
    );
  return new Set(facts.components.flatMap(({ id }) => (!isEntered(id) || isNeeded(id) ? [id] : [])));
}

/** The capability and everything below it, at any depth. */
function belowCapability(facts: LandscapeFacts, id: string): Set<string> {
  const below = new Set([id]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const capability of facts.capabilities)
      if (capability.parentId !== null && below.has(capability.parentId)) below.add(capability.id);
  }
  return below;
}

function worstOf(parts: readonly Rolled[]): Rolled {
  const severity = Math.max(...parts.map((part) => part.severity));
  const by = severity === 0 ? [] : parts.filter((part) => part.severity === severity).flatMap((part) => [...part.by]);
  return { severity, by: new Set(by) };
}

/** For a segment's revenue: the percentage at risk, and tenths of a percent that are expected to be lost. */
function percentagesOf(segment: SegmentFact, severityOf: (capabilityId: string) => number): { atRisk: number; lost: number } {
  const told = { atRisk: 0, lost: 0 };
  for (const severity of [3, 2, 1])
    for (const { capabilityId, revenueShare } of segment.capabilities) {
      if (severityOf(capabilityId) !== severity) continue;
      const percent = Math.min(100 - told.atRisk, Math.round((revenueShare ?? 0) * 100));
      told.atRisk += percent;
      told.lost += percent * LOSS[severity]!;
    }
  return told;
}

/** To a millionth of the currency unit, because the last digits of a sum depend on the order of addition. */
export function rounded(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

export function byName<Row extends { technicalName: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((left, right) => (left.technicalName < right.technicalName ? -1 : 1));
}

function perKind<Row>(rowsOf: (kind: (typeof KINDS)[number]) => Row[]): RollUps<Row> {
  return {
    applications: rowsOf('applications'),
    capabilities: rowsOf('capabilities'),
    processes: rowsOf('processes'),
    audiences: rowsOf('audiences'),
  };
}
