/** Changes to many entities or dependencies of one kind at once. */
import { BulkDeleteInput, BulkDeleteResult, BulkUpdateInput, BulkUpdateResult } from '@/contract/bulk';
import { deleteMany, updateMany } from '@/server/landscape/bulkChanges';
import { procedure, router } from './init';

const write = { scope: 'write', role: 'Editor' } as const;

export const bulkRouter = router({
  update: procedure({ access: write })
    .input(BulkUpdateInput)
    .output(BulkUpdateResult)
    .mutation(({ ctx, input }) => updateMany(ctx.tenant, ctx.principal, input)),
  delete: procedure({ access: write })
    .input(BulkDeleteInput)
    .output(BulkDeleteResult)
    .mutation(({ ctx, input }) => deleteMany(ctx.tenant, ctx.principal, input)),
});
