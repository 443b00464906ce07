/** Finds entities by a part of their name; usable by keyboard alone. */
'use client';

import { Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FoundEntity } from '@/contract/landscapePicture';
import type { EntityKind } from '@/domain/vocabulary';
import { hoverIntent } from '@/ui/hoverIntent';
import { announceOption } from '@/ui/announceOption';
import { EntityIcon } from './symbols/EntityIcon';
import { entityKindLabel } from './labels/labels';
import { filterStaleResults } from './filterStaleResults';
import { useTRPC } from './trpc';
import { useFirstFound } from './useFirstFound';

interface Props {
  label: string;
  placeholder: string;
  kinds?: EntityKind[];
  onChoose(entity: FoundEntity): void;
  /** Called for the entity that Enter would select or that the pointer rests on. */
  onLikely?(entity: FoundEntity): void;
  /** `/` anywhere on the page focuses this element. */
  id: string;
}

const WAIT_MS = 30;
/** As many as fit without scrolling, which would not work by keyboard. */
const MOST_FOUND = 8;

export function EntitySearch({ label, placeholder, kinds, onChoose, onLikely, id }: Props) {
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const firstFound = useFirstFound();
  const [search] = useDebouncedValue(text.trim(), WAIT_MS);
  const questionOf = (wanted: string) => ({ search: wanted, limit: MOST_FOUND, ...(kinds === undefined ? {} : { kinds }) });
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useQuery({
    ...trpc.landscape.find.queryOptions(questionOf(search)),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const isAnswered = found.data !== undefined && !found.isPlaceholderData && search === text.trim();
  const options = useMemo(
    () => (isAnswered ? (found.data ?? []) : filterStaleResults(found.data ?? [], text)),
    [isAnswered, found.data, text],
  );
  const [best] = options;
  const bestId = text.trim() === '' ? undefined : best?.id;
  const { selectFirstOption, resetSelectedOption } = combobox;
  const latestOnLikely = useRef(onLikely);
  useEffect(() => {
    latestOnLikely.current = onLikely;
  });
  useEffect(() => {
    // Enter selects the best match for the typed text, and nothing while that is still loading.
    if (bestId === undefined) resetSelectedOption();
    else selectFirstOption();
  }, [bestId, text, selectFirstOption, resetSelectedOption]);
  useEffect(() => {
    if (isAnswered && bestId !== undefined && best !== undefined) latestOnLikely.current?.(best);
  }, [isAnswered, bestId, best]);

  const take = (entity: FoundEntity): void => {
    setText('');
    firstFound.forget();
    combobox.closeDropdown();
    onChoose(entity);
  };
  const choose = (value: string): void => {
    const entity = options.find((option) => option.id === value);
    if (entity !== undefined) take(entity);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" position="bottom-start" width={340}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          id={id}
          role="combobox"
          size="xs"
          aria-label={label}
          placeholder={placeholder}
          leftSection={found.isFetching ? <Loader size={12} /> : <IconSearch size={14} aria-hidden="true" />}
          value={text}
          autoComplete="off"
          onChange={(event) => {
            setText(event.currentTarget.value);
            firstFound.forget();
            combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') firstFound.forget();
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '') return;
            // Choosing must not submit a surrounding form.
            event.preventDefault();
            if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1) return;
            if (isAnswered && best !== undefined) take(best);
            else firstFound.await(questionOf(text.trim()), take);
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            firstFound.forget();
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          ref={(list: HTMLElement | null) => announceOption(list, id)}
          mah={420}
          style={{ overflowY: 'auto' }}
          aria-label={label}
        >
          {options.map((entity) => (
            <Combobox.Option key={entity.id} value={entity.id} {...hoverIntent(onLikely && (() => onLikely(entity)))}>
              <FoundRow entity={entity} />
            </Combobox.Option>
          ))}
          {options.length === 0 && isAnswered && <Combobox.Empty>No matches for “{search}”.</Combobox.Empty>}
          {options.length === 0 && !isAnswered && !found.isError && <Combobox.Empty>Searching…</Combobox.Empty>}
          {found.isError && <Combobox.Empty>Search is not available at the moment.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function FoundRow({ entity: { kind, name, technicalName } }: { entity: FoundEntity }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Group gap={8} wrap="nowrap" miw={0}>
        <EntityIcon kind={kind} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate title={technicalName}>
            {technicalName}
          </Text>
        </div>
      </Group>
      <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
        {entityKindLabel(kind)}
      </Text>
    </Group>
  );
}
