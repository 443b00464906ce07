/** Changes to many entities or dependencies of one kind at once. */
import { BulkDeleteInput, BulkDeleteResult, BulkUpdateInput, BulkUpdateResult } from '@/contract/bulk';
import { deleteMany, updateMany } from '@/server/landscape/bulkChanges';
import { WRITE, procedure, router } from './init';

const tags = ['Many at once'];

export const bulkRouter = router({
  update: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/bulk/update',
      tags,
      operationId: 'updateMany',
      refusals: ['revenue_forbidden'],
      summary: 'Change fields and links of up to 500 entities or dependencies of one kind: all or none',
      description:
        'Sets the same values, or adds and removes the same links, on entities that you name by id. If one of them cannot be changed, none is. The answer names the change, so that it can be undone as a whole.',
    },
  })
    .input(BulkUpdateInput)
    .output(BulkUpdateResult)
    .mutation(({ ctx, input }) => updateMany(ctx.tenant, ctx.principal, input)),
  delete: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/bulk/delete',
      tags,
      operationId: 'deleteMany',
      refusals: ['in_use', 'revenue_forbidden'],
      summary: 'Delete up to 500 entities or dependencies of one kind: all or none',
      description:
        'Deletes entities that you name by id. If something else still needs one of them, nothing is deleted (409 `in_use`), unless `cascade` is true. The answer names the change, so that it can be undone as a whole.',
    },
  })
    .input(BulkDeleteInput)
    .output(BulkDeleteResult)
    .mutation(({ ctx, input }) => deleteMany(ctx.tenant, ctx.principal, input)),
});
