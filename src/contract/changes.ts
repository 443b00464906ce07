/** The change log on the wire: who changed what, when, from what to what. */
import { z } from 'zod';
import { guid, guidOut, text, timestampOut } from './fields';
import { anyOf, pageInput, searchInput } from './lists';
import { CHANGE_KINDS, CHANGE_OPERATIONS } from './values/changes';

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type ChangeOperation = (typeof CHANGE_OPERATIONS)[number];

export const ChangeListInput = z.strictObject({
  ...pageInput,
  ...searchInput,
  kind: anyOf(CHANGE_KINDS),
  op: anyOf(CHANGE_OPERATIONS),
  entityId: guid.optional(),
  changeSetId: guid.optional(),
  actorId: text(1, 200).optional(),
  since: z.iso.datetime({ offset: true }).optional().meta({ example: '2026-11-01T00:00:00Z' }),
  until: z.iso.datetime({ offset: true }).optional(),
});
export type ChangeListInput = z.infer<typeof ChangeListInput>;

export const ChangeActor = z.strictObject({ type: z.enum(['key', 'person', 'system']), id: z.string(), name: z.string() });
export type ChangeActor = z.infer<typeof ChangeActor>;

export const ChangeActorListInput = z.strictObject({ ...searchInput });
export type ChangeActorListInput = z.infer<typeof ChangeActorListInput>;

export const ChangeEntry = z.strictObject({
  id: z.string().meta({ description: 'Position of the transaction, and position within it.', example: '12.1' }),
  changeSetId: guidOut,
  at: timestampOut,
  landscapeVersion: z
    .int()
    .nullable()
    .meta({ description: 'The landscape version that this change made; null if it did not change the landscape.' }),
  actor: ChangeActor,
  origin: z.record(z.string(), z.unknown()).meta({ description: 'Where the change came from, and by which manifest.' }),
  op: z.enum(CHANGE_OPERATIONS),
  kind: z.enum(CHANGE_KINDS),
  entityId: guidOut,
  technicalName: z.string(),
  fields: z
    .array(
      z.strictObject({
        field: z.string(),
        from: z.unknown().optional(),
        to: z.unknown().optional(),
        withheld: z.literal(true).optional().meta({ description: 'The values are revenue, which you may not see.' }),
      }),
    )
    .meta({ description: 'Each field that differs, with its value before and after (null if there was or is none).' }),
});
export type ChangeEntry = z.infer<typeof ChangeEntry>;
