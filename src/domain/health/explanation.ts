/** Who is to blame: the causes that deserve an incident, and the symptoms that each of them alone explains. */
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { settleAllThatSuffer } from '@/domain/graph/propagation';
import type { LiveImpact } from '@/domain/health/liveImpact';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

export interface ComponentReference {
  componentId: string;
  technicalName: string;
}

export interface IncidentCause extends ComponentReference {
  applicationId: string;
  state: FailureState;
  /** The components at the threshold or worse that this cause alone explains, by technicalName. */
  symptoms: readonly ComponentReference[];
}

export interface Explanation {
  /** The components at the threshold or worse that nothing else explains: worst first, then by technicalName. */
  causes: readonly IncidentCause[];
  /**
   * By id of each explained component at the threshold or worse: the ids of the causes that alone explain it, in the order of `causes`.
   * Where only several causes together explain it, which redundancy makes possible, it is the symptom of none, and this names the one it
   * suffers from.
   */
  explainedBy: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds causes and symptoms. Takes time in proportion to the reach of each cause, so that one is walked only as far as explained components
 * lie.
 */
export function explain(impact: LiveImpact, threshold: FailureState): Explanation {
  const { graph } = impact;
  const mildest = HEALTH_STATES.indexOf(threshold);
  const isRoot = new Set(impact.rootCauses);
  const explained = new Map<number, number>();
  const severityOf = new Map<number, number>();
  impact.unhealthy.nodes.forEach((node, i) => {
    const severity = impact.unhealthy.severities[i]!;
    severityOf.set(node, severity);
    if (severity >= mildest && !isRoot.has(node)) {
      explained.set(node, severity);
    }
  });
  const roots = impact.rootCauses.filter((node) => (severityOf.get(node) ?? 0) >= mildest);
  const symptomsOf = roots.map((root) => symptomNodes(graph, root, severityOf.get(root)!, mildest, explained));
  const causes = roots.map((root, i) => ({
    ...referenceTo(graph, root),
    applicationId: graph.componentView(root).applicationId,
    state: HEALTH_STATES[severityOf.get(root)!] as FailureState,
    symptoms: symptomsOf[i]!.map((node) => referenceTo(graph, node)).sort((a, b) => byCodeUnit(a.technicalName, b.technicalName)),
  }));
  return { causes, explainedBy: explainedBy(impact, explained, causes) };
}

/** The explained nodes that come to suffer at least what they report when this root alone reports anything. */
function symptomNodes(
  graph: LandscapeGraph,
  root: number,
  severity: number,
  mildest: number,
  explained: ReadonlyMap<number, number>,
): number[] {
  if (explained.size === 0) {
    return [];
  }
  const { traversal } = graph;
  traversal.begin(graph.components.capacity);
  traversal.addOrigin(root, severity);
  settleAllThatSuffer(traversal, graph.edges, mildest);
  const symptoms: number[] = [];
  if (traversal.count < explained.size) {
    for (let i = 0; i < traversal.count; i++) {
      const node = traversal.queue[i]!;
      if (traversal.severities[node]! >= (explained.get(node) ?? Infinity)) {
        symptoms.push(node);
      }
    }
    return symptoms;
  }
  for (const [node, reported] of explained) {
    if (traversal.has(node) && traversal.severities[node]! >= reported) {
      symptoms.push(node);
    }
  }
  return symptoms;
}

function explainedBy(impact: LiveImpact, explained: ReadonlyMap<number, number>, causes: readonly IncidentCause[]): Map<string, string[]> {
  const { components } = impact.graph;
  const causesOf = new Map<string, string[]>();
  for (const { componentId, symptoms } of causes) {
    for (const symptom of symptoms) {
      const known = causesOf.get(symptom.componentId);
      if (known === undefined) {
        causesOf.set(symptom.componentId, [componentId]);
      } else {
        known.push(componentId);
      }
    }
  }
  for (let i = 0; i < impact.nodes.length; i++) {
    const node = impact.nodes[i]!;
    if (explained.has(node) && !causesOf.has(components.idOf(node))) {
      causesOf.set(components.idOf(node), [components.idOf(impact.causes[i]!)]);
    }
  }
  return causesOf;
}

function referenceTo({ components }: LandscapeGraph, node: number): ComponentReference {
  return { componentId: components.idOf(node), technicalName: components.technicalNameOf(node) };
}
