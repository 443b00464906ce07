/** Health signals on the wire: one for the component in the path, or up to a thousand at once. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { entityReference, guidOut, optionalText, timestampOut } from './fields';

export const MOST_SIGNALS_AT_ONCE = 1_000;

const signal = {
  state: z.enum(HEALTH_STATES),
  observedAt: z.iso.datetime({ offset: true }).nullable().optional().meta({
    description:
      'When it was seen; default: when it was accepted. A signal older than the latest one of its component only goes to the history. One up to 5 minutes ahead of our clock counts as seen when it was accepted; further ahead it is refused with 400.',
    example: '2026-11-20T09:30:00Z',
  }),
  source: optionalText(200).meta({
    description:
      'Who reports it. API keys may name any source. Reports of a signed-in person have that person as their source; any other is refused with 400.',
    example: 'prometheus',
  }),
  message: optionalText(1_000),
};

export const HealthSignalInput = z.strictObject({ component: entityReference, ...signal });
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
    until: timestampOut.meta({ description: 'Until when the former name is accepted: 90 days after the rename.' }),
  })
  .meta({ description: 'Present if the component was addressed by a name from before a rename. Use the current name from now on.' });

export const HealthSignalBatch = z.strictObject({ signals: z.array(HealthSignalInput).min(1).max(MOST_SIGNALS_AT_ONCE) });

/**
 * The batch as accepted: each item is checked separately, so that a bad one does not reject the others. Documented as `HealthSignalBatch`.
 */
export const HealthSignalItems = z.strictObject({ signals: z.array(z.unknown()).min(1).max(MOST_SIGNALS_AT_ONCE) });

export const AcceptedSignal = z.strictObject({
  signalId: guidOut,
  componentId: guidOut,
  state: z.enum(HEALTH_STATES),
  status: z.literal('Queued'),
  observedAt: timestampOut.meta({ description: 'When it counts as seen.' }),
  reportedAt,
  acceptedAt: timestampOut,
  isLate,
  formerName: formerName.optional(),
  note: note.nullable(),
});
export type AcceptedSignal = z.infer<typeof AcceptedSignal>;

export const HealthSignalResults = z.strictObject({
  results: z.array(
    z.strictObject({
      index: z.int(),
      status: z.int().meta({ description: '202, or why this one was not accepted.', example: 202 }),
      signalId: guidOut.optional(),
      reportedAt: reportedAt.optional(),
      isLate: isLate.optional(),
      formerName: formerName.optional(),
      note: note.optional(),
      problem: z.strictObject({ code: z.string(), detail: z.string(), retryAfterSeconds: z.int().optional() }).optional(),
    }),
  ),
});
export type HealthSignalResults = z.infer<typeof HealthSignalResults>;
