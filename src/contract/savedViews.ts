/** Saved views on the wire: a page of the app with its query, under a name; one's own, or shared with the tenant. For people alone. */
import { z } from 'zod';
import { ENTITY_REGISTRY } from './entityKinds';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { guid, guidOut, text, timestampOut } from './fields';

/** The pages whose address says what they show. */
export const VIEWED_PAGES: readonly string[] = [
  'landscape',
  'blast-radius',
  'paths',
  'live-impact',
  'incidents',
  'maintenance',
  'security-register',
  'audit-log',
  ...ENTITY_KINDS.map((kind) => `inventory/${ENTITY_REGISTRY[kind].path}`),
  'inventory/dependencies',
];

const LONGEST_PATH = 2_000;
export const LONGEST_VIEW_NAME = 100;

/** The page of a path below a tenant; null for whatever leads elsewhere. */
export function pageOfView(path: string): string | null {
  // Only what an address holds as it is: no control characters, no spaces, nothing that a browser would rewrite.
  if (path.length > LONGEST_PATH || !/^[a-z-]+(\/[a-z-]+)?(\?[!-"$-~]*)?$/.test(path)) return null;
  const page = path.split('?')[0] ?? '';
  return VIEWED_PAGES.includes(page) ? page : null;
}

const path = z
  .string()
  .refine((value) => pageOfView(value) !== null, `must be a page of the app with its query, of at most ${LONGEST_PATH} characters`)
  .meta({ description: 'Below the tenant, as in `landscape?grouping=team`.', example: 'landscape?grouping=team' });
const name = text(1, LONGEST_VIEW_NAME)
  .refine((value) => value.trim() !== '', 'must not be blank')
  .transform((value) => value.trim());

export const SavedView = z.strictObject({
  id: guidOut,
  name: z.string(),
  path: z.string(),
  page: z.string(),
  isShared: z.boolean(),
  owner: z.strictObject({ name: z.string(), isYou: z.boolean() }),
  isDefault: z.boolean().meta({ description: 'Whether the asker begins with it on its page.' }),
  mayChange: z.boolean().meta({ description: 'Whether the asker may rename, replace or delete it.' }),
  updatedAt: timestampOut,
});
export type SavedView = z.infer<typeof SavedView>;

/** Own views and shared ones, by name; bounded by how many a tenant may have. */
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
