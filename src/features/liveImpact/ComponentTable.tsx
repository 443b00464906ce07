/** Every affected component: its causes, and what it reports about itself. */
'use client';

import { Group, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { EntityLink } from '@/client/EntityLink';
import { FlappingMark } from '@/client/symbols/FlappingMark';
import { StaleMark } from '@/client/symbols/StaleMark';
import { LiveMark } from '@/client/symbols/LiveMark';
import { StateMark } from '@/client/symbols/StateMark';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Elapsed } from '@/ui/Elapsed';
import type { Snapshot } from './useLiveImpact';
import { listed } from './verdict';

type Impacted = Snapshot['impacted'][number];
/** How many causes a row names; the rest are counted. */
const MOST_NAMED = 3;
const WORST_FIRST = { key: 'effective', order: 'descending' } as const;

export function ComponentTable({ snapshot }: { snapshot: Snapshot }) {
  const { impacted } = snapshot;
  const columns = useMemo(() => columnsOf(snapshot), [snapshot]);
  return (
    <section aria-label="Components">
      <Title order={2} mb="xs">
        Components ({impacted.length.toLocaleString('en')})
      </Title>
      <DataTable
        label="Affected components"
        columns={columns}
        rows={impacted}
        keyOf={({ id }) => id}
        initialSorting={WORST_FIRST}
        empty="No component is affected."
      />
    </section>
  );
}

/** What the snapshot knows of a component that is not unhealthy: it counts those that never reported, and does not name them. */
function quietWord({ Healthy, unreported }: Snapshot['states']): string {
  if (unreported === 0) return 'Nothing wrong';
  return Healthy === 0 ? 'Not reported' : 'Healthy or not reported';
}

function columnsOf({ impacted, unhealthy, states }: Snapshot): Column<Impacted>[] {
  const own = new Map(unhealthy.map((row) => [row.id, row]));
  const names = new Map(impacted.map(({ technicalName, name }) => [technicalName, name]));
  const severity = (state: string): number => HEALTH_STATES.findIndex((known) => known === state);
  return [
    {
      key: 'name',
      title: 'Component',
      sortBy: ({ name }) => name,
      render: ({ id, name }) => (
        <EntityLink kind="component" id={id}>
          {name}
        </EntityLink>
      ),
    },
    {
      key: 'effective',
      title: 'Impact',
      sortBy: ({ effectiveState }) => severity(effectiveState),
      render: ({ effectiveState, isUnderMaintenance }) => <LiveMark health={effectiveState} isUnderMaintenance={isUnderMaintenance} />,
    },
    {
      key: 'own',
      title: 'Reports itself',
      sortBy: ({ id }) => severity(own.get(id)?.state ?? ''),
      render: ({ id }) => {
        const row = own.get(id);
        return row === undefined ? (
          <Text size="xs" c="dimmed" span>
            {quietWord(states)}
          </Text>
        ) : (
          <Group gap={8} wrap="nowrap">
            <StateMark state={row.state} />
            {row.isFlapping && <FlappingMark />}
            {row.isStale && <StaleMark lastReportAt={row.lastReportAt} />}
          </Group>
        );
      },
    },
    {
      key: 'since',
      title: 'For',
      sortBy: ({ id }) => own.get(id)?.since ?? '',
      render: ({ id }) => {
        const row = own.get(id);
        return row === undefined ? null : <Elapsed at={row.since} />;
      },
    },
    {
      key: 'lastReport',
      title: 'Last report',
      sortBy: ({ id }) => own.get(id)?.lastReportAt ?? '',
      render: ({ id }) => {
        const at = own.get(id)?.lastReportAt ?? null;
        return at === null ? null : (
          <>
            <Elapsed at={at} /> ago
          </>
        );
      },
    },
    {
      key: 'cause',
      title: 'Because of',
      sortBy: ({ cause }) => names.get(cause) ?? cause,
      render: ({ technicalName, cause, causes }) =>
        cause === technicalName ? (
          <Text size="sm" c="dimmed" span>
            Itself
          </Text>
        ) : (
          listed(
            causes.slice(0, MOST_NAMED).map((name) => names.get(name) ?? name),
            Math.max(0, causes.length - MOST_NAMED),
          )
        ),
    },
  ];
}
