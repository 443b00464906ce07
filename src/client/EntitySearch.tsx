/** Finds entities by a part of their name, by keyboard alone if one likes. */
'use client';

import { Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FoundEntity } from '@/contract/landscapePicture';
import type { EntityKind } from '@/domain/vocabulary';
import { likely } from '@/ui/likely';
import { EntityIcon } from './look/EntityIcon';
import { entityKindWords } from './look/words';
import { useTRPC } from './trpc';

interface Props {
  label: string;
  placeholder: string;
  kinds?: EntityKind[];
  onChoose(entity: FoundEntity): void;
  /** Enter would take it, or the pointer rests on it. */
  onLikely?(entity: FoundEntity): void;
  /** `/` anywhere on the page comes here. */
  id: string;
}

const WAIT_MS = 30;
/** As many as are seen at once: the list need not be scrolled, which the keyboard could not. */
const MOST_FOUND = 8;

export function EntitySearch({ label, placeholder, kinds, onChoose, onLikely, id }: Props) {
  const trpc = useTRPC();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), WAIT_MS);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useQuery({
    ...trpc.landscape.find.queryOptions({ search, limit: MOST_FOUND, ...(kinds === undefined ? {} : { kinds }) }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const options = found.data ?? [];
  const { selectFirstOption } = combobox;
  const latestOnLikely = useRef(onLikely);
  useEffect(() => {
    latestOnLikely.current = onLikely;
  });
  useEffect(() => {
    // Enter takes the best match.
    const best = found.data?.[0];
    if (search === '' || found.isPlaceholderData || best === undefined) return;
    selectFirstOption();
    latestOnLikely.current?.(best);
  }, [search, found.data, found.isPlaceholderData, selectFirstOption]);

  const choose = (value: string): void => {
    const entity = options.find((option) => option.id === value);
    if (entity === undefined) return;
    setText('');
    combobox.closeDropdown();
    onChoose(entity);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" position="bottom-start" width={340}>
      <Combobox.Target>
        <TextInput
          id={id}
          size="xs"
          aria-label={label}
          placeholder={placeholder}
          leftSection={found.isFetching ? <Loader size={12} /> : <IconSearch size={14} aria-hidden="true" />}
          value={text}
          autoComplete="off"
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={420} style={{ overflowY: 'auto' }} aria-label={label}>
          {options.map((entity) => (
            <Combobox.Option key={entity.id} value={entity.id} {...likely(onLikely && (() => onLikely(entity)))}>
              <FoundRow entity={entity} />
            </Combobox.Option>
          ))}
          {found.data?.length === 0 && <Combobox.Empty>Nothing has “{search}” in its name.</Combobox.Empty>}
          {found.isError && <Combobox.Empty>The search does not answer at the moment.</Combobox.Empty>}
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
          <Text size="sm" truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {technicalName}
          </Text>
        </div>
      </Group>
      <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
        {entityKindWords(kind)}
      </Text>
    </Group>
  );
}
