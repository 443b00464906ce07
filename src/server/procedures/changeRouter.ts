/** The change log. */
import { ChangeGroups } from '@/contract/changeGroups';
import { ChangeSets, ChangeSetsInput } from '@/contract/changeSets';
import { ChangeActor, ChangeActorListInput, ChangeEntry, ChangeListInput } from '@/contract/changes';
import { pageOf } from '@/contract/lists';
import { ChangeUndoResult, UndoInput } from '@/contract/manifest/applies';
import { z } from 'zod';
import { undoChangeSet } from '@/server/history/undoApply';
import { listChangeActors } from '@/server/landscape/changeActors';
import { listChangeGroups } from '@/server/landscape/listChangeGroups';
import { listChangeSets } from '@/server/landscape/listChangeSets';
import { listChanges } from '@/server/landscape/listChanges';
import { documentedAs } from './documentedAs';
import { READ, WRITE, procedure, router } from './init';

export const changeRouter = router({
  list: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/changes',
      tags: ['Changes'],
      operationId: 'listChanges',
      summary: 'Who changed what, when, from what to what',
      description:
        'The audit log, newest first: one entry for each thing that a change created, updated or deleted, with every field before and after.',
    },
  })
    .input(ChangeListInput)
    .output(pageOf(ChangeEntry))
    .query(({ ctx, input }) => listChanges(ctx.tenant, ctx.principal, input)),
  groups: procedure({ access: READ })
    .input(ChangeListInput)
    .output(ChangeGroups)
    .query(({ ctx, input }) => listChangeGroups(ctx.tenant, ctx.principal, input)),
  sets: procedure({ access: READ })
    .input(ChangeSetsInput)
    .output(ChangeSets)
    .query(({ ctx, input }) => listChangeSets(ctx.tenant, input)),
  actors: procedure({ access: READ })
    .input(ChangeActorListInput)
    .output(z.array(ChangeActor))
    .query(({ ctx, input }) => listChangeActors(ctx.tenant, input)),
  undo: documentedAs(
    ChangeUndoResult,
    procedure({
      access: WRITE,
      openapi: {
        method: 'POST',
        path: '/changes/{changeSetId}/undo',
        tags: ['Changes'],
        operationId: 'undoChange',
        summary: 'Undo a change to the landscape with a new change, and list what could not be restored',
        description:
          'Restores what the change altered, as a new change. What somebody has altered since stays as it is, and `notRestored` lists it with the reason.',
        refusals: ['not_found', 'revenue_forbidden', 'conflict', 'plan_limit'],
      },
    })
      .input(UndoInput)
      .mutation(({ ctx, input }) => undoChangeSet(ctx.tenant, ctx.principal, input.changeSetId)),
  ),
});
