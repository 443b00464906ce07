/** Plans a window, or edits one. */
'use client';

import { SimpleGrid, Text, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { EntityChoice, type ChosenEntity } from '@/client/EntityChoice';
import { FormDialog } from '@/client/FormDialog';
import type { Maintenance } from '@/contract/maintenance';
import { MAINTAINED_KINDS } from '@/contract/values/maintenance';
import { Affected } from './Affected';
import { useWindowChange } from './useWindowChange';
import { fieldOf, mistakeIn, timeOf } from './windowTimes';

const AN_HOUR_MS = 3_600_000;

interface Fields {
  start: string;
  end: string;
  reason: string;
}

function fieldsOf(window: Maintenance | null): Fields {
  if (window === null) return { start: '', end: fieldOf(new Date(Date.now() + AN_HOUR_MS)), reason: '' };
  return { start: fieldOf(new Date(window.startsAt)), end: fieldOf(new Date(window.endsAt)), reason: window.reason };
}

/** What the window is for; null until it is chosen. */
function subjectOf(window: Maintenance | null, chosen: ChosenEntity | null) {
  if (window !== null) return { kind: window.kind, id: window.entityId, name: window.name };
  return chosen?.kind === 'component' || chosen?.kind === 'application' ? { ...chosen, kind: chosen.kind } : null;
}

export function WindowDialog({ window, onClose }: { window: Maintenance | null; onClose(): void }) {
  const [entity, setEntity] = useState<ChosenEntity | null>(null);
  const [before] = useState(() => fieldsOf(window));
  const [fields, setFields] = useState(before);
  const [mistake, setMistake] = useState<string | null>(null);
  const { create, update } = useWindowChange(window, onClose);
  const { start, end, reason } = fields;
  const hasBegun = window?.status === 'Active';
  const missing = [
    ...(window === null && entity === null ? ['a component or application'] : []),
    ...(reason.trim() === '' ? ['a reason'] : []),
  ];

  const submit = (): void => {
    const found = mistakeIn(fields, new Date());
    setMistake(found);
    const [from, to] = [timeOf(start), timeOf(end)];
    if (found !== null || to === null) return;
    const said = { reason: reason.trim() };
    if (window !== null)
      // Fields hold whole minutes; times that were not edited keep their seconds.
      update.mutate({
        id: window.id,
        ...said,
        ...(start === before.start || from === null ? {} : { startsAt: from.toISOString() }),
        ...(end === before.end ? {} : { endsAt: to.toISOString() }),
      });
    else if (entity?.kind === 'component' || entity?.kind === 'application')
      create.mutate({
        kind: entity.kind,
        entity: entity.id,
        ...said,
        endsAt: to.toISOString(),
        ...(from === null ? {} : { startsAt: from.toISOString() }),
      });
  };
  const subject = subjectOf(window, entity);
  const title = window === null ? 'Plan maintenance' : `Maintenance of ${window.name}`;
  return (
    <FormDialog
      title={title}
      submitLabel={window === null ? 'Plan' : 'Save'}
      missing={missing}
      isBusy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {window === null && (
        <EntityChoice
          id="maintained-entity"
          label="Component or application"
          placeholder="Search by name"
          kinds={[...MAINTAINED_KINDS]}
          chosen={entity}
          onChange={setEntity}
        />
      )}
      {subject !== null && (
        <Text size="sm" component="div">
          If {subject.name} is down: <Affected {...subject} />
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          type="datetime-local"
          label="Starts"
          {...(window === null ? { description: 'Now, if left empty.' } : {})}
          value={start}
          disabled={hasBegun}
          onChange={(event) => setFields({ ...fields, start: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label="Ends"
          {...(window === null ? { description: 'In your time zone.' } : {})}
          value={end}
          onChange={(event) => setFields({ ...fields, end: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Textarea
        label="Reason"
        placeholder="Upgrade to PostgreSQL 18"
        value={reason}
        onChange={(event) => setFields({ ...fields, reason: event.currentTarget.value })}
        maxLength={1_000}
        autosize
        minRows={2}
      />
      {mistake !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {mistake}
        </Text>
      )}
    </FormDialog>
  );
}
