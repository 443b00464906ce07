/** The switch between a picture and the table with the same content. */
'use client';

import { SegmentedControl } from '@mantine/core';

export type PictureOrTableView = 'picture' | 'table';

const CHOICES = [
  { value: 'picture', label: 'Picture' },
  { value: 'table', label: 'Table' },
];

interface Props {
  view: PictureOrTableView;
  onChange(view: PictureOrTableView): void;
}

export function PictureOrTable({ view, onChange }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show as"
      value={view}
      onChange={(value) => onChange(value as PictureOrTableView)}
      data={CHOICES}
    />
  );
}
