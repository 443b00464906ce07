/** The events that webhooks and the live feed carry. */

export const EVENT_TYPES = [
  'health.changed',
  'impact.changed',
  'incident.opened',
  'incident.updated',
  'incident.merged',
  'incident.resolved',
  'incident.reopened',
  'landscape.changed',
  'manifest.applied',
  'webhook.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What a receiver gets. `sequence` rises by one with each event of the tenant; `id` stays the same however often it is sent. */
export interface EventEnvelope {
  id: string;
  type: EventType;
  timestamp: string;
  tenantId: string;
  sequence: number;
  data: object;
}
