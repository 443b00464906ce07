/** Health signals on the wire: one for a component in the path, or up to a thousand at once. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { entityReference, guidOut, optionalText, timestampOut } from './fields';

export const MOST_SIGNALS_AT_ONCE = 1_000;

const signal = {
  state: z.enum(HEALTH_STATES),
  observedAt: z.iso.datetime({ offset: true }).nullable().optional().meta({
    description: 'When it was seen; when it was accepted, unless said. One that is older than the last of its component is history only.',
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

export const HealthSignalBatch = z.strictObject({ signals: z.array(HealthSignalInput).min(1).max(MOST_SIGNALS_AT_ONCE) });
export type HealthSignalBatch = z.infer<typeof HealthSignalBatch>;

export const AcceptedSignal = z.strictObject({
  signalId: guidOut,
  componentId: guidOut,
  state: z.enum(HEALTH_STATES),
  status: z.literal('Queued'),
  acceptedAt: timestampOut,
});
export type AcceptedSignal = z.infer<typeof AcceptedSignal>;

export const HealthSignalResults = z.strictObject({
  results: z.array(
    z.strictObject({
      index: z.int(),
      status: z.int().meta({ description: '202, or why this one was not accepted.', example: 202 }),
      signalId: guidOut.optional(),
      problem: z.strictObject({ code: z.string(), detail: z.string(), retryAfterSeconds: z.int().optional() }).optional(),
    }),
  ),
});
export type HealthSignalResults = z.infer<typeof HealthSignalResults>;
