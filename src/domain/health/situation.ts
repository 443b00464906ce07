/** A situation as it is stored and told: causes that belong together, with the incidents about them, and what they affect and cost together. */
import { explainedInPart, type PartialExplanation } from '@/domain/graph/questions/live/explainedInPart';
import type { LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import type { RollUpContributions } from '@/domain/graph/questions/live/rollUpContributions';
import type { Money } from '@/domain/graph/questions/live/situationCost';
import type { RecordedPart } from '@/domain/graph/questions/notRecorded';
import { situationsOf, type SituationCounts } from '@/domain/graph/questions/live/situations';
import { isUnderMaintenance, type ActiveMaintenance } from './maintenance';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { Steps } from '@/plain/steps';

/** At most this many causes are named beside another cause. */
const MOST_NAMED = 100;

export interface SituationCause {
  componentId: string;
  technicalName: string;
  name: string;
  state: FailureState;
  isUnderMaintenance: boolean;
  /** Null while it has none: in its opening delay, under maintenance, or below the threshold. */
  incidentId: string | null;
  /** Its part of the exposure of the situation. */
  part: Money;
  /** technicalNames of the other causes with which it shares what some capability adds, sorted, at most 100. */
  jointlyWith: string[];
  /** What the other causes alone would do to it, and which contribute to this; null if it would be Healthy. */
  explainedInPart: { state: FailureState; by: string[] } | null;
  /** The causes that it explains in part, by technicalName: the state that follows, and the state that they report. At most 100. */
  contributesToCauses: { technicalName: string; explains: FailureState; reports: FailureState }[];
}

export interface Situation {
  /** The id of its oldest incident that is not over; null if it has none. */
  id: string | null;
  /** Ids, oldest first. Those whose cause has recovered stay until they are over. */
  incidents: string[];
  /** Worst first, then by technicalName. */
  causes: SituationCause[];
  counts: SituationCounts;
  exposure: Money;
  /** What the landscape has none of that is linked to what is affected; absent in one of an older version, until the next turn. */
  notRecorded?: readonly RecordedPart[];
}

/** The situations of a live pass, before it is known which incidents there are. */
export function* situationsIn(impact: LiveImpact, effective: RollUpContributions, maintenance: ActiveMaintenance): Steps<Situation[]> {
  const { graph, contributions, unhealthy } = impact;
  const inPart = yield* explainedInPart(impact);
  const severities = new Map(Array.from(unhealthy.nodes, (node, position) => [node, unhealthy.severities[position]!]));
  const nameOf = (node: number): string => graph.components.technicalNameOf(node);
  const namesOf = (nodes: Iterable<number>): string[] => [...nodes].map(nameOf).sort(byCodeUnit).slice(0, MOST_NAMED);
  const stateOf = (node: number): FailureState => HEALTH_STATES[severities.get(node)!] as FailureState;
  const rankOf = new Map(Array.from(contributions.causes, (node, rank) => [node, rank]));
  const effects = effectsOf(
    inPart,
    (rank) => nameOf(contributions.causes[rank]!),
    (rank) => stateOf(contributions.causes[rank]!),
  );
  return situationsOf(impact, effective, inPart).map(({ causes, counts, exposure, costs, notRecorded }) => ({
    id: null,
    incidents: [],
    causes: causes.map((node) => {
      const { id, technicalName, name, applicationId } = graph.componentView(node);
      const { part, jointlyWith } = costs.get(node)!;
      const rank = rankOf.get(node)!;
      const explained = inPart[rank] ?? null;
      return {
        componentId: id,
        technicalName,
        name,
        state: stateOf(node),
        isUnderMaintenance: isUnderMaintenance(maintenance, id, applicationId),
        incidentId: null,
        part,
        jointlyWith: namesOf(jointlyWith),
        explainedInPart: explained && {
          state: HEALTH_STATES[explained.severity] as FailureState,
          by: namesOf(Array.from(explained.by, (other) => contributions.causes[other]!)),
        },
        contributesToCauses: effects.get(rank) ?? [],
      };
    }),
    counts,
    exposure,
    notRecorded,
  }));
}

/** By the rank of each cause: the causes that it explains in part. */
function effectsOf(
  inPart: readonly (PartialExplanation | null)[],
  nameOf: (rank: number) => string,
  reportOf: (rank: number) => FailureState,
): Map<number, SituationCause['contributesToCauses']> {
  const effects = new Map<number, SituationCause['contributesToCauses']>();
  inPart.forEach((part, rank) => {
    for (const other of part?.by ?? []) {
      const known = effects.get(other) ?? [];
      effects.set(other, known);
      if (known.length < MOST_NAMED)
        known.push({ technicalName: nameOf(rank), explains: HEALTH_STATES[part!.severity] as FailureState, reports: reportOf(rank) });
    }
  });
  return effects;
}
