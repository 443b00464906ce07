/** Edits and deletes many rows in batches that the server accepts, and offers to undo all of it. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { useTRPCClient } from '@/client/trpc';
import type { InventoryKind } from '@/contract/bulk';
import { MOST_AT_ONCE } from '@/contract/values/inventory';
import { notify, hideNotice } from '@/ui/notify';

const OFFERED_FOR_MS = 20_000;

export interface BulkChange {
  set?: Record<string, unknown>;
  add?: Record<string, string[]>;
  remove?: Record<string, string[]>;
}

export interface BulkOutcome {
  changed: number;
  unchanged: number;
}

export function useBulk(kind: InventoryKind) {
  const client = useTRPCClient();
  const cache = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const offerUndo = useUndo();

  /** Batch by batch. If one is refused, the batches before it stay done and can be undone. */
  const inPortions = async (
    ids: readonly string[],
    work: (portion: string[]) => Promise<string | null>,
    words: (count: number) => string,
  ): Promise<void> => {
    const changeSets: string[] = [];
    let done = 0;
    try {
      for (; done < ids.length; done = Math.min(ids.length, done + MOST_AT_ONCE)) {
        setProgress({ done, of: ids.length });
        const made = await work(ids.slice(done, done + MOST_AT_ONCE));
        if (made !== null) changeSets.push(made);
      }
    } finally {
      setProgress(null);
      if (changeSets.length > 0) offerUndo(words(done), changeSets);
      const isRefreshed = cache.invalidateQueries();
      // Show a refusal at once, without waiting for the refresh.
      if (done >= ids.length) await isRefreshed;
    }
  };

  return {
    progress,
    update: async (ids: readonly string[], change: BulkChange, words: (count: number) => string): Promise<BulkOutcome> => {
      const outcome = { changed: 0, unchanged: 0 };
      await inPortions(
        ids,
        async (portion) => {
          const result = await client.bulk.update.mutate({ kind, ids: portion, ...change });
          outcome.changed += result.changed.length;
          outcome.unchanged += result.unchanged.length;
          return result.changeSetId;
        },
        () => words(outcome.changed),
      );
      return outcome;
    },
    remove: (ids: readonly string[], cascade: boolean, words: (count: number) => string): Promise<void> =>
      inPortions(ids, async (portion) => (await client.bulk.delete.mutate({ kind, ids: portion, cascade })).changeSetId, words),
  };
}

/** Shows what was done, with a button that undoes it, newest change first. */
export function useUndo(): (message: string, changeSetIds: readonly string[]) => void {
  const client = useTRPCClient();
  const cache = useQueryClient();
  return (message, changeSetIds) => {
    const id = `undo-${changeSetIds[0] ?? ''}`;
    const undo = async (): Promise<void> => {
      hideNotice(id);
      try {
        const left: string[] = [];
        for (const changeSetId of [...changeSetIds].reverse()) {
          const { notRestored } = await client.changes.undo.mutate({ changeSetId });
          left.push(...notRestored.map((item) => `${item.technicalName}: ${item.message}`));
        }
        notify(
          left.length === 0
            ? { message: 'Restored.' }
            : { color: 'yellow', title: 'Restored, except', message: left.slice(0, 5).join('; '), autoClose: false },
        );
      } catch (error) {
        notify({ color: 'red', title: 'This could not be undone', message: explain(error), autoClose: false });
      }
      await cache.invalidateQueries();
    };
    notify({
      id,
      autoClose: OFFERED_FOR_MS,
      closeButtonProps: { 'aria-label': 'Dismiss' },
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm">{message}</Text>
          <Button variant="default" flex="none" onClick={() => void undo()}>
            Undo
          </Button>
        </Group>
      ),
    });
  };
}
