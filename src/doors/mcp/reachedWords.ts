import { bareCountOf } from '@/plain/counts';

interface Row {
  expectedState: string;
  jointlyWith?: readonly string[];
}

interface Rows {
  applications: readonly Row[];
  capabilities: readonly Row[];
  processes: readonly Row[];
  audiences: readonly Row[];
}

/** Counts by kind of what is affected: worse than Healthy, alone or jointly with others. What is only reached does not count. */
export function affectedCounts(components: number, { applications, capabilities, processes, audiences }: Rows) {
  const affected = (rows: readonly Row[]): number =>
    rows.filter(({ expectedState, jointlyWith = [] }) => expectedState !== 'Healthy' || jointlyWith.length > 0).length;
  return {
    components,
    applications: affected(applications),
    capabilities: affected(capabilities),
    processes: affected(processes),
    audiences: affected(audiences),
  };
}

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
