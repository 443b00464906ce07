/** The landscape's versions on the wire, one per transaction that changed it: the stops of a slider over time. */
import { z } from 'zod';
import { ChangeActor } from './changes';
import { guidOut, timestampOut } from './fields';
import { CHANGE_KINDS, CHANGE_OPERATIONS, MOST_CHANGE_SETS } from './values/changes';

export const ChangeSetsInput = z.strictObject({
  from: z
    .int()
    .min(1)
    .meta({ description: `The first version; up to ${MOST_CHANGE_SETS} versions from there are listed.` }),
});
export type ChangeSetsInput = z.infer<typeof ChangeSetsInput>;

export const ChangeSetSummary = z.strictObject({
  id: guidOut,
  landscapeVersion: z.int(),
  /** The time from which the landscape had this version. */
  at: timestampOut,
  actor: ChangeActor,
  /** Where the change came from, and by which manifest. */
  origin: z.record(z.string(), z.unknown()),
  /** How many things of each kind were created, updated and deleted; the largest count first. */
  counts: z.array(z.strictObject({ kind: z.enum(CHANGE_KINDS), op: z.enum(CHANGE_OPERATIONS), count: z.int() })),
  /** The entity that changed, if it is only one. */
  technicalName: z.string().nullable(),
});
export type ChangeSetSummary = z.infer<typeof ChangeSetSummary>;

export const ChangeSets = z.strictObject({
  /** The first and the last version in the log; null before the first change. */
  oldest: z.int().nullable(),
  latest: z.int().nullable(),
  /** The change sets of this page, oldest first. */
  sets: z.array(ChangeSetSummary),
});
export type ChangeSets = z.infer<typeof ChangeSets>;
