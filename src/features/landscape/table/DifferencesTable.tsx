/** What appeared, disappeared and changed between two instants, with counts by kind. */
'use client';

import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Differences, LandscapeDifference } from '@/contract/landscapeDifferences';
import { DIFFERENCES } from '@/contract/values/picture';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { DIFFERENCE_SIGNS, DIFFERENCE_WORDS } from '@/features/landscape/picture/differenceMarks';
import { countWords, fieldWords, kindWord } from './differenceWords';
import classes from './LandscapeTable.module.css';

const BY_KIND = { key: 'kind', order: 'ascending' } as const;

export function DifferencesTable({ data, onSelect }: { data: Differences; onSelect(componentId: string): void }) {
  const columns = useMemo(() => columnsOf(onSelect), [onSelect]);
  return (
    <Stack gap={0} className={classes.tabs}>
      <Box p="sm">
        <Text size="sm">
          From <Timestamp at={data.since.at} /> (version {data.since.landscapeVersion}) to <Timestamp at={data.at.at} /> (version{' '}
          {data.at.landscapeVersion})
        </Text>
        <Group gap="md" mt={6} role="list" aria-label="Counts">
          {data.counts.map(({ kind, ...count }) => (
            <Text key={kind} size="sm" role="listitem">
              {kindWord(kind)}: {countWords(count)}
            </Text>
          ))}
        </Group>
      </Box>
      <div className={classes.panel}>
        <DataTable
          label="Differences"
          columns={columns}
          rows={data.items}
          keyOf={({ id }) => id}
          initialSorting={BY_KIND}
          empty="No differences."
          all={{ count: data.items.length + data.omitted }}
        />
      </div>
    </Stack>
  );
}

function columnsOf(onSelect: (id: string) => void): Column<LandscapeDifference>[] {
  return [
    {
      key: 'difference',
      title: 'Difference',
      sortBy: ({ difference }) => DIFFERENCES.indexOf(difference),
      render: ({ difference }) => (
        <Text size="sm" fw={550}>
          {DIFFERENCE_SIGNS[difference]} {DIFFERENCE_WORDS[difference]}
        </Text>
      ),
    },
    { key: 'kind', title: 'Kind', sortBy: ({ kind }) => kindWord(kind), render: ({ kind }) => kindWord(kind) },
    {
      key: 'name',
      title: 'Name',
      sortBy: ({ name }) => name,
      render: ({ kind, difference, id, name }) =>
        kind === 'component' && difference !== 'vanished' ? (
          <Anchor component="button" type="button" size="sm" onClick={() => onSelect(id)}>
            {name}
          </Anchor>
        ) : (
          name
        ),
    },
    { key: 'fields', title: 'What changed', render: (row) => <Text size="sm">{fieldWords(row)}</Text> },
  ];
}
