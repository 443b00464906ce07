/** The figures of a blast radius as people read them. */
import { withoutComponents } from '@/domain/withoutComponents';
import { countOf } from '@/plain/counts';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { HIGHEST_DEPTH } from '@/domain/access';
import { countAffected } from '@/domain/affected';
import { HEALTH_STATES, type HealthState, type Plan } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

export interface Remark {
  text: string;
  /** Whether a greater depth would show more, and the plan allows it. */
  canGoDeeper: boolean;
}

/** Says what the answer leaves out, and why. Empty if the answer is complete. */
export function completenessRemarks({ completeness, depth }: BlastRadiusAnswer, plan: Plan): Remark[] {
  const { beyondDepth, stoppedByFilter, stoppedByPropagates, componentsOmitted } = completeness;
  const remarks: Remark[] = [];
  const say = (text: string, canGoDeeper = false): unknown => remarks.push({ text, canGoDeeper });
  const isCapped = depth.requested !== null && depth.requested > depth.applied;
  if (isCapped) say(`You asked for ${countOf(depth.requested ?? 0, 'hop')}; the ${plan} plan looks up to ${depth.planMaximum} away.`);
  if (beyondDepth > 0) {
    const canGoDeeper = depth.applied < depth.planMaximum;
    const who = depth.planMaximum === HIGHEST_DEPTH ? 'a blast radius' : `the ${plan} plan`;
    const limit = canGoDeeper ? '' : `, which is as far as ${who} looks. Weak points follow failures any number of hops`;
    say(`${countOf(beyondDepth, 'more component')} one hop beyond depth ${depth.applied}${limit}.`, canGoDeeper);
  }
  const dependencies = (count: number): string => countOf(count, 'dependency', 'dependencies');
  if (stoppedByFilter > 0)
    say(`${dependencies(stoppedByFilter)} that would lead further ${stoppedByFilter === 1 ? 'is' : 'are'} excluded by the filters.`);
  if (stoppedByPropagates > 0)
    say(`${dependencies(stoppedByPropagates)} ${stoppedByPropagates === 1 ? 'does' : 'do'} not pass failures on.`);
  if (componentsOmitted > 0) say(`The list leaves out ${countOf(componentsOmitted, 'component')}; the counts and roll-ups include them.`);
  return remarks;
}

/** Possible causes, upstream: the worst first, then the nearest, then by name. What is its own is at no distance. */
export function rankCauses<Row extends { technicalName: string; expectedState: HealthState; depth?: number }>(
  components: readonly Row[],
): Row[] {
  const severity = (state: HealthState): number => HEALTH_STATES.indexOf(state);
  return [...components].sort(
    (a, b) =>
      severity(b.expectedState) - severity(a.expectedState) ||
      (a.depth ?? 0) - (b.depth ?? 0) ||
      byCodeUnit(a.technicalName, b.technicalName),
  );
}

/**
 * What to say when no other component is affected, or upstream when none could be the cause; null if one is. Only a component that
 * depends on nothing and uses no zone, technology or dataset can be made to fail by nothing but itself.
 */
export function nothingSentence(answer: BlastRadiusAnswer, { grounds }: Pick<ImpactColumns, 'grounds'>): string | null {
  const { entity, direction, counts, affectedCounts, origin } = answer;
  const within = 'within this depth and these filters';
  if (affectedCounts.components > 0) return null;
  if (origin.length === 0) return withoutComponents(entity.name);
  if (direction === 'downstream') {
    if (entity.type !== 'component') return null;
    // Its application, and what that supports, can be affected all the same.
    const what = affectedCounts.applications === 0 ? 'Nothing' : 'No other component';
    return counts.components === 0
      ? `${what} breaks with ${entity.name} ${within}.`
      : `${what} breaks with ${entity.name} ${within}. It reaches ${countOf(counts.components, 'component')}, without harm.`;
  }
  if (counts.components > 0) return null;
  const hasOwn = entity.type !== 'component' && countAffected(origin) > 0;
  if (grounds.length > 0) {
    const own = hasOwn ? 'Its own components, and the zones' : 'The zones';
    return `${entity.name} depends on no other component ${within}. ${own}, technologies and datasets it uses can still make it fail.`;
  }
  return hasOwn
    ? `Nothing but its own components can make ${entity.name} fail ${within}.`
    : `Nothing else can make ${entity.name} fail ${within}.`;
}
