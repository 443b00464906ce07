/** The columns of a table of components, or of groups of components where there are too many. */
import { Anchor, Group, Text } from '@mantine/core';
import { COMPONENT_KIND_LABELS } from '@/client/labels/labels';
import { KindIcon } from '@/client/symbols/KindIcon';
import { LastReport } from '@/client/symbols/LastReport';
import { LiveMark } from '@/client/symbols/LiveMark';
import type { DrawnComponent, PictureGroup } from '@/contract/landscapePicture';
import { SHOWN_HEALTH } from '@/contract/values/picture';
import type { Column } from '@/ui/tableColumns';

interface Asked<Row> {
  onSelect(id: string): void;
  countsOf(row: Row): { dependencies: number; dependents: number } | undefined;
  /** Null if there are no groups beside applications. */
  groupOf: ((row: Row) => string) | null;
}

export const idOf = (row: DrawnComponent | PictureGroup): string => ('key' in row ? row.key : row.id);

export function componentColumns<Row extends DrawnComponent | PictureGroup>({ onSelect, countsOf, groupOf }: Asked<Row>): Column<Row>[] {
  const dependenciesOf = (row: Row): number => countsOf(row)?.dependencies ?? 0;
  const dependentsOf = (row: Row): number => countsOf(row)?.dependents ?? 0;
  return [
    {
      key: 'name',
      title: 'Name',
      sortBy: ({ name }) => name,
      render: (row) => (
        <Anchor component="button" type="button" size="sm" onClick={() => onSelect(idOf(row))}>
          {row.name}
        </Anchor>
      ),
    },
    {
      key: 'technicalName',
      title: 'Technical name',
      sortBy: ({ technicalName }) => technicalName ?? '',
      render: ({ technicalName }) => (
        <Text size="xs" ff="monospace">
          {technicalName}
        </Text>
      ),
    },
    {
      key: 'kind',
      title: 'Kind',
      sortBy: (row) => row.kind,
      render: (row) => ('key' in row ? `Group of ${row.componentCount.toLocaleString('en')}` : <Kind component={row} />),
    },
    {
      key: 'health',
      title: 'Health',
      sortBy: (row) => -SHOWN_HEALTH.indexOf(row.health === 'Unreported' ? 'Healthy' : row.health),
      render: (row) => <LiveMark health={row.health} isUnderMaintenance={row.isUnderMaintenance} />,
    },
    {
      key: 'lastReport',
      title: 'Last report',
      sortBy: (row) => ('key' in row ? '' : (row.lastReport?.at ?? '')),
      render: (row) => ('key' in row ? null : <LastReport report={row.lastReport} />),
    },
    {
      key: 'application',
      title: 'Application',
      sortBy: (row) => ('key' in row ? '' : row.applicationName),
      render: (row) => ('key' in row ? '' : row.applicationName),
    },
    ...(groupOf === null ? [] : [{ key: 'group', title: 'Group', sortBy: groupOf, render: groupOf }]),
    { key: 'dependencies', title: 'Depends on', isNumber: true, sortBy: dependenciesOf, render: dependenciesOf },
    { key: 'dependents', title: 'Dependents', isNumber: true, sortBy: dependentsOf, render: dependentsOf },
  ];
}

/** As a sign and a word. */
function Kind({ component: { kind, isExternal } }: { component: DrawnComponent }) {
  return (
    <Group gap={6} wrap="nowrap">
      <KindIcon kind={kind} />
      <Text size="sm" component="span">
        {COMPONENT_KIND_LABELS[kind]}
        {isExternal ? ', external' : ''}
      </Text>
    </Group>
  );
}
