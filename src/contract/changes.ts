/** The change log on the wire: who changed what, when, from what to what. */
import { z } from 'zod';
import { guid, guidOut, instant, text, timestampOut } from './fields';
import { anyOf, pageInput, searchInput } from './lists';
import { CHANGE_KINDS, CHANGE_OPERATIONS } from './values/changes';

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type ChangeOperation = (typeof CHANGE_OPERATIONS)[number];

export const ChangeListInput = z.strictObject({
  ...pageInput,
  ...searchInput,
  kind: anyOf(CHANGE_KINDS).meta({ description: 'Only changes to things of these kinds.' }),
  op: anyOf(CHANGE_OPERATIONS).meta({ description: 'Only creations, updates or deletions.' }),
  entityId: guid.optional().meta({ description: 'Only changes to this entity or dependency; it may be deleted.' }),
  changeSetId: guid.optional().meta({ description: 'Only what this one change did.' }),
  actorId: text(1, 200).optional().meta({ description: 'Only what this key or person did: its id.' }),
  since: instant.optional().meta({ description: 'Made at or after this time.', example: '2026-11-01T00:00:00Z' }),
  until: instant.optional().meta({ description: 'Made before this time.' }),
});
export type ChangeListInput = z.infer<typeof ChangeListInput>;

export const ChangeActor = z
  .strictObject({
    type: z.enum(['key', 'person', 'system']).meta({ description: 'An API key, a member, or Faultline itself.' }),
    id: z.string().meta({ description: 'The id of the key or member.', maxLength: 100 }),
    name: z.string().meta({ description: 'The name of the key or member at that time.', maxLength: 200 }),
  })
  .meta({ description: 'Who did it.' });
export type ChangeActor = z.infer<typeof ChangeActor>;

export const ChangeActorListInput = z.strictObject({ ...searchInput });
export type ChangeActorListInput = z.infer<typeof ChangeActorListInput>;

export const ChangeEntry = z
  .strictObject({
    id: z.string().meta({ description: 'Position of the transaction, and position within it.', example: '12.1' }),
    changeSetId: guidOut.meta({ description: 'The transaction that it was part of: what can be undone as a whole.' }),
    at: timestampOut.meta({ description: 'When it was made.' }),
    landscapeVersion: z
      .int()
      .nullable()
      .meta({ description: 'The landscape version that this change made; null if it did not change the landscape.' }),
    actor: ChangeActor,
    origin: z.record(z.string(), z.unknown()).meta({ description: 'Where the change came from, and by which manifest.' }),
    op: z.enum(CHANGE_OPERATIONS).meta({ description: 'What was done.' }),
    kind: z.enum(CHANGE_KINDS).meta({ description: 'The kind of what changed.' }),
    entityId: guidOut.meta({ description: 'The id of what changed.' }),
    technicalName: z.string().meta({
      description: 'Its name after the change, or before its deletion: the technicalName; for a dependency, its two ends and its type.',
    }),
    fields: z
      .array(
        z.strictObject({
          field: z.string().meta({ description: 'The field, as the API names it.', maxLength: 100 }),
          from: z.unknown().optional().meta({ description: 'The value before the change; null if there was none.' }),
          to: z.unknown().optional().meta({ description: 'The value after the change; null if there is none.' }),
          withheld: z.literal(true).optional().meta({ description: 'The values are revenue, which you may not see.' }),
        }),
      )
      .meta({ description: 'Each field that differs, with its value before and after.' }),
  })
  .meta({ description: 'One thing that changed, in the audit log.' });
export type ChangeEntry = z.infer<typeof ChangeEntry>;
