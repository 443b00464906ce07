/** One form field, with the control that its type needs. */
'use client';

import { NumberInput, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { Issue } from '@/domain/errors';
import type { FieldSpec } from './fields';
import { valueWords } from './fieldWords';
import { errorOf } from './formValues';
import { LinkPicker, LinksPicker } from './LinkPicker';
import { ShareList, type Share } from './ShareList';

interface Props {
  spec: FieldSpec;
  value: unknown;
  issues: readonly Issue[];
  canSeeRevenue: boolean;
  /** Id of the entity being edited: it cannot link to itself. */
  ownId?: string | undefined;
  onChange(value: unknown): void;
}

export function FieldControl({ spec, value, issues, canSeeRevenue, ownId, onChange }: Props) {
  const { name, label, hint, input, isRequired, target } = spec;
  const error = errorOf(issues, name, label);
  const shared = { label, description: hint, error, withAsterisk: isRequired, 'data-field': name };
  const own = ownId === undefined ? {} : { exceptId: ownId };
  if (target !== null && input === 'shares')
    return (
      <ShareList
        label={label}
        target={target}
        value={(value ?? []) as Share[]}
        issues={issues}
        field={name}
        canSeeRevenue={canSeeRevenue}
        onChange={onChange}
      />
    );
  if (target !== null && input === 'links')
    return (
      <LinksPicker
        label={label}
        target={target}
        error={error}
        description={hint}
        value={(value ?? []) as string[]}
        onChange={onChange}
        {...own}
      />
    );
  if (target !== null && input === 'link')
    return (
      <LinkPicker
        label={label}
        target={target}
        error={error}
        description={hint}
        isRequired={isRequired}
        value={(value ?? null) as string | null}
        onChange={onChange}
        {...own}
      />
    );
  if (input === 'select') {
    return (
      <Select
        {...shared}
        data={spec.options.map((option) => ({ value: option, label: valueWords(name, option) }))}
        value={(value ?? null) as string | null}
        clearable={spec.isClearable}
        allowDeselect={spec.isClearable}
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        onChange={onChange}
      />
    );
  }
  if (input === 'switch')
    return (
      <Switch
        label={label}
        description={hint}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (input === 'number') {
    return (
      <NumberInput
        {...shared}
        value={(value ?? '') as number | ''}
        allowDecimal={!spec.isInteger}
        thousandSeparator=","
        {...unitOf(spec)}
        onChange={(next) => onChange(next === '' ? '' : Number(next))}
      />
    );
  }
  const text = {
    ...shared,
    value: (value ?? '') as string,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (input === 'longText') return <Textarea {...text} autosize minRows={2} maxRows={8} />;
  return (
    <TextInput
      {...text}
      {...(name === 'name' ? { 'data-autofocus': true } : {})}
      size="sm"
      type={input === 'date' ? 'date' : 'text'}
      autoComplete="off"
    />
  );
}

/** A currency stands before its field, any other unit after it. */
function unitOf({ unit, isRevenue }: FieldSpec) {
  if (unit === null) return {};
  return isRevenue
    ? {
        leftSection: (
          <Text size="xs" c="dimmed">
            {unit}
          </Text>
        ),
        leftSectionWidth: 46,
      }
    : { suffix: ` ${unit}` };
}
