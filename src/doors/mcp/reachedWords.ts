/** Counts by kind as words for agents. */
import { bareCountOf } from '@/plain/counts';

type Counts = Record<'applications' | 'capabilities' | 'audiences', number> & Partial<Record<'components' | 'processes', number>>;

/** Counts by kind as text, in the order of the answers. */
export function reachedWords({ components, applications, capabilities, processes, audiences }: Counts): string {
  return [
    ...(components === undefined ? [] : [bareCountOf(components, 'component')]),
    bareCountOf(applications, 'application'),
    bareCountOf(capabilities, 'capability', 'capabilities'),
    ...(processes === undefined ? [] : [bareCountOf(processes, 'process', 'processes')]),
    bareCountOf(audiences, 'audience'),
  ].join(', ');
}
