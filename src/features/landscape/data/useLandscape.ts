/** The data of the landscape page: picture, marks, selection and filter options. */
'use client';

import { keepPreviousData, skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useConnection } from '@/client/live/LiveFeedProvider';
import { useTRPC } from '@/client/trpc';
import type { Picture, PictureMarks } from '@/contract/picture';
import { unpackMarks, unpackPicture } from '@/contract/values/packPicture';
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
} from '@/features/landscape/address/landscapeAddress';
import { useReachableRoom } from './useReachableRoom';

type GroupKind = LandscapeGroupInput['grouping'];

export interface ShownPicture {
  data: Picture | undefined;
  marks: PictureMarks | undefined;
  /** The next one is on its way. */
  isWaiting: boolean;
  /** Set if there is no picture, because it could not be read. */
  failure: { error: unknown; onRetry: () => void } | null;
}

/**
 * A picture and its marks change together: what is shown stays until both of the next are there. One without the other would be drawn for a
 * moment, without colours, for nothing. Sends no query until the space is known.
 */
export function usePicture(view: LandscapeView, room: Room | null): ShownPicture {
  const trpc = useTRPC();
  const { isReachable } = useConnection();
  const askedRoom = useReachableRoom(room, isReachable);
  const input = askedRoom === null ? null : pictureInputOf(view, askedRoom);
  const picture = useQuery({
    ...trpc.landscape.picture.queryOptions(input ?? skipToken),
    placeholderData: keepPreviousData,
  });
  const marks = useQuery({
    ...trpc.landscape.pictureMarks.queryOptions(input === null ? skipToken : { ...input, colourBy: view.colour }),
    placeholderData: keepPreviousData,
  });
  const next = { picture: picture.data, marks: marks.data };
  const [before, setBefore] = useState(next);
  const isHalf = picture.isPlaceholderData !== marks.isPlaceholderData && before.picture !== undefined;
  if (!isHalf && (before.picture !== next.picture || before.marks !== next.marks)) setBefore(next);
  const shown = isHalf ? before : next;
  // Not by `select`, which compares thousands of unpacked cells with those of the picture before.
  const data = useMemo(() => shown.picture && unpackPicture(shown.picture), [shown.picture]);
  const colours = useMemo(() => shown.marks && unpackMarks(shown.marks), [shown.marks]);
  const { error, refetch } = picture;
  const failure = picture.isError ? { error, onRetry: () => void refetch() } : null;
  return { data, marks: colours, isWaiting: isHalf || picture.isPlaceholderData, failure };
}

/** The differences between the two instants, as marks for what the picture shows. */
export function usePictureDifferences(view: LandscapeView, room: Room | null) {
  const trpc = useTRPC();
  const { since } = view;
  return useQuery(
    trpc.landscape.pictureDifferences.queryOptions(room === null || since === null ? skipToken : { ...pictureInputOf(view, room), since }),
  );
}

/** The same differences as a list. */
export function useDifferences({ at, since }: Pick<LandscapeView, 'at' | 'since'>) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.landscape.differences.queryOptions(since === null ? skipToken : { ...(at === null ? {} : { at }), since }),
    placeholderData: keepPreviousData,
  });
}

/** The dependencies of a component or application, between things that the picture shows. */
export function usePictureLinks(view: LandscapeView, room: Room | null, thing: string | null) {
  const trpc = useTRPC();
  return useQuery(
    trpc.landscape.pictureLinks.queryOptions(room === null || thing === null ? skipToken : { ...pictureInputOf(view, room), thing }),
  );
}

/** The same landscape as tables; loaded when the table is shown. */
export function useContents(view: LandscapeView) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.landscape.contents.queryOptions(view.view === 'table' ? contentsInputOf(view) : skipToken),
    placeholderData: keepPreviousData,
  });
}

/** Every component of the same landscape, a page at a time. */
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

/** The selected component with its neighbours, whether or not the picture shows it. */
export function useComponentPlace(component: string | null) {
  const trpc = useTRPC();
  return useQuery(trpc.landscape.component.queryOptions(component === null ? skipToken : { component }));
}

/** The selected group with everything it is connected to. */
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

/** Loads what will probably be shown next, so that it is ready when selected. */
export interface Prefetch {
  picture(change: ViewChange): void;
  /** One after the other, until something else is shown: what is selected meanwhile need not wait for all of them. */
  picturesInTurn(changes: readonly ViewChange[]): void;
  component(id: string): void;
  /** The dependencies of a component or application in the picture. */
  links(thing: string): void;
  group(kind: GroupKind, key: string): void;
}

/** Skips what is cached and fresh. Errors are left to the query that really needs the data. */
export function usePrefetch(view: LandscapeView, room: Room | null): Prefetch {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const turn = useRef(0);
  useEffect(() => {
    turn.current += 1;
  }, [view]);
  return useMemo(() => {
    const load = async (change: ViewChange): Promise<void> => {
      if (room === null) return;
      const after = landscapeViewAfter(view, change);
      const input = pictureInputOf(after, room);
      await Promise.all([
        queryClient.prefetchQuery(trpc.landscape.picture.queryOptions(input)),
        queryClient.prefetchQuery(trpc.landscape.pictureMarks.queryOptions({ ...input, colourBy: after.colour })),
      ]);
    };
    return {
      picture: (change) => void load(change),
      picturesInTurn: (changes) => {
        const own = ++turn.current;
        void changes.reduce((before, change) => before.then(() => (turn.current === own ? load(change) : undefined)), Promise.resolve());
      },
      component: (id) => void queryClient.prefetchQuery(trpc.landscape.component.queryOptions({ component: id })),
      links: (thing) => {
        if (room !== null)
          void queryClient.prefetchQuery(trpc.landscape.pictureLinks.queryOptions({ ...pictureInputOf(view, room), thing }));
      },
      group: (kind, key) => void queryClient.prefetchQuery(trpc.landscape.group.queryOptions(groupInputOf(view, kind, key))),
    };
  }, [trpc, queryClient, view, room]);
}
