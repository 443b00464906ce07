/** The data of the landscape page: the picture's answer, and what the address makes of it. */
'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '@/client/trpc';
import type { ComponentPlace } from '@/contract/landscapePicture';
import type { LandscapeView } from './landscapeAddress';
import { prepareLandscape, type PreparedLandscape } from './prepareLandscape';

/** The chosen component among its neighbours, whether or not the picture holds it. */
export function useComponentPlace(component: string | null) {
  const trpc = useTRPC();
  return useQuery({ ...trpc.landscape.component.queryOptions({ component: component ?? '' }), enabled: component !== null });
}

export function useLandscape(view: LandscapeView, place: ComponentPlace | undefined) {
  const trpc = useTRPC();
  const reveal = view.component === null ? undefined : place?.application.id;
  const open = useMemo(() => [...new Set([...view.toggled, ...(reveal === undefined ? [] : [reveal])])].sort(), [view.toggled, reveal]);
  // Only a landscape too large to be shown whole is asked for in parts; for others `open` would only split the cache.
  const whole = useQuery(trpc.landscape.picture.queryOptions({}));
  const isFolded = whole.data?.isFolded === true;
  const parts = useQuery({ ...trpc.landscape.picture.queryOptions({ open }), enabled: isFolded && open.length > 0, placeholderData: keepPreviousData });
  const query = isFolded && open.length > 0 ? parts : whole;
  const { data } = query;

  const prepared = useMemo<PreparedLandscape | null>(() => {
    if (data === undefined) return null;
    const { grouping, kinds, types, modes, toggled } = view;
    const folded = new Set(toggled.filter((id) => id !== reveal));
    return prepareLandscape(data, { isGrouped: grouping === 'application', folded, kinds, types, modes });
  }, [data, view, reveal]);
  return { query, data, prepared };
}
