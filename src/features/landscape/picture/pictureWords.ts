/** What a picture of the landscape shows, in words: its grouping, its filters, and how much of the landscape is on it. Pure. */
import { COMPONENT_KIND_LABELS, LIFECYCLE_LABELS, TIER_LABELS, TYPE_LABELS } from '@/client/labels/labels';
import type { Grouping, LandscapeFilters } from '@/contract/landscapePicture';
import type { Picture } from '@/contract/picture';
import { countOf } from '@/plain/counts';
import { SHOWN_HEALTH_WORDS } from './healthWords';

export const GROUPING_WORDS: Readonly<Record<Grouping, string>> = {
  application: 'Application',
  domain: 'Domain',
  team: 'Team',
  capability: 'Capability',
  'hosting-zone': 'Hosting zone',
  lifecycle: 'Lifecycle',
  tier: 'Criticality',
  none: 'No groups',
};

/** For example "Kind: Database or Queue", for each filter. `names` are those of hosting zones and technologies, by id. */
export function filterWords(filters: LandscapeFilters, names: Readonly<Record<string, string>>): string[] {
  const named = (id: string): string => names[id] ?? 'Not in this landscape';
  const parts: [string, readonly string[] | undefined][] = [
    ['Health', filters.health?.map((one) => SHOWN_HEALTH_WORDS[one])],
    ['Kind', filters.kinds?.map((one) => COMPONENT_KIND_LABELS[one])],
    ['Tier', filters.tiers?.map((one) => TIER_LABELS[one])],
    ['Lifecycle', filters.lifecycles?.map((one) => LIFECYCLE_LABELS[one])],
    ['Team', filters.teams],
    ['Hosting zone', filters.zones?.map(named)],
    ['Technology', filters.technologies?.map(named)],
    ['Type', filters.types?.map((one) => TYPE_LABELS[one])],
    ['Mode', filters.modes],
  ];
  return parts.flatMap(([label, values = []]) => (values.length === 0 ? [] : [`${label}: ${values.join(' or ')}`]));
}

type Summed = Pick<Picture, 'counts' | 'matching'> & { omitted: { lines?: number } };

/** How much of the landscape is shown, and what the picture leaves out. */
export function summaryOf({ counts, matching, omitted }: Summed): string {
  const dependencies = (count: number): string => countOf(count, 'dependency', 'dependencies');
  const isPart = matching.components !== counts.components || matching.dependencies !== counts.dependencies;
  const parts = [
    isPart
      ? `${matching.components.toLocaleString('en')} of ${countOf(counts.components, 'component')}, ${dependencies(matching.dependencies)}`
      : `${countOf(counts.components, 'component')}, ${dependencies(counts.dependencies)}`,
    omitted.lines !== undefined && omitted.lines > 0 ? `${countOf(omitted.lines, 'weakest line')} not drawn` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
