/** The landscape's contents as rows of a file. */
import type { DrawnComponent, LandscapePicture, LandscapeRows } from '@/contract/landscapePicture';
import type { CsvCell } from '@/plain/csv';
import { liveWords } from '@/features/landscape/picture/healthWords';

export const COMPONENT_HEAD = [
  'technicalName',
  'name',
  'kind',
  'isExternal',
  'application',
  'group',
  'health',
  'components',
  'lastReport',
  'lastReportAt',
  'isStale',
] as const;
export const DEPENDENCY_HEAD = [
  'source',
  'target',
  'dependencyType',
  'mode',
  'required',
  'propagates',
  'redundancyGroup',
  'count',
] as const;

/** Components one by one; groups if the landscape is too large. */
export function componentRows({ groups, components }: LandscapePicture): CsvCell[][] {
  const folded = groups.filter(({ isFolded }) => isFolded);
  const groupNames = new Map(groups.map(({ key, name }) => [key, name]));
  return [
    ...folded.map((group) => [
      ...[group.technicalName, group.name, group.kind, null, null, group.name, liveWords(group), group.componentCount],
      ...reportCells(null),
    ]),
    ...components.map((component) =>
      cellsOf(component, component.groupKeys.flatMap((key) => groupNames.get(key) ?? []).join(', ') || null),
    ),
  ];
}

function cellsOf(row: DrawnComponent, group: string | null): CsvCell[] {
  return [
    ...[row.technicalName, row.name, row.kind, row.isExternal, row.applicationName, group, liveWords(row), 1],
    ...reportCells(row.lastReport),
  ];
}

function reportCells(report: DrawnComponent['lastReport']): CsvCell[] {
  return report == null ? [null, null, null] : [report.state, report.at, report.isStale];
}

/** Every component, for landscapes whose other table holds groups. */
export function everyComponentRows(items: LandscapeRows['items']): CsvCell[][] {
  return items.map((row) => cellsOf(row, null));
}

export function dependencyRows({ groups, components, dependencies, bundles }: LandscapePicture): CsvCell[][] {
  const names = new Map([
    ...groups.map(({ key, name, technicalName }): [string, string] => [key, technicalName ?? name]),
    ...components.map(({ id, technicalName }): [string, string] => [id, technicalName]),
  ]);
  return [
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
  ];
}
