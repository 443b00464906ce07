/** Which applications are in service: what fails in the others harms nobody yet, or nobody any more. */
import type { LifecycleState } from './vocabulary';
import { countOf } from '@/plain/counts';

export function isInService(state: LifecycleState): boolean {
  return state === 'Production' || state === 'Pilot' || state === 'Sunset';
}

/** `2 components and 1 application of these are not in service`; null if all are. */
export function notInServiceWords({ components, applications }: { components: number; applications: number }): string | null {
  const parts = [
    ...(components === 0 ? [] : [countOf(components, 'component')]),
    ...(applications === 0 ? [] : [countOf(applications, 'application')]),
  ];
  if (parts.length === 0) return null;
  return `${parts.join(' and ')} of these ${components + applications === 1 ? 'is' : 'are'} not in service`;
}

interface CountingGroup {
  redundancyGroup: string;
  redundancyMinimum: number;
  targets: number;
  working: number;
  notInService: readonly { name: string; technicalName: string }[];
}

/** Follows the name of what depends on the group: `has 1 of 2 in “pool”, needs 1, and counts on spare, which is not in service`. */
export function countsOnWords(
  { redundancyGroup, redundancyMinimum, targets, working, notInService }: CountingGroup,
  nameOf: (target: { name: string; technicalName: string }) => string,
): string {
  const names = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(notInService.map(nameOf));
  const verb = notInService.length === 1 ? 'is' : 'are';
  return `has ${working} of ${targets} in “${redundancyGroup}”, needs ${redundancyMinimum}, and counts on ${names}, which ${verb} not in service`;
}

/** Said of a comparison with an answer of version 2.0. */
export const RULES_CHANGED =
  'The rules changed between the two: applications that are not in service no longer harm anything. Some of the differences come from that.';
