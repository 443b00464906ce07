/** Asks ahead for what a view is likely to show next, so that it is there when it is chosen. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '@/client/trpc';
import type { Grouping } from '@/contract/landscapePicture';
import { groupInputOf, landscapeViewAfter, pictureInputOf, type LandscapeView, type ViewChange } from './landscapeAddress';

export interface Foresight {
  picture(change: ViewChange): void;
  component(id: string): void;
  group(key: string): void;
}

/** What is held already and still fresh is not asked for again, and what cannot be had is left to be told of when it is chosen. */
export function useForesight(view: LandscapeView, grouping: Grouping): Foresight {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      picture: (change) => void queryClient.prefetchQuery(trpc.landscape.picture.queryOptions(pictureInputOf(landscapeViewAfter(view, change), null))),
      component: (id) => void queryClient.prefetchQuery(trpc.landscape.component.queryOptions({ component: id })),
      group: (key) => void queryClient.prefetchQuery(trpc.landscape.group.queryOptions(groupInputOf(view, grouping, key))),
    }),
    [trpc, queryClient, view, grouping],
  );
}
