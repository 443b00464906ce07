/** The present and past symptoms of an incident's cause. None is ever forgotten. */
import type { ComponentReference, ExplainedSymptom } from './explanation';
import type { Symptom } from './incident';
import { byCodeUnit } from '@/plain/order';

export interface FollowedSymptoms {
  /** All there ever were, by technicalName; those that have just ended get their end now. */
  symptoms: Symptom[];
  /** technicalNames of those that are new, or present again. */
  joined: string[];
  /** technicalNames of those that are no longer present. */
  left: string[];
}

/** Updates the symptoms from those present now. A component keeps the name that it had when it stopped being a symptom. */
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
