/** How components and applications stand now, and what it would cost if they were down: columns of the inventory. */
import { z } from 'zod';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { guid, guidOut } from './fields';
import { MOST_STANDINGS, STANDING_KINDS } from './values/standing';

export const EntityStandingsInput = z.strictObject({ kind: z.enum(STANDING_KINDS), ids: z.array(guid).min(1).max(MOST_STANDINGS) });
export type EntityStandingsInput = z.infer<typeof EntityStandingsInput>;

export const EntityStanding = z.strictObject({
  id: guidOut,
  health: z.enum([...HEALTH_STATES, 'Unreported']).meta({ description: 'Its state now, with everything that is unhealthy.' }),
  isUnderMaintenance: z.boolean(),
  exposure: z
    .strictObject({ currency: z.string(), expectedPerHour: z.number(), isRecorded: z.boolean() })
    .optional()
    .meta({ description: 'What an hour of its outage is expected to cost; left out for callers who may not see revenue.' }),
});
export type EntityStanding = z.infer<typeof EntityStanding>;
