/** The change log. */
import { ChangeEntry, ChangeListInput } from '@/contract/changes';
import { pageOf } from '@/contract/lists';
import { listChanges } from '@/server/landscape/listChanges';
import { procedure, router } from './init';

export const changeRouter = router({
  list: procedure({
    access: { scope: 'read', role: 'Viewer' },
    openapi: { method: 'GET', path: '/changes', tags: ['Changes'], operationId: 'listChanges', summary: 'Who changed what, when, from what to what' },
  })
    .input(ChangeListInput)
    .output(pageOf(ChangeEntry))
    .query(({ ctx, input }) => listChanges(ctx.tenant, ctx.principal, input)),
});
