/** The data of the landscape page: the picture that the address asks for, what is chosen in it, and what there is to filter by. */
'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTRPC } from '@/client/trpc';
import type { ComponentPlace, Grouping, LandscapeGroup, LandscapePicture, PictureBundle } from '@/contract/landscapePicture';
import { groupKeyOf } from '@/domain/graph/grouping';
import { groupInputOf, joinsInputOf, pictureInputOf, type LandscapeView } from './landscapeAddress';

const NO_COMPONENT = '00000000-0000-0000-0000-000000000000';
/** Always the same, so that nothing is drawn anew. */
export const NO_JOINS: readonly PictureBundle[] = [];

/** The chosen component among its neighbours, whether or not the picture holds it. */
export function useComponentPlace(component: string | null) {
  const trpc = useTRPC();
  return useQuery({ ...trpc.landscape.component.queryOptions({ component: component ?? '' }), enabled: component !== null });
}

/** No data while nothing was shown yet and what a link leads to may have to be unfolded first: the picture comes once, and does not move. */
export function useLandscape(view: LandscapeView, place: { data: ComponentPlace | undefined; isPending: boolean }) {
  const trpc = useTRPC();
  const [hasShown, setShown] = useState(false);
  const shown = useQuery({ ...trpc.landscape.contents.queryOptions(pictureInputOf(view, null)), placeholderData: keepPreviousData });
  const reveal =
    shown.data === undefined || shown.data.grouping === 'none' || place.data === undefined || place.data.component.id !== view.component
      ? null
      : groupKeyOf(place.data, shown.data.grouping);
  // Only where the chosen component lies in a folded group is another picture needed.
  const isHidden =
    reveal !== null &&
    shown.data !== undefined &&
    !shown.isPlaceholderData &&
    shown.data.groups.some(({ key, isFolded }) => key === reveal && isFolded);
  const revealed = useQuery({
    ...trpc.landscape.contents.queryOptions(pictureInputOf(view, reveal)),
    enabled: isHidden,
    placeholderData: keepPreviousData,
  });
  const query = isHidden && revealed.data !== undefined ? revealed : shown;
  // Until it is read, the other picture stands in its place.
  const isRevealing =
    !hasShown && ((view.component !== null && place.isPending) || (isHidden && (revealed.isPending || revealed.isPlaceholderData)));
  const data = isRevealing ? undefined : query.data;
  if (data !== undefined && !hasShown) setShown(true);
  return { query, data };
}

/** The chosen group with all that it is joined to; the picture holds only the heaviest joins. */
export function useGroup(view: LandscapeView, grouping: Grouping) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.landscape.group.queryOptions(groupInputOf(view, grouping, view.group ?? '-')),
    enabled: view.group !== null && grouping !== 'none',
  });
}

/** The joins of what is chosen, a component or a group, where the picture may hold a part of them; those with a group that is unfolded among them, which a picture draws one by one. */
export function useChosenJoins(
  view: LandscapeView,
  picture: LandscapePicture,
  group: LandscapeGroup | undefined,
): readonly PictureBundle[] {
  const trpc = useTRPC();
  const { component } = view;
  const isPart = component !== null && picture.omitted.dependencies > 0;
  const { data: joins } = useQuery({
    ...trpc.landscape.joins.queryOptions(joinsInputOf(view, picture.grouping, component ?? NO_COMPONENT)),
    enabled: isPart,
  });
  return useMemo(() => {
    if (group !== undefined) return [...group.dependencies, ...group.dependents];
    return isPart && joins !== undefined ? joins.bundles : NO_JOINS;
  }, [group, isPart, joins]);
}

export function useFilterChoices() {
  const trpc = useTRPC();
  return useQuery({ ...trpc.landscape.filterChoices.queryOptions({}), staleTime: 60_000 });
}
