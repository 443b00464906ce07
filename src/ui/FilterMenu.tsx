/** A filter over a few named values: any number of them, or none for all. */
'use client';

import { Badge, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props<Value extends string> {
  label: string;
  values: readonly Value[];
  chosen: readonly Value[];
  wordsOf(value: Value): ReactNode;
  onChange(chosen: Value[]): void;
}

export function FilterMenu<Value extends string>({ label, values, chosen, wordsOf, onChange }: Props<Value>) {
  const toggle = (value: Value): void => onChange(values.filter((candidate) => (candidate === value ? !chosen.includes(value) : chosen.includes(candidate))));
  const isNarrowed = chosen.length > 0;
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" rightSection={<IconChevronDown size={13} aria-hidden="true" />} aria-label={`Filter by ${label.toLowerCase()}${isNarrowed ? `: ${chosen.join(', ')}` : ''}`}>
          <Group gap={6} wrap="nowrap">
            {label}
            {isNarrowed && (
              <Badge size="xs" circle>
                {chosen.length}
              </Badge>
            )}
          </Group>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={label}>
        <Stack gap={8} role="group" aria-label={label} mah="50dvh" style={{ overflowY: 'auto' }}>
          {values.map((value) => (
            <Checkbox key={value} size="xs" label={wordsOf(value)} checked={chosen.includes(value)} onChange={() => toggle(value)} />
          ))}
        </Stack>
        <Group justify="space-between" mt="sm" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {isNarrowed ? 'Only these' : 'None ticked: all'}
          </Text>
          <Button size="compact-xs" variant="subtle" disabled={!isNarrowed} onClick={() => onChange([])}>
            Clear
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
