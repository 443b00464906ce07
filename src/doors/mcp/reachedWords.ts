import { bareCountOf } from '@/plain/counts';

/** What is reached or affected, in the order of the answers. */
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
