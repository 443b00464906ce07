/** The document's section `webhooks`: what Faultline sends to your addresses, event by event. */
import { z } from 'zod';
import { EVENT_DATA } from '@/contract/eventData';
import { EventEnvelope, type EventType } from '@/contract/events';
import { EVENT_TYPES } from '@/contract/values/events';
import { capitalised } from '@/plain/capitalised';
import { EVENT_EXAMPLES } from './eventExamples';
import type { Json } from './documentShape';

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'health.changed': 'A component reports another state',
  'impact.changed': 'The impact has changed: read the new snapshot',
  'incident.opened': 'A component failed by itself, and an incident was opened',
  'incident.updated': 'An incident changed its state, severity, cause or symptoms, or somebody commented',
  'incident.merged': 'An incident was merged into an older one with the same cause',
  'incident.resolved': 'An incident was resolved',
  'incident.reopened': 'An incident was about to resolve, but its cause failed again',
  'incident.removed': 'The cause of an incident was deleted while unhealthy: the incident ended without being resolved',
  'situation.changed': 'The causes or the id of a situation changed: causes joined or left it, or situations merged or split',
  'landscape.changed': 'Somebody changed the landscape',
  'manifest.applied': 'A manifest changed the landscape; `landscape.changed` reports the same change',
  'weakpoint.appeared': 'A component can now take a mission-critical capability down alone',
  'weakpoint.gone': 'A component can no longer take a mission-critical capability down alone',
  'notification.raised': 'The condition of a subscription has held for long enough',
  'notification.cleared': 'The condition of a subscription no longer holds',
  'notification.digest': 'The weekly digest of changes, for whoever subscribed to it',
  'webhook.test': 'Somebody requested a test of this webhook',
};

const ORDER =
  'First attempts go out in order; each event carries a `sequence`. Later versions may add fields: ignore those that you do not know.';

function receiversOf(type: EventType): string {
  if (type === 'webhook.test') return 'Sent to the webhook under test, and to the live feed.';
  if (type.startsWith('notification.')) return 'Sent to the webhook of the subscription, and to live feeds of those who may see it.';
  return 'Sent to every webhook that asks for this type, and to the live feed.';
}

const header = (name: string, schema: Json, description: string): Json => ({ name, in: 'header', required: true, schema, description });

const HEADERS = [
  header('webhook-id', { type: 'string', format: 'uuid' }, 'The id of the event: the same for every attempt.'),
  header('webhook-timestamp', { type: 'string', pattern: '^[0-9]+$' }, 'When it was sent, in seconds since 1970.'),
  header(
    'webhook-signature',
    { type: 'string' },
    '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with your secret, in Base64, as defined by Standard Webhooks. For a day after the secret was rotated there are two, separated by a space.',
  ),
];

const RESPONSES = {
  '2XX': {
    description: 'Accepted. Any other answer, or none within ten seconds, is retried for about a day; redirects are not followed.',
  },
  '410': { description: 'The receiver is gone: the webhook is switched off.' },
};

/** Later versions may add fields, which a receiver should ignore. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, item]) => !(key === 'additionalProperties' && item === false));
  return Object.fromEntries(entries.map(([key, item]) => [key, key === 'example' ? item : open(item)]));
}

function schemaOf(type: EventType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(
    EventEnvelope.extend({
      type: z.literal(type).meta({ description: 'What happened.' }),
      data: EVENT_DATA[type].meta({ description: 'The facts. It contains revenue only if the receiver may see revenue.' }),
    }),
  );
  return open(schema) as Json;
}

/** One entry per event type, by name. */
export function eventWebhooks(): Json {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on${type.split('.').map(capitalised).join('')}`,
          tags: ['Webhooks'],
          summary: SUMMARIES[type],
          description: `${receiversOf(type)} ${ORDER}`,
          security: [],
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(type), example: EVENT_EXAMPLES[type] } } },
          responses: RESPONSES,
        },
      },
    ]),
  );
}
