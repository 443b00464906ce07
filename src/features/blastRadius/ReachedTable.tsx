/** All reached components as a table: the equal of the rings. */
'use client';

import { Anchor, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { KindIcon } from '@/client/symbols/KindIcon';
import { StateMark } from '@/client/symbols/StateMark';
import { COMPONENT_KIND_LABELS } from '@/client/labels/labels';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { DataTable, type Column } from '@/ui/DataTable';
import { hoverIntent } from '@/ui/hoverIntent';

interface Props {
  answer: BlastRadiusAnswer;
  selectedId: string | null;
  onSelect(id: string): void;
  onLikely(id: string): void;
}

type Row = BlastRadiusAnswer['components'][number];

export function ReachedTable({ answer, selectedId, onSelect, onLikely }: Props) {
  const columns = useMemo(() => columnsOf(answer, onSelect, onLikely), [answer, onSelect, onLikely]);
  return (
    <DataTable
      label="Reached components"
      columns={columns}
      rows={answer.components}
      keyOf={({ id }) => id}
      selectedKey={selectedId}
      empty="No component is reached within this depth and these filters."
    />
  );
}

function columnsOf(answer: BlastRadiusAnswer, onSelect: Props['onSelect'], onLikely: Props['onLikely']): Column<Row>[] {
  const applications = new Map(answer.applications.map(({ id, name }) => [id, name]));
  const names = new Map([...answer.origin, ...answer.components].map(({ id, name }) => [id, name]));
  return [
    {
      key: 'name',
      title: 'Component',
      sortBy: ({ name }) => name,
      render: ({ id, name }) => (
        <Anchor component="button" type="button" size="sm" onClick={() => onSelect(id)} {...hoverIntent(() => onLikely(id))}>
          {name}
        </Anchor>
      ),
    },
    {
      key: 'state',
      title: 'Expected state',
      sortBy: ({ expectedState }) => -HEALTH_STATES.indexOf(expectedState),
      render: ({ expectedState }) => <StateMark state={expectedState} />,
    },
    { key: 'depth', title: 'Hops', isNumber: true, sortBy: ({ depth }) => depth, render: ({ depth }) => depth },
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
      sortBy: ({ via }) => names.get(via.componentId) ?? '',
      render: ({ via }) => names.get(via.componentId),
    },
  ];
}
