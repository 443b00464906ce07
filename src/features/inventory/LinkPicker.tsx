/** Chooses what to link to, searched by any part of the name. */
'use client';

import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTRPC } from '@/client/trpc';
import type { EntityKind } from '@/domain/vocabulary';
import { factsOf } from './kindFacts';
import { NAMES_AT_ONCE, useNames } from './useNames';

interface Common {
  label: string;
  target: EntityKind;
  error?: string | null;
  description?: string | null;
  isRequired?: boolean;
  /** Must not be offered: an entity cannot link to itself. */
  exceptId?: string;
}

const WAIT_MS = 60;

/** The options of a Select: what is linked already and what the search found. */
function useChoices(target: EntityKind, chosen: readonly string[], exceptId: string | undefined) {
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [search] = useDebouncedValue(text.trim(), WAIT_MS);
  const found = useQuery({
    ...trpc.landscape.find.queryOptions({ search, kinds: [target], limit: 30 }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const key = chosen.join(' ');
  const portions = useMemo(() => {
    const ids = key === '' ? [] : key.split(' ');
    return Array.from({ length: Math.ceil(ids.length / NAMES_AT_ONCE) }, (_, at) => ({
      kind: target,
      ids: ids.slice(at * NAMES_AT_ONCE, (at + 1) * NAMES_AT_ONCE),
    }));
  }, [key, target]);
  const names = useNames(portions);
  const offered = new Map(found.data?.filter(({ id }) => id !== exceptId).map(({ id, name }) => [id, name]));
  for (const id of chosen) offered.set(id, names.get(id)?.name ?? offered.get(id) ?? '…');
  const technicalNames = new Map([...names].map(([id, { technicalName }]) => [id, technicalName]));
  found.data?.forEach(({ id, technicalName }) => technicalNames.set(id, technicalName));
  return {
    data: [...offered].map(([value, label]) => ({ value, label })),
    nothingFoundMessage: found.isFetching ? 'Searching…' : `No matches among ${factsOf(target).plural}.`,
    technicalNames,
    setText,
    setOpen,
  };
}

const asFound = ({ options }: { options: unknown[] }): never[] => options as never[];

export function LinkPicker({
  label,
  target,
  error,
  description,
  isRequired = false,
  exceptId,
  value,
  onChange,
}: Common & { value: string | null; onChange(id: string | null): void }) {
  const { data, nothingFoundMessage, technicalNames, setText, setOpen } = useChoices(target, value === null ? [] : [value], exceptId);
  return (
    <Select
      label={label}
      placeholder={`Search ${factsOf(target).plural}`}
      description={description}
      error={error}
      required={isRequired}
      withAsterisk={isRequired}
      searchable
      clearable={!isRequired}
      data={data}
      value={value}
      filter={asFound}
      nothingFoundMessage={nothingFoundMessage}
      renderOption={({ option }) => <Choice name={option.label} technicalName={technicalNames.get(option.value)} />}
      onSearchChange={setText}
      onDropdownOpen={() => {
        setText('');
        setOpen(true);
      }}
      onChange={(id) => onChange(id)}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}

export function LinksPicker({
  label,
  target,
  error,
  description,
  exceptId,
  value,
  onChange,
}: Common & { value: readonly string[]; onChange(ids: string[]): void }) {
  const { data, nothingFoundMessage, technicalNames, setText, setOpen } = useChoices(target, value, exceptId);
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? `Search ${factsOf(target).plural}` : ''}
      description={description}
      error={error}
      searchable
      hidePickedOptions
      data={data}
      value={[...value]}
      filter={asFound}
      nothingFoundMessage={nothingFoundMessage}
      renderOption={({ option }) => <Choice name={option.label} technicalName={technicalNames.get(option.value)} />}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      onChange={onChange}
    />
  );
}

function Choice({ name, technicalName }: { name: string; technicalName: string | undefined }) {
  return (
    <span>
      {name}{' '}
      {technicalName !== undefined && technicalName !== name && (
        <small style={{ color: 'var(--mantine-color-dimmed)' }}>{technicalName}</small>
      )}
    </span>
  );
}
