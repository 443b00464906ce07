/** All components of an answer as tables, what is affected apart from what is only reached. They say the same as the picture. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { KindIcon } from '@/client/symbols/KindIcon';
import { StateMark } from '@/client/symbols/StateMark';
import { COMPONENT_KIND_LABELS } from '@/client/labels/labels';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { splitByAffected } from '@/domain/affected';
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

/** What fails together with a zone, or is the entity's own upstream, has distance 0. A component that was selected to fail is left out. */
type Row = BlastRadiusAnswer['origin'][number] & Partial<BlastRadiusAnswer['components'][number]>;

export function ReachedTable({ answer, failingNow, selectedId, onSelect, onLikely }: Props) {
  const columns = columnsOf(answer, failingNow, onSelect, onLikely);
  const { direction, entity, origin, components } = answer;
  const isUpstream = direction === 'upstream';
  const rows: readonly Row[] = !isUpstream && entity.type === 'component' ? components : [...origin, ...components];
  const { affected, reached } = splitByAffected(rows);
  const table = { columns, keyOf: ({ id }: Row) => id, selectedKey: selectedId };
  return (
    <>
      <DataTable
        {...table}
        label={isUpstream ? 'Components that could cause it' : 'Affected components'}
        rows={affected}
        empty={`No component ${isUpstream ? 'could cause it' : 'is affected'} within this depth and these filters.`}
      />
      {reached.length > 0 && (
        <>
          <Title order={3} px="md" pt="md">
            {isUpstream ? 'Reaches it without harm' : 'Reached, not affected'} ({reached.length.toLocaleString('en')})
          </Title>
          <DataTable
            {...table}
            label={isUpstream ? 'Components that reach it without harm' : 'Components reached, not affected'}
            rows={reached}
            empty=""
          />
        </>
      )}
    </>
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
