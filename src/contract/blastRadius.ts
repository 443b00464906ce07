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
  LIFECYCLE_STATES,
} from '@/domain/vocabulary';
import { countOut, entityReference, guidOut, landscapeVersionOut, namedOut, ownerTeamOut, requiredEnum } from './fields';
import { anyOf } from './lists';
import { RECORDED_PARTS } from '@/domain/graph/questions/notRecorded';
import { pastInstant } from './pastInstant';

export const includeNotInService = z.boolean().meta({
  description:
    'Counts applications in Planning, Development or Retired as in service. Otherwise they are reached and affected, but harm no capability, process or audience and cost nothing, unless you ask about one of them. Default false.',
});

export const BlastRadiusInput = z.strictObject({
  entityId: entityReference.meta({ description: 'The GUID or the technicalName of the start entity.' }),
  entityType: requiredEnum(ENTITY_KINDS).meta({ description: 'The kind of the start entity.' }),
  direction: requiredEnum(DIRECTIONS).meta({
    description: 'downstream: what breaks if the entity fails. upstream: what could cause it to fail.',
  }),
  maxDepth: z
    .int()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: "Component hops, 1 to 10. If the plan allows fewer, the plan's limit applies and the answer says so." }),
  modeFilter: anyOf(DEPENDENCY_MODES).meta({ description: 'Only dependencies of these modes, comma-separated.' }),
  typeFilter: anyOf(DEPENDENCY_TYPES).meta({ description: 'Only dependencies of these types, comma-separated.' }),
  state: z.enum(FAILURE_STATES).optional().meta({ description: 'How badly the start fails; default Outage.' }),
  componentLimit: z.int().min(0).max(1_000_000).optional().meta({
    description: 'Lists at most this many components. Counts and roll-ups stay complete.',
  }),
  includeNotInService: includeNotInService.optional(),
  at: pastInstant.optional(),
});
export type BlastRadiusInput = z.infer<typeof BlastRadiusInput>;

const expectedState = z.enum(HEALTH_STATES).meta({
  description: 'The state that it is expected to fall to. Upstream: the state that the start entity would fall to if this alone failed.',
});
const startComponent = {
  ...namedOut,
  kind: z.enum(COMPONENT_KINDS).meta({ description: 'What the component is.' }),
  applicationId: guidOut.meta({ description: 'The application that it is part of.' }),
  isExternal: z.boolean().meta({ description: 'Whether another company runs it.' }),
};
const depth = z.int().min(1).meta({ description: 'Component hops from the start: 1 is a direct neighbour.' });
const rolledUp = {
  ...namedOut,
  depth: countOut('Component hops from the start to the nearest component through which it is reached; 0 if that is part of the start.'),
  expectedState,
};
export const criticalityTierOut = z.enum(CRITICALITY_TIERS).meta({ description: 'How much the business depends on the application.' });
export const audienceTypeOut = z.enum(AUDIENCE_TYPES).meta({ description: 'What these people are to the company.' });
export const peopleOut = z.number().min(0).nullable().meta({ description: 'How many people there are; null if unknown.' });
export const currencyOut = z.string().meta({ description: 'ISO 4217 code of the currency of all amounts.', maxLength: 3, example: 'EUR' });
export const expectedPerHourOut = z
  .number()
  .min(0)
  .meta({ description: 'The exposure: the expected cost of an hour, weighted by how bad each state is.' });
export const perHourOut = z.number().min(0).meta({ description: 'At risk per hour, whatever the states are.' });
const exposure = {
  perYear: z.number().min(0).meta({ description: 'At risk per year, whatever the states are.' }),
  perHour: perHourOut,
  expectedPerHour: expectedPerHourOut,
};
/** Fields of application rows that answers stored by earlier versions are without. */
export const RECENT_FIELDS = { lifecycleState: true, affectedComponentCount: true, downComponentCount: true } as const;

export const lifecycleOut = z.enum(LIFECYCLE_STATES).meta({
  description: 'Where it stands between plan and retirement. Planning, Development and Retired are not in service.',
});

/** What exists, but not for this caller. */
export const withheldOut = z.array(z.string().meta({ maxLength: 100 })).meta({
  description: 'Parts of the answer that you may not see, such as `revenueExposure`; empty if you see everything.',
});

/** How many of each kind are reached, or affected. */
const countsOf = (what: string) =>
  z.strictObject({
    components: countOut(`Components ${what}, without the origin.`),
    applications: countOut(`Applications ${what}.`),
    capabilities: countOut(`Capabilities ${what}.`),
    processes: countOut(`Processes ${what}.`),
    audiences: countOut(`Audiences ${what}.`),
  });

export const affectedCountsOut = countsOf('affected').meta({
  description:
    'How many of those reached are affected: worse than Healthy. Upstream: those that would give the start entity Warning or worse.',
});

export const BlastRadiusAnswer = z
  .strictObject({
    entity: z
      .strictObject({
        id: namedOut.id,
        type: z.enum(ENTITY_KINDS).meta({ description: 'What it is, such as a component.' }),
        technicalName: namedOut.technicalName,
        name: namedOut.name,
      })
      .meta({ description: 'The start entity.' }),
    direction: z.enum(DIRECTIONS).meta({ description: 'downstream: what breaks with it. upstream: what could break it.' }),
    state: z.enum(FAILURE_STATES).meta({ description: 'How badly the start fails.' }),
    depth: z
      .strictObject({
        requested: z.int().min(1).max(10).nullable().meta({ description: '`maxDepth` as you sent it; null if you sent none.' }),
        applied: z.int().min(1).max(10).meta({ description: 'How many component hops were followed.' }),
        planMaximum: z.int().min(1).max(10).meta({ description: 'The largest number of hops that the plan allows.' }),
      })
      .meta({ description: 'How far dependencies were followed.' }),
    filters: z
      .strictObject({
        modes: z.array(z.enum(DEPENDENCY_MODES)).nullable().meta({ description: 'Null: dependencies of every mode.' }),
        types: z.array(z.enum(DEPENDENCY_TYPES)).nullable().meta({ description: 'Null: dependencies of every type.' }),
      })
      .meta({ description: 'The dependencies that were followed.' }),
    origin: z.array(z.strictObject({ ...startComponent, expectedState })).meta({
      description:
        'The components that the start entity consists of: with these the failure begins. Upstream they are its own causes, each with the state that it would give the entity if it alone failed.',
    }),
    components: z
      .array(
        z.strictObject({
          ...startComponent,
          depth,
          expectedState,
          via: z
            .strictObject({
              dependencyId: guidOut.meta({ description: 'The dependency on which the failure arrives.' }),
              componentId: guidOut.meta({ description: 'The component at its other end, one hop nearer to the start.' }),
            })
            .meta({ description: 'The last step of one shortest path from the start.' }),
        }),
      )
      .meta({ description: 'The components reached, without the origin.' }),
    applications: z
      .array(
        z.strictObject({
          ...rolledUp,
          criticalityTier: criticalityTierOut,
          ownerTeam: ownerTeamOut,
          lifecycleState: lifecycleOut,
          componentCount: countOut('How many of its components are reached or part of the origin.'),
          affectedComponentCount: countOut('How many of these are worse than Healthy.'),
          downComponentCount: countOut(
            'How many of these are at Outage. If the application is still Healthy, none of them is an outermost component. Outermost are those on which no other component of the application depends, and those that another application needs.',
          ),
        }),
      )
      .meta({
        description:
          'The applications reached; those worse than Healthy are affected. Upstream: the applications with a component in `components`.',
      }),
    capabilities: z.array(z.strictObject(rolledUp)).meta({ description: 'The capabilities reached. Empty upstream: they are no causes.' }),
    processes: z.array(z.strictObject(rolledUp)).meta({ description: 'The processes reached. Empty upstream: they are no causes.' }),
    audiences: z
      .array(z.strictObject({ ...rolledUp, audienceType: audienceTypeOut, people: peopleOut }))
      .meta({ description: 'The segments reached: the people. Empty upstream: they are no causes.' }),
    revenueExposure: z
      .strictObject({
        currency: currencyOut,
        ...exposure,
        byAudience: z.array(z.strictObject({ ...namedOut, ...exposure })).meta({ description: 'The same for each audience.' }),
      })
      .optional()
      .meta({ description: 'What it costs. Only downstream, and only if you may see revenue.' }),
    counts: countsOf('reached').meta({ description: 'How many are reached, affected or not, whatever the lists leave out.' }),
    affectedCounts: affectedCountsOut,
    completeness: z
      .strictObject({
        beyondDepth: countOut('Components one hop further, which were not followed.'),
        stoppedByFilter: countOut('Dependencies that the filters excluded.'),
        stoppedByPropagates: countOut('Dependencies along which failures do not spread.'),
        componentsOmitted: countOut('Components left out because of `componentLimit`.'),
        notRecorded: z.array(z.enum(RECORDED_PARTS)).meta({
          description:
            'Which of audiences, capabilities and revenue the landscape does not record for what is affected, the origin included. If it names audiences, an empty `audiences` does not mean that nobody is affected. Empty upstream.',
          example: [],
        }),
        notInService: z
          .strictObject({
            components: countOut('Affected components, without the origin, whose application is not in service.'),
            applications: countOut('Affected applications that are not in service.'),
          })
          .meta({ description: 'How many of the affected are not in service: `counts` and `affectedCounts` include them.' }),
        withheld: withheldOut,
      })
      .meta({ description: 'What the answer leaves out.' }),
    landscapeVersion: landscapeVersionOut,
  })
  .meta({ description: 'What breaks if an entity fails, or what could make it fail.' });
export type BlastRadiusAnswer = z.infer<typeof BlastRadiusAnswer>;
