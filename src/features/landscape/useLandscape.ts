/** The data of the landscape page: the picture that the address asks for, what is chosen in it, and what there is to filter by. */
'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { ComponentPlace, Grouping } from '@/contract/landscapePicture';
import { groupKeyOf } from './groupKeyOf';
import { groupInputOf, pictureInputOf, type LandscapeView } from './landscapeAddress';

/** The chosen component among its neighbours, whether or not the picture holds it. */
export function useComponentPlace(component: string | null) {
  const trpc = useTRPC();
  return useQuery({ ...trpc.landscape.component.queryOptions({ component: component ?? '' }), enabled: component !== null });
}

export function useLandscape(view: LandscapeView, place: ComponentPlace | undefined) {
  const trpc = useTRPC();
  const shown = useQuery({ ...trpc.landscape.picture.queryOptions(pictureInputOf(view, null)), placeholderData: keepPreviousData });
  const reveal = shown.data === undefined || place === undefined || place.component.id !== view.component ? null : groupKeyOf(place, shown.data.grouping);
  // Only where the chosen component lies in a folded group is another picture needed.
  const isHidden = reveal !== null && shown.data !== undefined && !shown.isPlaceholderData && shown.data.groups.some(({ key, isFolded }) => key === reveal && isFolded);
  const revealed = useQuery({ ...trpc.landscape.picture.queryOptions(pictureInputOf(view, reveal)), enabled: isHidden, placeholderData: keepPreviousData });
  const query = isHidden && revealed.data !== undefined ? revealed : shown;
  return { query, data: query.data };
}

/** The chosen group with all that it is joined to; the picture holds only the heaviest joins. */
export function useGroup(view: LandscapeView, grouping: Grouping) {
  const trpc = useTRPC();
  return useQuery({ ...trpc.landscape.group.queryOptions(groupInputOf(view, grouping, view.group ?? '-')), enabled: view.group !== null && grouping !== 'none' });
}

export function useFilterChoices() {
  const trpc = useTRPC();
  return useQuery({ ...trpc.landscape.filterChoices.queryOptions({}), staleTime: 60_000 });
}
