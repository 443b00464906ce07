/** The alerts of monitoring systems on the wire: which are open, since when, and whether their source still repeats them. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { entityReference, guid, guidOut, text, timestampOut } from './fields';
import { anyOf, pageInput, pageOf } from './lists';

const id = guid.meta({ description: 'The id of the alert.' });

export const AlertInput = z.strictObject({ id });

export const AlertListInput = z.strictObject({
  ...pageInput,
  component: entityReference
    .optional()
    .meta({ description: 'GUID or technicalName: only alerts about this component.', example: 'astronomy-db' }),
  source: text(1, 200).optional().meta({ description: 'Only alerts of this source, such as `alertmanager` or `alertmanager:eu`.' }),
  state: anyOf(HEALTH_STATES).meta({
    description: 'Only alerts with one of these states. Healthy: alerts that have ended. Default: open alerts.',
  }),
});
export type AlertListInput = z.infer<typeof AlertListInput>;

export const Alert = z
  .strictObject({
    id: guidOut.meta({ description: 'Stays the same while the alert is known: until 90 days after it ended.' }),
    source: z.string().meta({ description: 'The kind of monitoring system, and its `instance` if it has one.', example: 'alertmanager' }),
    name: z.string().nullable().meta({ description: 'Its name, or the name of its rule; null if it has none.', maxLength: 1_000 }),
    componentId: guidOut.meta({ description: 'The component that it is about.' }),
    component: z.string().meta({ description: 'technicalName of the component.', maxLength: 128 }),
    state: z.enum(HEALTH_STATES).meta({ description: 'What it says about the component; Healthy once it has ended.' }),
    isOpen: z.boolean().meta({ description: 'Whether it fires.' }),
    since: timestampOut.meta({ description: 'When it began to fire, or when it ended.' }),
    lastToldAt: timestampOut.meta({ description: 'When its last message arrived.' }),
    isLapsed: z.boolean().meta({
      description:
        'It is open, and its source has not repeated it for `lapseAfterMinutes`. The component is then stale, unless another alert or its own report is at least as bad. If the source keeps sending other alerts for that long again, this one is dropped.',
    }),
    message: z.string().nullable().meta({ description: 'What was seen, for people; null if it does not say.', maxLength: 1_000 }),
  })
  .meta({ description: 'An alert of a monitoring system.' });
export type Alert = z.infer<typeof Alert>;

export const AlertPage = pageOf(Alert);
export type AlertPage = z.infer<typeof AlertPage>;
