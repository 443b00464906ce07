/** The `data` of each event type, for webhooks and the live feed: names, states, and revenue if the receiver may see it. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { ChangeActor } from './changes';
import type { EventType } from './events';
import { guidOut, landscapeVersionOut, nameOut, technicalNameOut, timestampOut, countOut } from './fields';
import { ImpactSnapshot } from './impactSnapshot';
import { IncidentEventData } from './incidents';
import { Situation } from './situations';
import { CHANGE_KINDS, CHANGE_OPERATIONS } from './values/changes';
import { WATCHED_KINDS } from './values/subscriptions';

const name = z.string();
const actor = ChangeActor.omit({ id: true });
const suffering = (words: string) =>
  z
    .array(
      z.strictObject({
        technicalName: technicalNameOut,
        effectiveState: z.enum(HEALTH_STATES).meta({ description: 'Its state, with everything that is unhealthy.' }),
      }),
    )
    .meta({ description: `${words} that are worse than Healthy: the first 200, worst first. \`GET /impact/snapshot\` has all of them.` });

const HealthChanged = z.strictObject({
  componentId: guidOut.meta({ description: 'Which component, by its id.' }),
  component: name.meta({ description: 'technicalName of the component.', example: 'astronomy-db' }),
  componentName: nameOut.optional().meta({ description: 'What people call the component.' }),
  state: z.enum(HEALTH_STATES).meta({ description: 'What it reports now.' }),
  previousState: z.enum(HEALTH_STATES).nullable().meta({ description: 'Null for its first report.' }),
  since: timestampOut.meta({ description: 'When it entered this state.' }),
  source: z.string().nullable().meta({ description: 'Who reported it; null if the report does not say.' }),
  message: z.string().nullable().meta({ description: 'What the report says, for people; null if nothing.' }),
});

const ImpactChanged = z.strictObject({
  snapshotVersion: countOut('The `version` of the new snapshot.'),
  landscapeVersion: landscapeVersionOut,
  states: ImpactSnapshot.shape.states,
  counts: z
    .strictObject({
      impacted: countOut('Components that are worse than Healthy.'),
      applications: countOut('Applications that are worse than Healthy.'),
      capabilities: countOut('Capabilities that are worse than Healthy.'),
      audiences: countOut('Segments that are worse than Healthy.'),
    })
    .meta({ description: 'The total, including those that are not listed.' }),
  applications: suffering('The applications'),
  capabilities: suffering('The capabilities'),
  audiences: suffering('The segments'),
});

const SituationChanged = z.strictObject({
  situation: Situation,
  joined: z.array(name).meta({
    description:
      'technicalNames of the causes that are new in it, compared with the situation that had this id, or else with the first in `mergedFrom`; at most 100.',
    example: ['replica-2'],
  }),
  left: z.array(name).meta({ description: 'technicalNames of the causes that are no longer in it, at most 100.', example: [] }),
  names: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'What people call those in `joined` and `left`, by technicalName.', example: { 'replica-2': 'Second replica' } }),
  mergedFrom: z.array(guidOut).meta({ description: 'The ids of the former situations that are part of it now.', example: [] }),
  splitFrom: guidOut.nullable().meta({ description: 'The id of the situation from which it was split off; null if it was not.' }),
  omitted: countOut(
    'How many more situations changed at the same time. At most 50 events are sent at once, and only the last of them counts the rest; the others say 0.',
  ),
});

const landscapeChange = {
  changeSetId: guidOut.meta({ description: 'The id of the change in `GET /changes`.' }),
  landscapeVersion: landscapeVersionOut.meta({ description: 'The landscape version that the change made.' }),
  actor: actor.meta({ description: 'Who made the change.' }),
  summary: z
    .strictObject({
      create: countOut('How many were created.'),
      update: countOut('How many were changed.'),
      delete: countOut('How many were deleted.'),
    })
    .meta({ description: 'How much changed, all kinds together.' }),
  kinds: z.array(z.enum(CHANGE_KINDS)).meta({ description: 'The kinds of what changed.' }),
  changes: z
    .array(
      z.strictObject({
        op: z.enum(CHANGE_OPERATIONS).meta({ description: 'What was done.' }),
        kind: z.enum(CHANGE_KINDS).meta({ description: 'The kind of what changed.' }),
        technicalName: name.meta({ description: 'Its technicalName; for a dependency, its two ends and its type.' }),
      }),
    )
    .meta({ description: 'What changed, one by one: the first 50.' }),
  changesOmitted: countOut('How many more changed than are listed.'),
};

const SinglePoint = z.strictObject({
  capability: name.meta({ description: 'technicalName of a mission-critical capability.', example: 'take-orders' }),
  component: name.meta({
    description: 'technicalName of the component whose Outage alone is an Outage of the capability.',
    example: 'astronomy-db',
  }),
  capabilityName: nameOut.optional().meta({ description: 'What people call the capability.' }),
  componentName: nameOut.optional().meta({ description: 'What people call the component.' }),
  landscapeVersion: landscapeVersionOut,
});

const isOwn = z
  .literal(true)
  .optional()
  .meta({ description: 'Present if the subscription belongs to one member, and goes to their own address or to an open channel.' });

const notification = {
  subscriptionId: guidOut.meta({ description: 'The subscription whose condition it is.' }),
  endpointId: guidOut.meta({ description: 'The webhook of the subscription; no other gets the event.' }),
  crossingId: guidOut.meta({ description: 'The same when it is raised and when it is cleared.' }),
  name: name.meta({ description: 'The name of the subscription.', example: 'Checkout is down' }),
  watch: z
    .strictObject({
      kind: z.enum(WATCHED_KINDS).meta({ description: '`tenant` is everything; a `team` is the applications it owns.' }),
      entityId: guidOut.nullable().meta({ description: 'The id of the entity; null for `tenant` and `team`.' }),
      technicalName: name.nullable().meta({ description: 'The technicalName of the entity; null for `tenant` and `team`.' }),
      team: name.nullable().meta({ description: 'The name of the team; null unless a `team` is watched.' }),
    })
    .meta({ description: 'What the subscription watches.' }),
  subject: name.meta({ description: 'What is watched, in words.', example: 'Take orders' }),
  state: z.enum(HEALTH_STATES).meta({ description: 'The state now.' }),
  since: timestampOut.meta({ description: 'When the condition began to hold.' }),
  isOwn,
};

const NotificationRaised = z.strictObject({
  ...notification,
  condition: name.meta({ description: 'In words, without amounts.', example: 'Outage for 5 minutes' }),
  causes: z
    .array(
      z.strictObject({
        technicalName: technicalNameOut,
        name: nameOut,
        state: z.enum(HEALTH_STATES).meta({ description: 'What it reports.' }),
      }),
    )
    .meta({ description: 'The first three components that cause it.' }),
  exposure: IncidentEventData.shape.exposure.clone().meta({
    description:
      'The expected cost per hour, right now, of what is wrong with the watched entity, team or tenant. Absent if the receiver may not see revenue.',
  }),
  situation: Situation.nullable().meta({ description: 'The situation of the first of the causes; null if there is none.' }),
});

const NotificationCleared = z.strictObject({ ...notification, clearedAt: timestampOut.meta({ description: 'When the condition ended.' }) });

const DigestPart = z
  .strictObject({
    count: countOut('How many there are now.'),
    appeared: z.array(z.string()).meta({ description: 'The names of those that are new: the first ten.' }),
    appearedOmitted: countOut('How many more are new than are named.'),
    gone: countOut('How many are no longer among them.'),
  })
  .nullable();

const NotificationDigest = z.strictObject({
  subscriptionId: guidOut.meta({ description: 'The subscription whose digest it is.' }),
  endpointId: guidOut.meta({ description: 'Where it goes; no other webhook gets the event.' }),
  isOwn,
  subject: name.meta({ description: 'Whose digest it is, in words.', example: 'Team Checkout' }),
  team: name.nullable().meta({ description: 'The team; null for all teams.' }),
  week: z.iso.date().meta({ description: 'The Monday on which its week begins, in UTC.', example: '2026-11-23' }),
  isFirst: z
    .boolean()
    .meta({ description: 'Whether this is the first digest of the subscription. It then says what there is instead of what is new.' }),
  singlePoints: DigestPart.meta({ description: 'Components that take down a capability alone; null if nothing changed.' }),
  withoutOwner: DigestPart.meta({
    description: 'Components whose application has no owner; for a team, those that it depends on. Null if nothing changed.',
  }),
  stale: DigestPart.meta({ description: 'Components whose last report is older than the limit; null if nothing changed.' }),
  dearest: z
    .strictObject({
      currency: z.string().meta({ description: 'ISO 4217.' }),
      component: z.string().nullable().meta({ description: 'The name of the component; null if nothing costs anything now.' }),
      perHour: z.number().min(0).meta({ description: 'What an hour of its failure costs.' }),
      previousPerHour: z
        .number()
        .min(0)
        .meta({ description: "What an hour of the costliest single point's failure cost at the last digest." }),
    })
    .optional()
    .meta({ description: 'The single point that costs most. Absent if that is unchanged, or the receiver may not see revenue.' }),
});

const WebhookTest = z.strictObject({
  endpointId: guidOut.meta({ description: 'The webhook under test.' }),
  subscriptionId: guidOut
    .optional()
    .meta({ description: 'The subscription of a member who asked for the test; absent for the test of a webhook.' }),
  isOwn,
  message: z.string().meta({ description: 'A sentence for people who read the test.' }),
  actor: actor.meta({ description: 'Who asked for the test.' }),
});

export const EVENT_DATA = {
  'health.changed': HealthChanged,
  'impact.changed': ImpactChanged,
  'incident.opened': IncidentEventData,
  'incident.updated': IncidentEventData,
  'incident.merged': IncidentEventData,
  'incident.resolved': IncidentEventData,
  'incident.reopened': IncidentEventData,
  'incident.removed': IncidentEventData,
  'situation.changed': SituationChanged,
  'landscape.changed': z.strictObject(landscapeChange),
  'manifest.applied': z.strictObject({
    ...landscapeChange,
    manifest: name.meta({ description: 'The name that the manifest gives itself.' }),
  }),
  'weakpoint.appeared': SinglePoint,
  'weakpoint.gone': SinglePoint,
  'notification.raised': NotificationRaised,
  'notification.cleared': NotificationCleared,
  'notification.digest': NotificationDigest,
  'webhook.test': WebhookTest,
} as const satisfies Record<EventType, z.ZodType>;

export type EventData = { [Type in EventType]: z.infer<(typeof EVENT_DATA)[Type]> };

/** An event before it gets its number. */
export type NewEvent = { [Type in EventType]: { type: Type; data: EventData[Type]; revenue?: RevenueData } }[EventType];

/** Added to the data of an event for receivers that may see revenue. */
export type RevenueData = Partial<Pick<IncidentEventData, 'exposure' | 'situation'> & Pick<z.infer<typeof NotificationDigest>, 'dearest'>>;
