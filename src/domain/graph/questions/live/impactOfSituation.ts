/** What one situation contributes to, out of everything that is impacted, for a picture of it. */
import { explainedInPart } from './explainedInPart';
import type { LiveImpact } from './liveImpact';
import { rollUpContributions } from './rollUpContributions';
import { situationsOf } from './situations';
import type { Steps } from '@/plain/steps';

export type ImpactedPart = Pick<LiveImpact, 'graph' | 'nodes' | 'severities' | 'rootCauses'>;

/**
 * The components of the situation in their joint states. `causeIds` are some of its causes; those that are no cause now are ignored. A
 * roll-up of them shows what this situation does to the applications and capabilities that others harm more.
 */
export function* impactOfSituation(impact: LiveImpact, causeIds: readonly string[]): Steps<ImpactedPart> {
  const { graph, contributions, nodes, severities, rootCauses } = impact;
  const effective = rollUpContributions(impact);
  const inPart = yield* explainedInPart(impact);
  const wanted = new Set(causeIds.map((id) => graph.components.find(id)));
  const situations = situationsOf(impact, effective, inPart).filter(({ causes }) => causes.some((node) => wanted.has(node)));
  const causes = new Set(situations.flatMap((situation) => situation.causes));
  // All causes that contribute to a component are of one situation.
  const isOfSituation = (node: number): boolean =>
    causes.has(contributions.causes[contributions.sets.sets[contributions.setByNode[node]!]![0]!]!);
  const places = Array.from(nodes.keys()).filter((place) => isOfSituation(nodes[place]!));
  return {
    graph,
    nodes: Int32Array.from(places, (place) => nodes[place]!),
    severities: Uint8Array.from(places, (place) => severities[place]!),
    rootCauses: rootCauses.filter((node) => causes.has(node)),
  };
}
