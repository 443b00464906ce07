/** The data of the landscape page: the picture that the address asks for, how it looks now, what is chosen in it, and what there is to filter by. */
'use client';

import { keepPreviousData, skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '@/client/trpc';
import type { LandscapeGroupInput } from '@/contract/landscapePicture';
import {
  contentsInputOf,
  filtersOf,
  landscapeViewAfter,
  pictureInputOf,
  rowsInputOf,
  type LandscapeView,
  type Room,
  type ViewChange,
} from '../address/landscapeAddress';

type GroupKind = LandscapeGroupInput['grouping'];

/** Nothing is asked for before the room is known. */
export function usePicture(view: LandscapeView, room: Room | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.landscape.picture.queryOptions(room === null ? skipToken : pictureInputOf(view, room)),
    placeholderData: keepPreviousData,
  });
}

export function usePictureMarks(view: LandscapeView, room: Room | null) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.landscape.pictureMarks.queryOptions(room === null ? skipToken : { ...pictureInputOf(view, room), colourBy: view.colour }),
    placeholderData: keepPreviousData,
  });
}

/** What differs between the two instants, by what is on the picture. */
export function usePictureDifferences(view: LandscapeView, room: Room | null) {
  const trpc = useTRPC();
  const { since } = view;
  return useQuery(
    trpc.landscape.pictureDifferences.queryOptions(room === null || since === null ? skipToken : { ...pictureInputOf(view, room), since }),
  );
}

/** The list of the same. */
export function useDifferences({ at, since }: Pick<LandscapeView, 'at' | 'since'>) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.landscape.differences.queryOptions(since === null ? skipToken : { ...(at === null ? {} : { at }), since }),
    placeholderData: keepPreviousData,
  });
}

/** The dependencies of a component as the picture can show them. */
export function usePictureLinks(view: LandscapeView, room: Room | null, component: string | null) {
  const trpc = useTRPC();
  return useQuery(
    trpc.landscape.pictureLinks.queryOptions(
      room === null || component === null ? skipToken : { ...pictureInputOf(view, room), component },
    ),
  );
}

/** The table of the same; asked for when it is looked at. */
export function useContents(view: LandscapeView) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.landscape.contents.queryOptions(view.view === 'table' ? contentsInputOf(view) : skipToken),
    placeholderData: keepPreviousData,
  });
}

/** Every component of the same, a page at a time. */
export function useEveryComponent(view: LandscapeView) {
  const trpc = useTRPC();
  return useInfiniteQuery({
    ...trpc.landscape.rows.infiniteQueryOptions(
      { ...rowsInputOf(view), limit: ROWS_A_PAGE },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
    placeholderData: keepPreviousData,
  });
}

const ROWS_A_PAGE = 500;

/** The chosen component among its neighbours, whether or not the picture holds it. */
export function useComponentPlace(component: string | null) {
  const trpc = useTRPC();
  return useQuery(trpc.landscape.component.queryOptions(component === null ? skipToken : { component }));
}

/** The chosen group with all that it is joined to. */
export function useGroup(view: LandscapeView, kind: GroupKind) {
  const trpc = useTRPC();
  return useQuery(trpc.landscape.group.queryOptions(view.group === null ? skipToken : groupInputOf(view, kind, view.group)));
}

function groupInputOf(view: LandscapeView, grouping: GroupKind, key: string): LandscapeGroupInput {
  const filters = filtersOf(view);
  return { grouping, key, ...(Object.keys(filters).length === 0 ? {} : { filters }) };
}

export function useFilterChoices() {
  const trpc = useTRPC();
  return useQuery({ ...trpc.landscape.filterChoices.queryOptions({}), staleTime: 60_000 });
}

/** Asks for what a view is likely to show next, so that it is there when it is chosen. */
export interface Prefetch {
  picture(change: ViewChange): void;
  component(id: string): void;
  /** Its dependencies on the picture. */
  links(component: string): void;
  group(kind: GroupKind, key: string): void;
}

/** What is held already and still fresh is not asked for again; what cannot be had is told of when it is chosen. */
export function usePrefetch(view: LandscapeView, room: Room | null): Prefetch {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMemo(() => {
    return {
      picture: (change) => {
        if (room === null) return;
        const after = landscapeViewAfter(view, change);
        const input = pictureInputOf(after, room);
        void queryClient.prefetchQuery(trpc.landscape.picture.queryOptions(input));
        void queryClient.prefetchQuery(trpc.landscape.pictureMarks.queryOptions({ ...input, colourBy: after.colour }));
      },
      component: (id) => void queryClient.prefetchQuery(trpc.landscape.component.queryOptions({ component: id })),
      links: (component) => {
        if (room !== null)
          void queryClient.prefetchQuery(trpc.landscape.pictureLinks.queryOptions({ ...pictureInputOf(view, room), component }));
      },
      group: (kind, key) => void queryClient.prefetchQuery(trpc.landscape.group.queryOptions(groupInputOf(view, kind, key))),
    };
  }, [trpc, queryClient, view, room]);
}
