/** Examples of subscriptions, by procedure. */
import { id, pageOf } from './examples';

const AT = '2026-11-20T09:30:00.000Z';

const SUBSCRIPTION = {
  id: id('7'),
  name: 'Customers cannot order',
  webhookId: id('1'),
  watch: { kind: 'capability', entityId: id('4'), technicalName: 'take-orders', team: null },
  when: { state: 'Outage', expectedPerHour: null },
  minutes: 5,
  isPaused: false,
  status: 'Quiet',
  since: null,
  createdBy: 'Dana',
  createdAt: AT,
  updatedAt: AT,
};

export const SUBSCRIPTION_EXAMPLES: Readonly<Record<string, { request?: unknown; response: unknown }>> = {
  'subscriptions.create': {
    request: {
      name: SUBSCRIPTION.name,
      webhookId: SUBSCRIPTION.webhookId,
      watch: { kind: 'capability', entity: 'take-orders' },
      when: { state: 'Outage' },
      minutes: 5,
    },
    response: SUBSCRIPTION,
  },
  'subscriptions.list': { response: pageOf(SUBSCRIPTION) },
  'subscriptions.get': { response: SUBSCRIPTION },
  'subscriptions.update': { request: { isPaused: true }, response: { ...SUBSCRIPTION, isPaused: true, status: 'Paused' } },
  'subscriptions.delete': { response: { id: SUBSCRIPTION.id, name: SUBSCRIPTION.name } },
};
