/** Which applications are in service: what fails in the others harms nobody yet, or nobody any more. */
import type { LifecycleState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';

const IN_SERVICE: ReadonlySet<LifecycleState> = new Set(['Pilot', 'Production', 'Sunset']);

export function isInService(state: LifecycleState): boolean {
  return IN_SERVICE.has(state);
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
