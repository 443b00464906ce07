/** A blast radius as tables for people who read them on a page: names and words instead of values. Pure. */
import type { CsvTable } from '@/client/pictureExports';
import { COMPONENT_KIND_LABELS, TIER_LABELS } from '@/client/labels/labels';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { byStateAndTier } from './headline';

const OUTCOMES = [
  ['Capability', 'capabilities'],
  ['Process', 'processes'],
  ['Audience', 'audiences'],
] as const;

export function readableTables(answer: BlastRadiusAnswer): CsvTable[] {
  const { applications, components, completeness } = answer;
  const applicationNames = new Map(applications.map(({ id, name }) => [id, name]));
  const more =
    completeness.componentsOmitted === 0
      ? ''
      : `, the first of ${(components.length + completeness.componentsOmitted).toLocaleString('en')}`;
  return [
    {
      title: 'Applications',
      fileName: 'applications',
      head: ['Application', 'Expected state', 'Criticality', 'Components reached'],
      rows: () =>
        byStateAndTier(applications).map((one) => [one.name, one.expectedState, TIER_LABELS[one.criticalityTier], one.componentCount]),
    },
    {
      title: 'Capabilities, processes and audiences',
      fileName: 'outcomes',
      head: ['What', 'Kind', 'Expected state'],
      rows: () => OUTCOMES.flatMap(([kind, list]) => answer[list].map(({ name, expectedState }) => [name, kind, expectedState])),
    },
    {
      title: `Components${more}`,
      fileName: 'components',
      head: ['Component', 'Kind', 'Application', 'Hops', 'Expected state'],
      rows: () =>
        components.map((one) => [
          one.name,
          COMPONENT_KIND_LABELS[one.kind],
          applicationNames.get(one.applicationId) ?? null,
          one.depth,
          one.expectedState,
        ]),
    },
  ];
}
