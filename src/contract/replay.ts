/** What was wrong at a past instant, from the health history; and an incident as a period that can be replayed. */
import { z } from 'zod';
import { FAILURE_STATES, HEALTH_STATES } from '@/domain/vocabulary';
import { entityReference, guid, guidOut, instant, timestampOut } from './fields';
import { groupAsked, incidentAsked, LiveColumns } from './impactColumns';
import { ImpactPath } from './impactPath';

/** The largest number of signals in a replay. */
export const MOST_REPLAYED_SIGNALS = 500;

export const PastHealthInput = z.strictObject({ at: instant, group: groupAsked, incident: incidentAsked });
export type PastHealthInput = z.infer<typeof PastHealthInput>;

/** `lanes` is null if the history of that instant is no longer kept. */
export const PastHealth = z.strictObject({
  at: timestampOut,
  /** Earlier history is no longer kept. */
  keptSince: timestampOut,
  lanes: LiveColumns.nullable(),
  /** Components that reported trouble themselves. */
  reporting: z.array(z.strictObject({ id: guidOut, state: z.enum(FAILURE_STATES) })),
});
export type PastHealth = z.infer<typeof PastHealth>;

export const LivePathInput = z.strictObject({
  component: entityReference.meta({ description: 'What is impacted: its GUID or technicalName.' }),
  at: instant.optional().meta({ description: 'The instant to look at; default: now.' }),
});
export type LivePathInput = z.infer<typeof LivePathInput>;

/** The steps of one shortest path from a cause, over what is impacted; none for a cause itself. */
export const LivePath = ImpactPath.extend({
  cause: z.strictObject({ id: guidOut, name: z.string() }),
  /** Of every component on the way, the cause first. */
  way: z.array(z.strictObject({ componentId: guidOut, applicationId: guidOut })),
});
export type LivePath = z.infer<typeof LivePath>;

export const ReplayInput = z.strictObject({ id: guid });

export const ReplayedSignal = z.strictObject({
  signalId: guidOut,
  /** The instant it describes. */
  at: timestampOut,
  componentId: guidOut,
  /** Its current name; null if it was deleted. */
  name: z.string().nullable(),
  state: z.enum(HEALTH_STATES),
  message: z.string().nullable(),
  source: z.string().nullable(),
});
export type ReplayedSignal = z.infer<typeof ReplayedSignal>;

export const IncidentReplay = z.strictObject({
  number: z.int(),
  /** What people call the cause today. */
  cause: z.string(),
  causeId: guidOut,
  /** How far apart two moments are: seconds for a short incident, at most a minute. */
  stepSeconds: z.int(),
  /** Whole steps around everything that happened, up to now. */
  from: timestampOut,
  to: timestampOut,
  /** Earlier history is no longer kept, so `from` is never before this. */
  keptSince: timestampOut,
  /** Each state change of the causes of its situation and of its symptoms, earliest first. */
  signals: z.array(ReplayedSignal),
  signalsOmitted: z.int(),
});
export type IncidentReplay = z.infer<typeof IncidentReplay>;
