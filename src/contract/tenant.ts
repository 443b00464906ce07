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
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR').optional(),
  revenueVisibleTo: z.array(z.enum(ROLES)).max(4).optional(),
  incidentThreshold: z.enum(['Warning', 'Degraded', 'Outage']).optional(),
  resolveAfterSeconds: z.int().min(0).max(86_400).optional(),
});
export type TenantPatch = z.infer<typeof TenantPatch>;
