/** All affected components as a table. It says the same as the picture. */
'use client';

import { Anchor, Group, Text } from '@mantine/core';
import { KindIcon } from '@/client/symbols/KindIcon';
import { StateMark } from '@/client/symbols/StateMark';
import { COMPONENT_KIND_LABELS } from '@/client/labels/labels';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { hoverIntent } from '@/ui/hoverIntent';

interface Props {
  answer: BlastRadiusAnswer;
  /** Components that report a problem themselves right now. */
  failingNow: ReadonlySet<string>;
  selectedId: string | null;
  onSelect(id: string): void;
  onLikely(id: string): void;
}

/** What fails together with a zone or a technology counts as affected at distance 0. A component that was selected to fail does not. */
type Row = BlastRadiusAnswer['origin'][number] & Partial<BlastRadiusAnswer['components'][number]>;

export function ReachedTable({ answer, failingNow, selectedId, onSelect, onLikely }: Props) {
  const columns = columnsOf(answer, failingNow, onSelect, onLikely);
  const { direction, entity, origin, components } = answer;
  const rows: readonly Row[] = direction === 'upstream' || entity.type === 'component' ? components : [...origin, ...components];
  return (
    <DataTable
      label="Reached components"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      selectedKey={selectedId}
      empty="No component is reached within this depth and these filters."
    />
  );
}

function columnsOf(
  answer: BlastRadiusAnswer,
  failingNow: ReadonlySet<string>,
  onSelect: Props['onSelect'],
  onLikely: Props['onLikely'],
): Column<Row>[] {
  const applications = new Map(answer.applications.map(({ id, name }) => [id, name]));
  const names = new Map([...answer.origin, ...answer.components].map(({ id, name }) => [id, name]));
  return [
    {
      key: 'name',
      title: 'Component',
      sortBy: ({ name }) => name,
      render: ({ id, name }) => (
        <>
          <Anchor component="button" type="button" size="sm" onClick={() => onSelect(id)} {...hoverIntent(() => onLikely(id))}>
            {name}
          </Anchor>
          {failingNow.has(id) && (
            <Text span size="xs" fw={600} c="var(--state-Outage)">
              {' '}
              failing now
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'state',
      title: 'Expected state',
      sortBy: ({ expectedState }) => -HEALTH_STATES.indexOf(expectedState),
      render: ({ expectedState }) => <StateMark state={expectedState} />,
    },
    { key: 'depth', title: 'Hops', isNumber: true, sortBy: ({ depth = 0 }) => depth, render: ({ depth = 0 }) => depth },
    {
      key: 'kind',
      title: 'Kind',
      sortBy: ({ kind }) => COMPONENT_KIND_LABELS[kind],
      render: ({ kind }) => (
        <Group gap={6} wrap="nowrap">
          <KindIcon kind={kind} />
          <Text size="sm" component="span">
            {COMPONENT_KIND_LABELS[kind]}
          </Text>
        </Group>
      ),
    },
    {
      key: 'application',
      title: 'Application',
      sortBy: ({ applicationId }) => applications.get(applicationId) ?? '',
      render: ({ applicationId }) => applications.get(applicationId),
    },
    {
      key: 'via',
      title: 'Reached from',
      sortBy: ({ via }) => names.get(via?.componentId ?? '') ?? '',
      render: ({ via }) => names.get(via?.componentId ?? ''),
    },
  ];
}
