/** Selects the first search result after Enter was pressed before the answer arrived. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { FindEntitiesInput, FoundEntity } from '@/contract/landscapePicture';
import { useTRPC } from './trpc';

interface FirstFound {
  /** Waits for the answer to this query, sharing a request that is under way. Selects nothing if nothing is found, or after `forget`. */
  await(question: FindEntitiesInput, take: (entity: FoundEntity) => void): void;
  /** Something else was chosen meanwhile. */
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
          // The list itself says that search is not available.
          () => undefined,
        );
      },
      forget: () => void (wanted.current += 1),
    }),
    [trpc, queryClient],
  );
}
