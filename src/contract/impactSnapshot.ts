/** What is impacted right now, on the wire. The domain has its own types for it; the compiler checks that both agree. */
import { z } from 'zod';
import { AUDIENCE_TYPES, CRITICALITY_TIERS, FAILURE_STATES, HEALTH_STATES, INCIDENT_STATES } from '@/domain/vocabulary';
import { BlastRadiusAnswer } from './blastRadius';
import { share } from './contributions';
import { guidOut, timestampOut } from './fields';

const name = z.string();
const failure = z.enum(FAILURE_STATES);
const component = { id: guidOut, technicalName: name, name, applicationId: guidOut, isUnderMaintenance: z.boolean() };
const effective = { id: guidOut, technicalName: name, name, effectiveState: z.enum(HEALTH_STATES) };
const withheld = z.array(z.literal('revenueExposure')).meta({ description: 'What exists but you may not see.' });
const { revenueExposure } = BlastRadiusAnswer.shape;
const incidentReference = z
  .strictObject({ id: guidOut, state: z.enum(INCIDENT_STATES) })
  .nullable()
  .meta({ description: 'The incident that it caused.' });
const opening = {
  incidentOpensAt: timestampOut.nullable().meta({ description: 'When it will open its incident if nothing changes until then.' }),
  isFlapping: z.boolean().meta({ description: 'Its state changes so often that its incident does not report each change.' }),
};
const moment = {
  version: z.int().meta({ description: 'Incremented whenever the impact or an open incident changes; 0 before the first signal.' }),
  computedAt: timestampOut,
  pendingSignals: z.int().meta({ description: 'Accepted signals that are not processed yet.' }),
  landscapeVersion: z.int(),
};

export const ImpactSnapshot = z.strictObject({
  ...moment,
  states: z.strictObject({ Healthy: z.int(), Warning: z.int(), Degraded: z.int(), Outage: z.int(), unreported: z.int() }).meta({
    description:
      'How many components last reported each state. A component that never reported counts as unreported and is treated as Healthy.',
  }),
  unhealthy: z.array(z.strictObject({ ...component, state: failure, since: timestampOut, incident: incidentReference, ...opening })),
  impacted: z.array(
    z.strictObject({
      ...component,
      effectiveState: failure,
      cause: name.meta({ description: 'The first of `causes`.' }),
      causes: z.array(name).meta({
        description: 'technicalNames of the causes that contribute to its state, sorted, at most 100. A cause lists only itself.',
        example: ['replica-1', 'replica-2'],
      }),
    }),
  ),
  applications: z.array(z.strictObject({ ...effective, criticalityTier: z.enum(CRITICALITY_TIERS), ownerTeam: z.string().nullable() })),
  capabilities: z.array(z.strictObject(effective)),
  processes: z.array(z.strictObject(effective)),
  audiences: z.array(z.strictObject({ ...effective, audienceType: z.enum(AUDIENCE_TYPES), people: z.number().nullable() })),
  maintenance: z.array(
    z.strictObject({
      windowId: guidOut,
      kind: z.enum(['component', 'application']),
      id: guidOut,
      technicalName: name,
      name,
      until: timestampOut,
    }),
  ),
  openIncidents: z.array(
    z.strictObject({ id: guidOut, state: z.enum(INCIDENT_STATES), cause: name, symptoms: z.array(name), openedAt: timestampOut }),
  ),
  revenueExposure,
  withheld,
});
export type ImpactSnapshot = z.infer<typeof ImpactSnapshot>;

const { applications, capabilities, processes, audiences, counts, completeness } = BlastRadiusAnswer.shape;

const contributed = z
  .strictObject({
    perHour: z.number().meta({ description: 'At risk.', example: 1000 }),
    expectedPerHour: z.number().meta({ description: 'The exposure.', example: 1000 }),
  })
  .meta({
    description:
      "The snapshot's exposure over the capabilities to which this cause contributes, at the snapshot's states. Causes that only hurt together each show the whole amount: never add them up. `revenueExposure` beside it is what this cause would cost alone.",
  });

export const HealthImpactInput = z.strictObject({
  componentLimit: z.int().min(0).max(1_000).default(200).meta({
    description: 'At most this many `components` of each cause, worst first. `componentsOmitted` counts the rest.',
  }),
});
export type HealthImpactInput = z.infer<typeof HealthImpactInput>;

export const HealthImpact = z.strictObject({
  ...moment,
  causes: z
    .array(
      z.strictObject({
        ...component,
        criticalityTier: z.enum(CRITICALITY_TIERS).meta({ description: 'The owner team of its application.' }),
        state: failure,
        since: timestampOut,
        incident: incidentReference,
        ...opening,
        components: z.array(z.strictObject({ id: guidOut, technicalName: name, name, ...share })).meta({
          description: 'What it contributes to, except itself, worst first.',
        }),
        componentsOmitted: z.int(),
        // The rows of the cause's blast radius, with how it contributes to each; `expectedState` is `alone`.
        applications: z.array(applications.element.extend(share)),
        capabilities: z.array(capabilities.element.extend(share)),
        processes: z.array(processes.element.extend(share)),
        audiences: z.array(audiences.element.extend(share)),
        counts,
        completeness,
        revenueExposure,
        contributed: contributed.optional(),
      }),
    )
    .meta({
      description:
        'Each unhealthy component that no other explains, with what it contributes to and what it would take down alone, at any depth. Sorted by exposure (if you may see it), then criticality tier, state and technicalName; those under maintenance last.',
    }),
  causesOmitted: z.int(),
  withheld,
});
export type HealthImpact = z.infer<typeof HealthImpact>;

const suffering = { count: z.int(), named: z.array(z.strictObject({ name })) };

/** A summary for people who watch: each cause with how much it affects, what to name first, and its incident's current state. */
export const LiveCauses = z.strictObject({
  ...moment,
  causes: z.array(
    z.strictObject({
      id: guidOut,
      technicalName: name,
      name,
      state: failure,
      since: timestampOut,
      isUnderMaintenance: z.boolean(),
      criticalityTier: z.enum(CRITICALITY_TIERS),
      componentCount: z.int(),
      jointlyWith: z.array(name),
      ...opening,
      incident: z
        .strictObject({ id: guidOut, number: z.int(), state: z.enum(INCIDENT_STATES), acknowledgedBy: z.string().nullable() })
        .nullable(),
      applications: z.strictObject(suffering),
      capabilities: z.strictObject(suffering),
      processes: z.strictObject(suffering),
      audiences: z.strictObject({ ...suffering, named: z.array(z.strictObject({ name, people: z.number().nullable() })) }),
      revenue: z.strictObject({ currency: z.string(), expectedPerHour: z.number(), perHour: z.number(), contributed }).optional(),
    }),
  ),
  causesOmitted: z.int(),
});
export type LiveCauses = z.infer<typeof LiveCauses>;
