/** The form for every kind, to create or edit, built from the registry. */
'use client';

import { Alert, Button, Code, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useState, type FormEvent } from 'react';
import { failureOf, type Failure } from '@/client/failure';
import { technicalNameFrom } from '@/client/technicalNameFrom';
import type { InventoryKind } from '@/contract/bulk';
import type { Issue } from '@/domain/errors';
import { useFocusBack } from '@/ui/useFocusBack';
import { notify } from '@/ui/notify';
import { ConflictDialog } from './ConflictDialog';
import classes from './EntityForm.module.css';
import { FieldControl } from './FieldControl';
import { fieldsOf, type FieldSpec } from './fields';
import { creationOf, patchOf, valuesOf, type FormValues } from './formValues';
import type { InventoryRow } from './inventoryRow';
import { factsOf } from './kindFacts';
import { useCanSeeRevenue, useCurrencyOf, useSave } from './useSave';

interface Props {
  kind: InventoryKind;
  /** Null when creating. */
  row: InventoryRow | null;
  /** Initial values when creating. */
  start?: FormValues;
  onClose(): void;
  onSaved(row: InventoryRow): void;
}

export function EntityForm(props: Props) {
  useFocusBack();
  const { kind, row, onClose } = props;
  const { singular } = factsOf(kind);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={row === null ? `New ${singular}` : `Change ${singular}`}
      closeButtonProps={{ 'aria-label': 'Close the form' }}
    >
      <FormBody {...props} />
    </Drawer>
  );
}

const loadSchemas = () => import('./formIssues');

function useEntityForm({ kind, row, start, onSaved, onClose }: Props) {
  const canSeeRevenue = useCanSeeRevenue();
  const currency = useCurrencyOf(kind);
  const specs = useMemo(
    () => fieldsOf(kind, currency).filter(({ isRevenue }) => canSeeRevenue || !isRevenue),
    [kind, currency, canSeeRevenue],
  );
  useEffect(() => void loadSchemas().catch(() => undefined), []);
  const [base, setBase] = useState(row);
  const [changes, setChanges] = useState<FormValues>({});
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [theirs, setTheirs] = useState<InventoryRow | null>(null);
  const { create, update, read } = useSave(kind);
  const values = useMemo(() => ({ ...valuesOf(specs, base ?? start ?? {}), ...changes }), [specs, base, start, changes]);

  const set = (name: string, value: unknown): void => {
    setIssues((held) => held.filter(({ path }) => path !== name && !path.startsWith(`${name}[`)));
    setChanges((held) => {
      const isSuggesting =
        name === 'name' &&
        base === null &&
        (held.technicalName === undefined || held.technicalName === technicalNameFrom(String(held.name ?? '')));
      return { ...held, [name]: value, ...(isSuggesting ? { technicalName: technicalNameFrom(String(value)) } : {}) };
    });
  };
  const explainRefusal = async (refused: Failure, from: InventoryRow | null): Promise<void> => {
    if (refused.code === 'precondition_failed' && from !== null)
      try {
        setTheirs(await read(from.id));
        return;
      } catch {
        // Their version could not be read either. The server's error already says to read it again.
      }
    setIssues(refused.issues);
    setFailure(refused);
  };
  const send = async (from: InventoryRow | null, wanted: FormValues): Promise<void> => {
    const fields = from === null ? creationOf(specs, wanted) : patchOf(specs, from, wanted);
    // Without the schemas, only the server validates.
    const schemas = await loadSchemas().catch(() => null);
    const found = schemas?.issuesOf(kind, specs, fields, from === null) ?? [];
    setIssues(found);
    setFailure(null);
    if (found.length > 0) return;
    if (from !== null && Object.keys(fields).length === 0) return onClose();
    try {
      const saved = from === null ? await create.mutateAsync(fields) : await update.mutateAsync({ row: from, patch: fields });
      notify({ message: from === null ? 'Created.' : 'Saved.' });
      onSaved(saved);
    } catch (error) {
      await explainRefusal(failureOf(error), from);
    }
  };
  const settle = (merged: FormValues): void => {
    if (theirs === null) return;
    setBase(theirs);
    setChanges(merged);
    setTheirs(null);
    void send(theirs, merged);
  };
  return {
    specs,
    base,
    values,
    issues,
    failure,
    theirs,
    canSeeRevenue,
    isSaving: create.isPending || update.isPending,
    set,
    send,
    settle,
    leaveConflict: () => setTheirs(null),
  };
}

function FormBody(props: Props) {
  const { kind, onClose } = props;
  const form = useEntityForm(props);
  const { specs, base, values, issues, failure } = form;
  const isPlaced = ({ path }: Issue): boolean => specs.some(({ name }) => path === name || path.startsWith(`${name}[`));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.send(base, values);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={base === null ? `New ${factsOf(kind).singular}` : `Change ${factsOf(kind).singular}`}>
      <Stack gap="sm">
        {failure !== null && !(issues.length > 0 && issues.every(isPlaced)) && (
          <Alert color="red" variant="light" role="alert" title="Not saved">
            <Text size="sm">{failure.message}</Text>
            {failure.requestId !== null && (
              <Text size="xs" mt={4}>
                Request <Code>{failure.requestId}</Code>
              </Text>
            )}
          </Alert>
        )}
        {sectionsOf(specs).map(([section, fields]) => (
          <Stack key={section ?? 'first'} gap="sm" {...(section === null ? {} : { role: 'group', 'aria-label': section, mt: 'xs' })}>
            {section !== null && (
              <Title order={3} c="dimmed">
                {section}
              </Title>
            )}
            {fields.map((spec) => (
              <FieldControl
                key={spec.name}
                spec={spec}
                value={values[spec.name]}
                issues={issues}
                canSeeRevenue={form.canSeeRevenue}
                ownId={base?.id}
                onChange={(value) => form.set(spec.name, value)}
              />
            ))}
          </Stack>
        ))}
        <Group justify="flex-end" className={classes.actions}>
          <Button variant="default" size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="sm" loading={form.isSaving}>
            {base === null ? 'Create' : 'Save'}
          </Button>
        </Group>
      </Stack>
      {form.theirs !== null && base !== null && (
        <ConflictDialog
          kind={kind}
          specs={specs}
          base={base}
          mine={values}
          theirs={form.theirs}
          onSettle={form.settle}
          onClose={form.leaveConflict}
        />
      )}
    </form>
  );
}

/** Fields in order, those of one section together, sections last. */
function sectionsOf(specs: readonly FieldSpec[]): [string | null, FieldSpec[]][] {
  const names = [null, ...new Set(specs.flatMap(({ section }) => section ?? []))];
  return names.map((name): [string | null, FieldSpec[]] => [name, specs.filter(({ section }) => section === name)]);
}
