/** What is said of a change that has no dialog, once it is made or refused; what it changed is then read again. */
'use client';

import { useQueryClient, type QueryFilters } from '@tanstack/react-query';
import { notify } from '@/ui/notify';
import { explain } from './failure';

export function useChangeNotice(stale: QueryFilters) {
  const queryClient = useQueryClient();
  return <Made>(refused: string, done: (made: Made) => string) => ({
    onSuccess: (made: Made) => notify({ message: done(made) }),
    onError: (error: unknown) => notify({ color: 'red', title: refused, message: explain(error) }),
    onSettled: () => queryClient.invalidateQueries(stale),
  });
}
