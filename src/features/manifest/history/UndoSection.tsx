/** Undoes an apply: shows first what that would do and what it could not restore. */
'use client';

import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { countOf } from '@/plain/counts';
import { useTRPC } from '@/client/trpc';
import type { UndoResult } from '@/contract/manifest/applies';
import { notify } from '@/ui/notify';
import { summaryWords } from '@/features/manifest/summaryWords';

const MOST_NAMED = 50;

export function UndoSection({ changeSetId }: { changeSetId: string }) {
  const [isAsking, setAsking] = useState(false);
  const trpc = useTRPC();
  const client = useQueryClient();
  const preview = useQuery({ ...trpc.manifestApplies.previewUndo.queryOptions({ changeSetId }), enabled: isAsking, staleTime: 0 });
  const undo = useMutation(
    trpc.manifestApplies.undo.mutationOptions({
      onSuccess: (result) => {
        setAsking(false);
        notify({
          title: 'Undone',
          message: `${undoneWords(result)}.${result.summary.notRestored > 0 ? ` ${countOf(result.summary.notRestored, 'thing')} could not be restored.` : ''}`,
          color: 'teal',
        });
        void client.invalidateQueries();
      },
    }),
  );
  const failure = undo.error ?? preview.error;
  if (!isAsking)
    return (
      <Button mt="sm" variant="default" leftSection={<IconArrowBackUp size={15} aria-hidden="true" />} onClick={() => setAsking(true)}>
        Undo …
      </Button>
    );
  return (
    <Alert color="indigo" variant="light" mt="sm" title="Undo this apply" role="group" aria-label="Undo this apply">
      <Stack gap="sm">
        {preview.isPending && !preview.isError && <Loader size="xs" role="status" aria-label="Calculating what an undo would do" />}
        {preview.data !== undefined && <UndoWords result={preview.data} />}
        {failure !== null && (
          <Text size="sm" c="red" role="alert">
            {explain(failure)}
          </Text>
        )}
        <Group gap="xs">
          <Button
            loading={undo.isPending}
            disabled={preview.data === undefined || preview.data.planLimit !== null || totalOf(preview.data) === 0}
            onClick={() => undo.mutate({ changeSetId })}
          >
            Undo it
          </Button>
          <Button variant="default" disabled={undo.isPending} onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function totalOf({ summary, givenBack }: Pick<UndoResult, 'summary' | 'givenBack'>): number {
  return summary.create + summary.update + summary.delete + givenBack;
}

function undoneWords({ summary, givenBack }: Pick<UndoResult, 'summary' | 'givenBack'>): string {
  const back = givenBack === 0 ? [] : [`${countOf(givenBack, 'field')} given back to other manifests`];
  const hasChanges = totalOf({ summary, givenBack: 0 }) > 0;
  return [...(hasChanges ? [summaryWords(summary)] : []), ...back].join(', ');
}

function UndoWords({ result }: { result: UndoResult }) {
  const { summary, notRestored, planLimit } = result;
  const total = totalOf(result);
  return (
    <>
      <Text size="sm">
        {total === 0
          ? 'There is nothing left to undo.'
          : `This makes a new change: ${undoneWords(result)}. What others have changed since then stays as it is.`}
      </Text>
      {planLimit !== null && (
        <Text size="sm" c="red">
          The landscape would hold {planLimit.components.toLocaleString('en')} components; the {planLimit.plan} plan allows{' '}
          {planLimit.limit.toLocaleString('en')}.
        </Text>
      )}
      {notRestored.length > 0 && (
        <div>
          <Text size="sm" fw={550}>
            {countOf(summary.notRestored, 'thing')} cannot be restored:
          </Text>
          <List size="sm">
            {notRestored.slice(0, MOST_NAMED).map(({ kind, id, technicalName, field, message }) => (
              <List.Item key={`${kind} ${id} ${field ?? ''}`}>
                {kind} {technicalName}
                {field === null ? '' : `, ${field}`}: {message}
              </List.Item>
            ))}
          </List>
          {notRestored.length > MOST_NAMED && <Text size="sm">And {countOf(notRestored.length - MOST_NAMED, 'more', 'more')}.</Text>}
        </div>
      )}
    </>
  );
}
