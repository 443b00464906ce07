/** A section of rows that lead on to what they name. There can be many, so they are plain elements. */
'use client';

import { Box, Text, Title, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { hoverIntent } from '@/ui/hoverIntent';
import classes from './RowList.module.css';

interface Props {
  title: string;
  /** How many there are in words; `rows` may be only the first ones. */
  count: string;
  /** `id` is what a row leads to. */
  rows: readonly { key: string; id: string; content: ReactNode }[];
  /** Below the rows, or instead of them: what is not listed. */
  note: string | null;
  onSelect(id: string): void;
  onLikely(id: string): void;
}

export function RowList({ title, count, rows, note, onSelect, onLikely }: Props) {
  return (
    <Box component="section" aria-label={title}>
      <Title order={3} mb={4}>
        {title} ({count})
      </Title>
      <ul className={classes.list}>
        {rows.map(({ key, id, content }) => (
          <li key={key}>
            <UnstyledButton className={classes.neighbour} onClick={() => onSelect(id)} {...hoverIntent(() => onLikely(id))}>
              <span className={classes.row}>{content}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {note !== null && (
        <Text size={rows.length === 0 ? 'sm' : 'xs'} c="dimmed">
          {note}
        </Text>
      )}
    </Box>
  );
}
