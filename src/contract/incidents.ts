/** Incidents on the wire: as they are listed and shown, what their timelines tell, and what people may do to them. */
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
    description: 'GUID or technicalName: incidents of which this component is, or was, cause or symptom.',
    example: 'astronomy-db',
  }),
  since: z.iso.datetime({ offset: true }).optional().meta({
    description: 'Opened at this moment or later.',
    example: '2026-11-01T00:00:00Z',
  }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'Opened before this moment.' }),
});
export type IncidentListInput = z.infer<typeof IncidentListInput>;

const names = z.array(z.string());
const actor = z.strictObject({ type: z.enum(['key', 'person']), id: z.string(), name: z.string() });

const incident = {
  id: guidOut,
  number: z.int().meta({ description: "Counts the tenant's incidents, so that people can name one.", example: 42 }),
  state: z.enum(INCIDENT_STATES).meta({
    description: 'Removed: the cause was deleted from the landscape while it was unhealthy. That ends the incident, and resolves nothing.',
  }),
  severity: z.enum(FAILURE_STATES).meta({ description: 'What the cause last reported while it was at the threshold or worse.' }),
  cause: z.string().meta({ description: 'technicalName of the cause.', example: 'astronomy-db' }),
  causeId: guidOut,
  symptoms: names.meta({ description: 'technicalNames of the components that suffer from the cause now.' }),
  symptomDetails: z
    .array(
      z.strictObject({
        componentId: guidOut,
        technicalName: z.string().meta({ example: 'checkout' }),
        ...share,
      }),
    )
    .meta({ description: 'How the cause bears on each of the symptoms.' }),
  openedAt: timestampOut,
  acknowledgedAt: timestampOut.nullable(),
  acknowledgedBy: z.string().nullable(),
  healthySince: timestampOut.nullable().meta({
    description:
      'Since when there has been nothing left to do; it resolves once that has lasted long enough. Of what is Removed: when the cause was gone.',
  }),
  resolvedAt: timestampOut.nullable(),
  isFlapping: z.boolean().meta({
    description:
      'The cause changes its state too often to be told each time. The incident stays open and sends nothing until it has been quiet for five minutes.',
  }),
  mergedIntoId: guidOut.nullable().meta({ description: 'The incident that it was merged into, where it goes on.' }),
  isDismissed: z.boolean().meta({
    description: 'A person resolved it while its cause was unhealthy; that opens no new incident until it recovers or gets worse.',
  }),
  isUnderMaintenance: z.boolean().meta({ description: 'Its cause is under maintenance, so that no events are sent.' }),
  version: z.int(),
  updatedAt: timestampOut,
};

export const IncidentSummary = z.strictObject(incident);
export type IncidentSummary = z.infer<typeof IncidentSummary>;

export const IncidentPage = pageOf(IncidentSummary);
export type IncidentPage = z.infer<typeof IncidentPage>;

/** `facts` by kind are those of the domain's TimelineEntry. */
export const IncidentTimelineEntry = z.strictObject({
  sequence: z.int(),
  at: timestampOut,
  kind: z.enum(TIMELINE_KINDS),
  actor: actor.nullable().meta({ description: 'Null where the system did it.' }),
  text: z.string().nullable().meta({ description: 'What a person said.' }),
  facts: z.record(z.string(), z.unknown()).meta({
    description: 'Components are named by technicalName.',
    example: { joined: ['checkout'], left: [] },
  }),
});
export type IncidentTimelineEntry = z.infer<typeof IncidentTimelineEntry>;

/** What the events `incident.*` carry: how the incident stands, and what the step that is told of wrote into its timeline. */
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
    .meta({ description: 'That of the cause; null when the cause is gone.' }),
  team: z.string().nullable().meta({ description: 'The ownerTeam of that application.' }),
  counts: z
    .strictObject({ components: z.int(), applications: z.int() })
    .meta({ description: 'The cause and its symptoms as they are now, and the applications that they belong to.' }),
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
        'What is lost now over the capabilities to which the cause contributes, as `contributed` of health-impact; zero once the cause is healthy. Missing unless the key or person whose feed it is, or who chose the address of the webhook, may see revenue at that moment. Null for a cause behind the 50 that cost most.',
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
      until: timestampOut.nullable().meta({ description: 'Null while it suffers from the cause.' }),
    }),
  ),
  timeline: z.array(IncidentTimelineEntry).meta({ description: 'Oldest first.' }),
});
export type Incident = z.infer<typeof Incident>;

export const IncidentInput = z.strictObject({ id: guid });
export type IncidentInput = z.infer<typeof IncidentInput>;

/** Answers 409 `conflict` for what is Resolved, Merged or Removed. */
export const IncidentResolveInput = z.strictObject({ id: guid, comment: text(1, 4_000).nullable().optional() });
export type IncidentResolveInput = z.infer<typeof IncidentResolveInput>;

/** Answers 409 `conflict` for what is Merged. */
export const IncidentCommentInput = z.strictObject({
  id: guid,
  text: text(1, 4_000)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .meta({ example: 'Failing over to the standby.' }),
});
export type IncidentCommentInput = z.infer<typeof IncidentCommentInput>;
