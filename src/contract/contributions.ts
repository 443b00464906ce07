/** On the wire, how a cause contributes to an entity's state. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';

const state = z.enum(HEALTH_STATES);

export const share = {
  effectiveState: state.meta({ description: 'Its current state, with everything that is unhealthy.', example: 'Outage' }),
  alone: state.meta({
    description: "The state that this cause's reported state alone would lead to, with everything else Healthy.",
    example: 'Healthy',
  }),
  jointlyWith: z.array(z.string()).meta({
    description:
      'technicalNames of the other contributing causes, sorted, at most 100, if `alone` is milder than `effectiveState`; otherwise empty.',
    example: ['replica-2'],
  }),
};
