/** A whole list, for lists that stay short. */
'use client';

import { useQuery, type QueryKey } from '@tanstack/react-query';
import { allPages } from './allPages';

export function useAllPages<Item>(queryKey: QueryKey, readPage: Parameters<typeof allPages<Item>>[0]) {
  return useQuery({ queryKey: [...queryKey, 'all'], queryFn: () => allPages(readPage) });
}
