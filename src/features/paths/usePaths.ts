/** The paths between two ends; asked for once both are known. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { PathView } from './pathAddress';

export function usePaths(from: PathView['from'], to: PathView['to']) {
  return useQuery({
    ...useTRPC().impact.paths.queryOptions({
      entityType: from?.kind ?? 'component',
      entityId: from?.id ?? '',
      direction: 'downstream',
      component: to ?? '',
    }),
    enabled: from !== null && to !== null,
  });
}
