/** A form field that holds one entity: found by search, shown by name, changed by choosing again. */
'use client';

import { ActionIcon, Group, Input, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { FoundEntity } from '@/contract/landscapePicture';
import type { EntityKind } from '@/domain/vocabulary';
import { EntitySearch } from './EntitySearch';
import { EntityIcon } from './symbols/EntityIcon';

export type ChosenEntity = Pick<FoundEntity, 'id' | 'name' | 'kind'>;

interface Props {
  id: string;
  label: string;
  placeholder: string;
  kinds: EntityKind[];
  chosen: ChosenEntity | null;
  onChange(chosen: ChosenEntity | null): void;
}

export function EntityChoice({ id, label, placeholder, kinds, chosen, onChange }: Props) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      {chosen === null ? (
        <EntitySearch id={id} label={label} placeholder={placeholder} kinds={kinds} onChoose={onChange} />
      ) : (
        <Group gap={8} wrap="nowrap" justify="space-between" role="group" aria-label={`${label}: ${chosen.name}`}>
          <Group gap={8} wrap="nowrap" miw={0}>
            <EntityIcon kind={chosen.kind} />
            <Text size="sm" truncate title={chosen.name}>
              {chosen.name}
            </Text>
          </Group>
          <ActionIcon onClick={() => onChange(null)} aria-label={`Choose another ${label.toLowerCase()}`}>
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        </Group>
      )}
    </Input.Wrapper>
  );
}
