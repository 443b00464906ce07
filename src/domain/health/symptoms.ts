/** Who suffers from an incident's cause, and who did: symptoms come and go, and none is forgotten. */
import type { ComponentReference, ExplainedSymptom } from '@/domain/health/explanation';
import type { Symptom } from '@/domain/health/incident';
import { byCodeUnit } from '@/plain/order';

export interface FollowedSymptoms {
  /** All there ever were, by technicalName; those that have just left end now. */
  symptoms: Symptom[];
  /** technicalNames of those that are new, or back again. */
  joined: string[];
  /** technicalNames of those that are present no longer. */
  left: string[];
}

/** Brings symptoms up to date with those present now. A component keeps its name as it was when it left. */
export function followSymptoms(before: readonly Symptom[], present: readonly ExplainedSymptom[], now: number): FollowedSymptoms {
  const former = new Map(before.map((symptom) => [symptom.componentId, symptom]));
  const presentIds = new Set(present.map(({ componentId }) => componentId));
  const isOngoing = (componentId: string): boolean => former.get(componentId)?.until === null;
  const gone = before.filter(({ componentId }) => !presentIds.has(componentId));
  const symptoms = [
    ...gone.map((symptom) => ({ ...symptom, until: symptom.until ?? now })),
    ...present.map(({ componentId, technicalName, ...share }) => {
      const since = isOngoing(componentId) ? (former.get(componentId)?.since ?? now) : now;
      return { componentId, technicalName, since, until: null, share };
    }),
  ];
  return {
    symptoms: symptoms.sort((a, b) => byCodeUnit(a.technicalName, b.technicalName) || byCodeUnit(a.componentId, b.componentId)),
    joined: namesOf(present.filter(({ componentId }) => !isOngoing(componentId))),
    left: namesOf(gone.filter(({ until }) => until === null)),
  };
}

function namesOf(references: readonly ComponentReference[]): string[] {
  return references.map(({ technicalName }) => technicalName).sort(byCodeUnit);
}
