/** What was wrong at a past instant, from the history of health, and an incident as the stretch of time that can be gone through again. */
import { z } from 'zod';
import { FAILURE_STATES, HEALTH_STATES } from '@/domain/vocabulary';
import { entityReference, guid, guidOut, timestampOut } from './fields';
import { LiveLanes } from './impactLanes';
import { ImpactPath } from './impactPath';

/** A replay lists at most so many signals. */
export const MOST_REPLAYED_SIGNALS = 500;

const instant = z.iso.datetime({ offset: true });

export const PastHealthInput = z.strictObject({ at: instant });
export type PastHealthInput = z.infer<typeof PastHealthInput>;

/** `lanes` is null where the history of that instant is no longer kept. */
export const PastHealth = z.strictObject({
  at: timestampOut,
  /** What was handled before is forgotten. */
  keptSince: timestampOut,
  lanes: LiveLanes.nullable(),
  /** Components that reported trouble themselves. */
  reporting: z.array(z.strictObject({ id: guidOut, state: z.enum(FAILURE_STATES) })),
});
export type PastHealth = z.infer<typeof PastHealth>;

export const LivePathInput = z.strictObject({
  component: entityReference.meta({ description: 'What is impacted: its GUID or technicalName.' }),
  at: instant.optional().meta({ description: 'As it was then; now where it is left out.' }),
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
export type ReplayInput = z.infer<typeof ReplayInput>;

export const ReplayedSignal = z.strictObject({
  signalId: guidOut,
  /** When it was so. */
  at: timestampOut,
  componentId: guidOut,
  /** As it is called now; null of what is gone. */
  name: z.string().nullable(),
  state: z.enum(HEALTH_STATES),
  message: z.string().nullable(),
  source: z.string().nullable(),
});
export type ReplayedSignal = z.infer<typeof ReplayedSignal>;

export const IncidentReplay = z.strictObject({
  number: z.int(),
  cause: z.string(),
  /** Whole minutes around all that happened, up to now. */
  from: timestampOut,
  to: timestampOut,
  /** History before is no longer kept, so `from` is never earlier. */
  keptSince: timestampOut,
  /** Each change of state of the cause and of whatever was a symptom, the earliest first. */
  signals: z.array(ReplayedSignal),
  signalsOmitted: z.int(),
});
export type IncidentReplay = z.infer<typeof IncidentReplay>;
