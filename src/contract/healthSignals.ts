/** Health signals on the wire: one for the component in the path, or up to a thousand at once. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { entityReference, guidOut, instant, optionalText, timestampOut } from './fields';

export const MOST_SIGNALS_AT_ONCE = 1_000;

const signal = {
  state: z.enum(HEALTH_STATES).meta({ description: 'How the component is doing.' }),
  observedAt: instant.nullable().optional().meta({
    description:
      'When it was seen; default: when it was accepted. A signal older than the latest one of its component only goes to the history. Up to 5 minutes ahead of our clock, it counts as seen when accepted; further ahead, it is refused with 400.',
    example: '2026-11-20T09:30:00Z',
  }),
  source: optionalText(200).meta({
    description:
      'Who reports it. API keys may name any source. Reports of a signed-in person have that person as their source; any other is refused with 400.',
    example: 'prometheus',
  }),
  message: optionalText(1_000).meta({ description: 'What was seen, for people.', example: 'connection pool exhausted' }),
};

export const HealthSignalInput = z.strictObject({
  component: entityReference.meta({ description: 'The component that it is about: its GUID or technicalName.' }),
  ...signal,
});
export type HealthSignalInput = z.infer<typeof HealthSignalInput>;

export const reportedAt = timestampOut.nullable().meta({
  description:
    'The `observedAt` you sent, if it was ahead of our clock; the signal then counts as observed when it was accepted. Otherwise null.',
});

const note = z.string().meta({
  description: 'A sentence on anything the sender should know about this signal.',
  example: 'A later observation of this component already counts: this signal is kept in the history and changes nothing.',
});
const isLate = z.boolean().meta({
  description:
    'True: a later observation of this component already counts, so this signal is kept in the history and changes nothing. False: there was none yet when it was accepted.',
});

const formerName = z
  .strictObject({
    presentName: z.string().meta({ description: 'The current technicalName of the component.', example: 'checkout' }),
    until: timestampOut.meta({ description: 'When the former name stops being accepted: 90 days after the rename.' }),
  })
  .meta({ description: 'Present if the component was addressed by a name from before a rename. Use the current name from now on.' });

export const HealthSignalBatch = z.strictObject({
  signals: z.array(HealthSignalInput).min(1).max(MOST_SIGNALS_AT_ONCE).meta({ description: 'Each is accepted or refused by itself.' }),
});

/**
 * The batch as accepted: each item is checked separately, so that a bad one does not reject the others. Documented as `HealthSignalBatch`.
 */
export const HealthSignalItems = z.strictObject({ signals: z.array(z.unknown()).min(1).max(MOST_SIGNALS_AT_ONCE) });

const signalId = guidOut.meta({ description: 'The id of the signal: `GET /health-signals` shows its outcome.' });

export const AcceptedSignal = z.strictObject({
  signalId,
  componentId: guidOut.meta({ description: 'The component that it is about.' }),
  state: z.enum(HEALTH_STATES).meta({ description: 'The state that you reported.' }),
  status: z.literal('Queued').meta({ description: 'It is stored, and will be processed within moments.' }),
  observedAt: timestampOut.meta({ description: 'When it counts as seen.' }),
  reportedAt,
  acceptedAt: timestampOut.meta({ description: 'When it was stored, by our clock.' }),
  isLate,
  formerName: formerName.optional(),
  note: note.nullable().meta({ description: 'A sentence on anything the sender should know about this signal; null if there is nothing.' }),
});
export type AcceptedSignal = z.infer<typeof AcceptedSignal>;

export const HealthSignalResults = z.strictObject({
  results: z
    .array(
      z.strictObject({
        index: z.int().min(0).meta({ description: 'Which of the signals, from 0.' }),
        status: z.int().min(202).max(503).meta({ description: '202, or why this one was not accepted.', example: 202 }),
        signalId: signalId.optional(),
        reportedAt: reportedAt.optional(),
        isLate: isLate.optional(),
        formerName: formerName.optional(),
        note: note.optional(),
        problem: z
          .strictObject({
            code: z.string().meta({ description: 'The kind of refusal, for programs.', maxLength: 100 }),
            detail: z.string().meta({ description: 'What is wrong with this signal, and what to do about it.' }),
            retryAfterSeconds: z.int().min(0).optional().meta({ description: 'Seconds to wait before sending it again, if that helps.' }),
          })
          .optional()
          .meta({ description: 'Why it was refused. Absent if it was accepted.' }),
      }),
    )
    .meta({ description: 'One result for each signal, in their order.' }),
});
export type HealthSignalResults = z.infer<typeof HealthSignalResults>;
