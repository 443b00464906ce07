/** Every component of a landscape that is too large to draw one by one: the worst first, a page at a time. */
'use client';

import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { ShowMore } from '@/client/ShowMore';
import type { LandscapeRows } from '@/contract/landscapePicture';
import { DataTable } from '@/ui/DataTable';
import { LoadingRows } from '@/ui/LoadingRows';
import type { Column } from '@/ui/tableColumns';
import type { LandscapeView } from '@/features/landscape/address/landscapeAddress';
import { useEveryComponent } from '@/features/landscape/data/useLandscape';
import { componentColumns } from './componentColumns';
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

/** The server orders them. */
function columnsOf(onSelect: (id: string) => void): Column<Row>[] {
  const columns = componentColumns<Row>({ onSelect, countsOf: (row) => row, groupOf: null });
  return columns.map(({ sortBy: _sortBy, ...column }) => column);
}
