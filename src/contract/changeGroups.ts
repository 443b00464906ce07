/** The audit log by transaction, for the browser: one entry for everything that was changed together. */
import { z } from 'zod';
import { ChangeActor, ChangeEntry } from './changes';
import { guidOut, timestampOut } from './fields';

export const ChangeGroup = z.strictObject({
  changeSetId: guidOut,
  at: timestampOut,
  /** Null if it did not change the landscape. */
  landscapeVersion: z.int().nullable(),
  actor: ChangeActor,
  /** Where the change came from, and by which manifest. */
  origin: z.record(z.string(), z.unknown()),
  /** How many of its changes match the filters, by operation. */
  created: z.int(),
  updated: z.int(),
  deleted: z.int(),
  /** The first of them: all of it where there is one. */
  first: ChangeEntry,
});
export type ChangeGroup = z.infer<typeof ChangeGroup>;

export const ChangeGroups = z.strictObject({ items: z.array(ChangeGroup), nextCursor: z.string().nullable() });
export type ChangeGroups = z.infer<typeof ChangeGroups>;
