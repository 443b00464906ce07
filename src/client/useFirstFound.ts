/** Takes the first that is found for letters whose answer is still on its way: Enter was pressed before it came. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { FindEntitiesInput, FoundEntity } from '@/contract/landscapePicture';
import { useTRPC } from './trpc';

interface FirstFound {
  /** Waits for the answer to this question, which shares the one under way. Nothing is taken where nothing is found, or once it is forgotten. */
  await(question: FindEntitiesInput, take: (entity: FoundEntity) => void): void;
  /** Something else is wanted meanwhile. */
  forget(): void;
}

export function useFirstFound(): FirstFound {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const wanted = useRef(0);
  return useMemo(
    () => ({
      await: (question, take) => {
        wanted.current += 1;
        const mine = wanted.current;
        queryClient.fetchQuery(trpc.landscape.find.queryOptions(question)).then(
          ([first]) => {
            if (mine === wanted.current && first !== undefined) take(first);
          },
          // The list says that the search does not answer.
          () => undefined,
        );
      },
      forget: () => void (wanted.current += 1),
    }),
    [trpc, queryClient],
  );
}
