/** Sets one field, or adds or removes links, on all selected rows. */
'use client';

import { Alert, Code, List, Progress, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { failureOf, isOutcomeUnknown, type Failure } from '@/client/failure';
import { countOf } from '@/plain/counts';
import type { InventoryKind } from '@/contract/bulk';
import { SubmitRow } from '@/ui/SubmitRow';
import { Dialog } from '@/ui/Dialog';
import { notify } from '@/ui/notify';
import { FieldControl } from './FieldControl';
import { fieldsOf, type FieldSpec } from './fields';
import { LinksPicker } from './LinkPicker';
import { rowName, type InventoryRow, type Names } from './inventoryRow';
import { factsOf } from './kindFacts';
import { useBulk, type BulkChange } from './useBulk';
import { useCanSeeRevenue, useCurrencyOf } from './useSave';

interface Props {
  kind: InventoryKind;
  rows: readonly InventoryRow[];
  names: Names;
  onClose(): void;
  onDone(): void;
}

/** A list of references would take the place of all that each of them has. */
const OF_ONE_ALONE = ['name', 'technicalName', 'sourceComponentId', 'targetComponentId', 'references'];

/** The fields that can be set on several rows at once. */
export function bulkFieldsOf(kind: InventoryKind, canSeeRevenue: boolean, currency: string | null = null): readonly FieldSpec[] {
  return fieldsOf(kind, currency).filter(({ name, isRevenue }) => !OF_ONE_ALONE.includes(name) && (canSeeRevenue || !isRevenue));
}

function isList(spec: FieldSpec): boolean {
  return spec.input === 'links' || spec.input === 'shares';
}

/** The change to send; null while there is no value yet. */
function changeOf(spec: FieldSpec, how: 'add' | 'remove', value: unknown): BulkChange | null {
  if (isList(spec)) return Array.isArray(value) && value.length > 0 ? { [how]: { [spec.name]: value as string[] } } : null;
  if (spec.input === 'switch') return { set: { [spec.name]: value === true } };
  const isEmpty = value === null || value === undefined || value === '';
  if (isEmpty) return spec.isClearable ? { set: { [spec.name]: null } } : null;
  return { set: { [spec.name]: value } };
}

function missingOf(spec: FieldSpec | undefined, change: BulkChange | null): string[] {
  if (change !== null) return [];
  return [spec !== undefined && isList(spec) ? 'what to link' : 'a new value'];
}

export function BulkEditDialog({ kind, rows, names, onClose, onDone }: Props) {
  const canSeeRevenue = useCanSeeRevenue();
  const currency = useCurrencyOf(kind);
  const fields = useMemo(() => bulkFieldsOf(kind, canSeeRevenue, currency), [kind, canSeeRevenue, currency]);
  const [field, setField] = useState(fields.find(({ input }) => input !== 'longText')?.name ?? '');
  const [how, setHow] = useState<'add' | 'remove'>('add');
  const [value, setValue] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const { progress, update } = useBulk(kind);
  const { singular, plural } = factsOf(kind);
  const spec = fields.find(({ name }) => name === field);
  const change = spec === undefined ? null : changeOf(spec, how, value);

  const save = async (): Promise<void> => {
    if (change === null) return;
    setRefusal(null);
    try {
      const { changed, unchanged } = await update(
        rows.map(({ id }) => id),
        change,
        (count) => `Changed ${countOf(count, singular, plural)}.`,
      );
      if (changed === 0) notify({ message: `All ${unchanged.toLocaleString('en')} already had this value.` });
      onDone();
    } catch (error) {
      setRefusal(failureOf(error));
    }
  };

  return (
    <Dialog onClose={onClose} title={`Change ${countOf(rows.length, singular, plural)}`}>
      <Stack gap="md">
        <Select
          label="Field"
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={field}
          allowDeselect={false}
          onChange={(next) => {
            setField(next ?? '');
            setValue(null);
            setRefusal(null);
          }}
        />
        {spec !== undefined && isList(spec) && spec.target !== null && (
          <>
            <SegmentedControl
              aria-label="What to do with the links"
              value={how}
              data={[
                { value: 'add', label: 'Add' },
                { value: 'remove', label: 'Remove' },
              ]}
              onChange={(next) => setHow(next as 'add' | 'remove')}
            />
            <LinksPicker label={spec.label} target={spec.target} value={(value ?? []) as string[]} onChange={setValue} />
          </>
        )}
        {spec !== undefined && !isList(spec) && (
          <FieldControl
            spec={{ ...spec, label: 'New value', isRequired: false }}
            value={value}
            issues={[]}
            canSeeRevenue={canSeeRevenue}
            onChange={setValue}
          />
        )}
        {refusal !== null && (
          <Alert
            color="red"
            variant="light"
            role="alert"
            title={isOutcomeUnknown(refusal.code) ? 'No clear answer from the server' : 'Not all were changed'}
          >
            <Refused refusal={refusal} rows={rows} names={names} />
          </Alert>
        )}
        {progress !== null && <Progress value={(100 * progress.done) / progress.of} aria-label="Progress" animated />}
        <SubmitRow
          label={change?.set?.[field] === null ? 'Clear for all' : 'Change all'}
          missing={missingOf(spec, change)}
          isBusy={progress !== null}
          onCancel={onClose}
          onSubmit={() => void save()}
        />
      </Stack>
    </Dialog>
  );
}

/** Each item that was refused, by name. */
function Refused({ refusal, rows, names }: { refusal: Failure; rows: readonly InventoryRow[]; names: Names }) {
  const ofItems = refusal.issues.flatMap(({ path, message }) => {
    const row = rows[Number(/^ids\[(\d+)\]/.exec(path)?.[1] ?? -1)];
    return row === undefined ? [] : [`${rowName(row, names)}: ${message}`];
  });
  if (ofItems.length === 0)
    return (
      <>
        <Text size="sm">{refusal.message}</Text>
        {isOutcomeUnknown(refusal.code) && (
          <Text size="sm">They may have been changed anyway: the table shows their current state. Changing them again does no harm.</Text>
        )}
        {refusal.requestId !== null && (
          <Text size="xs" mt={4}>
            Request <Code>{refusal.requestId}</Code>
          </Text>
        )}
      </>
    );
  return (
    <List size="sm">
      {ofItems.slice(0, 10).map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}
