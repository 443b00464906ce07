/** The landscape's versions on the wire, one for each transaction that changed it: what a slider over time stops at. */
import { z } from 'zod';
import { ChangeActor } from './changes';
import { guidOut, timestampOut } from './fields';
import { CHANGE_KINDS, CHANGE_OPERATIONS, MOST_CHANGE_SETS } from './values/changes';

export const ChangeSetsInput = z.strictObject({
  from: z
    .int()
    .min(1)
    .meta({ description: `The first version; up to ${MOST_CHANGE_SETS} from there are told.` }),
});
export type ChangeSetsInput = z.infer<typeof ChangeSetsInput>;

export const ChangeSetSummary = z.strictObject({
  id: guidOut,
  landscapeVersion: z.int(),
  /** The landscape was of this version from here on. */
  at: timestampOut,
  actor: ChangeActor,
  /** By what door, and of which manifest. */
  origin: z.record(z.string(), z.unknown()),
  /** How many things of each kind were created, updated and deleted; the most first. */
  counts: z.array(z.strictObject({ kind: z.enum(CHANGE_KINDS), op: z.enum(CHANGE_OPERATIONS), count: z.int() })),
  /** What changed, where that is one thing alone. */
  technicalName: z.string().nullable(),
});
export type ChangeSetSummary = z.infer<typeof ChangeSetSummary>;

export const ChangeSets = z.strictObject({
  /** The first and the last version that the log holds; null before the first change. */
  oldest: z.int().nullable(),
  latest: z.int().nullable(),
  /** Those of the page that the log holds, the oldest first. */
  sets: z.array(ChangeSetSummary),
});
export type ChangeSets = z.infer<typeof ChangeSets>;
