/** Two instants of a landscape compared by identity: what appeared, what disappeared, and what exists in both but differs. */
import { z } from 'zod';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { ChangeEntry } from './changes';
import { guidOut, timestampOut } from './fields';
import { anyOf } from './lists';
import { pastInstant } from './pastInstant';
import { DIFFERENCES } from './values/picture';

export type Difference = (typeof DIFFERENCES)[number];

export const DIFFERENCE_KINDS = [...ENTITY_KINDS, 'dependency'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The largest number in the list; all are counted. */
export const MOST_DIFFERENCES = 500;

const instants = {
  since: pastInstant.meta({ description: 'The earlier instant.' }),
  at: pastInstant.optional().meta({ description: 'The later instant; default: now.' }),
};

export const DifferencesInput = z.strictObject({ ...instants, kind: anyOf(DIFFERENCE_KINDS), difference: anyOf(DIFFERENCES) });
export type DifferencesInput = z.infer<typeof DifferencesInput>;

export const ComparedInstant = z.strictObject({ at: timestampOut, landscapeVersion: z.int() });

export const LandscapeDifference = z.strictObject({
  difference: z.enum(DIFFERENCES),
  kind: z.enum(DIFFERENCE_KINDS),
  id: guidOut,
  technicalName: z.string(),
  /** Its name at the later instant, or at the earlier one if it is gone; for a dependency, its two ends. */
  name: z.string(),
  /** The differing fields of something that exists at both instants; empty for dependencies that exist at one. */
  fields: ChangeEntry.shape.fields,
});
export type LandscapeDifference = z.infer<typeof LandscapeDifference>;

export const Differences = z.strictObject({
  since: ComparedInstant,
  at: ComparedInstant,
  /** Counts of everything, listed or not. */
  counts: z.array(z.strictObject({ kind: z.enum(DIFFERENCE_KINDS), appeared: z.int(), vanished: z.int(), changed: z.int() })),
  items: z.array(LandscapeDifference),
  omitted: z.int(),
});
export type Differences = z.infer<typeof Differences>;
