/** A blast radius as tables to export: the affected components, and the roll-up. */
import type { CsvTable } from '@/client/pictureExports';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';

/** `readWhole` is called only if the answer lists just some of the affected components. */
export function impactTables(answer: BlastRadiusAnswer, readWhole: () => Promise<BlastRadiusAnswer>): CsvTable[] {
  const name = `blast-radius-${answer.entity.technicalName}`;
  return [
    {
      title: 'Components',
      fileName: `${name}-components`,
      head: ['technicalName', 'name', 'kind', 'isExternal', 'application', 'depth', 'expectedState', 'reachedFrom'],
      rows: async () => reachedRows(answer.completeness.componentsOmitted > 0 ? await readWhole() : answer),
    },
    {
      title: 'Roll-up',
      fileName: `${name}-roll-up`,
      head: ['kind', 'technicalName', 'name', 'depth', 'expectedState'],
      rows: () =>
        (['applications', 'capabilities', 'processes', 'audiences'] as const).flatMap((kind) =>
          answer[kind].map(({ technicalName, name: title, depth, expectedState }) => [kind, technicalName, title, depth, expectedState]),
        ),
    },
  ];
}

function reachedRows({ origin, components, applications }: BlastRadiusAnswer) {
  const technicalNames = new Map([...origin, ...components].map(({ id, technicalName }) => [id, technicalName]));
  const applicationNames = new Map(applications.map(({ id, technicalName }) => [id, technicalName]));
  const starts = origin.map((one) => ({ ...one, depth: 0, via: { componentId: '' } }));
  return [...starts, ...components].map((one) => [
    one.technicalName,
    one.name,
    one.kind,
    one.isExternal,
    applicationNames.get(one.applicationId) ?? null,
    one.depth,
    one.expectedState,
    technicalNames.get(one.via.componentId) ?? null,
  ]);
}
