/** The list of references of an application or component: one row each, in the order in which they are shown. */
'use client';

import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { MOST_REFERENCES } from '@/contract/values/references';
import type { Issue } from '@/domain/errors';
import type { Reference } from '@/domain/references';
import { REFERENCE_KINDS } from '@/domain/vocabulary';
import { errorOf } from './formValues';
import classes from './ReferenceEditor.module.css';

interface Props {
  label: string;
  field: string;
  hint: string | null;
  value: readonly Reference[];
  issues: readonly Issue[];
  onChange(value: Reference[]): void;
}

export function ReferenceEditor({ label, field, hint, value, issues, onChange }: Props) {
  const { root, focusRow, focusAdd } = useRowFocus();
  const add = (): void => {
    focusRow(value.length);
    onChange([...value, { kind: 'Runbook', label: '', url: '' }]);
  };
  const remove = (at: number): void => {
    focusAdd();
    onChange(value.filter((_, index) => index !== at));
  };
  const raise = (at: number): void => {
    focusRow(at - 1);
    onChange(value.map((reference, index) => value[index === at ? at - 1 : index === at - 1 ? at : index] ?? reference));
  };
  // What is wrong with a row stands in the row.
  const ofList = errorOf(
    issues.filter(({ path }) => path === field),
    field,
    label,
  );
  return (
    <Fieldset
      legend={
        <Text span size="sm" fw={600}>
          {label}
        </Text>
      }
      ref={root}
      data-field={field}
      className={classes.list}
    >
      <Stack gap="xs">
        {hint !== null && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
        {value.map((reference, index) => (
          <Row
            key={index}
            number={index + 1}
            reference={reference}
            errorIn={(part, words) => errorOf(issues, `${field}[${index}].${part}`, words)}
            onChange={(changed) => onChange(value.map((held, at) => (at === index ? changed : held)))}
            onRemove={() => remove(index)}
            onRaise={index === 0 ? null : () => raise(index)}
          />
        ))}
        {ofList !== null && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {ofList}
          </Text>
        )}
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            disabled={value.length >= MOST_REFERENCES}
            data-add
            onClick={add}
          >
            Add a reference
          </Button>
          {value.length >= MOST_REFERENCES && (
            <Text size="xs" c="dimmed">
              There can be {MOST_REFERENCES}.
            </Text>
          )}
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface RowProps {
  number: number;
  reference: Reference;
  /** The error of a part of this row. */
  errorIn(part: keyof Reference, words: string): string | null;
  onChange(reference: Reference): void;
  onRemove(): void;
  /** Null for the first. */
  onRaise: (() => void) | null;
}

function Row({ number, reference, errorIn, onChange, onRemove, onRaise }: RowProps) {
  const { kind, label, url } = reference;
  return (
    <div role="group" aria-label={`Reference ${number}`} className={classes.row} data-row={number - 1}>
      <Select
        size="xs"
        aria-label="Kind of reference"
        data={[...REFERENCE_KINDS]}
        value={kind}
        allowDeselect={false}
        error={errorIn('kind', 'Kind')}
        onChange={(chosen) => onChange({ ...reference, kind: REFERENCE_KINDS.find((one) => one === chosen) ?? kind })}
      />
      <TextInput
        size="xs"
        aria-label="Label"
        placeholder="Label"
        autoComplete="off"
        value={label}
        error={errorIn('label', 'Label')}
        onChange={(event) => onChange({ ...reference, label: event.currentTarget.value })}
      />
      <Group gap={4} wrap="nowrap" miw={60} justify="flex-end">
        {onRaise !== null && (
          <ActionIcon aria-label={`Move reference ${number} up`} onClick={onRaise}>
            <IconArrowUp size={14} aria-hidden="true" />
          </ActionIcon>
        )}
        <ActionIcon aria-label={`Remove reference ${number}`} onClick={onRemove}>
          <IconX size={14} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <TextInput
        size="xs"
        type="url"
        aria-label="URL"
        placeholder="https://wiki.example.com/runbook"
        autoComplete="off"
        className={classes.url}
        value={url}
        error={errorIn('url', 'URL')}
        onChange={(event) => onChange({ ...reference, url: event.currentTarget.value })}
      />
    </div>
  );
}

/** Moves the focus with what somebody does: to the label of a row that was added or moved, and off one that is gone. */
function useRowFocus() {
  const root = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<string | null>(null);
  // Once the row is there, or no longer there.
  useEffect(() => {
    if (wanted.current === null) return;
    root.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  });
  return {
    root,
    focusRow: (row: number): void => void (wanted.current = `[data-row="${row}"] input[aria-label="Label"]`),
    focusAdd: (): void => void (wanted.current = '[data-add]'),
  };
}
