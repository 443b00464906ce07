/** What people have themselves told, on the wire: their own subscriptions, where they can be sent, and the digest of each week. Only for people. */
import { z } from 'zod';
import { FAILURE_STATES } from '@/domain/vocabulary';
import { guid, guidOut, text, timestampOut } from './fields';
import { LONGEST_HOLD_MINUTES, SUBSCRIPTION_STATUSES, WATCHED_KINDS } from './values/subscriptions';
import { watch } from './subscriptions';

const webhookId = guid.nullable().meta({ description: 'The open channel that gets the messages; null for mail to your own address.' });
const state = z.enum(FAILURE_STATES).meta({ description: 'This state or a worse one.' });
const minutes = z
  .int()
  .min(0)
  .max(LONGEST_HOLD_MINUTES)
  .meta({ description: 'For how many minutes it must hold before a message is sent.' });

export const OwnSubscriptionCreate = z.strictObject({ watch, state, minutes, webhookId });
export type OwnSubscriptionCreate = z.infer<typeof OwnSubscriptionCreate>;

/** `team` is null for the digest of all teams. */
export const DigestCreate = z.strictObject({ team: text(1, 200).nullable(), webhookId });
export type DigestCreate = z.infer<typeof DigestCreate>;

/** What it watches cannot change, and a digest has no condition. */
export const OwnSubscriptionPatch = z.strictObject({
  id: guid,
  state: state.optional(),
  minutes: minutes.optional(),
  webhookId: webhookId.optional(),
  isPaused: z.boolean().optional(),
});
export type OwnSubscriptionPatch = z.infer<typeof OwnSubscriptionPatch>;

export const OwnSubscriptionReference = z.strictObject({ id: guid });

export const OwnSubscription = z.strictObject({
  id: guidOut,
  isDigest: z.boolean(),
  webhookId: guidOut.nullable(),
  watch: z.strictObject({
    kind: z.enum(WATCHED_KINDS),
    entityId: guidOut.nullable(),
    name: z.string().meta({ description: 'What people call it: the name of the entity today, or when it was deleted.' }),
    team: z.string().nullable(),
  }),
  state: z.enum(FAILURE_STATES).nullable().meta({ description: 'Null for a digest.' }),
  minutes: z.int(),
  isPaused: z.boolean(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  since: timestampOut.nullable(),
  createdAt: timestampOut,
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const OpenChannel = z.strictObject({
  webhookId: guidOut,
  format: z.enum(['slack', 'teams']),
  description: z.string().nullable(),
  isEnabled: z.boolean(),
});
export type OpenChannel = z.infer<typeof OpenChannel>;

export const OwnNotifications = z.strictObject({
  items: z.array(OwnSubscription),
  most: z.int().meta({ description: 'How many subscriptions one person may have.' }),
  mail: z.strictObject({ address: z.string(), isAvailable: z.boolean().meta({ description: 'Whether this installation can send mail.' }) }),
  channels: z.array(OpenChannel),
});
export type OwnNotifications = z.infer<typeof OwnNotifications>;

/** By the link in a mail: its holder need not be signed in. */
export const UnsubscribeInput = z.strictObject({ token: text(1, 200) });
export const Unsubscribed = z.strictObject({
  name: z.string().nullable().meta({ description: 'What it was to; null if it had ended before.' }),
});
