/** Incidents on the wire: in lists and in detail, with their timelines and what people may do. */
import { z } from 'zod';
import { TIMELINE_KINDS } from '@/domain/health/incident';
import { FAILURE_STATES, INCIDENT_STATES } from '@/domain/vocabulary';
import {
  countOut,
  entityReference,
  filledText,
  guid,
  guidOut,
  idOut,
  instant,
  nameOut,
  ownerTeamOut,
  technicalNameOut,
  text,
  timestampOut,
  updatedAtOut,
} from './fields';
import { share } from './contributions';
import { contactOut, referencesOut } from './references';
import { causeRelations, exposureOut, Situation } from './situations';
import { anyOf, pageInput, pageOf, searchInput, sortInput } from './lists';
import { INCIDENT_SORTS } from './values/lists';

export const IncidentListInput = z.strictObject({
  ...pageInput,
  sort: sortInput(INCIDENT_SORTS, '-number').sort.meta({
    description:
      "`-` in front reverses the order; default `-number`, the newest first. `cause` and `team` use today's names. `expectedPerHour` is the incident's part of what its situation costs, `costSoFar` what it has cost (both are 403 if you may not see revenue), `people` how many its situation affects. `expectedPerHour` and `people` are 0 for an incident that is over. Ties are ordered by number.",
  }),
  search: searchInput.search.meta({
    description: 'Any part of what people call the cause, or of its technicalName, in any case.',
    example: 'astronomy',
  }),
  state: anyOf(INCIDENT_STATES).meta({ description: 'Incidents in these states. Open, Acknowledged and Monitoring are unresolved.' }),
  severity: anyOf(FAILURE_STATES).meta({ description: 'Incidents whose cause last reported one of these states.' }),
  component: entityReference.optional().meta({
    description: 'GUID or technicalName: incidents in which this component is, or was, the cause or a symptom.',
    example: 'astronomy-db',
  }),
  since: instant.optional().meta({
    description: 'Opened at or after this time.',
    example: '2026-11-01T00:00:00Z',
  }),
  until: instant.optional().meta({ description: 'Opened before this time.' }),
});
export type IncidentListInput = z.infer<typeof IncidentListInput>;

const names = z.array(z.string().meta({ maxLength: 128 }));
const componentId = guidOut.meta({ description: 'Which component, by its id.' });
const actor = z.strictObject({
  type: z.enum(['key', 'person']).meta({ description: 'A key or a person who is a member.' }),
  id: z.string().meta({ description: 'The id of the key or person.', maxLength: 100 }),
  name: z.string().meta({ description: 'The name of the key or person at that time.', maxLength: 200 }),
});

const counts = z
  .strictObject({
    components: countOut('The cause and its symptoms.'),
    applications: countOut('The applications that these are part of.'),
  })
  .meta({ description: 'The cause and its symptoms in their current states, and their applications.' });

const exposure = exposureOut.nullable().optional().meta({
  description:
    "Its part of the exposure of its situation: what each capability adds is divided equally among the causes of the situation that contribute to it, so at one moment the parts add up to the situation's exposure. Zero once the cause is healthy. Absent if you may not see revenue; in events, if the receiver (the key or person of the feed, or the person who set the address of the webhook) may not see it at that time. Null until the first signal after an update from an older version.",
});

const costSoFar = z
  .strictObject({
    currency: z.string().meta({ description: 'ISO 4217 code of the currency.', example: 'EUR' }),
    amount: z.number().meta({ description: 'Rounded to 0.01.', example: 1250.5 }),
    until: timestampOut.meta({
      description: 'The moment up to which the amount counts: when the answer was computed, or `endedAt` if the incident was over by then.',
    }),
  })
  .nullable()
  .optional()
  .meta({
    description:
      'What it has cost: `exposure.expectedPerHour`, added up over time from `openedAt` to `until`. The exposure is calculated again whenever health, the landscape or a setting changes; each figure counts until the next one. What an incident cost before it was merged stays with it. Absent if you may not see revenue. Null if it is not known: for an incident that was opened by an older version, and where the landscape records no revenue for what it affected.',
  });

const incident = {
  id: idOut,
  number: z.int().min(1).meta({ description: "The incident's number within the tenant, for people.", example: 42 }),
  state: z.enum(INCIDENT_STATES).meta({
    description: 'Removed: the cause was deleted from the landscape while unhealthy. That ends the incident without resolving it.',
  }),
  severity: z
    .enum(FAILURE_STATES)
    .meta({ description: "The cause's latest reported state, ignoring states milder than the incident threshold." }),
  cause: z.string().meta({ description: 'technicalName of the component that failed by itself.', maxLength: 128, example: 'astronomy-db' }),
  causeId: guidOut.meta({ description: 'The component that failed by itself.' }),
  // Servers before this version answer neither.
  causeName: nameOut.optional().meta({ description: 'What people call the cause today; its technicalName if it was deleted.' }),
  team: ownerTeamOut.optional().meta({ description: 'The ownerTeam of the application of the cause; null if none is recorded.' }),
  symptoms: names.meta({ description: 'technicalNames of the components that the cause affects now.' }),
  symptomDetails: z
    .array(
      z.strictObject({
        componentId,
        technicalName: technicalNameOut,
        ...share,
      }),
    )
    .meta({ description: 'How the cause contributes to each of the symptoms.' }),
  ...causeRelations,
  situationId: guidOut.nullable().meta({
    description: 'The situation that it is part of, or was last part of. Null if it was over before an update from an older version.',
  }),
  counts,
  exposure,
  costSoFar,
  jointlyWith: names.meta({
    description:
      'technicalNames of the other causes that contribute to the same capabilities and so share their exposure with it, sorted, at most 100.',
  }),
  startedAt: timestampOut.meta({
    description: 'When the cause became unhealthy, before the incident opened. Durations run from here to `endedAt`.',
  }),
  openedAt: timestampOut.meta({
    description: 'When it was opened: usually `openAfterSeconds` after `startedAt`, and later if another cause explained it for a while.',
  }),
  endedAt: timestampOut.nullable().meta({
    description:
      'When the outage was over: `healthySince`, the moment when a person resolved it while its cause was unhealthy, the merge, or the deletion of its cause. Null while it lasts.',
  }),
  closedAfterSeconds: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'How long after `endedAt` it was resolved, in seconds; null if it was not resolved.' }),
  acknowledgedAt: timestampOut.nullable().meta({ description: 'When somebody acknowledged it; null if nobody has.' }),
  acknowledgedBy: z.string().nullable().meta({ description: 'The name of whoever acknowledged it; null if nobody has.', maxLength: 200 }),
  healthySince: timestampOut.nullable().meta({
    description:
      'When its cause was healthy again, or was explained by something under maintenance; the incident resolves if that lasts long enough. For Removed: when the cause was deleted. Null until then.',
  }),
  resolvedAt: timestampOut.nullable().meta({ description: 'When it was resolved; null if it was not.' }),
  isFlapping: z.boolean().meta({
    description:
      'Whether the cause changes its state too often to report each change. The incident stays open and sends nothing until the cause has been quiet for five minutes.',
  }),
  isStale: z.boolean().meta({
    description: 'The last report of its cause is older than the limit. The incident stays as it is until a newer report arrives.',
  }),
  mergedIntoId: guidOut
    .nullable()
    .meta({ description: 'The incident into which it was merged, and where it continues; null if it was not merged.' }),
  isDismissed: z.boolean().meta({
    description:
      'Whether a person resolved it while its cause was unhealthy; no new incident then opens until the cause recovers or gets worse.',
  }),
  isUnderMaintenance: z.boolean().meta({ description: 'Its cause is under maintenance, so the incident sends no events.' }),
  version: z.int().min(1).meta({ description: 'Incremented by each change; also the ETag.' }),
  updatedAt: updatedAtOut,
};

export const IncidentSummary = z.strictObject(incident).meta({ description: 'A failure that somebody should handle: one per cause.' });
export type IncidentSummary = z.infer<typeof IncidentSummary>;

export const IncidentPage = pageOf(IncidentSummary).extend({
  situations: z.array(Situation).meta({ description: 'The situations of the incidents on this page, each once, unless they are over.' }),
});
export type IncidentPage = z.infer<typeof IncidentPage>;

/** `facts` depend on the kind, as in the domain's TimelineEntry. */
export const IncidentTimelineEntry = z.strictObject({
  sequence: z.int().min(1).meta({ description: 'Its place in the timeline.' }),
  at: timestampOut.meta({ description: 'When it happened.' }),
  kind: z.enum(TIMELINE_KINDS).meta({ description: 'What happened.' }),
  actor: actor.nullable().meta({ description: 'Null if the system did it.' }),
  text: z.string().nullable().meta({ description: 'What a person wrote; null if nobody wrote anything.', maxLength: 4_000 }),
  facts: z.record(z.string(), z.unknown()).meta({
    description: 'The details, which depend on the kind. Components are named by technicalName.',
    example: { joined: ['checkout'], left: [] },
  }),
});
export type IncidentTimelineEntry = z.infer<typeof IncidentTimelineEntry>;

const situation = Situation.nullable();

/** The data of the events `incident.*`: the incident's state, and the timeline entry of this step. */
export const IncidentEventData = IncidentSummary.omit({
  costSoFar: true,
  isDismissed: true,
  isStale: true,
  isUnderMaintenance: true,
  version: true,
  updatedAt: true,
}).extend({
  entries: z.array(IncidentTimelineEntry.omit({ sequence: true })).meta({ description: 'What happened in this step, from the timeline.' }),
  url: z.string().meta({ description: 'The page of the incident, for people who are signed in.' }),
  application: z
    .strictObject({ technicalName: technicalNameOut, name: nameOut })
    .nullable()
    .meta({ description: 'The application of the cause; null if the cause was deleted.' }),
  team: z.string().nullable().meta({ description: 'The ownerTeam of that application; null if none is recorded.' }),
  situation: situation.clone().meta({
    description:
      'The situation that it is part of, after this event; without causes if the situation is over. Null until the first signal after an update from an older version.',
  }),
});
export type IncidentEventData = z.infer<typeof IncidentEventData>;

/** What the landscape says today of the cause and of everything else that an incident names. Servers before this version answer none of it. */
const landscapeWords = {
  url: z.string().optional().meta({ description: 'The page of the incident, for people who are signed in.' }),
  application: z
    .strictObject({ id: guidOut.meta({ description: 'Which application, by its id.' }), technicalName: technicalNameOut, name: nameOut })
    .nullable()
    .optional()
    .meta({ description: 'The application of the cause; null if the cause was deleted.' }),
  contact: contactOut.optional().meta({
    description: "Whom to contact about the cause: its own contact, or its application's; null if neither has one.",
    example: '#orders-on-call',
  }),
  references: referencesOut
    .optional()
    .meta({ description: "Pages that help with the cause: its own, or its application's if it has none." }),
  names: z
    .record(z.string(), z.string())
    .optional()
    .meta({
      description:
        'What people call the components that this answer names, by technicalName; those that no longer exist are left out. A former technicalName leads to the current name.',
      example: { 'order-db': 'Order database', checkout: 'Checkout' },
    }),
};

export const Incident = z
  .strictObject({
    ...incident,
    ...landscapeWords,
    situation: situation.clone().meta({
      description: 'The situation that it is part of, as it is now; without causes if it is over. Null if `situationId` is null.',
    }),
    symptomHistory: z
      .array(
        z.strictObject({
          componentId,
          technicalName: technicalNameOut,
          since: timestampOut.meta({ description: 'When the cause began to affect it.' }),
          until: timestampOut.nullable().meta({ description: 'When the cause stopped affecting it; null while it does.' }),
        }),
      )
      .meta({ description: 'Every component that was ever a symptom, and when.' }),
    timeline: z.array(IncidentTimelineEntry).meta({ description: 'Everything that happened, oldest first.' }),
  })
  .meta({ description: 'One incident with all that happened to it.' });
export type Incident = z.infer<typeof Incident>;

const id = guid.meta({ description: 'The id of the incident.' });
export const IncidentInput = z.strictObject({ id });

/** Answers 409 `conflict` if it is Resolved, Merged or Removed. */
export const IncidentResolveInput = z.strictObject({
  id,
  comment: text(1, 4_000).nullable().optional().meta({ description: 'A comment to add to the timeline.' }),
});

/** Answers 409 `conflict` if it is Merged. */
export const IncidentCommentInput = z.strictObject({
  id,
  text: filledText(1, 4_000).meta({ description: 'The text to add to the timeline.', example: 'Failing over to the standby.' }),
});
