/** Arranges the causes of live impact by the situations that they belong to. */
import type { Situation } from '@/contract/situations';

/** A part of what a situation costs. */
export interface CostPart {
  currency: string;
  expectedPerHour: number;
  perHour: number;
}

interface Named {
  technicalName: string;
}

/**
 * Causes that belong together, in the order of their first; consecutive causes that are alone in their situations are one group without a
 * situation.
 */
export function bySituation<Cause extends Named>(
  causes: readonly Cause[],
  situations: readonly Situation[],
): { situation: Situation | null; causes: Cause[] }[] {
  const shared = situations.filter(({ causes: members, causesOmitted }) => members.length + causesOmitted > 1);
  const situationOf = new Map(shared.flatMap((situation) => situation.causes.map(({ technicalName }) => [technicalName, situation])));
  const groups: { situation: Situation | null; causes: Cause[] }[] = [];
  for (const cause of causes) {
    const situation = situationOf.get(cause.technicalName) ?? null;
    const known = situation === null ? groups.at(-1) : groups.find((group) => group.situation === situation);
    if (known !== undefined && known.situation === situation) known.causes.push(cause);
    else groups.push({ situation, causes: [cause] });
  }
  return groups;
}

/** Null without a situation, and if you may not see revenue. */
export function partOf(situation: Situation | null, { technicalName }: Named): CostPart | null {
  const part = situation?.causes.find((cause) => cause.technicalName === technicalName)?.part;
  return part === undefined || situation?.exposure === undefined ? null : { currency: situation.exposure.currency, ...part };
}
