/** Loads the sample landscape into this tenant. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureOf } from '@/client/failure';
import { readSample, withoutRevenue, withoutScenarios } from '@/client/manifest/sampleLandscape';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { notify } from '@/ui/notify';

/** By the code of a refusal: the sample without what was refused. */
const WITHOUT: Readonly<Record<string, (text: string) => string>> = {
  revenue_forbidden: withoutRevenue,
  plan_required: withoutScenarios,
};

/** Leaves out revenue if this person may not see it, and scenarios if the plan keeps none. */
export function useSample() {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const apply = async (text: string): Promise<unknown> => {
        try {
          return await client.manifest.applyNow.mutate({ manifest: text, impact: false });
        } catch (error) {
          const less = WITHOUT[failureOf(error).code]?.(text) ?? text;
          if (less === text) throw error;
          return apply(less);
        }
      };
      return apply(await readSample());
    },
    onSuccess: async () => {
      notify({ message: 'The sample landscape is loaded. You can undo it in the manifest history.' });
      await queryClient.invalidateQueries(trpc.pathFilter());
    },
  });
}
