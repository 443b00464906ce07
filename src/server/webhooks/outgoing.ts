/** What is sent to an endpoint for an event: signed JSON for programs, a message for people. */
import type { EventEnvelope } from '@/contract/events';
import type { WebhookFormat } from '@/contract/webhooks';
import type { WebhookEndpoint } from '@generated/client';
import { traceparentFor } from '../observability/traceparent';
import { pageAddress } from '../pageAddress';
import { livingSecrets, signatureHeaders } from './endpointSecrets';
import { slackMessage, teamsMessage } from './messages/chatMessages';
import { eventMessage } from './messages/eventMessage';
import { mailAddressOf } from './messages/sendMail';
import { MEMBERS } from './membersEndpoint';
import type { Outgoing } from './sendWebhook';
import type { Subscriber } from './subscriber';
import { unsubscribeAddresses } from './unsubscribeToken';

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
  const message = eventMessage(JSON.parse(body) as EventEnvelope, (page) => pageAddress(tenantId, page));
  if (format === MEMBERS && subscriber !== null) {
    const unsubscribe = unsubscribeAddresses(tenantId, subscriber.subscriptionId);
    return { url, headers: {}, body: '', mail: { to: subscriber.address, id: eventId, message, unsubscribe } };
  }
  if (format === 'email') return { url, headers: {}, body: '', mail: { to: mailAddressOf(url) ?? '', id: eventId, message } };
  return { url, headers, body: format === 'slack' ? slackMessage(message) : teamsMessage(message) };
}
