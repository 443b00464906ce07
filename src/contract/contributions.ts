/** How a cause bears on what it contributes to, on the wire. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';

const state = z.enum(HEALTH_STATES);

export const share = {
  effectiveState: state.meta({ description: 'The state it has now, with all that is unhealthy.', example: 'Outage' }),
  alone: state.meta({ description: "The state that follows from this cause's reported state, with all else Healthy.", example: 'Healthy' }),
  jointlyWith: z.array(z.string()).meta({
    description:
      'technicalNames of the other causes that contribute, sorted, at most 100, where `alone` is milder than `effectiveState`; else empty.',
    example: ['replica-2'],
  }),
};
