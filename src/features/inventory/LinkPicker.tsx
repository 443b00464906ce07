/** Chooses what to link to, searched by any part of the name. */
'use client';

import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTRPC } from '@/client/trpc';
import type { EntityKind } from '@/domain/vocabulary';
import { factsOf } from './kindFacts';
import { portionsOf, useNames } from './useNames';

interface Common {
  label: string;
  target: EntityKind;
  error?: string | null;
  description?: string | null;
  /** Must not be offered: an entity cannot link to itself. */
  exceptId?: string;
}

const WAIT_MS = 60;

const asFound = ({ options }: { options: unknown[] }): never[] => options as never[];

/** What both fields have in common; their options are what is linked already and what the search found. */
function useChoices({ label, target, error, description, exceptId }: Common, chosen: readonly string[]) {
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
  const portions = useMemo(() => portionsOf(target, key === '' ? [] : key.split(' ')), [key, target]);
  const names = useNames(portions);
  const offered = new Map(found.data?.filter(({ id }) => id !== exceptId).map(({ id, name }) => [id, name]));
  for (const id of chosen) offered.set(id, names.get(id)?.name ?? offered.get(id) ?? '…');
  const technicalNames = new Map([...names].map(([id, { technicalName }]) => [id, technicalName]));
  found.data?.forEach(({ id, technicalName }) => technicalNames.set(id, technicalName));
  const { plural } = factsOf(target);
  return {
    setText,
    shared: {
      label,
      description,
      error,
      placeholder: chosen.length === 0 ? `Search ${plural}` : '',
      searchable: true,
      data: [...offered].map(([value, name]) => ({ value, label: name })),
      filter: asFound,
      nothingFoundMessage: found.isFetching ? 'Searching…' : `No matches among ${plural}.`,
      renderOption: ({ option }: { option: { value: string; label: string } }) => (
        <Choice name={option.label} technicalName={technicalNames.get(option.value)} />
      ),
      onSearchChange: setText,
      onDropdownOpen: () => setOpen(true),
    },
  };
}

interface LinkProps extends Common {
  isRequired?: boolean;
  value: string | null;
  onChange(id: string | null): void;
}

export function LinkPicker({ isRequired = false, value, onChange, ...common }: LinkProps) {
  const { shared, setText } = useChoices(common, value === null ? [] : [value]);
  return (
    <Select
      {...shared}
      placeholder={`Search ${factsOf(common.target).plural}`}
      required={isRequired}
      withAsterisk={isRequired}
      clearable={!isRequired}
      value={value}
      onDropdownOpen={() => {
        setText('');
        shared.onDropdownOpen();
      }}
      onChange={(id) => onChange(id)}
      clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
    />
  );
}

interface LinksProps extends Common {
  value: readonly string[];
  onChange(ids: string[]): void;
}

export function LinksPicker({ value, onChange, ...common }: LinksProps) {
  const { shared } = useChoices(common, value);
  return <MultiSelect {...shared} hidePickedOptions value={[...value]} onChange={onChange} />;
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
