/** What is sent to an endpoint for an event: signed JSON for programs, a message for people. */
import type { EventEnvelope } from '@/contract/events';
import type { WebhookFormat } from '@/contract/webhooks';
import { COLLECTED_MS, MOST_MAILS_AT_ONCE } from '@/domain/notifications/mailLimit';
import type { WebhookEndpoint } from '@generated/client';
import { traceparentFor } from '@/server/observability/traceparent';
import { pageAddress } from '@/server/pageAddress';
import { livingSecrets, signatureHeaders } from './endpointSecrets';
import { slackMessage, teamsMessage } from './messages/chatMessages';
import { eventMessage, gatheredMessage, type EventMessage } from './messages/eventMessage';
import { mailAddressOf } from './messages/sendMail';
import { isCollected, partsOf, subscriptionIdOf } from './gatherMails';
import { MEMBERS } from './membersEndpoint';
import type { Mail, Outgoing } from './sendWebhook';
import type { Subscriber } from './subscriber';
import { unsubscribeAddresses } from './unsubscribeToken';

function messageOf(tenantId: string, event: EventEnvelope): EventMessage {
  return eventMessage(event, (page) => pageAddress(tenantId, page));
}

const COLLECTED = `You got ${MOST_MAILS_AT_ONCE} mails within an hour. From now on, what happens comes in one mail every ${COLLECTED_MS / 60_000} minutes, with the latest about each thing that you watch.`;

/** About what its subscriber still wants to be told. */
function mailTo({ address: to, subscriptionIds }: Subscriber, tenantId: string, id: string, event: EventEnvelope): Mail {
  const parts = partsOf(event)
    .map((part) => ({ part, subscription: subscriptionIdOf(part) }))
    .filter(({ subscription }) => subscriptionIds.has(subscription))
    .map(({ part, subscription }) => ({ message: messageOf(tenantId, part), unsubscribe: unsubscribeAddresses(tenantId, subscription) }));
  const [only] = parts;
  const note = isCollected(event) ? COLLECTED : null;
  return parts.length === 1 && only !== undefined
    ? { to, id, note, ...only }
    : { to, id, note, message: gatheredMessage(parts.map(({ message }) => message)), together: parts };
}

const USER_AGENT = 'Faultline-Webhooks/2';

/** `body` is the event as JSON, `at` the time of the attempt, and `subscriber` whose own subscription it belongs to, if anybody's. */
export function outgoingFor(
  endpoint: WebhookEndpoint,
  eventId: string,
  body: string,
  at: Date,
  subscriber: Subscriber | null = null,
): Outgoing {
  const { url, tenantId } = endpoint;
  const headers = { 'content-type': 'application/json', 'user-agent': USER_AGENT, traceparent: traceparentFor(eventId) };
  const format = endpoint.format as WebhookFormat | typeof MEMBERS;
  if (format === 'events')
    return { url, headers: { ...headers, ...signatureHeaders(livingSecrets(endpoint, at), eventId, at, body) }, body };
  const event = JSON.parse(body) as EventEnvelope;
  if (format === MEMBERS && subscriber !== null) return { url, headers: {}, body: '', mail: mailTo(subscriber, tenantId, eventId, event) };
  const message = messageOf(tenantId, event);
  if (format === 'email') return { url, headers: {}, body: '', mail: { to: mailAddressOf(url) ?? '', id: eventId, message } };
  return { url, headers, body: format === 'slack' ? slackMessage(message) : teamsMessage(message) };
}
