/** What is impacted right now, on the wire. The domain has its own types for it; the compiler checks that both agree. */
import { z } from 'zod';
import { CRITICALITY_TIERS, FAILURE_STATES, HEALTH_STATES, INCIDENT_STATES } from '@/domain/vocabulary';
import {
  affectedCountsOut,
  audienceTypeOut,
  BlastRadiusAnswer,
  criticalityTierOut,
  lifecycleOut,
  peopleOut,
  RECENT_FIELDS,
} from './blastRadius';
import { share } from './contributions';
import { groupThatGaveWay } from './scenarios';
import { causeRelations, Situation } from './situations';
import { countOut, guidOut, landscapeVersionOut, namedOut, ownerTeamOut, timestampOut } from './fields';

const name = z.string();
const failure = z.enum(FAILURE_STATES);
const component = {
  ...namedOut,
  applicationId: guidOut.meta({ description: 'The application that it is part of.' }),
  isUnderMaintenance: z.boolean().meta({ description: 'Whether work on it is planned for now: it then opens no incident.' }),
};
const effective = {
  ...namedOut,
  effectiveState: z.enum(HEALTH_STATES).meta({ description: 'Its state, with everything that is unhealthy.' }),
};
const reported = failure.meta({ description: 'The state that it last reported.' });
const since = timestampOut.meta({ description: 'When it began to report that state.' });
const incidentState = z.enum(INCIDENT_STATES).meta({ description: 'Where the incident stands.' });
const withheld = z.array(z.literal('revenueExposure')).meta({ description: 'What exists but you may not see.' });
const { revenueExposure } = BlastRadiusAnswer.shape;
const incidentReference = z
  .strictObject({ id: guidOut.meta({ description: 'The id of the incident.' }), state: incidentState })
  .nullable()
  .meta({ description: 'The incident that it caused; null if there is none.' });
const isStale = z.boolean().meta({
  description: 'Its last report is older than the limit. Its state stays, and it neither opens nor ends an incident.',
});
const opening = {
  incidentOpensAt: timestampOut
    .nullable()
    .meta({ description: 'When it will open its incident if nothing changes until then; null if it will open none.' }),
  isFlapping: z.boolean().meta({ description: 'Whether its state changes so often that its incident does not report each change.' }),
  isStale,
  lastReportAt: timestampOut.nullable().meta({
    description:
      'When its last report was observed, or when the last message of the deciding alert arrived; null if it no longer reports anything wrong.',
  }),
};
const moment = {
  version: countOut('Incremented whenever the impact or an open incident changes; 0 before the first signal.'),
  computedAt: timestampOut.meta({ description: 'When the answer was calculated.' }),
  pendingSignals: countOut('Accepted signals that are not processed yet.'),
  landscapeVersion: landscapeVersionOut,
};

export const ImpactSnapshot = z
  .strictObject({
    ...moment,
    states: z
      .strictObject({
        Healthy: countOut('Components that last reported Healthy.'),
        Warning: countOut('Components that last reported Warning.'),
        Degraded: countOut('Components that last reported Degraded.'),
        Outage: countOut('Components that last reported Outage.'),
        unreported: countOut('Components that never reported, or whose last report, Healthy, is stale; they are treated as Healthy.'),
      })
      .meta({ description: 'How many components last reported each state.' }),
    oldestReportAt: timestampOut.nullable().meta({
      description:
        'When the oldest of the last reports of all components was observed, as of `computedAt`. Stale components do not count. Null if no component reports.',
    }),
    unhealthy: z
      .array(z.strictObject({ ...component, state: reported, since, incident: incidentReference, ...opening }))
      .meta({ description: 'The components that last reported a state worse than Healthy, worst first.' }),
    impacted: z
      .array(
        z.strictObject({
          ...component,
          effectiveState: failure.meta({ description: 'Its state, with everything that is unhealthy.' }),
          cause: name.meta({ description: 'The first of `causes`.', maxLength: 128 }),
          causes: z.array(name.meta({ maxLength: 128 })).meta({
            description: 'technicalNames of the causes that contribute to its state, sorted, at most 100. A cause lists only itself.',
            maxItems: 100,
            example: ['replica-1', 'replica-2'],
          }),
        }),
      )
      .meta({
        description: 'The components that are worse than Healthy, whether they reported it or something they depend on did; worst first.',
      }),
    applications: z
      .array(z.strictObject({ ...effective, criticalityTier: criticalityTierOut, ownerTeam: ownerTeamOut, lifecycleState: lifecycleOut }))
      .meta({ description: 'The applications that are worse than Healthy, worst first.' }),
    capabilities: z.array(z.strictObject(effective)).meta({ description: 'The capabilities that are worse than Healthy, worst first.' }),
    processes: z.array(z.strictObject(effective)).meta({ description: 'The processes that are worse than Healthy, worst first.' }),
    audiences: z
      .array(z.strictObject({ ...effective, audienceType: audienceTypeOut, people: peopleOut }))
      .meta({ description: 'The segments that are worse than Healthy, worst first: the people affected.' }),
    maintenance: z
      .array(
        z.strictObject({
          windowId: guidOut.meta({ description: 'The maintenance window.' }),
          kind: z.enum(['component', 'application']).meta({ description: 'What is under maintenance.' }),
          ...namedOut,
          until: timestampOut.meta({ description: 'When the window ends.' }),
        }),
      )
      .meta({ description: 'What is under maintenance now.' }),
    openIncidents: z
      .array(
        z.strictObject({
          id: guidOut.meta({ description: 'The id of the incident.' }),
          state: incidentState,
          cause: name.meta({ description: 'technicalName of the component that failed by itself.', maxLength: 128 }),
          symptoms: z
            .array(name.meta({ maxLength: 128 }))
            .meta({ description: 'technicalNames of the components that the cause affects now.' }),
          openedAt: timestampOut.meta({ description: 'When it was opened.' }),
          isStale,
          impactedNotMonitored: causeRelations.impactedNotMonitored,
          impactedNotMonitoredCount: causeRelations.impactedNotMonitoredCount,
        }),
      )
      .meta({ description: 'The incidents that are not over.' }),
    situations: z.array(Situation).meta({
      description:
        'Which of the causes belong together, and what these affect and cost together. A situation whose causes have all recovered stays, without causes, until its incidents are over.',
    }),
    groupsNotInService: z
      .array(
        z.strictObject({
          ...groupThatGaveWay,
          lost: groupThatGaveWay.lost.meta({ description: 'The targets that are worse than Healthy, and pass it on.' }),
          notInService: z.array(z.strictObject(namedOut)).meta({
            description: 'The targets that it counts on although their application is not in service, sorted by technicalName.',
          }),
        }),
      )
      .meta({
        description:
          'The redundancy groups that have lost a target and count on one that is not in service, so that less is left than the numbers say: the first 100, by the technicalName of the source.',
      }),
    groupsNotInServiceOmitted: countOut('Such groups that are not listed.'),
    revenueExposure: revenueExposure.unwrap().optional().meta({ description: 'What it costs now. Absent if you may not see revenue.' }),
    withheld,
  })
  .meta({ description: 'What is impacted right now, calculated from live health.' });
export type ImpactSnapshot = z.infer<typeof ImpactSnapshot>;

const { applications, capabilities, processes, audiences, counts, completeness } = BlastRadiusAnswer.shape;

const contributed = z
  .strictObject({
    perHour: z.number().meta({ description: 'At risk.', example: 1000 }),
    expectedPerHour: z.number().meta({ description: 'The exposure.', example: 1000 }),
  })
  .meta({
    description:
      "The snapshot's exposure, counted only for the capabilities to which this cause contributes. Causes that only hurt together each show the whole amount: never add them up. `revenueExposure` beside it is what this cause would cost alone.",
  });

export const HealthImpactInput = z.strictObject({
  componentLimit: z.int().min(0).max(1_000).default(200).meta({
    description: 'At most this many `components` of each cause, worst first. `componentsOmitted` counts the rest.',
  }),
});

export const HealthImpact = z.strictObject({
  ...moment,
  causes: z
    .array(
      z.strictObject({
        ...component,
        criticalityTier: z.enum(CRITICALITY_TIERS).meta({ description: 'The criticality tier of its application.' }),
        state: reported,
        since,
        incident: incidentReference,
        ...opening,
        ...causeRelations,
        situationId: guidOut
          .nullable()
          .meta({ description: 'The situation that it is part of; null while no cause in it has an incident.' }),
        components: z.array(z.strictObject({ ...namedOut, ...share })).meta({
          description: 'What it contributes to, except itself, worst first.',
        }),
        componentsOmitted: countOut('Components left out because of `componentLimit`.'),
        // The rows of the cause's blast radius, with how it contributes to each; `expectedState` is `alone`.
        applications: z
          .array(applications.element.partial(RECENT_FIELDS).extend(share))
          .meta({ description: 'The applications that it reaches.' }),
        capabilities: z.array(capabilities.element.extend(share)).meta({ description: 'The capabilities that it reaches.' }),
        processes: z.array(processes.element.extend(share)).meta({ description: 'The processes that it reaches.' }),
        audiences: z.array(audiences.element.extend(share)).meta({ description: 'The segments that it reaches.' }),
        counts,
        affectedCounts: affectedCountsOut.clone().meta({
          description: 'How many of those are affected: worse than Healthy, by this cause alone or jointly with others.',
        }),
        completeness,
        revenueExposure: revenueExposure.unwrap().optional().meta({
          description: 'What this cause would cost alone. Absent if you may not see revenue.',
        }),
        contributed: contributed.optional(),
      }),
    )
    .meta({
      description:
        'Each unhealthy component that no other explains, with what it contributes to and what it would take down alone, at any depth. Sorted by exposure (if you may see it), then criticality tier, state and technicalName; those under maintenance last.',
    }),
  causesOmitted: countOut('Causes that are not listed.'),
  withheld,
});
export type HealthImpact = z.infer<typeof HealthImpact>;

const suffering = { count: z.int(), named: z.array(z.strictObject({ name })) };

/** A summary for people who watch: how much each cause affects, what to name first, and its incident's current state. */
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
  situations: z.array(Situation),
});
export type LiveCauses = z.infer<typeof LiveCauses>;
