/** Computes live health in a slow and obvious way, from plain facts and the rules alone, to check the engine. It shares no code with it. */
import type { DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { byCodeUnit } from '@/plain/order';

/** Severities by component id: 0 Healthy, 1 Warning, 2 Degraded, 3 Outage. */
export type Severities = ReadonlyMap<string, number>;

/** What an edge passes on of its target's severity. */
export function passedOn({ mode, required }: DependencyFact, severity: number): number {
  const byMode = { Hard: severity, Degraded: Math.min(severity, 2), Soft: severity - 1, Async: Math.min(severity - 1, 1) }[mode];
  const optional = mode === 'Async' ? 0 : byMode - 1;
  return Math.max(0, required ? byMode : optional);
}

/** What each target of a redundancy group passes on to it: the worst of its edges. */
function byTarget(group: readonly DependencyFact[], passed: (edge: DependencyFact) => number): Map<number, number> {
  const worst = new Map<number, number>();
  for (const edge of group) worst.set(edge.targetOrdinal, Math.max(worst.get(edge.targetOrdinal) ?? 0, passed(edge)));
  return worst;
}

/** What the group passes on: the k-th mildest of its targets. */
function givesWayTo(group: readonly DependencyFact[], passed: (edge: DependencyFact) => number): number {
  const mildestFirst = [...byTarget(group, passed).values()].sort((a, b) => a - b);
  return mildestFirst[Math.min(group[0]!.redundancyMinimum, mildestFirst.length) - 1]!;
}

/** The edges that carry at the effective states resulting from the reports. */
function carryingEdges(facts: LandscapeFacts, own: Severities): { from: string; to: string }[] {
  const idOf = new Map(facts.components.map(({ ordinal, id }) => [ordinal, id]));
  const states = effectiveStates(facts, own);
  const passed = (edge: DependencyFact): number => passedOn(edge, states.get(idOf.get(edge.targetOrdinal)!)!);
  return facts.dependencies
    .filter((edge) => {
      if (!edge.propagates) return false;
      const group = facts.dependencies.filter(
        (other) => other.propagates && other.sourceOrdinal === edge.sourceOrdinal && other.redundancyGroup === edge.redundancyGroup,
      );
      const given = edge.redundancyGroup === null ? passed(edge) : givesWayTo(group, passed);
      return given > 0 && given >= states.get(idOf.get(edge.sourceOrdinal)!)! && passed(edge) >= given;
    })
    .map((edge) => ({ from: idOf.get(edge.targetOrdinal)!, to: idOf.get(edge.sourceOrdinal)! }));
}

/** By id of each component: the ids of the causes that contribute to it. A cause has only itself. */
export function contributors(facts: LandscapeFacts, own: Severities, causes: readonly string[]): Map<string, Set<string>> {
  const found = new Map(facts.components.map(({ id }) => [id, new Set(causes.includes(id) ? [id] : [])]));
  const edges = carryingEdges(facts, own).filter(({ to }) => !causes.includes(to));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { from, to } of edges)
      for (const cause of found.get(from)!) {
        isStable &&= found.get(to)!.has(cause);
        found.get(to)!.add(cause);
      }
  }
  return found;
}

/** The effective state of every component if only these report anything. */
export function effectiveStates(facts: LandscapeFacts, own: Severities): Map<string, number> {
  const idOf = new Map(facts.components.map(({ ordinal, id }) => [ordinal, id]));
  const states = new Map(facts.components.map(({ id }) => [id, own.get(id) ?? 0]));
  const passed = (edge: DependencyFact): number => passedOn(edge, states.get(idOf.get(edge.targetOrdinal)!)!);
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { id, ordinal } of facts.components) {
      const edges = facts.dependencies.filter((edge) => edge.propagates && edge.sourceOrdinal === ordinal);
      const taken = [states.get(id)!, ...edges.filter((edge) => edge.redundancyGroup === null).map(passed)];
      for (const name of new Set(edges.flatMap((edge) => edge.redundancyGroup ?? []))) {
        const group = edges.filter((edge) => edge.redundancyGroup === name);
        taken.push(givesWayTo(group, passed));
      }
      const next = Math.max(...taken);
      if (next !== states.get(id)) {
        states.set(id, next);
        isStable = false;
      }
    }
  }
  return states;
}

/** Whether the dependencies of a component pass on at least the severity that it reports itself. */
export function isExplained(facts: LandscapeFacts, own: Severities, id: string): boolean {
  const others = new Map([...own].filter(([other]) => other !== id));
  return effectiveStates(facts, others).get(id)! >= own.get(id)!;
}

/** Whether this component's signal alone would make another one at least as bad as that one reports. */
export function explainsAlone(facts: LandscapeFacts, own: Severities, cause: string, id: string): boolean {
  return effectiveStates(facts, new Map([[cause, own.get(cause)!]])).get(id)! >= own.get(id)!;
}

/** The ids of these components, worst first, then by technicalName. */
export function inCauseOrder(facts: LandscapeFacts, own: Severities, ids: Iterable<string>): string[] {
  const nameOf = new Map(facts.components.map(({ id, technicalName }) => [id, technicalName]));
  return [...ids].sort((a, b) => own.get(b)! - own.get(a)! || byCodeUnit(nameOf.get(a)!, nameOf.get(b)!));
}
