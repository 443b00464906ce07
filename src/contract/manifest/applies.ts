/** Applied manifests on the wire, and what taking one back does. */
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

/** An apply that changed something, if only who states a field; the others left no trace. */
export const ManifestApply = z.strictObject({
  changeSetId: guidOut,
  manifest: z.string(),
  prune: z.boolean(),
  at: timestampOut,
  landscapeVersion: z.int(),
  actor: ChangeEntry.shape.actor,
  summary: z.strictObject(counts),
  takenOver: z.int().meta({ description: 'How many fields it took over from other manifests.', example: 0 }),
  undoneBy: guidOut.nullable().meta({ description: 'The change set that took it back.' }),
});
export type ManifestApply = z.infer<typeof ManifestApply>;

export const UndoInput = z.strictObject({
  changeSetId: guid.meta({ description: 'Of the change, as in /changes and /manifest/applies.' }),
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
    .meta({ description: 'The change that this made; null for a preview, and where there was nothing to do.' }),
  summary: z.strictObject({ ...counts, notRestored: z.int() }),
  givenBack: z.int().meta({
    description: 'How many fields that the apply took over count again as stated by the manifests that had stated them.',
    example: 0,
  }),
  changes: z.array(z.strictObject({ ...subject, fields: ChangeEntry.shape.fields })),
  notRestored: z
    .array(
      z.strictObject({
        ...subject,
        op: subject.op.meta({ description: 'What the apply had done.' }),
        field: z.string().nullable().meta({ description: 'Null: the whole of it.' }),
        reason: z.enum(UNDO_REASONS),
        message: z.string(),
      }),
    )
    .meta({ description: 'What stays as it is, since something later stands in the way.' }),
  planLimit: z
    .strictObject({ plan: z.enum(PLANS), limit: z.int(), components: z.int() })
    .nullable()
    .meta({ description: 'The landscape would hold more components than the plan does, so that the undo is refused (409).' }),
  landscapeVersion: z.int(),
});
export type UndoResult = z.infer<typeof UndoResult>;

/** The same for any change to the landscape: `manifest` is null where it was made by hand. */
export const ChangeUndoResult = UndoResult.extend({ manifest: z.string().nullable() });
export type ChangeUndoResult = z.infer<typeof ChangeUndoResult>;
