/** The `data` of each event type, for webhooks and the live feed: names, states, and revenue if the receiver may see it. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { ChangeActor } from './changes';
import type { EventType } from './events';
import { guidOut, timestampOut } from './fields';
import { ImpactSnapshot } from './impactSnapshot';
import { IncidentEventData } from './incidents';
import { CHANGE_KINDS, CHANGE_OPERATIONS } from './values/changes';
import { WATCHED_KINDS } from './values/subscriptions';

const name = z.string();
const count = z.int().min(0);
const actor = ChangeActor.omit({ id: true });
const suffering = z.array(z.strictObject({ technicalName: name, effectiveState: z.enum(HEALTH_STATES) }));

const HealthChanged = z.strictObject({
  componentId: guidOut,
  component: name.meta({ description: 'technicalName.', example: 'astronomy-db' }),
  state: z.enum(HEALTH_STATES),
  previousState: z.enum(HEALTH_STATES).nullable().meta({ description: 'Null for its first report.' }),
  since: timestampOut,
  source: z.string().nullable(),
  message: z.string().nullable(),
});

const ImpactChanged = z.strictObject({
  snapshotVersion: z.int(),
  landscapeVersion: z.int(),
  states: ImpactSnapshot.shape.states,
  counts: z
    .strictObject({ impacted: count, applications: count, capabilities: count, audiences: count })
    .meta({ description: 'The total, including those that are not listed.' }),
  applications: suffering.meta({ description: 'The first 200, worst first. `GET /impact/snapshot` has all of them.' }),
  capabilities: suffering,
  audiences: suffering,
});

const landscapeChange = {
  changeSetId: guidOut.meta({ description: 'The id of the change in `GET /changes`.' }),
  landscapeVersion: z.int(),
  actor,
  summary: z.strictObject({ create: count, update: count, delete: count }),
  kinds: z.array(z.enum(CHANGE_KINDS)),
  changes: z
    .array(z.strictObject({ op: z.enum(CHANGE_OPERATIONS), kind: z.enum(CHANGE_KINDS), technicalName: name }))
    .meta({ description: 'The first 50.' }),
  changesOmitted: count,
};

const SinglePoint = z.strictObject({
  capability: name.meta({ description: 'technicalName of a mission-critical capability.', example: 'take-orders' }),
  component: name.meta({
    description: 'technicalName of the component whose Outage alone is an Outage of the capability.',
    example: 'astronomy-db',
  }),
  landscapeVersion: z.int(),
});

const notification = {
  subscriptionId: guidOut,
  endpointId: guidOut.meta({ description: 'The webhook of the subscription; no other gets the event.' }),
  crossingId: guidOut.meta({ description: 'The same when it is raised and when it is cleared.' }),
  name: name.meta({ description: 'That of the subscription.', example: 'Checkout is down' }),
  watch: z.strictObject({
    kind: z.enum(WATCHED_KINDS),
    entityId: guidOut.nullable(),
    technicalName: name.nullable(),
    team: name.nullable(),
  }),
  subject: name.meta({ description: 'What is watched, in words.', example: 'Take orders' }),
  state: z.enum(HEALTH_STATES).meta({ description: 'The state now.' }),
  since: timestampOut.meta({ description: 'Since when the condition holds, or held.' }),
};

const NotificationRaised = z.strictObject({
  ...notification,
  condition: name.meta({ description: 'In words, without amounts.', example: 'Outage for 5 minutes' }),
  causes: z
    .array(z.strictObject({ technicalName: name, name, state: z.enum(HEALTH_STATES) }))
    .meta({ description: 'The first three components that it comes from.' }),
  exposure: IncidentEventData.shape.exposure,
});

const NotificationCleared = z.strictObject({ ...notification, clearedAt: timestampOut });

const WebhookTest = z.strictObject({ endpointId: guidOut, message: z.string(), actor });

export const EVENT_DATA = {
  'health.changed': HealthChanged,
  'impact.changed': ImpactChanged,
  'incident.opened': IncidentEventData,
  'incident.updated': IncidentEventData,
  'incident.merged': IncidentEventData,
  'incident.resolved': IncidentEventData,
  'incident.reopened': IncidentEventData,
  'incident.removed': IncidentEventData,
  'landscape.changed': z.strictObject(landscapeChange),
  'manifest.applied': z.strictObject({
    ...landscapeChange,
    manifest: name.meta({ description: 'The name that the manifest gives itself.' }),
  }),
  'weakpoint.appeared': SinglePoint,
  'weakpoint.gone': SinglePoint,
  'notification.raised': NotificationRaised,
  'notification.cleared': NotificationCleared,
  'webhook.test': WebhookTest,
} as const satisfies Record<EventType, z.ZodType>;

export type EventData = { [Type in EventType]: z.infer<(typeof EVENT_DATA)[Type]> };

/** An event before it gets its number. */
export type NewEvent = { [Type in EventType]: { type: Type; data: EventData[Type]; revenue?: RevenueData } }[EventType];

/** Added to the data of an event for receivers that may see revenue. */
export type RevenueData = Pick<IncidentEventData, 'exposure'>;
