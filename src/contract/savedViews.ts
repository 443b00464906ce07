/** Saved views on the wire: a page of the app with its query, under a name; private, or shared with the tenant. Only for people. */
import { z } from 'zod';
import { filledText, guid, guidOut, timestampOut } from './fields';
import { LONGEST_PATH, LONGEST_VIEW_NAME, pageOfView } from './values/savedViews';

const path = z
  .string()
  .refine((value) => pageOfView(value) !== null, `must be a page of the app with its query, of at most ${LONGEST_PATH} characters`)
  .meta({ description: 'Below the tenant, as in `landscape?grouping=team`.', example: 'landscape?grouping=team' });
const name = filledText(1, LONGEST_VIEW_NAME).transform((value) => value.trim());

export const SavedView = z.strictObject({
  id: guidOut,
  name: z.string(),
  path: z.string(),
  page: z.string(),
  isShared: z.boolean(),
  owner: z.strictObject({ name: z.string(), isYou: z.boolean() }),
  isDefault: z.boolean().meta({ description: 'Whether the asker starts with it on its page.' }),
  mayChange: z.boolean().meta({ description: 'Whether the asker may rename, replace or delete it.' }),
  updatedAt: timestampOut,
});
export type SavedView = z.infer<typeof SavedView>;

/** Own and shared views by name; limited by how many a tenant may have. */
export const SavedViewList = z.strictObject({ items: z.array(SavedView) });

export const SavedViewCreate = z.strictObject({ name, path, isShared: z.boolean() });
export type SavedViewCreate = z.infer<typeof SavedViewCreate>;

export const SavedViewPatch = z.strictObject({
  id: guid,
  name: name.optional(),
  path: path.optional(),
  isShared: z.boolean().optional(),
});
export type SavedViewPatch = z.infer<typeof SavedViewPatch>;

export const SavedViewInput = z.strictObject({ id: guid });

export const SavedViewDefault = z.strictObject({ id: guid, isDefault: z.boolean() });
