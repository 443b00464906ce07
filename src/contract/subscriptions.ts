/** Subscriptions on the wire: what to watch, how bad it has to get, and for how long, before a webhook gets a message. It gets another one when it is over. */
import { z } from 'zod';
import { FAILURE_STATES } from '@/domain/vocabulary';
import { createdAtOut, entityReference, guid, guidOut, idOut, nameOut, technicalNameOut, text, timestampOut, updatedAtOut } from './fields';
import { pageInput } from './lists';
import { KINDS_WITH_EXPOSURE, LONGEST_HOLD_MINUTES, SUBSCRIPTION_STATUSES, WATCHED_KINDS } from './values/subscriptions';

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

const name = text(1, 200)
  .refine((value) => value.trim() !== '', 'must not be blank')
  .meta({ description: 'The heading of its messages.', example: 'Checkout is down' });

export const watch = z
  .strictObject({
    kind: z
      .enum(WATCHED_KINDS)
      .meta({ description: '`tenant` is everything; a `team` is the applications it owns.', example: 'capability' }),
    entity: entityReference
      .optional()
      .meta({ description: 'GUID or technicalName of the entity. Not for `tenant` and `team`.', example: 'take-orders' }),
    team: text(1, 200).optional().meta({ description: 'The `ownerTeam` of its applications; for `team` only.', example: 'Checkout' }),
  })
  .superRefine(({ kind, entity, team }, context) => {
    const wanted = kind === 'tenant' ? null : kind === 'team' ? 'team' : 'entity';
    for (const [field, value] of Object.entries({ entity, team })) {
      if (field === wanted && value === undefined)
        context.addIssue({ code: 'custom', path: [field], message: `must be given for the kind ${kind}` });
      if (field !== wanted && value !== undefined)
        context.addIssue({ code: 'custom', path: [field], message: `must be left out for the kind ${kind}` });
    }
  });

const when = z
  .strictObject({
    state: z.enum(FAILURE_STATES).optional().meta({ description: 'This state or a worse one.', example: 'Outage' }),
    expectedPerHour: z.number().positive().max(1e12).optional().meta({
      description: "At least this much is lost per hour, in the tenant's currency. Requires the right to see revenue.",
      example: 5000,
    }),
  })
  .superRefine(({ state, expectedPerHour }, context) => {
    if ((state === undefined) === (expectedPerHour === undefined))
      context.addIssue({ code: 'custom', path: [], message: 'must have exactly one of state and expectedPerHour' });
  });

const minutes = z
  .int()
  .min(0)
  .max(LONGEST_HOLD_MINUTES)
  .meta({ description: 'For how many minutes the condition must hold before a message is sent. 0 sends it at once.', example: 5 });

const webhookId = guid.meta({ description: 'The webhook that gets the messages.' });
const isPaused = z.boolean().meta({ description: 'While it is paused, nothing is sent.' });

const fits = ({
  watch: watched,
  when: condition,
}: {
  watch?: { kind: string } | undefined;
  when?: { expectedPerHour?: number | undefined } | undefined;
}): boolean =>
  watched === undefined || condition?.expectedPerHour === undefined || (KINDS_WITH_EXPOSURE as readonly string[]).includes(watched.kind);
const misfit = { message: `works only for ${KINDS_WITH_EXPOSURE.join(', ')}`, path: ['when', 'expectedPerHour'] };

export const SubscriptionCreate = z
  .strictObject({
    name,
    webhookId,
    watch: watch.meta({ description: 'What to watch.' }),
    when: when.meta({ description: 'How bad it has to get: a state or a cost per hour.' }),
    minutes,
    isPaused: isPaused.optional(),
  })
  .refine(fits, misfit);
export type SubscriptionCreate = z.infer<typeof SubscriptionCreate>;

const id = guid.meta({ description: 'The id of the subscription.' });
export const SubscriptionReference = z.strictObject({ id });

/** What it watches cannot change: another thing to watch needs another subscription. */
export const SubscriptionPatch = z.strictObject({
  id,
  name: name.optional(),
  webhookId: webhookId.optional(),
  when: when.optional().meta({ description: 'How bad it has to get: a state or a cost per hour.' }),
  minutes: minutes.optional(),
  isPaused: isPaused.optional(),
});
export type SubscriptionPatch = z.infer<typeof SubscriptionPatch>;

export const SubscriptionListInput = z.strictObject({
  ...pageInput,
  webhookId: guid.optional().meta({ description: 'Only subscriptions that send to this webhook.' }),
});
export type SubscriptionListInput = z.infer<typeof SubscriptionListInput>;

export const Subscription = z
  .strictObject({
    id: idOut,
    name: nameOut.meta({ description: 'The heading of its messages.', example: 'Checkout is down' }),
    webhookId: guidOut.meta({ description: 'The webhook that gets the messages.' }),
    watch: z
      .strictObject({
        kind: z.enum(WATCHED_KINDS).meta({ description: '`tenant` is everything; a `team` is the applications it owns.' }),
        entityId: guidOut.nullable().meta({ description: 'The id of the entity; null for `tenant` and `team`.' }),
        technicalName: technicalNameOut
          .nullable()
          .meta({ description: 'The technicalName of the entity when the subscription was created; null for `tenant` and `team`.' }),
        team: z.string().nullable().meta({ description: 'The name of the team; null unless a `team` is watched.', maxLength: 200 }),
      })
      .meta({ description: 'What it watches.' }),
    when: z
      .strictObject({
        state: z.enum(FAILURE_STATES).nullable().meta({ description: 'This state or a worse one; null if the condition is a cost.' }),
        expectedPerHour: z
          .number()
          .min(0)
          .nullable()
          .optional()
          .meta({ description: 'At least this cost per hour; null if the condition is a state. Left out unless you may see revenue.' }),
      })
      .meta({ description: 'How bad it has to get.' }),
    minutes: z.int().min(0).meta({ description: 'For how many minutes the condition must hold before a message is sent.' }),
    isPaused,
    status: z.enum(SUBSCRIPTION_STATUSES).meta({
      description:
        'Quiet: the condition does not hold. Holding: it holds, but not for long enough yet. Raised: a message was sent, and it is not over. Paused: by a member. Gone: what it watches no longer exists.',
    }),
    since: timestampOut.nullable().meta({ description: 'When the condition began to hold; null while it does not.' }),
    createdBy: z.string().meta({ description: 'The name of the key or person who created it.', maxLength: 200 }),
    createdAt: createdAtOut,
    updatedAt: updatedAtOut,
  })
  .meta({ description: 'What to watch, and how bad it has to get for how long before a webhook gets a message.' });
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionDeleted = z.strictObject({
  id: guidOut.meta({ description: 'The id that it had.' }),
  name: nameOut.meta({ description: 'The heading that its messages had.', example: 'Checkout is down' }),
});
export type SubscriptionDeleted = z.infer<typeof SubscriptionDeleted>;
