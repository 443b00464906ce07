/** The filters of a table, as the registry lists them for its kind. */
'use client';

import { Badge, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { InventoryKind } from '@/contract/bulk';
import { filtersOf, type FilterSpec } from './fields';
import { valueWords } from './fieldWords';
import { isSet, type FilterValue, type InventoryView } from './inventoryAddress';
import { LinkPicker } from './LinkPicker';

interface Props {
  kind: InventoryKind;
  filters: InventoryView['filters'];
  onChange(filters: Record<string, FilterValue>): void;
}

export function FilterPanel({ kind, filters, onChange }: Props) {
  const specs = filtersOf(kind);
  if (specs.length === 0) return null;
  const count = specs.filter(({ name }) => isSet(filters[name] ?? null)).length;
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus width={300}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={14} aria-hidden="true" />}
          aria-label={count === 0 ? 'Filter' : `Filter: ${count} set`}
        >
          <Group gap={6} wrap="nowrap">
            Filter
            {count > 0 && (
              <Badge size="xs" circle>
                {count}
              </Badge>
            )}
          </Group>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Filters">
        {/* Autofocus on the first field would open its list over the others. */}
        <Stack gap="sm" mah="60dvh" style={{ overflowY: 'auto' }} tabIndex={-1} data-autofocus>
          {specs.map((spec) => (
            <OneFilter
              key={spec.name}
              spec={spec}
              value={filters[spec.name] ?? null}
              onChange={(value) => onChange({ [spec.name]: value })}
            />
          ))}
          <Button
            variant="subtle"
            disabled={count === 0}
            onClick={() => onChange(Object.fromEntries(specs.map(({ name }) => [name, null])))}
          >
            Clear all
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function OneFilter({
  spec: { name, label, input, options, target },
  value,
  onChange,
}: {
  spec: FilterSpec;
  value: FilterValue;
  onChange: (value: FilterValue) => void;
}) {
  if (input === 'link' && target !== null)
    return <LinkPicker label={label} target={target} value={typeof value === 'string' ? value : null} onChange={onChange} />;
  if (input === 'yesNo')
    return (
      <div role="group" aria-label={label}>
        <Text size="sm" fw={500} mb={4}>
          {label}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={label}
          value={value === null ? 'any' : value === true ? 'yes' : 'no'}
          data={[
            { value: 'any', label: 'Any' },
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          onChange={(choice) => onChange(choice === 'any' ? null : choice === 'yes')}
        />
      </div>
    );
  if (input === 'text')
    return (
      <TextInput
        size="sm"
        label={label}
        placeholder="Exact match"
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
    );
  const chosen = Array.isArray(value) ? value : [];
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {options.map((option) => (
        <Checkbox
          key={option}
          size="xs"
          label={valueWords(name, option)}
          checked={chosen.includes(option)}
          onChange={() => {
            const next = options.filter((other) => (other === option ? !chosen.includes(other) : chosen.includes(other)));
            onChange(next.length === 0 ? null : next);
          }}
        />
      ))}
    </Stack>
  );
}
