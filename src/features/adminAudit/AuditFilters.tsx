/** The filters of the audit log. */
'use client';

import { Button, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '@/client/trpc';
import { clearButton } from '@/ui/clearButton';
import { ControlsRow } from '@/ui/ControlsRow';
import { FilterMenu } from '@/ui/FilterMenu';
import { KINDS_OF, type AuditView, type ChangeAuditView } from './auditAddress';
import { changeKindWords, OPERATION_WORDS } from '@/client/changes/changeWords';
import { CHANGE_OPERATIONS } from '@/contract/values/changes';

const WAIT_MS = 250;

export function AuditFilters({ view, onChange, isNarrowed }: { view: AuditView; onChange: ChangeAuditView; isNarrowed: boolean }) {
  return (
    <ControlsRow
      role="search"
      label="Filter the log"
      restLabel="Filters"
      isNarrowed={isNarrowed}
      lead={<SearchField value={view.search} onChange={(search) => onChange({ search: search || null })} />}
      rest={
        <>
          <FilterMenu
            label="Kind"
            values={KINDS_OF[view.tab]}
            chosen={view.kind}
            wordsOf={changeKindWords}
            onChange={(kind) => onChange({ kind })}
          />
          <FilterMenu
            label="Action"
            values={CHANGE_OPERATIONS}
            chosen={view.op}
            wordsOf={(op) => OPERATION_WORDS[op]}
            onChange={(op) => onChange({ op })}
          />
          <ActorSelect value={view.actorId} onChange={(actorId) => onChange({ actorId })} />
          <DayField word="From" wordWidth={46} day={view.from} onChange={(from) => onChange({ from })} />
          <DayField word="To" wordWidth={32} day={view.to} onChange={(to) => onChange({ to })} />
          {isNarrowed && (
            <Button
              variant="subtle"
              onClick={() =>
                onChange({ search: null, kind: null, op: null, actorId: null, entityId: null, changeSetId: null, from: null, to: null })
              }
            >
              Show all
            </Button>
          )}
        </>
      }
    />
  );
}

function SearchField({ value, onChange }: { value: string; onChange(search: string): void }) {
  const [{ text, from }, setField] = useState({ text: value, from: value });
  const settle = useDebouncedCallback(onChange, WAIT_MS);
  // The back button changes the value from outside; while the user types, the field keeps its own text.
  if (from !== value) setField({ text: text.trim() === value ? text : value, from: value });
  return (
    <TextInput
      size="xs"
      aria-label="Search by name"
      placeholder="Search by name"
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      value={text}
      onChange={(event) => {
        setField({ text: event.currentTarget.value, from });
        settle(event.currentTarget.value.trim());
      }}
    />
  );
}

interface DayProps {
  word: string;
  wordWidth: number;
  day: string | null;
  onChange(day: string | null): void;
}

function DayField({ word, wordWidth, day, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      size="xs"
      aria-label={`${word} day`}
      leftSection={
        <Text size="xs" c="dimmed">
          {word}
        </Text>
      }
      leftSectionWidth={wordWidth}
      value={day ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

function ActorSelect({ value, onChange }: { value: string | null; onChange(actorId: string | null): void }) {
  const trpc = useTRPC();
  const actors = useQuery(trpc.changes.actors.queryOptions({}));
  const data = (actors.data ?? []).map(({ id, name, type }) => ({ value: id, label: type === 'key' ? `${name} (key)` : name }));
  const isKnown = value === null || data.some((actor) => actor.value === value);
  return (
    <Select
      size="xs"
      aria-label="Changed by"
      placeholder="Changed by anyone"
      data={isKnown ? data : [{ value, label: value }, ...data]}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={clearButton('Changed by anyone')}
      nothingFoundMessage="No changes by anyone with that name."
      w={190}
    />
  );
}
