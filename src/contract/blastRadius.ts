/** The blast-radius question and its answer on the wire. The engine has its own types for them; the compiler checks that both agree. */
import { z } from 'zod';
import {
  AUDIENCE_TYPES,
  COMPONENT_KINDS,
  CRITICALITY_TIERS,
  DEPENDENCY_MODES,
  DEPENDENCY_TYPES,
  DIRECTIONS,
  ENTITY_KINDS,
  FAILURE_STATES,
  HEALTH_STATES,
} from '@/domain/vocabulary';
import { guid, guidOut, requiredEnum } from './fields';
import { pastInstant } from './pastInstant';

export const BlastRadiusInput = z.strictObject({
  entityId: guid.meta({ description: 'GUID of the start entity.' }),
  entityType: requiredEnum(ENTITY_KINDS),
  direction: requiredEnum(DIRECTIONS).meta({
    description: 'downstream: what breaks if the entity fails. upstream: what could cause it to fail.',
  }),
  maxDepth: z
    .int()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: "Component hops, 1 to 10. If the plan allows fewer, the plan's limit applies and the answer says so." }),
  modeFilter: z
    .array(z.enum(DEPENDENCY_MODES))
    .min(1)
    .max(4)
    .optional()
    .meta({ description: 'Only dependencies of these modes, comma-separated.' }),
  typeFilter: z
    .array(z.enum(DEPENDENCY_TYPES))
    .min(1)
    .max(9)
    .optional()
    .meta({ description: 'Only dependencies of these types, comma-separated.' }),
  state: z.enum(FAILURE_STATES).optional().meta({ description: 'How badly the start fails; default Outage.' }),
  componentLimit: z.int().min(0).max(1_000_000).optional().meta({
    description: 'Lists at most this many components. Counts and roll-ups stay complete.',
  }),
  at: pastInstant.optional(),
});
export type BlastRadiusInput = z.infer<typeof BlastRadiusInput>;

const healthState = z.enum(HEALTH_STATES);
const name = z.string();
const startComponent = {
  id: guidOut,
  technicalName: name,
  name,
  kind: z.enum(COMPONENT_KINDS),
  applicationId: guidOut,
  isExternal: z.boolean(),
};
const rolledUp = { id: guidOut, technicalName: name, name, depth: z.int(), expectedState: healthState };
const exposure = {
  perYear: z.number().meta({ description: 'At risk per year.' }),
  perHour: z.number().meta({ description: 'At risk per hour.' }),
  expectedPerHour: z.number().meta({ description: 'The exposure: the expected cost of an hour, weighted by how bad each state is.' }),
};

export const BlastRadiusAnswer = z.strictObject({
  entity: z.strictObject({ id: guidOut, type: z.enum(ENTITY_KINDS), technicalName: name, name }),
  direction: z.enum(DIRECTIONS),
  state: z.enum(FAILURE_STATES),
  depth: z.strictObject({ requested: z.int().nullable(), applied: z.int(), planMaximum: z.int() }),
  filters: z.strictObject({ modes: z.array(z.enum(DEPENDENCY_MODES)).nullable(), types: z.array(z.enum(DEPENDENCY_TYPES)).nullable() }),
  origin: z.array(z.strictObject({ ...startComponent, expectedState: healthState })),
  components: z.array(
    z.strictObject({
      ...startComponent,
      depth: z.int(),
      expectedState: healthState,
      via: z.strictObject({ dependencyId: guidOut, componentId: guidOut }),
    }),
  ),
  applications: z.array(
    z.strictObject({ ...rolledUp, criticalityTier: z.enum(CRITICALITY_TIERS), ownerTeam: z.string().nullable(), componentCount: z.int() }),
  ),
  capabilities: z.array(z.strictObject(rolledUp)),
  processes: z.array(z.strictObject(rolledUp)),
  audiences: z.array(z.strictObject({ ...rolledUp, audienceType: z.enum(AUDIENCE_TYPES), people: z.number().nullable() })),
  revenueExposure: z
    .strictObject({
      currency: z.string(),
      ...exposure,
      byAudience: z.array(z.strictObject({ id: guidOut, technicalName: name, name, ...exposure })),
    })
    .optional()
    .meta({ description: 'Only downstream, and only if you may see revenue.' }),
  counts: z.strictObject({
    components: z.int(),
    applications: z.int(),
    capabilities: z.int(),
    processes: z.int(),
    audiences: z.int(),
  }),
  completeness: z.strictObject({
    beyondDepth: z.int(),
    stoppedByFilter: z.int(),
    stoppedByPropagates: z.int(),
    componentsOmitted: z.int(),
    withheld: z.array(z.string()),
  }),
  landscapeVersion: z.int(),
});
export type BlastRadiusAnswer = z.infer<typeof BlastRadiusAnswer>;
