/** The choice between a picture and the table that holds the same. */
'use client';

import { SegmentedControl } from '@mantine/core';

export type PictureOrTableView = 'picture' | 'table';

const CHOICES = [
  { value: 'picture', label: 'Picture' },
  { value: 'table', label: 'Table' },
];

export function PictureOrTable({ view, onChange }: { view: PictureOrTableView; onChange: (view: PictureOrTableView) => void }) {
  return <SegmentedControl size="xs" aria-label="Show as" value={view} onChange={(value) => onChange(value as PictureOrTableView)} data={CHOICES} />;
}
