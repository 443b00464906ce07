/** A count with its noun in the right number: "1 process", "2 processes". Figures are written plainly, for programs that read along. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

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
    ...(components === undefined ? [] : [countOf(components, 'component')]),
    countOf(applications, 'application'),
    countOf(capabilities, 'capability', 'capabilities'),
    ...(processes === undefined ? [] : [countOf(processes, 'process', 'processes')]),
    countOf(audiences, 'audience'),
  ].join(', ');
}
