/** Finds which causes need an incident, and which symptoms each contributes to. */
import type { Landscape } from '@/domain/graph/landscape/views';
import { severitiesFrom } from '@/domain/graph/questions/live/alone';
import { contributorsOf, shareOf } from '@/domain/graph/questions/live/contributions';
import { causesHarmingService } from '@/domain/graph/questions/live/harmingService';
import type { Share } from '@/domain/graph/questions/live/contributions';
import type { LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';
import { append } from '@/plain/grouped';
import { byCodeUnit } from '@/plain/order';
import type { Steps } from '@/plain/steps';

export interface ComponentReference {
  componentId: string;
  technicalName: string;
}

export type ExplainedSymptom = ComponentReference & Share;

export interface IncidentCause extends ComponentReference {
  applicationId: string;
  state: FailureState;
  /** Neither it nor anything that it contributes to belongs to an application in service. */
  isOutsideService: boolean;
  /** The components reporting the threshold or worse that this cause contributes to, by technicalName. */
  symptoms: readonly ExplainedSymptom[];
}

export interface Explanation {
  /** The components at the threshold or worse that nothing else explains: worst first, then by technicalName. */
  causes: readonly IncidentCause[];
  /**
   * By the id of each explained component at the threshold or worse: the ids of all causes that contribute to it, in the order of `causes`.
   */
  explainedBy: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds causes and symptoms. States never get worse along a path, so whatever contributes to a component at the threshold is at the
 * threshold itself. Takes time in proportion to the reach of each cause that has symptoms.
 */
export function* explain(impact: LiveImpact, threshold: FailureState): Steps<Explanation> {
  const { graph, contributions, unhealthy, rootCauses } = impact;
  const { components } = graph;
  const mildest = HEALTH_STATES.indexOf(threshold);
  const orderOf = new Map(rootCauses.map((node, position) => [node, position]));
  const symptomsOf = new Map<number, number[]>();
  const explainedBy = new Map<string, string[]>();
  const reported = new Map<number, number>();
  unhealthy.nodes.forEach((node, i) => {
    const severity = unhealthy.severities[i]!;
    reported.set(node, severity);
    if (severity < mildest || orderOf.has(node)) return;
    const contributors = contributorsOf(contributions, node).sort((a, b) => orderOf.get(a)! - orderOf.get(b)!);
    explainedBy.set(
      components.idOf(node),
      contributors.map((cause) => components.idOf(cause)),
    );
    for (const cause of contributors) append(symptomsOf, cause, node);
  });
  const effective = effectiveSeverities(impact);
  const harming = causesHarmingService(impact);
  const causes: IncidentCause[] = [];
  for (const node of rootCauses.filter((one) => reported.get(one)! >= mildest)) {
    yield;
    causes.push({
      ...referenceTo(graph, node),
      applicationId: graph.componentView(node).applicationId,
      state: HEALTH_STATES[reported.get(node)!] as FailureState,
      isOutsideService: !harming.has(node),
      symptoms: yield* sharesOf(impact, node, reported.get(node)!, symptomsOf.get(node) ?? [], effective),
    });
  }
  return { causes, explainedBy };
}

function effectiveSeverities({ nodes, severities }: LiveImpact): ReadonlyMap<number, number> {
  const byNode = new Map<number, number>();
  nodes.forEach((node, i) => byNode.set(node, severities[i]!));
  return byNode;
}

function* sharesOf(
  { graph, contributions }: LiveImpact,
  cause: number,
  severity: number,
  symptoms: readonly number[],
  effective: ReadonlyMap<number, number>,
): Steps<ExplainedSymptom[]> {
  if (symptoms.length === 0) return [];
  const aloneOf = yield* severitiesFrom(graph, cause, severity);
  const rows = symptoms.map((node) => ({
    ...referenceTo(graph, node),
    ...shareOf(graph, contributions, {
      cause,
      set: contributions.setByNode[node]!,
      effective: effective.get(node)!,
      alone: aloneOf(node),
    }),
  }));
  return rows.sort((a, b) => byCodeUnit(a.technicalName, b.technicalName));
}

function referenceTo({ components }: Landscape, node: number): ComponentReference {
  return { componentId: components.idOf(node), technicalName: components.technicalNameOf(node) };
}
