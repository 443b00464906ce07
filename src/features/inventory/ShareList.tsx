/** The capabilities that a segment needs, each with its share of the segment's revenue if this person may see it. */
'use client';

import { ActionIcon, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Issue } from '@/domain/errors';
import type { EntityKind } from '@/domain/vocabulary';
import { errorOf } from './formValues';
import { LinksPicker } from './LinkPicker';
import { portionsOf, useNames } from './useNames';

export interface Share {
  capabilityId: string;
  revenueShare?: number | null;
}

interface Props {
  label: string;
  field: string;
  target: EntityKind;
  value: readonly Share[];
  issues: readonly Issue[];
  canSeeRevenue: boolean;
  onChange(value: Share[]): void;
}

export function ShareList({ label, field, target, value, issues, canSeeRevenue, onChange }: Props) {
  const ids = value.map(({ capabilityId }) => capabilityId);
  const names = useNames(portionsOf(target, ids));
  const choose = (chosen: string[]): void =>
    onChange(
      chosen.map(
        (id) =>
          value.find(({ capabilityId }) => capabilityId === id) ?? { capabilityId: id, ...(canSeeRevenue ? { revenueShare: null } : {}) },
      ),
    );
  return (
    <Stack gap={6}>
      <LinksPicker
        label={label}
        target={target}
        error={canSeeRevenue ? null : errorOf(issues, field, label)}
        value={ids}
        onChange={choose}
      />
      {canSeeRevenue &&
        value.map(({ capabilityId, revenueShare }, index) => {
          const name = names.get(capabilityId)?.name ?? '…';
          return (
            <Group key={capabilityId} gap="xs" wrap="nowrap">
              <Text size="sm" style={{ flex: 1, minWidth: 0 }} truncate>
                {name}
              </Text>
              <NumberInput
                w={150}
                size="xs"
                suffix="% of revenue"
                decimalScale={2}
                aria-label={`Share of revenue through ${name}`}
                error={errorOf(issues, `${field}[${index}]`, 'The share')}
                value={typeof revenueShare === 'number' ? Number((revenueShare * 100).toFixed(4)) : ''}
                onChange={(next) =>
                  onChange(
                    value.map((row) =>
                      row.capabilityId === capabilityId ? { capabilityId, revenueShare: next === '' ? null : Number(next) / 100 } : row,
                    ),
                  )
                }
              />
              <ActionIcon aria-label={`Remove ${name}`} onClick={() => choose(ids.filter((id) => id !== capabilityId))}>
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            </Group>
          );
        })}
    </Stack>
  );
}
