/** Loads the sample landscape into this tenant. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureOf } from '@/client/failure';
import { readSample, withoutRevenue } from '@/client/manifest/sampleLandscape';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { notify } from '@/ui/notify';

/** Leaves out revenue if this person may not see it. */
export function useSample() {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const manifest = await readSample();
      const apply = (text: string) => client.manifest.applyNow.mutate({ manifest: text, impact: false });
      return apply(manifest).catch((error: unknown) => {
        if (failureOf(error).code !== 'revenue_forbidden') throw error;
        return apply(withoutRevenue(manifest));
      });
    },
    onSuccess: async () => {
      notify({ message: 'The sample landscape is loaded. You can undo it in the manifest history.' });
      await queryClient.invalidateQueries(trpc.pathFilter());
    },
  });
}
