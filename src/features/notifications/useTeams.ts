/** The teams that own applications, as choices by name. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';

export function useTeams(): { value: string; label: string }[] {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.landscape.filterChoices.queryOptions({}), staleTime: 60_000 });
  return (data?.teams ?? []).map(({ value, name }) => ({ value, label: name }));
}
