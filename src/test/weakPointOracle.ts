/**
 * Computes which sets of components take an entity down, by failing every possible set and applying the rules to plain facts. It shares no
 * code with the engine.
 */
import type { ApplicationFact, ComponentFact, DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { EntityKind } from '@/domain/vocabulary';

/** Severities by component id: 0 Healthy, 1 Warning, 2 Degraded, 3 Outage. */
export type Severities = ReadonlyMap<string, number>;

function passedOn({ mode, required, propagates }: DependencyFact, severity: number): number {
  if (!propagates) return 0;
  const asRequired = { Hard: severity, Degraded: Math.min(severity, 2), Soft: severity - 1, Async: Math.min(severity - 1, 1) }[mode];
  if (mode === 'Async' && !required) return 0;
  return Math.max(0, required ? asRequired : asRequired - 1);
}

/** The expected severity of every component when these fail, by relaxation until nothing changes. */
export function severitiesWhen({ components, dependencies }: LandscapeFacts, failing: Severities): Severities {
  const idOf = new Map(components.map(({ ordinal, id }) => [ordinal, id]));
  const now = new Map(components.map(({ id }) => [id, failing.get(id) ?? 0]));
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { id, ordinal } of components) {
      const own = dependencies.filter((edge) => edge.sourceOrdinal === ordinal && edge.propagates);
      const passed = (edge: DependencyFact): number => passedOn(edge, now.get(idOf.get(edge.targetOrdinal)!)!);
      const ofGroups = [...new Set(own.map((edge) => edge.redundancyGroup))].flatMap((group) => {
        const members = own.filter((edge) => edge.redundancyGroup === group);
        if (group === null) return members.map(passed);
        const targets = [...new Set(members.map((edge) => edge.targetOrdinal))];
        const worsts = targets.map((target) => Math.max(...members.filter((edge) => edge.targetOrdinal === target).map(passed)));
        return [worsts.sort((left, right) => left - right)[Math.min(members[0]!.redundancyMinimum, targets.length) - 1]!];
      });
      const worst = Math.max(now.get(id)!, ...ofGroups);
      if (worst > now.get(id)!) {
        now.set(id, worst);
        isChanged = true;
      }
    }
  }
  return now;
}

function withBelow({ capabilities }: LandscapeFacts, ids: readonly string[]): Set<string> {
  const all = new Set(ids);
  for (const id of all) for (const below of capabilities) if (below.parentId === id) all.add(below.id);
  return all;
}

const isInUse = ({ lifecycleState }: ApplicationFact): boolean => ['Pilot', 'Production', 'Sunset'].includes(lifecycleState);

function applicationsOf(facts: LandscapeFacts, kind: EntityKind, id: string, asked: string): ApplicationFact[] {
  const counts = (application: ApplicationFact): boolean => isInUse(application) || application.id === asked;
  const supporting = (ids: readonly string[]): ApplicationFact[] => {
    const wanted = withBelow(facts, ids);
    return facts.applications.filter(
      (application) => counts(application) && application.capabilityIds.some((capability) => wanted.has(capability)),
    );
  };
  if (kind === 'application') return facts.applications.filter((application) => application.id === id);
  if (kind === 'capability') return supporting([id]);
  if (kind === 'segment')
    return supporting(facts.segments.find((segment) => segment.id === id)!.capabilities.map((link) => link.capabilityId));
  const listing = facts.applications.filter((application) => counts(application) && application.processIds.includes(id));
  return [...listing, ...supporting(facts.processes.find((process) => process.id === id)!.capabilityIds)];
}

/** The entity's own components, and the outermost ones among them, whose worst state is the entity's state. */
export function topsOf(facts: LandscapeFacts, kind: EntityKind, id: string, asked = ''): { own: Set<string>; tops: Set<string> } {
  if (kind === 'component') return { own: new Set([id]), tops: new Set([id]) };
  const applications = new Set(applicationsOf(facts, kind, id, asked).map((application) => application.id));
  const own = facts.components.filter((component) => applications.has(component.applicationId));
  return { own: new Set(own.map((c) => c.id)), tops: new Set(own.filter((c) => isOutermost(facts, c)).map((c) => c.id)) };
}

function isOutermost({ components, dependencies }: LandscapeFacts, component: ComponentFact): boolean {
  const applicationOf = new Map(components.map(({ ordinal, applicationId }) => [ordinal, applicationId]));
  const travelling = dependencies.filter((edge) => edge.propagates);
  const isOwn = (ordinal: number): boolean => applicationOf.get(ordinal) === component.applicationId;
  const within = travelling.filter((edge) => isOwn(edge.sourceOrdinal) && isOwn(edge.targetOrdinal));
  const reach = (from: number, end: 'sourceOrdinal' | 'targetOrdinal', other: 'sourceOrdinal' | 'targetOrdinal'): Set<number> => {
    const seen = new Set([from]);
    for (const at of seen) for (const edge of within) if (edge[end] === at) seen.add(edge[other]);
    return seen;
  };
  const below = reach(component.ordinal, 'sourceOrdinal', 'targetOrdinal');
  const above = reach(component.ordinal, 'targetOrdinal', 'sourceOrdinal');
  const isEntered = [...above].some((ordinal) => !below.has(ordinal));
  const isNeeded = travelling.some(
    (edge) => edge.targetOrdinal === component.ordinal && !isOwn(edge.sourceOrdinal) && edge.mode === 'Hard' && edge.required,
  );
  return !isEntered || isNeeded;
}

/** The minimal sets of up to `order` components that bring the entity to `severity` or worse; ids in order, joined by spaces. */
export function bruteCutSets(facts: LandscapeFacts, kind: EntityKind, id: string, severity: number, order: number): string[] {
  const { tops } = topsOf(facts, kind, id);
  const ids = facts.components.map((component) => component.id).sort();
  const cuts = (set: readonly string[]): boolean => {
    const states = severitiesWhen(facts, new Map(set.map((member) => [member, 3])));
    return [...tops].some((top) => states.get(top)! >= severity);
  };
  const found: string[][] = [];
  const tryFrom = (set: readonly string[], from: number, size: number): void => {
    if (set.length < size) for (let next = from; next < ids.length; next++) tryFrom([...set, ids[next]!], next + 1, size);
    else if (!found.some((smaller) => smaller.every((member) => set.includes(member))) && cuts(set)) found.push([...set]);
  };
  for (let size = 1; size <= order; size++) tryFrom([], 0, size);
  return found.map((set) => set.join(' ')).sort();
}

/** What fails with a zone. */
export function zoneFailure({ components }: LandscapeFacts, id: string): Severities {
  const within = components.filter(({ hostingZoneIds }) => hostingZoneIds.includes(id));
  return new Map(within.map((component) => [component.id, component.hostingZoneIds.length === 1 ? 3 : 2]));
}

/** `expectedPerHour` when these fail, to the cent. `asked` is the entity that the question is about: an application counts as in service then. */
export function perHourWhen(facts: LandscapeFacts, failing: Severities, asked = ''): number {
  return lossPerHour(facts, sufferedWhen(facts, failing, asked));
}

/** How severely each capability suffers when these fail, by its id. */
export function sufferedWhen(facts: LandscapeFacts, failing: Severities, asked = ''): (capabilityId: string) => number {
  const states = severitiesWhen(facts, failing);
  return (id) => Math.max(0, ...[...topsOf(facts, 'capability', id, asked).tops].map((top) => states.get(top)!));
}

/** `expectedPerHour` when capabilities suffer like this, to the cent. */
export function lossPerHour(facts: LandscapeFacts, suffered: (capabilityId: string) => number): number {
  let perHour = 0;
  for (const segment of facts.segments) {
    let left = 100;
    let lost = 0;
    for (const severity of [3, 2, 1])
      for (const { capabilityId, revenueShare } of segment.capabilities) {
        const percent = suffered(capabilityId) === severity ? Math.min(left, Math.round((revenueShare ?? 0) * 100)) : 0;
        left -= percent;
        lost += percent * [0, 1, 5, 10][severity]!;
      }
    perHour += ((segment.annualRevenue ?? 0) * lost) / 1000 / 8760;
  }
  return perHour;
}

export interface OracleMargin {
  group: string;
  failuresLeft: number;
  /** Each as "kind id takes", sorted. */
  sharedCauses: string[];
}

/** The margins of all groups that the entity depends on, by the technicalName of the source and the name of the group. */
export function bruteMargins(facts: LandscapeFacts, kind: EntityKind, id: string): OracleMargin[] {
  const byOrdinal = new Map(facts.components.map((component) => [component.ordinal, component]));
  const behind = new Set(topsOf(facts, kind, id).own);
  for (const member of behind)
    for (const edge of facts.dependencies)
      if (edge.propagates && byOrdinal.get(edge.sourceOrdinal)!.id === member) behind.add(byOrdinal.get(edge.targetOrdinal)!.id);
  const causes = singleCauses(facts, behind).map((cause) => ({ ...cause, states: severitiesWhen(facts, cause.failing) }));
  const groups = new Map<string, DependencyFact[]>();
  for (const edge of facts.dependencies) {
    const source = byOrdinal.get(edge.sourceOrdinal)!;
    if (!edge.propagates || edge.redundancyGroup === null || !behind.has(source.id)) continue;
    const name = `${source.technicalName} ${edge.redundancyGroup}`;
    groups.set(name, [...(groups.get(name) ?? []), edge]);
  }
  return [...groups].map(([group, edges]) => {
    const targets = [...new Set(edges.map((edge) => byOrdinal.get(edge.targetOrdinal)!.id))];
    const taken = (states: Severities): number =>
      targets.filter((target) =>
        edges.some((edge) => byOrdinal.get(edge.targetOrdinal)!.id === target && passedOn(edge, states.get(target)!) > 0),
      ).length;
    const needed = targets.length - Math.min(edges[0]!.redundancyMinimum, targets.length) + 1;
    const passing = taken(new Map(targets.map((target) => [target, 3])));
    const failuresLeft = passing < needed ? targets.length : needed - 1;
    const sharedCauses = causes
      .map(({ kind: causeKind, id: causeId, states }) => ({ text: `${causeKind} ${causeId}`, takes: taken(states) }))
      .filter(({ takes }) => takes > failuresLeft)
      .map(({ text, takes }) => `${text} ${takes}`)
      .sort();
    return { group, failuresLeft, sharedCauses };
  });
}

function singleCauses(facts: LandscapeFacts, behind: ReadonlySet<string>): { kind: EntityKind; id: string; failing: Severities }[] {
  const components = facts.components.filter((component) => behind.has(component.id));
  const failing = (hit: (component: ComponentFact) => number): Severities =>
    new Map(components.map((component) => [component.id, hit(component)]));
  return [
    ...components.map(({ id }) => ({ kind: 'component' as const, id, failing: failing((component) => (component.id === id ? 3 : 0)) })),
    ...facts.hostingZones.map(({ id }) => ({
      kind: 'hosting-zone' as const,
      id,
      failing: failing(({ hostingZoneIds }) => (!hostingZoneIds.includes(id) ? 0 : hostingZoneIds.length === 1 ? 3 : 2)),
    })),
    ...facts.technologies.map(({ id }) => ({
      kind: 'technology' as const,
      id,
      failing: failing(({ technologyIds }) => (technologyIds.includes(id) ? 3 : 0)),
    })),
  ];
}
