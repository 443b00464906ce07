/** Every component of a landscape that is too large to draw one by one: the worst first, a page at a time. */
'use client';

import { Anchor, Box, Text } from '@mantine/core';
import { useMemo } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { ShowMore } from '@/client/ShowMore';
import { LastReport } from '@/client/symbols/LastReport';
import { LiveMark } from '@/client/symbols/LiveMark';
import type { LandscapeRows } from '@/contract/landscapePicture';
import { DataTable } from '@/ui/DataTable';
import { LoadingRows } from '@/ui/LoadingRows';
import type { Column } from '@/ui/tableColumns';
import type { LandscapeView } from '@/features/landscape/address/landscapeAddress';
import { useEveryComponent } from '@/features/landscape/data/useLandscape';
import { Kind } from './Kind';
import classes from './LandscapeTable.module.css';

type Row = LandscapeRows['items'][number];

interface Props {
  view: LandscapeView;
  selectedId: string | null;
  onSelect(id: string): void;
}

export function EveryComponent({ view, selectedId, onSelect }: Props) {
  const list = useEveryComponent(view);
  const columns = useMemo(() => columnsOf(onSelect), [onSelect]);
  const pages = list.data?.pages;
  // If the landscape changes between two pages, a component may come twice.
  const rows = useMemo(() => [...new Map(pages?.flatMap(({ items }) => items).map((row) => [row.id, row])).values()], [pages]);
  const total = pages?.[0]?.total ?? 0;
  if (pages === undefined && list.isError)
    return <FailureNote title="The components could not be loaded" error={list.error} onRetry={() => void list.refetch()} isInset />;
  if (pages === undefined)
    return (
      <Box p="md">
        <LoadingRows label="Loading the components" rows={12} />
      </Box>
    );
  return (
    <div className={classes.every}>
      <DataTable
        label="Components"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        selectedKey={selectedId}
        empty="No component matches these filters."
        all={{ count: total }}
      />
      <ShowMore list={list} label={`Show more of ${total.toLocaleString('en')}`} note={`${rows.length.toLocaleString('en')} shown`} />
    </div>
  );
}

function columnsOf(onSelect: (id: string) => void): Column<Row>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      render: ({ id, name }) => (
        <Anchor component="button" type="button" size="sm" onClick={() => onSelect(id)}>
          {name}
        </Anchor>
      ),
    },
    {
      key: 'technicalName',
      title: 'Technical name',
      render: ({ technicalName }) => (
        <Text size="xs" ff="monospace">
          {technicalName}
        </Text>
      ),
    },
    { key: 'kind', title: 'Kind', render: (row) => <Kind kind={row.kind} isExternal={row.isExternal} /> },
    {
      key: 'health',
      title: 'Health',
      render: (row) => <LiveMark health={row.health} isUnderMaintenance={row.isUnderMaintenance} />,
    },
    { key: 'lastReport', title: 'Last report', render: ({ lastReport }) => <LastReport report={lastReport} /> },
    { key: 'application', title: 'Application', render: ({ applicationName }) => applicationName },
    { key: 'dependencies', title: 'Depends on', isNumber: true, render: ({ dependencies }) => dependencies },
    { key: 'dependents', title: 'Dependents', isNumber: true, render: ({ dependents }) => dependents },
  ];
}
