/** One form field, with the control that its type needs. */
'use client';

import { NumberInput, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { Issue } from '@/domain/errors';
import type { Reference } from '@/domain/references';
import type { EntityKind } from '@/domain/vocabulary';
import type { FieldSpec } from './fields';
import { valueWords } from './fieldWords';
import { errorOf } from './formValues';
import { LinkPicker, LinksPicker } from './LinkPicker';
import { ReferenceEditor } from './ReferenceEditor';
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

export function FieldControl(props: Props) {
  const { spec, value, issues, onChange } = props;
  const { name, label, hint, input, target } = spec;
  if (input === 'references')
    return (
      <ReferenceEditor label={label} field={name} hint={hint} value={(value ?? []) as Reference[]} issues={issues} onChange={onChange} />
    );
  return target === null ? <ValueControl {...props} /> : <LinkControl {...props} target={target} />;
}

function LinkControl({ spec, target, value, issues, canSeeRevenue, ownId, onChange }: Props & { target: EntityKind }) {
  const { name, label, hint, input, isRequired } = spec;
  const shared = {
    label,
    target,
    description: hint,
    error: errorOf(issues, name, label),
    ...(ownId === undefined ? {} : { exceptId: ownId }),
  };
  if (input === 'shares')
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
  if (input === 'links') return <LinksPicker {...shared} value={(value ?? []) as string[]} onChange={onChange} />;
  return <LinkPicker {...shared} isRequired={isRequired} value={(value ?? null) as string | null} onChange={onChange} />;
}

function ValueControl({ spec, value, issues, onChange }: Props) {
  const { name, label, hint, input, isRequired } = spec;
  const error = errorOf(issues, name, label);
  const shared = { label, description: hint, error, withAsterisk: isRequired, 'data-field': name };
  if (input === 'select')
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
  if (input === 'number')
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
