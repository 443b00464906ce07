/** The weak points of one entity for strangers: what is enough alone, what only together, and redundancy, as tables. Pure. */
import { perHourLabel } from '@/client/labels/figures';
import { COMPONENT_KIND_LABELS, predicateOf } from '@/client/labels/labels';
import { withoutComponents } from '@/domain/withoutComponents';
import type { CsvTable, Exported } from '@/client/pictureExports';
import type { WeakPoints } from '@/contract/weakPoints';
import { formatNumber } from '@/plain/counts';
import { failuresLeftWords } from './marginWords';

export function weakPointSheet(answer: WeakPoints): Exported {
  const { entity, state, ownComponents, singlePoints, cutSets, margins, completeness, currency, landscapeVersion, order } = answer;
  const more = completeness.isComplete ? '' : ' or more';
  const hasMoney = currency !== null;
  const cost = (perHour: number | null): string[] => (hasMoney ? [perHourLabel(perHour, currency) ?? ''] : []);
  const costHead = hasMoney ? ['Expected cost'] : [];
  return {
    draw: null,
    title: `Weak points of ${entity.name}`,
    note: `${ownComponents === 0 ? `${withoutComponents(entity.name)} ` : ''}What has to fail before ${entity.name} ${predicateOf(state)} · Landscape version ${landscapeVersion}`,
    figures: [
      { label: 'Enough alone', value: formatNumber(singlePoints.length), note: '' },
      ...(order > 1 ? [{ label: 'Only together', value: `${formatNumber(cutSets.length)}${more}`, note: '' }] : []),
      { label: 'Redundancy groups', value: formatNumber(margins.length), note: '' },
    ],
    legend: [],
    fileName: `weak-points-${entity.technicalName}`,
    tables: [
      {
        title: 'Enough alone',
        fileName: 'alone',
        head: ['Component', 'Kind', ...costHead],
        rows: () => singlePoints.map(({ name, kind, perHour }) => [name, COMPONENT_KIND_LABELS[kind], ...cost(perHour)]),
      },
      ...(order > 1
        ? [
            {
              title: more === '' ? 'Only together' : `Only together, the first ${formatNumber(cutSets.length)}`,
              fileName: 'together',
              head: ['Components', ...costHead],
              rows: () => cutSets.map(({ members, perHour }) => [members.map(({ name }) => name).join(', '), ...cost(perHour)]),
            },
          ]
        : []),
      redundancyTable('Redundancy', margins),
    ],
  };
}

export function redundancyTable(
  title: string,
  margins: readonly Pick<WeakPoints['margins'][number], 'source' | 'redundancyGroup' | 'targets' | 'failuresLeft' | 'sharedCauses'>[],
): CsvTable {
  return {
    title,
    fileName: 'redundancy',
    head: ['Component', 'Redundancy group', 'How many may fail', 'Defeated by'],
    rows: () =>
      margins.map((margin) => [
        margin.source.name,
        margin.redundancyGroup,
        failuresLeftWords(margin),
        margin.sharedCauses.map(({ name }) => name).join(', '),
      ]),
  };
}
