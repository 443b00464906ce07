/** Counts by kind as words for agents. */
import { bareCountOf } from '@/plain/counts';

/** Counts by kind as text, in the order of the answers. */
export function reachedWords({
  components,
  applications,
  capabilities,
  processes,
  audiences,
}: {
  components?: number;
  applications: number;
  capabilities: number;
  processes?: number;
  audiences: number;
}): string {
  return [
    ...(components === undefined ? [] : [bareCountOf(components, 'component')]),
    bareCountOf(applications, 'application'),
    bareCountOf(capabilities, 'capability', 'capabilities'),
    ...(processes === undefined ? [] : [bareCountOf(processes, 'process', 'processes')]),
    bareCountOf(audiences, 'audience'),
  ].join(', ');
}
