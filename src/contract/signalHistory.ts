/** What became of health signals, on the wire, and how the work on those that wait goes. */
import { z } from 'zod';
import { SIGNAL_OUTCOMES } from '@/domain/health/foldSignals';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { entityReference, guidOut, timestampOut } from './fields';
import { reportedAt } from './healthSignals';
import { anyOf, pageInput, pageOf } from './lists';

export const SIGNAL_STATUSES = [...SIGNAL_OUTCOMES, 'SetAside', 'Unmatched'] as const;

export const HealthSignalListInput = z.strictObject({
  ...pageInput,
  component: entityReference.optional().meta({
    description: 'GUID or technicalName: the signals of this component, and unmatched alerts that name it.',
    example: 'astronomy-db',
  }),
  status: anyOf(SIGNAL_STATUSES).meta({
    description: 'Signals of which this became. SetAside: those that could not be taken in. Unmatched: alerts that fit no component.',
  }),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Handled at this moment or later.', example: '2026-11-01T00:00:00Z' }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'Handled before this moment.' }),
});
export type HealthSignalListInput = z.infer<typeof HealthSignalListInput>;

export const HealthSignalRecord = z.strictObject({
  signalId: guidOut,
  componentId: guidOut.nullable().meta({ description: 'Null when unmatched.' }),
  component: z.string().nullable().meta({
    description:
      'technicalName; null when the component is gone. Unmatched: what the alert names in its place; null where it names nothing.',
  }),
  state: z.enum(HEALTH_STATES).nullable().meta({ description: 'Null where an unmatched alert does not say.' }),
  observedAt: timestampOut,
  reportedAt,
  acceptedAt: timestampOut,
  source: z.string().nullable(),
  message: z.string().nullable(),
  status: z.enum(SIGNAL_STATUSES).meta({
    description:
      'Applied: it counts. Superseded: another one taken in with it counted. Late: a later observation was there already. Gone: its component was not. SetAside: it could not be taken in. Unmatched: an alert of a monitoring system that fits no component.',
  }),
  reason: z.string().nullable().meta({ description: 'Why it was set aside, or fits no component.' }),
  handledAt: timestampOut,
});
export type HealthSignalRecord = z.infer<typeof HealthSignalRecord>;

export const HealthWork = z.strictObject({
  pendingSignals: z.int().meta({ description: 'Accepted signals that are not handled yet.' }),
  failedAttempts: z.int().meta({ description: 'How often in a row the signals that wait could not be taken in.' }),
  lastError: z.string().nullable().meta({ description: 'Why, the last time.' }),
  nextAttemptAt: timestampOut.nullable().meta({ description: 'When they are tried again; null where nothing failed.' }),
});
export type HealthWork = z.infer<typeof HealthWork>;

export const HealthSignalPage = z.strictObject({ ...pageOf(HealthSignalRecord).shape, work: HealthWork });
export type HealthSignalPage = z.infer<typeof HealthSignalPage>;
