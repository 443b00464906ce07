/** The picture's content as rows to take along. */
import type { LandscapePicture } from '@/contract/landscapePicture';
import type { CsvTable } from '@/client/usePictureExports';
import { liveWords } from './healthWords';

export function landscapeTables({ groups, components, dependencies, bundles }: LandscapePicture): CsvTable[] {
  const folded = groups.filter(({ isFolded }) => isFolded);
  const names = new Map([
    ...groups.map(({ key, name, technicalName }): [string, string] => [key, technicalName ?? name]),
    ...components.map(({ id, technicalName }): [string, string] => [id, technicalName]),
  ]);
  const groupNames = new Map(groups.map(({ key, name }) => [key, name]));
  return [
    {
      label: 'Components as CSV',
      fileName: 'components',
      head: ['technicalName', 'name', 'kind', 'isExternal', 'application', 'group', 'health', 'components'],
      rows: () => [
        ...folded.map((group) => [
          group.technicalName,
          group.name,
          group.kind,
          null,
          null,
          group.name,
          liveWords(group),
          group.componentCount,
        ]),
        ...components.map((component) => [
          component.technicalName,
          component.name,
          component.kind,
          component.isExternal,
          component.applicationName,
          groupNames.get(component.groupKey ?? '') ?? null,
          liveWords(component),
          1,
        ]),
      ],
    },
    {
      label: 'Dependencies as CSV',
      fileName: 'dependencies',
      head: ['source', 'target', 'dependencyType', 'mode', 'required', 'propagates', 'redundancyGroup', 'count'],
      rows: () => [
        ...dependencies.map((one) => [
          names.get(one.sourceComponentId) ?? '',
          names.get(one.targetComponentId) ?? '',
          one.dependencyType,
          one.mode,
          one.required,
          one.propagates,
          one.redundancyGroup,
          1,
        ]),
        ...bundles.flatMap(({ sourceId, targetId, parts }) =>
          parts.map((part) => [
            names.get(sourceId) ?? '',
            names.get(targetId) ?? '',
            part.dependencyType,
            part.mode,
            null,
            part.propagates,
            null,
            part.count,
          ]),
        ),
      ],
    },
  ];
}
