/** What changed in the landscape shortly before an incident, on the wire. */
import { z } from 'zod';
import { ChangeActor, ChangeEntry } from './changes';
import { guid, guidOut, timestampOut } from './fields';

export const IncidentChangesInput = z.strictObject({ id: guid });

export const ChangeSetBefore = z.strictObject({
  changeSetId: guidOut,
  at: timestampOut,
  landscapeVersion: z.int(),
  actor: ChangeActor,
  /** Where the change came from, and by which manifest. */
  origin: z.record(z.string(), z.unknown()),
  /** Whether a later change undid it. */
  isUndone: z.boolean(),
  /** How many things it changed in all. */
  changeCount: z.int(),
  /** What it changed of the causes and of what they depend on; `called` is what people call each. */
  entries: z.array(ChangeEntry.extend({ called: z.string() })),
  entriesOmitted: z.int(),
});
export type ChangeSetBefore = z.infer<typeof ChangeSetBefore>;

/** Newest first. */
export const IncidentChanges = z.strictObject({
  from: timestampOut,
  until: timestampOut,
  sets: z.array(ChangeSetBefore),
  hasMore: z.boolean(),
});
export type IncidentChanges = z.infer<typeof IncidentChanges>;
