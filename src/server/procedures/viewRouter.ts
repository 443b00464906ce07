/** Saved views, for the browser alone: they belong to people. */
import { z } from 'zod';
import { SavedView, SavedViewCreate, SavedViewDefault, SavedViewInput, SavedViewList, SavedViewPatch } from '@/contract/savedViews';
import { createView, listViews, removeView, setDefaultView, updateView } from '@/server/views/savedViews';
import { procedure, router } from './init';

const access = { scope: null, role: 'Viewer' } as const;

export const viewRouter = router({
  list: procedure({ access })
    .input(z.strictObject({}))
    .output(SavedViewList)
    .query(({ ctx }) => listViews(ctx.tenant, ctx.principal)),
  create: procedure({ access })
    .input(SavedViewCreate)
    .output(SavedView)
    .mutation(({ ctx, input }) => createView(ctx.tenant, ctx.principal, input)),
  update: procedure({ access })
    .input(SavedViewPatch)
    .output(SavedView)
    .mutation(({ ctx, input }) => updateView(ctx.tenant, ctx.principal, input)),
  setDefault: procedure({ access })
    .input(SavedViewDefault)
    .output(SavedView)
    .mutation(({ ctx, input }) => setDefaultView(ctx.tenant, ctx.principal, input.id, input.isDefault)),
  remove: procedure({ access })
    .input(SavedViewInput)
    .output(SavedView)
    .mutation(({ ctx, input }) => removeView(ctx.tenant, ctx.principal, input.id)),
});
