/** Applied manifests: listing them, and undoing one. */
import { ManifestApply, ManifestApplyListInput, UndoInput, UndoResult } from '@/contract/manifest/applies';
import { pageOf } from '@/contract/lists';
import { listApplies } from '@/server/history/listApplies';
import { previewUndo, undoApply } from '@/server/history/undoApply';
import { documentedAs } from './documentedAs';
import { READ, WRITE, procedure, router } from './init';

const tags = ['Manifest'];

export const manifestApplyRouter = router({
  list: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/manifest/applies',
      tags,
      operationId: 'listManifestApplies',
      summary: 'The applied manifests that changed something, newest first',
      description: 'One entry for each manifest that changed something when it was applied. Each can be undone as a whole.',
    },
  })
    .input(ManifestApplyListInput)
    .output(pageOf(ManifestApply))
    .query(({ ctx, input }) => listApplies(ctx.tenant, input)),
  previewUndo: documentedAs(
    UndoResult,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/manifest/applies/{changeSetId}/undo',
        tags,
        operationId: 'previewManifestUndo',
        summary: 'What undoing an apply would restore and what it would not; changes nothing',
        description: 'Calculates what undoing the apply would restore, and what would stay because somebody changed it since.',
        refusals: ['not_found', 'revenue_forbidden', 'conflict'],
      },
    })
      .input(UndoInput)
      .query(({ ctx, input }) => previewUndo(ctx.tenant, ctx.principal, input.changeSetId)),
  ),
  undo: documentedAs(
    UndoResult,
    procedure({
      access: WRITE,
      openapi: {
        method: 'POST',
        path: '/manifest/applies/{changeSetId}/undo',
        tags,
        operationId: 'undoManifestApply',
        summary: 'Undo an applied manifest with a new change, and list what could not be restored',
        description:
          'Restores what the manifest changed, as a new change. What somebody has altered since stays as it is, and `notRestored` lists it with the reason.',
        refusals: ['not_found', 'revenue_forbidden', 'conflict', 'plan_limit'],
      },
    })
      .input(UndoInput)
      .mutation(({ ctx, input }) => undoApply(ctx.tenant, ctx.principal, input.changeSetId)),
  ),
});
