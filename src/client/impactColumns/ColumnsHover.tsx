/** A tooltip with the full name of what is under the pointer. */
import { Group, Text } from '@mantine/core';
import type { Hover } from '@/canvas/draw/createCore';
import { PictureTooltip } from '@/canvas/overlay/PictureTooltip';
import { StateMark } from '@/client/symbols/StateMark';
import type { HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { BandItem } from './bands';
import { shownLinks } from './linesBetween';
import type { PlacedBands } from './placeBands';

interface Props {
  hover: Hover;
  placed: PlacedBands;
  frame: { width: number; height: number };
}

export function ColumnsHover({ hover, placed, frame }: Props) {
  const told = hover.kind === 'line' ? lineNote(placed, hover.id) : nodeNote(placed, hover.id);
  if (told === null) return null;
  return (
    <PictureTooltip at={hover.at} frame={frame}>
      <Group gap="xs" wrap="nowrap">
        <Text size="xs" fw={600}>
          {told.title}
        </Text>
        {told.state !== null && <StateMark state={told.state} />}
      </Group>
      {told.notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </PictureTooltip>
  );
}

interface Note {
  title: string;
  state: HealthState | null;
  notes: readonly string[];
}

function nodeNote({ items }: PlacedBands, id: string): Note | null {
  for (const { item } of items) {
    if (item.subjectId === id) return itemNote(item);
    const row = item.rows.find((one) => one.id === id);
    if (row !== undefined)
      return { title: row.label, state: row.state, notes: [item.title, ...(row.isFailingNow ? ['Reporting trouble itself.'] : [])] };
  }
  return null;
}

function itemNote({ title, state, facts, aside, kind, rowCount }: BandItem): Note {
  const count = kind === 'card' ? [countOf(rowCount, 'affected component')] : [];
  return { title, state, notes: [...facts.map(({ text }) => text), ...count, ...(aside === '' ? [] : [aside])] };
}

function lineNote(placed: PlacedBands, lineId: string): Note | null {
  const link = shownLinks(placed).find(({ from, to }) => lineId.endsWith(` ${from} > ${to}`));
  if (link === undefined) return null;
  const nameOf = (id: string): string => placed.items.find(({ item }) => item.id === id)?.item.title ?? '';
  const notes = link.count > 1 ? [countOf(link.count, 'dependency', 'dependencies')] : [];
  return { title: `${nameOf(link.from)} → ${nameOf(link.to)}`, state: null, notes };
}
