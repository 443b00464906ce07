/** The section `webhooks` of the document: what Faultline sends to addresses of yours, event by event. */
import { z } from 'zod';
import { EVENT_DATA } from '@/contract/eventData';
import { EventEnvelope, type EventType } from '@/contract/events';
import { EVENT_TYPES } from '@/contract/values/events';
import { EVENT_EXAMPLES } from './eventExamples';
import type { Json } from './documentShape';

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'health.changed': 'A component reports another state',
  'impact.changed': 'What is impacted has changed: there is another snapshot to read',
  'incident.opened': 'A cause without an incident has failed',
  'incident.updated': 'An incident has another state, severity, cause or symptoms, or somebody said something',
  'incident.merged': 'An incident goes on in an older one, since both have one cause',
  'incident.resolved': 'An incident is over',
  'incident.reopened': 'The cause of an incident that was about to resolve has failed again',
  'incident.removed': 'The cause of an incident was deleted while it was unhealthy: the incident has ended, unresolved',
  'landscape.changed': 'Somebody has changed the landscape',
  'manifest.applied': 'A manifest has changed the landscape; `landscape.changed` tells the same',
  'weakpoint.appeared': 'A component can now take a mission-critical capability down alone',
  'weakpoint.gone': 'A component can no longer take a mission-critical capability down alone',
  'webhook.test': 'Somebody has asked for a test of this webhook',
};

const HEADERS = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    description: 'The id of the event: the same however often it is sent.',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
    description: 'When it was sent, in seconds since 1970.',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    schema: { type: 'string' },
    description:
      '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` by your secret, in Base64, as Standard Webhooks says. Two, with a space between, for a day after the secret was rotated.',
  },
];

const RESPONSES = {
  '2XX': {
    description: 'Taken. Anything else, also nothing within ten seconds, is tried again for about a day; redirects are not followed.',
  },
  '410': { description: 'Nobody is here any more: the webhook is disabled.' },
};

/** Later versions may tell more, which a receiver should not mind. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, item]) => !(key === 'additionalProperties' && item === false));
  return Object.fromEntries(entries.map(([key, item]) => [key, key === 'example' ? item : open(item)]));
}

function schemaOf(type: EventType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(EventEnvelope.extend({ type: z.literal(type), data: EVENT_DATA[type] }));
  return open(schema) as Json;
}

/** One for each type of event, by its name. */
export function eventWebhooks(): Json {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on${type
            .split('.')
            .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
            .join('')}`,
          tags: ['Webhooks'],
          summary: SUMMARIES[type],
          security: [],
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(type), example: EVENT_EXAMPLES[type] } } },
          responses: RESPONSES,
        },
      },
    ]),
  );
}
