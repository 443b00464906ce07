/** A change's operation, as a sign, word and colour. */
import { Group, Text } from '@mantine/core';
import { IconMinus, IconPencil, IconPlus, type Icon } from '@tabler/icons-react';
import type { ChangeOp } from './planRows';

const MARKS: Readonly<Record<ChangeOp, { Drawing: Icon; word: string; colour: string }>> = {
  create: { Drawing: IconPlus, word: 'Create', colour: 'var(--state-Healthy)' },
  update: { Drawing: IconPencil, word: 'Update', colour: 'var(--state-Warning)' },
  delete: { Drawing: IconMinus, word: 'Delete', colour: 'var(--state-Outage)' },
};

export function colourOf(op: ChangeOp): string {
  return MARKS[op].colour;
}

export function ChangeMark({ op, count }: { op: ChangeOp; count?: number }) {
  const { Drawing, word, colour } = MARKS[op];
  return (
    <Group gap={5} wrap="nowrap" component="span" c={colour} style={{ display: 'inline-flex' }}>
      <Drawing size={14} stroke={2.2} aria-hidden="true" />
      <Text component="span" size="sm" fw={550} c="inherit">
        {word}
        {count === undefined ? '' : ` ${count.toLocaleString('en')}`}
      </Text>
    </Group>
  );
}
