/** Shown while dropped files are read: how many, and a way to stop. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { countOf } from '@/plain/counts';

interface Props {
  count: number;
  /** How many of them were begun. */
  begun: number;
  onCancel(): void;
}

export function ReadingFiles({ count, begun, onCancel }: Props) {
  return (
    <Group gap="xs" role="status">
      <Text size="sm">{`Reading ${countOf(count, 'file')}${begun === 0 ? '' : `: ${begun} begun`}. The files stay in this browser.`}</Text>
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
