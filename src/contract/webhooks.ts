/** Webhooks on the wire: endpoints, their deliveries, and each attempt. A secret is in two answers only: that of creation and that of rotation. */
import { z } from 'zod';
import { EventEnvelope } from './events';
import { guid, guidOut, optionalText, text, timestampOut } from './fields';
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
      'The types to send; null for all. `webhook.test` goes to the endpoint under test, and `notification.*` to that of the subscription, in any case.',
    example: ['incident.opened', 'incident.resolved'],
  });

const isEnabled = z.boolean().meta({ description: 'While it is off nothing is recorded for the endpoint.' });

const format = z.enum(WEBHOOK_FORMATS).meta({
  description:
    '`events`: signed JSON, for programs. `slack` and `teams`: messages for an incoming webhook there. `email`: messages to one address. Stays as it was created.',
  example: 'events',
});

export const WebhookCreate = z.strictObject({
  url,
  format: format.optional(),
  description: optionalText(500),
  eventTypes: eventTypes.optional(),
  isEnabled: isEnabled.optional(),
});
export type WebhookCreate = z.infer<typeof WebhookCreate>;

export const WebhookReference = z.strictObject({ id: guid });

export const WebhookPatch = z.strictObject({
  id: guid,
  url: url.optional(),
  description: optionalText(500),
  eventTypes: eventTypes.optional(),
  isEnabled: isEnabled.optional(),
});
export type WebhookPatch = z.infer<typeof WebhookPatch>;

export const Webhook = z.strictObject({
  id: guidOut,
  url: z.string(),
  format,
  description: z.string().nullable(),
  eventTypes: z.array(z.enum(EVENT_TYPES)).nullable(),
  isEnabled: z.boolean(),
  disabledReason: z.enum(DISABLED_REASONS).nullable().meta({
    description:
      'ByHand: somebody switched it off. Gone: it answered 410. Failing: nothing got through for five days. PlanRequired: the plan no longer includes webhooks.',
  }),
  disabledAt: timestampOut.nullable(),
  failingSince: timestampOut.nullable().meta({ description: 'Since when no attempt has succeeded; null while they do.' }),
  failures: z.int().meta({ description: 'Failed attempts since then.' }),
  lastDeliveredAt: timestampOut.nullable(),
  previousSecretUntil: timestampOut.nullable().meta({ description: 'Until when the secret from before the last rotation signs too.' }),
  createdBy: z.string(),
  createdAt: timestampOut,
  updatedAt: timestampOut,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({
    description: 'Verifies the signatures (Standard Webhooks). Shown only in this answer.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  }),
});
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookListInput = z.strictObject({ ...pageInput });
export type WebhookListInput = z.infer<typeof WebhookListInput>;

export const WebhookDeleted = z.strictObject({ id: guidOut, url: z.string() });
export type WebhookDeleted = z.infer<typeof WebhookDeleted>;

export const WebhookTested = z.strictObject({ endpointId: guidOut, eventId: guidOut, sequence: z.int() });
export type WebhookTested = z.infer<typeof WebhookTested>;

const since = z.iso.datetime({ offset: true }).meta({ example: '2026-11-20T00:00:00Z' });
export const WebhookReplayInput = z.strictObject({ id: guid, since });
export type WebhookReplayInput = z.infer<typeof WebhookReplayInput>;

export const WebhookReplayed = z.strictObject({ replayed: z.int().meta({ description: 'How many deliveries are sent again.' }) });
export type WebhookReplayed = z.infer<typeof WebhookReplayed>;

export const DeliveryListInput = z.strictObject({
  ...pageInput,
  endpointId: guid.optional(),
  eventId: guid.optional(),
  eventType: anyOf(EVENT_TYPES),
  status: anyOf(DELIVERY_STATUSES),
});
export type DeliveryListInput = z.infer<typeof DeliveryListInput>;

export const DeliveryReference = z.strictObject({ id: guid });

export const WebhookDelivery = z.strictObject({
  id: guidOut,
  endpointId: guidOut,
  eventId: guidOut.meta({ description: 'The `webhook-id` of every attempt.' }),
  eventType: z.enum(EVENT_TYPES),
  sequence: z.int(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  nextAttemptAt: timestampOut.nullable(),
  lastStatusCode: z.int().nullable(),
  lastError: z.string().nullable(),
  createdAt: timestampOut,
  completedAt: timestampOut.nullable().meta({ description: 'When it was delivered or given up.' }),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Attempt = z.strictObject({
  number: z.int(),
  at: timestampOut,
  durationMilliseconds: z.int(),
  statusCode: z.int().nullable().meta({ description: 'Null if no answer came.' }),
  error: z.string().nullable(),
  responseExcerpt: z.string().nullable().meta({ description: 'The first 1,024 bytes of the answer.' }),
});

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  message: EventEnvelope.meta({ description: 'What is sent.' }),
  attemptLog: z.array(Attempt).meta({ description: 'The last 100 attempts, newest first.' }),
});
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;
