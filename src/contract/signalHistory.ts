/** What happened to health signals, on the wire, and the progress of waiting ones. */
import { z } from 'zod';
import { SIGNAL_OUTCOMES } from '@/domain/health/foldSignals';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { countOut, entityReference, guidOut, instant, timestampOut } from './fields';
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
    description: 'Signals with one of these outcomes. SetAside: they could not be processed. Unmatched: alerts that match no component.',
  }),
  since: instant.optional().meta({ description: 'Handled at or after this time.', example: '2026-11-01T00:00:00Z' }),
  until: instant.optional().meta({ description: 'Handled before this time.' }),
});
export type HealthSignalListInput = z.infer<typeof HealthSignalListInput>;

export const HealthSignalRecord = z
  .strictObject({
    signalId: guidOut.meta({ description: 'The id of the signal, as returned when it was accepted.' }),
    componentId: guidOut.nullable().meta({ description: 'The component that it is about; null when unmatched.' }),
    component: z.string().nullable().meta({
      description: 'technicalName; null if the component was deleted. Unmatched: the name in the alert; null if it has none.',
    }),
    state: z.enum(HEALTH_STATES).nullable().meta({ description: 'The state reported; null if an unmatched alert does not say.' }),
    observedAt: timestampOut.meta({ description: 'When it counts as seen.' }),
    reportedAt,
    acceptedAt: timestampOut.meta({ description: 'When it was stored, by our clock.' }),
    source: z.string().nullable().meta({ description: 'Who reported it; null if the report does not say.', maxLength: 200 }),
    message: z.string().nullable().meta({ description: 'What was seen, for people; null if the report does not say.', maxLength: 1_000 }),
    status: z.enum(SIGNAL_STATUSES).meta({
      description:
        'Applied: it counts. Superseded: another signal that was processed with it counted instead. Late: a later observation, or the end of the alert, already counted. Gone: its component was deleted. SetAside: it could not be processed. Unmatched: an alert from a monitoring system that matches no component.',
    }),
    reason: z.string().nullable().meta({
      description:
        'Why the signal was set aside, matches no component or changes nothing, or which alert outweighs it; null if there is nothing to say.',
    }),
    stateAfter: z.enum(HEALTH_STATES).nullable().meta({
      description: 'The state of the component after this signal, if another report or alert keeps it from being `state`; otherwise null.',
    }),
    alert: z
      .strictObject({
        key: z
          .string()
          .meta({ description: 'Identifies it among the alerts of its source: a fingerprint, or monitor and scope.', maxLength: 200 }),
        name: z.string().nullable().meta({ description: 'Its name, or the name of its rule; null if it has none.' }),
        startsAt: timestampOut
          .nullable()
          .meta({ description: 'When it began to fire, by the clock of its source; null if the source does not say.' }),
      })
      .nullable()
      .meta({
        description:
          'The alert that this signal belongs to; null for a report of the component itself, and for an alert that matches no component.',
      }),
    handledAt: timestampOut.meta({ description: 'When it was processed.' }),
  })
  .meta({ description: 'The outcome of one signal.' });
export type HealthSignalRecord = z.infer<typeof HealthSignalRecord>;

export const HealthWork = z.strictObject({
  pendingSignals: countOut('Accepted signals that are not processed yet.'),
  failedAttempts: countOut('How many times in a row processing the waiting signals has failed.'),
  lastError: z.string().nullable().meta({ description: 'Why it failed the last time; null if it did not.' }),
  nextAttemptAt: timestampOut.nullable().meta({ description: 'The next attempt; null if nothing failed.' }),
});
export type HealthWork = z.infer<typeof HealthWork>;

export const HealthSignalPage = z.strictObject({
  ...pageOf(HealthSignalRecord).shape,
  work: HealthWork.meta({ description: 'The state of processing.' }),
});
export type HealthSignalPage = z.infer<typeof HealthSignalPage>;
