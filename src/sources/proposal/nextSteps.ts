/** What to do after an import: what its manifest lacks, and which command brings it. */
import type { Manifest } from '@/contract/manifest/schema';
import { countOf } from '@/plain/counts';

/** At most four sentences; none if the manifest has no components. */
export function nextSteps({ applications, dependencies, capabilities, segments }: Manifest): string[] {
  const components = (applications ?? []).reduce((sum, application) => sum + (application.components?.length ?? 0), 0);
  const stated = dependencies ?? [];
  const withoutShare = (segments ?? []).filter(
    ({ annualRevenue, capabilities: used }) => (annualRevenue ?? 0) > 0 && !used?.some(({ revenueShare }) => (revenueShare ?? 0) > 0),
  );
  if (components === 0) return [];
  return [
    ...(stated.length === 0
      ? [`${countOf(components, 'component')}, but no dependency is stated here: run \`faultline observe\` to find out what calls what`]
      : []),
    ...(stated.length > 0 && stated.every(({ mode }) => (mode ?? 'Hard') === 'Hard')
      ? ['every dependency is Hard here: `faultline observe … --against` compares with what runs, and measures modes']
      : []),
    ...((capabilities?.length ?? 0) === 0
      ? ['no capability is named here: a table of capabilities, owners and people, read by `faultline import table`, adds them']
      : []),
    ...(withoutShare.length === 0
      ? []
      : [
          `the revenue of ${countOf(withoutShare.length, 'segment')} counts in no answer yet: state in the manifest which part of it depends on each capability, as \`revenueShare\``,
        ]),
  ];
}
