/** Examples of webhooks, by procedure. */
import { EVENT_EXAMPLE, id, pageOf } from './examples';

const AT = '2026-11-20T09:30:00.000Z';

const WEBHOOK = {
  id: id('1'),
  url: 'https://hooks.acme.com/faultline',
  format: 'events',
  description: 'Pages on-call.',
  eventTypes: ['incident.opened', 'incident.resolved'],
  isEnabled: true,
  isOpenToMembers: false,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  failures: 0,
  isSecretReadable: true,
  lastDeliveredAt: AT,
  previousSecretUntil: null,
  createdBy: 'deploy',
  createdAt: AT,
  updatedAt: AT,
};
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const DELIVERY = {
  id: id('2'),
  endpointId: id('1'),
  eventId: EVENT_EXAMPLE.id,
  eventType: EVENT_EXAMPLE.type,
  sequence: EVENT_EXAMPLE.sequence,
  status: 'Retrying',
  attempts: 1,
  nextAttemptAt: '2026-11-20T09:30:05.000Z',
  lastStatusCode: 503,
  lastError: null,
  createdAt: AT,
  completedAt: null,
};
const ATTEMPT = { number: 1, at: AT, durationMilliseconds: 87, statusCode: 503, error: null, responseExcerpt: 'Come back later.' };

export const WEBHOOK_EXAMPLES: Readonly<Record<string, { request?: unknown; response: unknown }>> = {
  'webhooks.create': {
    request: { url: WEBHOOK.url, description: WEBHOOK.description, eventTypes: WEBHOOK.eventTypes },
    response: { ...WEBHOOK, lastDeliveredAt: null, secret: SECRET },
  },
  'webhooks.list': { response: pageOf(WEBHOOK) },
  'webhooks.get': { response: WEBHOOK },
  'webhooks.update': {
    request: { isEnabled: false },
    response: { ...WEBHOOK, isEnabled: false, disabledReason: 'ByHand', disabledAt: AT },
  },
  'webhooks.delete': { response: { id: WEBHOOK.id, url: WEBHOOK.url } },
  'webhooks.test': { response: { endpointId: WEBHOOK.id, eventId: EVENT_EXAMPLE.id, sequence: 18 } },
  'webhooks.rotateSecret': { response: { ...WEBHOOK, previousSecretUntil: '2026-11-21T09:30:00.000Z', secret: SECRET } },
  'webhooks.replayFailed': { request: { since: '2026-11-20T00:00:00Z' }, response: { replayed: 3 } },
  'webhooks.listDeliveries': { response: pageOf(DELIVERY) },
  'webhooks.getDelivery': { response: { ...DELIVERY, message: EVENT_EXAMPLE, attemptLog: [ATTEMPT] } },
  'webhooks.replayDelivery': { response: { ...DELIVERY, nextAttemptAt: AT } },
};
