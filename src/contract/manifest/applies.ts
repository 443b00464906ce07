/** Applied manifests on the wire, and what undoing one does. */
import { z } from 'zod';
import { UNDO_REASONS } from '@/domain/history/undoneFields';
import { MANIFEST_KINDS } from '@/domain/manifest/manifestFields';
import { PLANS } from '@/domain/vocabulary';
import { ChangeEntry } from '@/contract/changes';
import { guid, guidOut, text, timestampOut } from '@/contract/fields';
import { pageInput } from '@/contract/lists';
import { CHANGE_OPERATIONS } from '@/contract/values/changes';

export const ManifestApplyListInput = z.strictObject({
  ...pageInput,
  manifest: text(1, 200).optional().meta({ description: 'The name of a manifest.', example: 'astronomy-shop' }),
});
export type ManifestApplyListInput = z.infer<typeof ManifestApplyListInput>;

const counts = { create: z.int(), update: z.int(), delete: z.int() };

/** An apply that changed something, even if only which manifest states a field; other applies leave no trace. */
export const ManifestApply = z.strictObject({
  changeSetId: guidOut,
  manifest: z.string(),
  prune: z.boolean(),
  at: timestampOut,
  landscapeVersion: z.int(),
  actor: ChangeEntry.shape.actor,
  summary: z.strictObject(counts),
  takenOver: z.int().meta({ description: 'How many fields it took over from other manifests.', example: 0 }),
  undoneBy: guidOut.nullable().meta({ description: 'The change set that undid it.' }),
});
export type ManifestApply = z.infer<typeof ManifestApply>;

export const UndoInput = z.strictObject({
  changeSetId: guid.meta({ description: 'The change to undo, as in /changes and /manifest/applies.' }),
});
export type UndoInput = z.infer<typeof UndoInput>;

const subject = {
  op: z.enum(CHANGE_OPERATIONS),
  kind: z.enum(MANIFEST_KINDS),
  id: guidOut,
  technicalName: z.string(),
};

export const UndoResult = z.strictObject({
  undoOf: guidOut,
  manifest: z.string(),
  isPreview: z.boolean(),
  changeSetId: guidOut
    .nullable()
    .meta({ description: 'The change that the undo made; null for a preview, and if there was nothing to do.' }),
  summary: z.strictObject({ ...counts, notRestored: z.int() }),
  givenBack: z.int().meta({
    description: 'How many fields that the apply took over belong again to the manifests that had stated them.',
    example: 0,
  }),
  changes: z.array(z.strictObject({ ...subject, fields: ChangeEntry.shape.fields })),
  notRestored: z
    .array(
      z.strictObject({
        ...subject,
        op: subject.op.meta({ description: 'What the apply had done.' }),
        field: z.string().nullable().meta({ description: 'Null: the whole entity.' }),
        reason: z.enum(UNDO_REASONS),
        message: z.string(),
      }),
    )
    .meta({ description: 'What stays as it is, because something later prevents its restoration.' }),
  planLimit: z
    .strictObject({ plan: z.enum(PLANS), limit: z.int(), components: z.int() })
    .nullable()
    .meta({ description: 'The landscape would have more components than the plan allows, so the undo is refused (409).' }),
  landscapeVersion: z.int(),
});
export type UndoResult = z.infer<typeof UndoResult>;

/** The same for any change to the landscape: `manifest` is null for a change by hand. */
export const ChangeUndoResult = UndoResult.extend({ manifest: z.string().nullable() });
export type ChangeUndoResult = z.infer<typeof ChangeUndoResult>;
