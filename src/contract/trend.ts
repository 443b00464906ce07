/** What a landscape was like day by day, on the wire. */
import { z } from 'zod';
import { withheldOut } from './blastRadius';
import { countOut, landscapeVersionOut, timestampOut } from './fields';
import { TREND_DAYS_KEPT, TREND_DAYS_SHOWN } from './values/trend';

export const TrendInput = z.strictObject({
  days: z
    .int()
    .min(1)
    .max(TREND_DAYS_KEPT)
    .optional()
    .meta({ description: `How many days back, today included; ${TREND_DAYS_SHOWN} unless given.`, example: 30 }),
});
export type TrendInput = z.infer<typeof TrendInput>;

const dayOut = z.string().meta({ format: 'date', example: '2026-11-20' });

export const TrendDay = z.strictObject({
  day: dayOut.meta({ description: 'The date in UTC.' }),
  recordedAt: timestampOut.meta({ description: 'When it was recorded.' }),
  landscapeVersion: landscapeVersionOut.meta({ description: 'The landscape version that the single points and their cost are for.' }),
  components: countOut('All components.'),
  singlePoints: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'Components whose failure alone takes down at least one capability; null if there was no capability.' }),
  missionCriticalSinglePoints: z.int().min(0).nullable().meta({
    description: 'Those of them that take down a mission-critical capability; null if no capability was mission-critical.',
  }),
  dearestPerHour: z.number().nullable().meta({
    description:
      'The expected cost of an hour without the single point that costs the most. The costs of several single points are not added up, because they do not all fail at once. Null if no revenue was recorded, or if you may not see revenue.',
    example: 800,
  }),
  dependencies: countOut('All dependencies.'),
  registered: countOut('Dependencies for which the security register has everything: protocol, encryption and authentication.'),
  registeredPercent: z.number().min(0).max(100).nullable().meta({
    description: 'The share that is registered, in percent, to one decimal, rounded down; null if there were no dependencies.',
    example: 87.5,
  }),
});

export const Trend = z
  .strictObject({
    currency: z.string().nullable().meta({ description: 'The currency of dearestPerHour; null if you may not see revenue.', maxLength: 3 }),
    since: dayOut.nullable().meta({ description: 'The first day that is kept; null if none was recorded yet.' }),
    days: z.array(TrendDay).meta({ description: 'The days that were recorded, the earliest first. A day may be missing.' }),
    withheld: withheldOut,
  })
  .meta({ description: 'What the landscape was like day by day.' });
export type Trend = z.infer<typeof Trend>;
