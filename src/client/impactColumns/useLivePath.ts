/** How a cause's failure reaches a row of live columns, loaded when the row is selected. */
'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { LiveColumns } from '@/contract/impactColumns';
import { listedRows } from './itemSentences';
import type { PathStop } from './linesBetween';

/** `at` is a past instant. The stops are those of the card alone until the full path is loaded, and empty if the selection is no row. */
export function useLivePath(columns: LiveColumns | null, chosenId: string | null, at?: string) {
  const trpc = useTRPC();
  const card = columns?.cards.find(({ parts }) => parts.some(({ rows }) => rows.some(({ id }) => id === chosenId)));
  const isRow = card !== undefined && chosenId !== null;
  const path = useQuery(trpc.health.path.queryOptions(isRow ? { component: chosenId, ...(at === undefined ? {} : { at }) } : skipToken));
  const known = path.data?.way.map(({ componentId, applicationId }, index): PathStop => ({
    componentId,
    itemId: index === 0 ? componentId : applicationId,
  }));
  const stops = !isRow ? [] : (known ?? [{ componentId: chosenId, itemId: card.id }]);
  const row = card === undefined ? null : (listedRows({ cards: [card] }).find(({ id }) => id === chosenId) ?? null);
  return { row, stops, path };
}

export type ChosenRow = ReturnType<typeof useLivePath>;
