/**
 * What breaks if several things fail together, on the wire: the question and its answer. The engine has its own types; the compiler checks
 * that both agree.
 */
import { z } from 'zod';
import { ENTITY_KINDS, FAILURE_STATES, HEALTH_STATES, TOLERANCE_VERDICTS } from '@/domain/vocabulary';
import { BlastRadiusAnswer, BlastRadiusInput, RECENT_FIELDS } from './blastRadius';
import { redundancyGroupOut, redundancyMinimumOut } from './dependency';
import { groupAsked, ImpactColumns } from './impactColumns';
import { countOut, entityReference, guid, namedOut, requiredEnum } from './fields';
import { pastInstant } from './pastInstant';

export const MOST_FAILURES = 1_000;
export const MOST_WITHHELD = 1_000;
/** Ten years. */
const LONGEST_MINUTES = 5_256_000;

export const ScenarioFailureInput = z.strictObject({
  entityType: requiredEnum(ENTITY_KINDS).meta({ description: 'The kind of what fails.' }),
  entity: entityReference.meta({ description: 'What fails: its GUID or technicalName.' }),
  state: z
    .enum(FAILURE_STATES)
    .optional()
    .meta({ description: 'How badly it fails; default Outage. If something is named twice, the worse state counts.' }),
});
export type ScenarioFailureInput = z.infer<typeof ScenarioFailureInput>;

const withheldDependencies = z.array(guid).max(MOST_WITHHELD).meta({
  description: 'Ids of dependencies that pass nothing on in this question. They still count in their redundancy groups.',
});

export const durationMinutes = z
  .int()
  .min(1)
  .max(LONGEST_MINUTES)
  .nullable()
  .meta({ description: 'How long it lasts, in minutes, compared with what each capability tolerates; null: no duration.' });

export const ScenarioInput = z.strictObject({
  failures: z.array(ScenarioFailureInput).min(1).max(MOST_FAILURES).meta({ description: 'All of these fail at once.' }),
  withheldDependencies: withheldDependencies.optional(),
  baseline: z
    .union([z.enum(['clean', 'live']), z.strictObject({ at: pastInstant })])
    .optional()
    .meta({
      description:
        'clean (default): everything else is healthy. live: includes what every component reports. {at}: the landscape at that time, all healthy.',
    }),
  durationMinutes: durationMinutes.optional(),
  componentLimit: BlastRadiusInput.shape.componentLimit,
  includeNotInService: BlastRadiusInput.shape.includeNotInService,
});
export type ScenarioInput = z.infer<typeof ScenarioInput>;

const { shape } = BlastRadiusAnswer;
const healthState = z.enum(HEALTH_STATES);
const effect = {
  alone: healthState.meta({ description: 'The worst state that any single failure causes here, on the same baseline.' }),
  isExcess: z.boolean().meta({ description: 'The failures do worse together than any one of them.' }),
  live: healthState.optional().meta({ description: 'Only with the baseline live: its effective state without the failures.' }),
};
const counts = shape.counts;

/** A redundancy group that passes something on, as answers state it. */
export const groupThatGaveWay = {
  source: z.strictObject(namedOut).meta({ description: 'The component that depends on the group.' }),
  redundancyGroup: redundancyGroupOut,
  redundancyMinimum: redundancyMinimumOut,
  targets: countOut('How many targets the group has.'),
  working: countOut('How many of them still work.'),
  lost: z.array(z.strictObject(namedOut)).meta({ description: 'The targets that no longer work.' }),
};

export const ScenarioAnswer = z
  .strictObject({
    failures: z
      .array(
        z.strictObject({
          entityType: z.enum(ENTITY_KINDS).meta({ description: 'What it is, such as a component.' }),
          ...namedOut,
          state: z.enum(FAILURE_STATES).meta({ description: 'How badly it fails.' }),
        }),
      )
      .meta({ description: 'What fails, all at once.' }),
    baseline: z
      .strictObject({
        kind: z.enum(['clean', 'live', 'at']).meta({
          description:
            'clean: everything else is healthy. live: what components report counts as well. at: the landscape as of a past time, all healthy.',
        }),
        at: z.string().nullable().meta({ description: 'That time; null for the present.', maxLength: 40 }),
      })
      .meta({ description: 'What the failures are added to.' }),
    durationMinutes: z.int().min(1).nullable().meta({ description: 'How long it lasts, in minutes; null: no duration was given.' }),
    origin: shape.origin.meta({ description: 'The components that fail by themselves.' }),
    components: z
      .array(
        shape.components.element.extend({
          via: shape.components.element.shape.via
            .nullable()
            .meta({ description: 'Null for a component that reports itself unhealthy before any of the failures reaches it.' }),
          ...effect,
        }),
      )
      .meta({ description: 'Components expected to be worse than Healthy, except the origin.' }),
    applications: z
      .array(shape.applications.element.partial(RECENT_FIELDS).extend(effect))
      .meta({ description: 'Applications expected to be worse than Healthy.' }),
    capabilities: z
      .array(shape.capabilities.element.extend(effect))
      .meta({ description: 'Capabilities expected to be worse than Healthy.' }),
    processes: z.array(shape.processes.element.extend(effect)).meta({ description: 'Processes expected to be worse than Healthy.' }),
    audiences: z.array(shape.audiences.element.extend(effect)).meta({ description: 'Segments expected to be worse than Healthy.' }),
    revenueExposure: shape.revenueExposure.unwrap().optional().meta({ description: 'What it costs. Only if you may see revenue.' }),
    counts,
    excess: counts.clone().meta({ description: 'How many of the rows are there only because the failures come together.' }),
    gaveWay: z
      .array(z.strictObject(groupThatGaveWay))
      .meta({ description: 'Redundancy groups that pass on more together than with any single failure: the reason for the excess.' }),
    tolerances: z
      .array(
        z.strictObject({
          ...namedOut,
          expectedState: healthState.meta({ description: 'The state that it is expected to fall to.' }),
          maximumTolerableDowntimeMinutes: z
            .int()
            .min(0)
            .nullable()
            .meta({ description: 'How many minutes the business can do without it; null if nobody has decided.' }),
          verdict: z.enum(TOLERANCE_VERDICTS).nullable().meta({
            description:
              "Breached: at the tenant's incident threshold or worse for longer than it tolerates. Met: for no longer than that. NotSet: nobody has decided what it tolerates. Null without a duration.",
          }),
        }),
      )
      .meta({ description: 'For each capability affected, the downtime that it tolerates.' }),
    completeness: shape.completeness
      .partial({ notRecorded: true, notInService: true })
      .meta({ description: 'What the answer leaves out. Runs that were stored before a field existed are without it.' }),
    landscapeVersion: shape.landscapeVersion,
    digest: z.string().meta({
      description:
        'Identifies the whole uncut answer by ids, without names: two answers with the same digest are identical. It differs with the right to see revenue.',
      maxLength: 100,
    }),
  })
  .meta({ description: 'What breaks if several things fail together.' });
export type ScenarioAnswer = z.infer<typeof ScenarioAnswer>;

export const ScenarioPictureInput = ScenarioInput.extend({ group: groupAsked });
export type ScenarioPictureInput = z.infer<typeof ScenarioPictureInput>;

/** What the browser shows of a scenario: the answer, and the same as columns. */
export const ScenarioPicture = z.strictObject({
  answer: ScenarioAnswer,
  lanes: ImpactColumns.omit({ direction: true, grounds: true, groundsOmitted: true }),
});
export type ScenarioPicture = z.infer<typeof ScenarioPicture>;
