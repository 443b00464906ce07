/**
 * Webhooks on the wire: endpoints, their deliveries, and each attempt. Only two answers contain a secret: that of creation and that of
 * rotation.
 */
import { z } from 'zod';
import { EventEnvelope } from './events';
import { countOut, createdAtOut, guid, guidOut, idOut, instant, optionalText, text, timestampOut, updatedAtOut } from './fields';
import { anyOf, pageInput } from './lists';
import { DELIVERY_STATUSES, DISABLED_REASONS, EVENT_TYPES, WEBHOOK_FORMATS } from './values/events';

export type DisabledReason = (typeof DISABLED_REASONS)[number];

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const url = text(1, 2_000).meta({
  description:
    'Where to POST events: https, on a public address to which its name resolves now, and on port 443, 80 or above 1024. For the format `email`: `mailto:` and one address.',
  example: 'https://hooks.acme.com/faultline',
});

const eventTypes = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(EVENT_TYPES.length)
  .refine((types) => new Set(types).size === types.length, 'names a type twice')
  .nullable()
  .meta({
    description:
      'The types to send. Null: every type for the format `events`, and notifications only for the others. In any case, `webhook.test` goes to the webhook under test, and `notification.*` to the webhook of the subscription.',
    example: ['incident.opened', 'incident.resolved'],
  });

const isEnabled = z.boolean().meta({ description: 'While it is off, nothing is recorded for the webhook.' });

const format = z.enum(WEBHOOK_FORMATS).meta({
  description:
    '`events`: signed JSON, for programs. `slack` and `teams`: messages for an incoming webhook there. `email`: messages to one address. Cannot be changed later.',
  example: 'events',
});

const isOpenToMembers = z.boolean().meta({
  description: 'Whether every member may have their own notifications sent there. Only for the formats `slack` and `teams`.',
});

const description = optionalText(500).meta({ description: 'What the webhook is for, for people.' });

export const WebhookCreate = z.strictObject({
  url,
  format: format.optional(),
  description,
  eventTypes: eventTypes.optional(),
  isEnabled: isEnabled.optional(),
  isOpenToMembers: isOpenToMembers.optional(),
});
export type WebhookCreate = z.infer<typeof WebhookCreate>;

const webhookId = guid.meta({ description: 'The id of the webhook.' });
export const WebhookReference = z.strictObject({ id: webhookId });

export const WebhookPatch = z.strictObject({
  id: webhookId,
  url: url.optional(),
  description,
  eventTypes: eventTypes.optional(),
  isEnabled: isEnabled.optional(),
  isOpenToMembers: isOpenToMembers.optional(),
});
export type WebhookPatch = z.infer<typeof WebhookPatch>;

export const Webhook = z
  .strictObject({
    id: idOut,
    url: z.string().meta({ description: 'Where events are sent.', maxLength: 2_000 }),
    format,
    description: z.string().nullable().meta({ description: 'What the webhook is for; null if not stated.', maxLength: 500 }),
    eventTypes: z.array(z.enum(EVENT_TYPES)).nullable().meta({
      description: 'The types that are sent. Null: every type for the format `events`, and notifications only for the others.',
      maxItems: EVENT_TYPES.length,
    }),
    isEnabled,
    isOpenToMembers,
    disabledReason: z.enum(DISABLED_REASONS).nullable().meta({
      description:
        'ByHand: somebody switched it off. Gone: it answered 410. Failing: nothing got through for five days. PlanRequired: the plan no longer includes webhooks. Null while it is on.',
    }),
    disabledAt: timestampOut.nullable().meta({ description: 'When it was switched off; null while it is on.' }),
    failingSince: timestampOut.nullable().meta({ description: 'When attempts began to fail; null while they succeed.' }),
    failures: countOut('Failed attempts since then.'),
    isSecretReadable: z.boolean().meta({
      description:
        'False if its secret was encrypted with another FAULTLINE_SECRET than the one in use: nothing can be signed, so its events wait up to three days until it gets a new secret, or the operator starts with the former one again. Always true for formats without signatures.',
    }),
    lastDeliveredAt: timestampOut.nullable().meta({ description: 'When an attempt last succeeded; null if none has.' }),
    previousSecretUntil: timestampOut
      .nullable()
      .meta({ description: 'When the secret from before the last rotation stops signing; null if it has stopped.' }),
    createdBy: z.string().meta({ description: 'The name of the key or person who created it.', maxLength: 200 }),
    createdAt: createdAtOut,
    updatedAt: updatedAtOut,
  })
  .meta({ description: 'An address to which events are sent.' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({
    description: 'Verifies the signatures (Standard Webhooks). Shown only in this answer.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  }),
}).meta({ description: 'A webhook, with the secret that verifies its signatures.' });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookListInput = z.strictObject({ ...pageInput });
export type WebhookListInput = z.infer<typeof WebhookListInput>;

export const WebhookDeleted = z.strictObject({
  id: guidOut.meta({ description: 'The id that it had.' }),
  url: z.string().meta({ description: 'The address that gets no more events.', maxLength: 2_000 }),
});
export type WebhookDeleted = z.infer<typeof WebhookDeleted>;

export const WebhookTested = z.strictObject({
  endpointId: guidOut.meta({ description: 'The id of the webhook.' }),
  eventId: guidOut.meta({ description: 'The id of the test event: the `webhook-id` of its delivery.' }),
  sequence: z.int().min(1).meta({ description: 'The number of the test event among all events of the tenant.' }),
});
export type WebhookTested = z.infer<typeof WebhookTested>;

const since = instant.meta({ description: 'Failed deliveries from this time on are sent again.', example: '2026-11-20T00:00:00Z' });
export const WebhookReplayInput = z.strictObject({ id: webhookId, since });
export type WebhookReplayInput = z.infer<typeof WebhookReplayInput>;

export const WebhookReplayed = z.strictObject({ replayed: countOut('How many deliveries are sent again.') });
export type WebhookReplayed = z.infer<typeof WebhookReplayed>;

export const DeliveryListInput = z.strictObject({
  ...pageInput,
  endpointId: guid.optional().meta({ description: 'Only deliveries to this webhook.' }),
  eventId: guid.optional().meta({ description: 'Only deliveries of this event.' }),
  eventType: anyOf(EVENT_TYPES).meta({ description: 'Only deliveries of events of these types.' }),
  status: anyOf(DELIVERY_STATUSES).meta({ description: 'Only deliveries in these states.' }),
});
export type DeliveryListInput = z.infer<typeof DeliveryListInput>;

export const DeliveryReference = z.strictObject({ id: guid.meta({ description: 'The id of the delivery.' }) });

const statusCode = z.int().min(100).max(599).nullable();

export const WebhookDelivery = z
  .strictObject({
    id: idOut,
    endpointId: guidOut.meta({ description: 'The webhook that it goes to.' }),
    eventId: guidOut.meta({ description: 'The `webhook-id` of every attempt.' }),
    eventType: z.enum(EVENT_TYPES).meta({ description: 'What happened.' }),
    sequence: z.int().min(1).meta({ description: 'The number of the event among all events of the tenant.' }),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        'Pending: not tried yet. Retrying: it failed and is tried again. Delivered: it arrived. Dead: all attempts failed, and no more follow.',
    }),
    attempts: countOut('How often it was tried.'),
    nextAttemptAt: timestampOut.nullable().meta({ description: 'When it is tried next; null if it is not tried again.' }),
    lastStatusCode: statusCode.meta({ description: 'The status of the last answer; null if none came.' }),
    lastError: z.string().nullable().meta({ description: 'Why the last attempt got no answer; null if it got one.' }),
    createdAt: timestampOut.meta({ description: 'When the event was recorded for this webhook.' }),
    completedAt: timestampOut.nullable().meta({ description: 'When it was delivered or given up; null until then.' }),
  })
  .meta({ description: 'One event on its way to one webhook.' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Attempt = z.strictObject({
  number: z.int().min(1).meta({ description: 'The first attempt is 1.' }),
  at: timestampOut.meta({ description: 'When it was sent.' }),
  durationMilliseconds: countOut('How long it took, in milliseconds.'),
  statusCode: statusCode.meta({ description: 'The status of the answer; null if none came.' }),
  error: z.string().nullable().meta({ description: 'Why no answer came; null if one did.' }),
  responseExcerpt: z.string().nullable().meta({ description: 'The first 1,024 bytes of the answer; null if none came.' }),
});

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  message: EventEnvelope.meta({ description: 'What is sent.' }),
  attemptLog: z.array(Attempt).meta({ description: 'The last 100 attempts, newest first.' }),
});
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;
