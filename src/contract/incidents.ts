/** Incidents on the wire: in lists and in detail, with their timelines and what people may do. */
import { z } from 'zod';
import { TIMELINE_KINDS } from '@/domain/health/incident';
import { FAILURE_STATES, INCIDENT_STATES } from '@/domain/vocabulary';
import { entityReference, guid, guidOut, text, timestampOut } from './fields';
import { share } from './contributions';
import { anyOf, pageInput, pageOf, searchInput } from './lists';

export const IncidentListInput = z.strictObject({
  ...pageInput,
  search: searchInput.search.meta({ description: 'Any part of the technicalName of the cause, in any case.', example: 'astronomy' }),
  state: anyOf(INCIDENT_STATES).meta({ description: 'Incidents in these states. Open, Acknowledged and Monitoring are unresolved.' }),
  severity: anyOf(FAILURE_STATES).meta({ description: 'Incidents whose cause last reported one of these states.' }),
  component: entityReference.optional().meta({
    description: 'GUID or technicalName: incidents in which this component is, or was, the cause or a symptom.',
    example: 'astronomy-db',
  }),
  since: z.iso.datetime({ offset: true }).optional().meta({
    description: 'Opened at or after this time.',
    example: '2026-11-01T00:00:00Z',
  }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'Opened before this time.' }),
});
export type IncidentListInput = z.infer<typeof IncidentListInput>;

const names = z.array(z.string());
const actor = z.strictObject({ type: z.enum(['key', 'person']), id: z.string(), name: z.string() });

const incident = {
  id: guidOut,
  number: z.int().meta({ description: "The incident's number within the tenant, for people.", example: 42 }),
  state: z.enum(INCIDENT_STATES).meta({
    description: 'Removed: the cause was deleted from the landscape while unhealthy. That ends the incident without resolving it.',
  }),
  severity: z
    .enum(FAILURE_STATES)
    .meta({ description: 'The worst recent state of the cause: what it last reported at the threshold or worse.' }),
  cause: z.string().meta({ description: 'technicalName of the cause.', example: 'astronomy-db' }),
  causeId: guidOut,
  symptoms: names.meta({ description: 'technicalNames of the components that the cause affects now.' }),
  symptomDetails: z
    .array(
      z.strictObject({
        componentId: guidOut,
        technicalName: z.string().meta({ example: 'checkout' }),
        ...share,
      }),
    )
    .meta({ description: 'How the cause contributes to each of the symptoms.' }),
  openedAt: timestampOut,
  acknowledgedAt: timestampOut.nullable(),
  acknowledgedBy: z.string().nullable(),
  healthySince: timestampOut.nullable().meta({
    description: 'Since when nothing is left to do; it resolves if that lasts long enough. For Removed: when the cause was deleted.',
  }),
  resolvedAt: timestampOut.nullable(),
  isFlapping: z.boolean().meta({
    description:
      'The cause changes its state too often to report each change. The incident stays open and sends nothing until the cause has been quiet for five minutes.',
  }),
  mergedIntoId: guidOut.nullable().meta({ description: 'The incident into which it was merged, and where it continues.' }),
  isDismissed: z.boolean().meta({
    description: 'A person resolved it while its cause was unhealthy; no new incident opens until the cause recovers or gets worse.',
  }),
  isUnderMaintenance: z.boolean().meta({ description: 'Its cause is under maintenance, so no events are sent.' }),
  version: z.int(),
  updatedAt: timestampOut,
};

export const IncidentSummary = z.strictObject(incident);
export type IncidentSummary = z.infer<typeof IncidentSummary>;

export const IncidentPage = pageOf(IncidentSummary);
export type IncidentPage = z.infer<typeof IncidentPage>;

/** `facts` depend on the kind, as in the domain's TimelineEntry. */
export const IncidentTimelineEntry = z.strictObject({
  sequence: z.int(),
  at: timestampOut,
  kind: z.enum(TIMELINE_KINDS),
  actor: actor.nullable().meta({ description: 'Null if the system did it.' }),
  text: z.string().nullable().meta({ description: 'What a person wrote.' }),
  facts: z.record(z.string(), z.unknown()).meta({
    description: 'Components are named by technicalName.',
    example: { joined: ['checkout'], left: [] },
  }),
});
export type IncidentTimelineEntry = z.infer<typeof IncidentTimelineEntry>;

/** The data of the events `incident.*`: the incident's state, and the timeline entry of this step. */
export const IncidentEventData = IncidentSummary.omit({
  isDismissed: true,
  isUnderMaintenance: true,
  version: true,
  updatedAt: true,
}).extend({
  entries: z.array(IncidentTimelineEntry.omit({ sequence: true })),
  url: z.string().meta({ description: 'The page of the incident, for people who are signed in.' }),
  application: z
    .strictObject({ technicalName: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'The application of the cause; null if the cause was deleted.' }),
  team: z.string().nullable().meta({ description: 'The ownerTeam of that application.' }),
  counts: z
    .strictObject({ components: z.int(), applications: z.int() })
    .meta({ description: 'The cause and its symptoms in their current states, and their applications.' }),
  exposure: z
    .strictObject({
      currency: z.string().meta({ example: 'EUR' }),
      expectedPerHour: z.number().meta({ description: 'The exposure.', example: 1000 }),
      perHour: z.number().meta({ description: 'At risk.', example: 2000 }),
    })
    .nullable()
    .optional()
    .meta({
      description:
        'The current loss over the capabilities to which the cause contributes, as `contributed` in health-impact; zero once the cause is healthy. Missing unless the receiver (the key or person of the feed, or the person who set the address of the webhook) may see revenue at that time. Null for causes after the 50 most expensive.',
    }),
});
export type IncidentEventData = z.infer<typeof IncidentEventData>;

export const Incident = z.strictObject({
  ...incident,
  symptomHistory: z.array(
    z.strictObject({
      componentId: guidOut,
      technicalName: z.string(),
      since: timestampOut,
      until: timestampOut.nullable().meta({ description: 'Null while the cause affects it.' }),
    }),
  ),
  timeline: z.array(IncidentTimelineEntry).meta({ description: 'Oldest first.' }),
});
export type Incident = z.infer<typeof Incident>;

export const IncidentInput = z.strictObject({ id: guid });
export type IncidentInput = z.infer<typeof IncidentInput>;

/** Answers 409 `conflict` if it is Resolved, Merged or Removed. */
export const IncidentResolveInput = z.strictObject({ id: guid, comment: text(1, 4_000).nullable().optional() });
export type IncidentResolveInput = z.infer<typeof IncidentResolveInput>;

/** Answers 409 `conflict` if it is Merged. */
export const IncidentCommentInput = z.strictObject({
  id: guid,
  text: text(1, 4_000)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .meta({ example: 'Failing over to the standby.' }),
});
export type IncidentCommentInput = z.infer<typeof IncidentCommentInput>;
