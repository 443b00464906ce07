/** A tenant's settings, and what its plan allows. */
import { z } from 'zod';
import { DOMAINS_BY, HEALTH_STATES, PLANS, ROLES } from '@/domain/vocabulary';
import { countOut, createdAtOut, displayName, idOut, nameOut, text, updatedAtOut } from './fields';

export const Tenant = z
  .strictObject({
    id: idOut,
    name: nameOut.meta({ description: 'What the tenant is called.', example: 'Astronomy Ltd' }),
    plan: z.enum(PLANS).meta({ description: 'What the tenant pays for; it sets the limits.' }),
    currency: z.string().meta({ description: 'ISO 4217 code of the currency of all amounts.', maxLength: 3, example: 'EUR' }),
    revenueVisibleTo: z.array(z.enum(ROLES)).meta({ description: 'The roles whose members may see revenue.' }),
    incidentThreshold: z.enum(HEALTH_STATES).meta({ description: 'A component in this state or a worse one can open an incident.' }),
    resolveAfterSeconds: countOut('How long the cause of an incident must stay healthy before the incident is resolved.'),
    openAfterSeconds: countOut('How long a component has to be unhealthy, unexplained by another one, before it opens an incident.'),
    recoveryGraceSeconds: countOut('How long a former symptom opens no incident of its own after its cause recovered.'),
    incidentsOutsideService: z.boolean().meta({
      description:
        'Whether an unhealthy component of an application in Planning, Development or Retired opens an incident although it harms nothing in service.',
    }),
    staleAfterMinutes: countOut(
      'How many minutes after its last report a component is stale, unless it has a limit of its own; 0 for never.',
    ),
    areShareLinksAllowed: z.boolean().meta({
      description: 'Whether members may make share links and badges for people without an account. Switching it off ends all of them.',
    }),
    domainsBy: z.enum(DOMAINS_BY).nullable().meta({
      description:
        'What the domains of a map are: the capabilities at the top of the tree, the beginnings of team names, or nothing. null: the capabilities, if at least half of the applications support one.',
    }),
    teamSeparator: z.string().meta({
      description:
        'With domains by `TeamPrefix`, the text at which the domain in a team name ends: with `/`, the team `payments/cards` is in the domain `payments`.',
      maxLength: 5,
      example: '/',
    }),
    landscapeVersion: countOut('A counter that each change to the landscape raises.'),
    limits: z
      .strictObject({
        maximumDepth: countOut('The largest number of component hops in a blast radius.'),
        signalsPerMinute: countOut('Health signals a minute, of all keys together.'),
        requestsPerMinute: countOut('Other requests a minute, of each key.'),
        components: countOut('Components in the landscape.'),
      })
      .meta({ description: 'The most that the plan allows.' }),
    usage: z.strictObject({ components: countOut('Components in the landscape.') }).meta({ description: 'How much of the plan is used.' }),
    createdAt: createdAtOut,
    updatedAt: updatedAtOut,
    version: z.int().min(1).meta({ description: 'Incremented by each change of the settings.' }),
    release: z
      .strictObject({
        version: z.string().meta({ description: 'The version of Faultline that answers.', maxLength: 100, example: '2.1.0' }),
        newestMigration: z
          .string()
          .meta({ description: 'The newest migration that this version knows.', maxLength: 255, example: '20261101120000_first' }),
      })
      .meta({ description: 'What runs here.' }),
  })
  .meta({ description: 'The settings of a tenant, and what its plan allows.' });
export type Tenant = z.infer<typeof Tenant>;

export const TenantPatch = z.strictObject({
  name: displayName.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR')
    .optional(),
  revenueVisibleTo: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
  incidentThreshold: z.enum(['Warning', 'Degraded', 'Outage']).optional(),
  resolveAfterSeconds: z.int().min(0).max(86_400).optional(),
  openAfterSeconds: z.int().min(0).max(600).optional(),
  recoveryGraceSeconds: z.int().min(0).max(600).optional(),
  incidentsOutsideService: z.boolean().optional(),
  staleAfterMinutes: z.int().min(0).max(525_600).optional(),
  areShareLinksAllowed: z.boolean().optional(),
  domainsBy: z.enum(DOMAINS_BY).nullable().optional(),
  teamSeparator: text(1, 5).optional(),
});
export type TenantPatch = z.infer<typeof TenantPatch>;

const used = { used: z.int(), limit: z.int() };

/** How much of its plan a tenant uses right now. Per-minute figures cover the last minute. */
export const TenantUsage = z.strictObject({
  components: z.strictObject(used),
  signalsPerMinute: z.strictObject(used),
  /** For the busiest key, because each key has its own limit. */
  requestsPerMinute: z.strictObject({ ...used, busiestKey: z.string().nullable() }),
  maximumDepth: z.int(),
  members: z.int(),
  activeKeys: z.int(),
});
export type TenantUsage = z.infer<typeof TenantUsage>;

export const TenantPlanInput = z.strictObject({ plan: z.enum(PLANS) });

export const TenantDeleteInput = z.strictObject({
  name: z.string().meta({ description: 'The name of the tenant, so that nothing is deleted by accident.' }),
});
