/** Applied manifests on the wire, and what undoing one does. */
import { z } from 'zod';
import { UNDO_REASONS } from '@/domain/history/undoneFields';
import { MANIFEST_KINDS } from '@/domain/manifest/manifestFields';
import { PLANS } from '@/domain/vocabulary';
import { ChangeEntry } from '@/contract/changes';
import { countOut, guid, guidOut, landscapeVersionOut, text, timestampOut } from '@/contract/fields';
import { pageInput } from '@/contract/lists';
import { CHANGE_OPERATIONS } from '@/contract/values/changes';

export const ManifestApplyListInput = z.strictObject({
  ...pageInput,
  manifest: text(1, 200).optional().meta({ description: 'The name of a manifest.', example: 'astronomy-shop' }),
});
export type ManifestApplyListInput = z.infer<typeof ManifestApplyListInput>;

const counts = {
  create: countOut('How many were created.'),
  update: countOut('How many were changed.'),
  delete: countOut('How many were deleted.'),
};

/** An apply that changed something, even if only which manifest states a field; other applies leave no trace. */
export const ManifestApply = z
  .strictObject({
    changeSetId: guidOut.meta({ description: 'The change that it made: what can be undone as a whole.' }),
    manifest: z.string().meta({ description: 'The name of the manifest.', maxLength: 200 }),
    prune: z.boolean().meta({ description: 'Whether what the manifest had created and no longer declared was deleted.' }),
    at: timestampOut.meta({ description: 'When it was applied.' }),
    landscapeVersion: landscapeVersionOut.meta({ description: 'The landscape version that it made.' }),
    actor: ChangeEntry.shape.actor.meta({ description: 'Who applied it.' }),
    summary: z.strictObject(counts).meta({ description: 'How much changed, all kinds together.' }),
    takenOver: z.int().min(0).meta({ description: 'How many fields it took over from other manifests.', example: 0 }),
    undoneBy: guidOut.nullable().meta({ description: 'The change set that undid it; null if none did.' }),
  })
  .meta({ description: 'A manifest that was applied.' });
export type ManifestApply = z.infer<typeof ManifestApply>;

export const UndoInput = z.strictObject({
  changeSetId: guid.meta({ description: 'The change to undo, as in /changes and /manifest/applies.' }),
});

const subject = {
  op: z.enum(CHANGE_OPERATIONS).meta({ description: 'What the undo does.' }),
  kind: z.enum(MANIFEST_KINDS).meta({ description: 'What it is, such as a component.' }),
  id: guidOut.meta({ description: 'Stays the same when it is renamed.' }),
  technicalName: z.string().meta({ description: 'Its technicalName; for a dependency, its two ends and its type.' }),
};

export const UndoResult = z
  .strictObject({
    undoOf: guidOut.meta({ description: 'The change that is undone.' }),
    manifest: z.string().meta({ description: 'The name of the manifest that made it.', maxLength: 200 }),
    isPreview: z.boolean().meta({ description: 'True if nothing was changed: this is what an undo would do.' }),
    changeSetId: guidOut
      .nullable()
      .meta({ description: 'The change that the undo made; null for a preview, and if there was nothing to do.' }),
    summary: z
      .strictObject({ ...counts, notRestored: countOut('How many stay as they are.') })
      .meta({ description: 'How much the undo changes, all kinds together.' }),
    givenBack: z.int().min(0).meta({
      description: 'How many fields the undo gave back to the manifests from which the apply had taken them over.',
      example: 0,
    }),
    changes: z
      .array(z.strictObject({ ...subject, fields: ChangeEntry.shape.fields }))
      .meta({ description: 'What the undo changes, one by one.' }),
    notRestored: z
      .array(
        z.strictObject({
          ...subject,
          op: subject.op.meta({ description: 'What the apply had done.' }),
          field: z.string().nullable().meta({ description: 'The field that stays as it is; null: the whole entity.' }),
          reason: z.enum(UNDO_REASONS).meta({ description: 'Why, for programs.' }),
          message: z.string().meta({ description: 'Why, for people.' }),
        }),
      )
      .meta({ description: 'What stays as it is, because something later prevents its restoration.' }),
    planLimit: z
      .strictObject({
        plan: z.enum(PLANS).meta({ description: 'The plan of the tenant.' }),
        limit: countOut('The components that it allows.'),
        components: countOut('The components that there would be.'),
      })
      .nullable()
      .meta({ description: 'Set if the landscape would have more components than the plan allows: the undo is refused (409).' }),
    landscapeVersion: landscapeVersionOut,
  })
  .meta({ description: 'What an undo does.' });
export type UndoResult = z.infer<typeof UndoResult>;

/** The same for any change to the landscape: `manifest` is null for a change by hand. */
export const ChangeUndoResult = UndoResult.extend({
  manifest: z.string().nullable().meta({ description: 'The name of the manifest that made the change; null for a change by hand.' }),
});
export type ChangeUndoResult = z.infer<typeof ChangeUndoResult>;
