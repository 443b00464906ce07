/** What changed in the landscape shortly before an incident, each change with its undo. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changeKindWords, fieldValueWords, fieldWords, OPERATION_WORDS } from '@/client/changes/changeWords';
import type { NamesById } from '@/client/changes/linkNames';
import { UndoChange } from '@/client/changes/UndoChange';
import { useLinkNames } from '@/client/changes/useLinkNames';
import { FailureNote } from '@/client/FailureNote';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { ChangeSetBefore } from '@/contract/incidentChanges';
import { MINUTES_BEFORE_INCIDENT } from '@/contract/values/changes';
import { countOf } from '@/plain/counts';
import { LoadingRows } from '@/ui/LoadingRows';
import { Timestamp } from '@/ui/Timestamp';
import classes from './IncidentPage.module.css';

export function ChangesBefore({ id }: { id: string }) {
  const trpc = useTRPC();
  const changes = useQuery(trpc.incidents.changesBefore.queryOptions({ id }));
  const { data } = changes;
  const entries = useMemo(() => data?.sets.flatMap((set) => set.entries) ?? [], [data]);
  const names = useLinkNames(entries);
  return (
    <section className={classes.card} aria-label="What changed before it">
      <Title order={2}>What changed before it</Title>
      <Text size="xs" c="dimmed" mb="xs">
        Changes to its causes, to what they depend on, and by manifests, in the {MINUTES_BEFORE_INCIDENT} minutes before it began.
      </Text>
      {changes.isPending && <LoadingRows label="The changes are loading" rows={3} />}
      {changes.isError && data === undefined && (
        <FailureNote title="The changes could not be loaded" error={changes.error} onRetry={() => void changes.refetch()} />
      )}
      {data !== undefined && data.sets.length === 0 && <Text size="sm">There were none.</Text>}
      {data !== undefined && data.sets.length > 0 && (
        <ol className={classes.changes}>
          {data.sets.map((set) => (
            <li key={set.changeSetId}>
              <OneChange set={set} names={names} />
            </li>
          ))}
        </ol>
      )}
      {data?.hasMore === true && (
        <Text size="xs" c="dimmed">
          Earlier changes are in the audit log.
        </Text>
      )}
    </section>
  );
}

function OneChange({ set, names }: { set: ChangeSetBefore; names: NamesById }) {
  const { tenantId } = useTenant();
  const { changeSetId, at, actor, origin, isUndone, entries, entriesOmitted, changeCount } = set;
  const manifest = typeof origin.manifest === 'string' ? `, by the manifest ${origin.manifest}` : '';
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" className={classes.words}>
          <Timestamp at={at} hasSeconds />
          {`, ${actor.name}${manifest}`}
        </Text>
        {isUndone ? (
          <Text size="xs" c="dimmed">
            Undone
          </Text>
        ) : (
          <UndoChange changeSetId={changeSetId} label="Undo" spoken={`Undo the change of ${actor.name}`} size="compact-xs" />
        )}
      </Group>
      {entries.length > 0 && (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.id}>
              {OPERATION_WORDS[entry.op]} {changeKindWords(entry.kind).toLowerCase()} {entry.called}
              {entry.op === 'update' && `: ${fieldsChanged(entry, names)}`}
            </li>
          ))}
        </ul>
      )}
      <Anchor component={PageLink} href={`${pageHref(tenantId, 'audit-log')}?changeSetId=${changeSetId}`} size="xs" underline="always">
        {changeCount === 1 ? 'The change in the audit log' : `All ${countOf(changeCount, 'change')} in the audit log`}
        {entriesOmitted > 0 && `, ${entriesOmitted.toLocaleString('en')} more of these`}
      </Anchor>
    </>
  );
}

const MOST_FIELDS = 4;

/** `mode Hard → Soft, required yes → no` */
function fieldsChanged({ fields }: ChangeSetBefore['entries'][number], names: NamesById): string {
  const told = fields.slice(0, MOST_FIELDS).map(({ field, from, to, withheld }) => {
    if (withheld === true) return `${fieldWords(field)} changed`;
    return `${fieldWords(field)} ${fieldValueWords(field, from, names)} → ${fieldValueWords(field, to, names)}`;
  });
  const more = fields.length - told.length;
  return more > 0 ? `${told.join(', ')} and ${countOf(more, 'more field')}` : told.join(', ');
}
