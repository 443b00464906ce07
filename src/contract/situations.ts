/** Situations on the wire: causes that belong together, in live impact, incidents and events. */
import { z } from 'zod';
import { RECORDED_PARTS } from '@/domain/graph/questions/notRecorded';
import { FAILURE_STATES } from '@/domain/vocabulary';
import { countOut, guidOut, nameOut, technicalNameOut } from './fields';

const failure = z.enum(FAILURE_STATES);
const names = z.array(z.string().meta({ maxLength: 128 }));

const part = z
  .strictObject({
    expectedPerHour: z.number().meta({ description: 'Its part of the expected cost.', example: 500 }),
    perHour: z.number().meta({ description: 'Its part of what is at risk.', example: 500 }),
  })
  .meta({
    description:
      'Its part of the exposure of the situation. What each capability adds is divided equally among the causes of the situation that contribute to it (of more than 1,000, the first 1,000 by technicalName). At one moment the parts of a situation add up to its exposure exactly; never add up figures of different moments. Absent if you may not see revenue.',
  });

export const exposureOut = z.strictObject({
  currency: z.string().meta({ description: 'ISO 4217 code of the currency.', example: 'EUR' }),
  expectedPerHour: z.number().meta({ description: 'The expected cost per hour.', example: 1000 }),
  perHour: z.number().meta({ description: 'At risk per hour.', example: 2000 }),
});

/** In incidents and in live impact by cause. */
export const causeRelations = {
  explainedInPart: z
    .strictObject({
      state: failure.meta({ description: 'The state that it would have: milder than what it reports.', example: 'Degraded' }),
      by: names.meta({ description: 'technicalNames of the causes that contribute to this, sorted, at most 100.' }),
    })
    .nullable()
    .meta({
      description: 'What the other causes alone would do to this one, as if it had reported nothing; null if it would be Healthy.',
    }),
  contributesToCauses: z
    .array(
      z.strictObject({
        technicalName: technicalNameOut,
        explains: failure.meta({ description: 'The state that follows from this cause and others.' }),
        reports: failure.meta({ description: 'The worse state that it reports.' }),
      }),
    )
    .meta({ description: 'The other causes that this one explains in part, at most 100.' }),
  impactedNotMonitored: z
    .array(
      z.strictObject({
        technicalName: technicalNameOut,
        effectiveState: failure.meta({ description: 'Its state, with everything that is unhealthy.' }),
      }),
    )
    .meta({ description: 'The affected components that no monitor ever reported, which are never symptoms: the first 200, worst first.' }),
  impactedNotMonitoredCount: countOut('How many of those there are in all.'),
};

export const Situation = z
  .strictObject({
    id: guidOut
      .nullable()
      .meta({ description: 'The id of its oldest incident that is not over; null while no cause in it has an incident.' }),
    incidents: z.array(guidOut).meta({
      description:
        'The ids of its incidents that are not over, oldest first, at most 100. One whose cause has recovered stays, with a part of 0.',
    }),
    incidentsOmitted: countOut('Incidents left out of `incidents`.'),
    causes: z
      .array(
        z.strictObject({
          technicalName: technicalNameOut,
          name: nameOut,
          state: failure.meta({ description: 'The state that it last reported.' }),
          isUnderMaintenance: z.boolean().meta({ description: 'Whether work on it is planned for now.' }),
          incidentId: guidOut.nullable().meta({ description: 'Its incident; null if it has none.' }),
          part: part.optional(),
        }),
      )
      .meta({ description: 'Its causes, worst first, at most 100.' }),
    causesOmitted: countOut('Causes left out of `causes`.'),
    counts: z
      .strictObject({
        components: countOut('Components that are worse than Healthy because of it, its causes among them.'),
        applications: countOut('Applications that are worse than Healthy because of it.'),
        capabilities: countOut('Capabilities that are worse than Healthy because of it.'),
        processes: countOut('Processes that are worse than Healthy because of it.'),
        audiences: countOut('Segments that are worse than Healthy because of it.'),
        people: z.number().nullable().meta({
          description: 'The people in these segments; null if there are segments, but none with a recorded number.',
          example: 240000,
        }),
        audiencesWithoutNumber: countOut(
          'How many of these segments have no recorded number: if any, `people` is the least it can be. Older servers leave it out.',
        ).optional(),
      })
      .meta({ description: 'What it affects. Two situations may both count the same higher-level capabilities, segments and people.' }),
    notRecorded: z.array(z.enum(RECORDED_PARTS)).optional().meta({
      description:
        'Which of audiences, capabilities and revenue the landscape does not record for what is affected. If it names audiences, 0 audiences in `counts` does not mean that nobody is affected. Older servers leave it out.',
      example: [],
    }),
    exposure: exposureOut.optional().meta({
      description:
        "The snapshot's exposure, counted only for the capabilities to which its causes contribute, and rounded to 0.01. Two situations together may exceed the total of the snapshot, which counts each share once. Absent if you may not see revenue.",
    }),
  })
  .meta({
    description:
      'Causes that belong together, because they contribute to the same component, application or capability that an application supports directly, or because one explains the other in part.',
  });
export type Situation = z.infer<typeof Situation>;
