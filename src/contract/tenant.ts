/** A tenant's settings, and what its plan allows. */
import { z } from 'zod';
import { HEALTH_STATES, PLANS, ROLES } from '@/domain/vocabulary';
import { displayName, guidOut, timestampOut } from './fields';

export const Tenant = z.strictObject({
  id: guidOut,
  name: z.string(),
  plan: z.enum(PLANS),
  currency: z.string().meta({ description: 'ISO 4217.', example: 'EUR' }),
  revenueVisibleTo: z.array(z.enum(ROLES)),
  incidentThreshold: z.enum(HEALTH_STATES),
  resolveAfterSeconds: z.int(),
  openAfterSeconds: z
    .int()
    .meta({ description: 'How long a component has to be unhealthy, unexplained by another one, before it opens an incident.' }),
  recoveryGraceSeconds: z.int().meta({ description: 'How long a former symptom opens no incident of its own after its cause recovered.' }),
  landscapeVersion: z.int(),
  limits: z.strictObject({
    maximumDepth: z.int(),
    signalsPerMinute: z.int(),
    requestsPerMinute: z.int(),
    components: z.int(),
  }),
  usage: z.strictObject({ components: z.int() }),
  createdAt: timestampOut,
  updatedAt: timestampOut,
  version: z.int(),
});
export type Tenant = z.infer<typeof Tenant>;

export const TenantPatch = z.strictObject({
  name: displayName.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR')
    .optional(),
  revenueVisibleTo: z.array(z.enum(ROLES)).max(4).optional(),
  incidentThreshold: z.enum(['Warning', 'Degraded', 'Outage']).optional(),
  resolveAfterSeconds: z.int().min(0).max(86_400).optional(),
  openAfterSeconds: z.int().min(0).max(600).optional(),
  recoveryGraceSeconds: z.int().min(0).max(600).optional(),
});
export type TenantPatch = z.infer<typeof TenantPatch>;

const used = { used: z.int(), limit: z.int() };

/** How much of its plan a tenant uses right now. Per-minute figures cover the last minute. */
export const TenantUsage = z.strictObject({
  components: z.strictObject(used),
  signalsPerMinute: z.strictObject(used),
  /** Of the busiest key: each key has the limit to itself. */
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
