/** A filter by labelled values: any number of them, or none for all. Long lists have a search field. */
'use client';

import { Badge, Button, Center, Checkbox, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { hoverIntent } from './hoverIntent';

interface Props<Value extends string> {
  label: string;
  values: readonly Value[];
  chosen: readonly Value[];
  /** Without it, the values are their own words. */
  wordsOf?(value: Value): string;
  onChange(chosen: Value[]): void;
  /** Called with what will probably be chosen next: the pointer rests there, or the keyboard is on it. */
  onLikely?(chosen: Value[]): void;
}

/** From this many values on there is a search field, and only this many are listed at once. */
const SEARCHED_FROM = 14;
const MOST_LISTED = 60;

export function FilterMenu<Value extends string>({ label, values, chosen, wordsOf = String, onChange, onLikely }: Props<Value>) {
  const toggled = (value: Value): Value[] =>
    values.filter((candidate) => (candidate === value ? !chosen.includes(value) : chosen.includes(candidate)));
  const isNarrowed = chosen.length > 0;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = values.filter((value) => wanted === '' || wordsOf(value).toLowerCase().includes(wanted));
  const listed = [...found].sort((a, b) => Number(chosen.includes(b)) - Number(chosen.includes(a))).slice(0, MOST_LISTED);
  const shown = found.length > MOST_LISTED ? listed : found;
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          rightSection={<Mark count={chosen.length} />}
          aria-label={`Filter by ${label.toLowerCase()}${isNarrowed ? `: ${chosen.map(wordsOf).join(', ')}` : ''}`}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={label}>
        {values.length >= SEARCHED_FROM && (
          <TextInput
            size="xs"
            mb="xs"
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Stack gap={8} role="group" aria-label={label} mah="50dvh" style={{ overflowY: 'auto' }}>
          {shown.map((value) => (
            <div key={value} {...hoverIntent(onLikely && (() => onLikely(toggled(value))))}>
              <Checkbox size="xs" label={wordsOf(value)} checked={chosen.includes(value)} onChange={() => onChange(toggled(value))} />
            </div>
          ))}
          {shown.length === 0 && (
            <Text size="xs" c="dimmed">
              {values.length === 0 ? 'There is nothing to choose from.' : 'No matches.'}
            </Text>
          )}
          {found.length > shown.length && (
            <Text size="xs" c="dimmed">
              {(found.length - shown.length).toLocaleString('en')} more: type part of the name.
            </Text>
          )}
        </Stack>
        <Group justify="space-between" mt="sm" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {isNarrowed ? 'Only these' : 'None selected: all'}
          </Text>
          <Button size="compact-xs" variant="subtle" disabled={!isNarrowed} onClick={() => onChange([])}>
            Clear
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Keeps its width with and without a number, so that choosing in one menu moves neither the others nor the picture below. */
function Mark({ count }: { count: number }) {
  return (
    <Center w={18}>
      {count > 0 ? (
        <Badge size="xs" circle>
          {count}
        </Badge>
      ) : (
        <IconChevronDown size={13} aria-hidden="true" />
      )}
    </Center>
  );
}
