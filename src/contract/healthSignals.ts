/** Health signals on the wire: one for a component in the path, or up to a thousand at once. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { entityReference, guidOut, optionalText, timestampOut } from './fields';

export const MOST_SIGNALS_AT_ONCE = 1_000;

const signal = {
  state: z.enum(HEALTH_STATES),
  observedAt: z.iso.datetime({ offset: true }).nullable().optional().meta({
    description:
      'When it was seen; when it was accepted, unless said. One that is older than the last of its component is history only. One that is ahead of our clock by up to 5 minutes counts as seen when it was accepted; further ahead is refused with 400.',
    example: '2026-11-20T09:30:00Z',
  }),
  source: optionalText(200).meta({
    description:
      'Who says so. With an API key whoever it names. What a signed-in person reports is said by that person: another source is refused with 400.',
    example: 'prometheus',
  }),
  message: optionalText(1_000),
};

export const HealthSignalInput = z.strictObject({ component: entityReference, ...signal });
export type HealthSignalInput = z.infer<typeof HealthSignalInput>;

export const reportedAt = timestampOut.nullable().meta({
  description:
    'The `observedAt` that was sent, where it was ahead of our clock: the signal then counts as observed when it was accepted. Else null.',
});

const note = z.string().meta({
  description: 'Whatever the sender should know of what becomes of this signal, in a sentence.',
  example: 'A later observation of this component counts already: this signal is kept in the history and changes nothing.',
});
const isLate = z.boolean().meta({
  description:
    'True: a later observation of this component counts already, so this signal is kept in the history and changes nothing. False: there was none yet when it was accepted.',
});

const formerName = z
  .strictObject({
    presentName: z.string().meta({ description: 'The technicalName that the component has now.', example: 'checkout' }),
    until: timestampOut.meta({ description: 'Until then the former name finds it: 90 days from the rename.' }),
  })
  .meta({ description: 'Set where the component was named as it was called before a rename. Send the present name from now on.' });

export const HealthSignalBatch = z.strictObject({ signals: z.array(HealthSignalInput).min(1).max(MOST_SIGNALS_AT_ONCE) });

/** The batch as it is taken: each item is read by itself, so that a bad one does not reject the others. It is documented as `HealthSignalBatch`. */
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
