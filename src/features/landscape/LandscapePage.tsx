'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
export function LandscapePage() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.landscape.picture.queryOptions({}));
  return <pre>{JSON.stringify(data?.counts)}</pre>;
}
