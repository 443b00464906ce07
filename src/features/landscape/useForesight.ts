/** Asks ahead for what a view is likely to show next, and finds its places, so that it is there when it is chosen. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Grouping, LandscapePicture } from '@/contract/landscapePicture';
import { requestLayout } from '@/ui/graph/requestLayout';
import { arrangementOf } from './arrangementOf';
import { groupInputOf, landscapeViewAfter, pictureInputOf, type LandscapeView, type ViewChange } from './landscapeAddress';
import { prepareLandscape } from './prepareLandscape';

export interface Foresight {
  picture(change: ViewChange): void;
  /** Also finds the places, which another grouping needs. Answers the picture once they are held; undefined where it cannot be had. */
  arrangement(change: ViewChange): Promise<LandscapePicture | undefined>;
  component(id: string): void;
  /** `among` is the grouping that it is one of, where that is another than what is shown. */
  group(key: string, among?: Grouping): void;
}

/** What is held already and still fresh is not asked for again, and what cannot be had is left to be told of when it is chosen. */
export function useForesight(view: LandscapeView, grouping: Grouping): Foresight {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const pictureAfter = (change: ViewChange) =>
      trpc.landscape.contents.queryOptions(pictureInputOf(landscapeViewAfter(view, change), null));
    return {
      picture: (change) => void queryClient.prefetchQuery(pictureAfter(change)),
      arrangement: async (change) => {
        const asked = pictureAfter(change);
        await queryClient.prefetchQuery(asked);
        const data = queryClient.getQueryData(asked.queryKey);
        if (data === undefined) return undefined;
        try {
          // Places do not depend on colours.
          await requestLayout(arrangementOf(tenantId, data.grouping), prepareLandscape(data, paletteOf('light'), []).picture);
          return data;
        } catch {
          // Where none are found, that is told of once it is chosen.
          return undefined;
        }
      },
      component: (id) => void queryClient.prefetchQuery(trpc.landscape.component.queryOptions({ component: id })),
      group: (key, among = grouping) => void queryClient.prefetchQuery(trpc.landscape.group.queryOptions(groupInputOf(view, among, key))),
    };
  }, [trpc, queryClient, tenantId, view, grouping]);
}
