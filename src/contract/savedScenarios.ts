/** Saved scenarios, their results each time they were run, and comparisons of two results. */
import { z } from 'zod';
import { ENTITY_KINDS, FAILURE_STATES, HEALTH_STATES, TOLERANCE_VERDICTS } from '@/domain/vocabulary';
import { ChangeActor } from './changes';
import {
  countOut,
  createdAtOut,
  description,
  displayName,
  entityReference,
  guid,
  guidListOut,
  guidOut,
  idOut,
  landscapeVersionOut,
  namedOut,
  nameOut,
  technicalName,
  technicalNameOut,
  timestampOut,
  updatedAtOut,
} from './fields';
import { pageInput, pageOf, searchInput, sortInput } from './lists';
import { durationMinutes, ScenarioAnswer, ScenarioInput } from './scenarios';
import { isGuid } from './values/guid';
import { ENTITY_SORTS } from './values/lists';
import { COMPARED_KINDS, MISSING_KINDS, SAVED_BASELINES } from './values/scenarios';

const questionFields = {
  failures: ScenarioInput.shape.failures,
  withheldDependencies: ScenarioInput.shape.withheldDependencies,
  baseline: z.enum(SAVED_BASELINES).optional().meta({
    description: 'clean (default): everything else is healthy. live: includes what every component reports when it is run.',
  }),
  durationMinutes: durationMinutes.optional(),
};

export const ScenarioCreate = z.strictObject({
  technicalName: technicalName.meta({
    description: 'The stable name by which programs and manifests refer to it, unique among scenarios. Case matters.',
    example: 'checkout-without-database',
  }),
  name: displayName.meta({ description: 'What people call it.', example: 'Checkout without its database' }),
  description: description.meta({ description: 'Free text for people. Null if there is none.' }),
  ...questionFields,
});
export type ScenarioCreate = z.infer<typeof ScenarioCreate>;

const reference = { idOrTechnicalName: entityReference.meta({ description: 'The scenario: its GUID or technicalName.' }) };
export const ScenarioReference = z.strictObject(reference);

/** Every field optional; `failures` and `withheldDependencies` replace their previous values. */
export const ScenarioPatch = ScenarioCreate.partial();
export type ScenarioPatch = z.infer<typeof ScenarioPatch>;
export const ScenarioPatchInput = z.strictObject({ ...reference, ...ScenarioPatch.shape });

const member = {
  entityType: z.enum(ENTITY_KINDS).meta({ description: 'The kind of what fails.' }),
  id: guidOut.meta({ description: 'The id of what fails.' }),
  technicalName: technicalNameOut,
};

export const MissingMember = z.strictObject({
  entityType: z.enum(MISSING_KINDS).meta({ description: 'What it is, such as a component.' }),
  id: guidOut.meta({ description: 'The id that it had.' }),
  technicalName: z.string().meta({ description: 'Its last name; for a dependency, its two ends.' }),
});
export type MissingMember = z.infer<typeof MissingMember>;

const missing = z
  .array(MissingMember)
  .meta({ description: 'Members that are no longer in the landscape; the rest is evaluated without them.' });

export const Scenario = z
  .strictObject({
    id: idOut,
    name: nameOut,
    technicalName: technicalNameOut,
    description: z.string().nullable().meta({ description: 'Free text for people; null if there is none.', maxLength: 4_000 }),
    failures: z
      .array(z.strictObject({ ...member, state: z.enum(FAILURE_STATES).meta({ description: 'How badly it fails.' }) }))
      .meta({ description: 'What fails, all at once: each under its current or last technicalName.' }),
    withheldDependencies: guidListOut.meta({ description: 'Ids of dependencies that pass nothing on in this question.' }),
    baseline: z.enum(SAVED_BASELINES).meta({
      description: 'clean: everything else is healthy. live: includes what every component reports when it is run.',
    }),
    durationMinutes: z.int().min(1).nullable().meta({ description: 'How long it lasts, in minutes; null: no duration was given.' }),
    missing,
    createdAt: createdAtOut,
    updatedAt: updatedAtOut,
    version: z.int().min(1).meta({ description: 'Incremented by each update.' }),
  })
  .meta({ description: 'A saved question: what breaks if these things fail together.' });
export type Scenario = z.infer<typeof Scenario>;

export const ScenarioListInput = z.strictObject({ ...pageInput, ...searchInput, ...sortInput(ENTITY_SORTS, 'technicalName') });
export type ScenarioListInput = z.infer<typeof ScenarioListInput>;

export const ScenarioPage = pageOf(Scenario);
export type ScenarioPage = z.infer<typeof ScenarioPage>;

const ran = {
  id: idOut,
  scenarioId: guidOut.meta({ description: 'The scenario that was run.' }),
  at: timestampOut.meta({ description: 'When it was run.' }),
  actor: ChangeActor.meta({ description: 'Who ran it.' }),
  landscapeVersion: landscapeVersionOut,
  missing,
  breached: z.int().min(0).meta({ description: 'How many capabilities are down longer than they tolerate.' }),
};
const { counts, excess, digest } = ScenarioAnswer.shape;

/** Summary of one run. */
export const ScenarioRunSummary = z
  .strictObject({
    ...ran,
    digest,
    counts,
    excess,
    expectedPerHour: z.number().min(0).optional().meta({ description: 'The exposure; only if you may see revenue.' }),
    currency: z.string().optional().meta({ description: 'The currency of expectedPerHour; only with it.', maxLength: 3 }),
  })
  .meta({ description: 'One run of a scenario, without its rows.' });
export type ScenarioRunSummary = z.infer<typeof ScenarioRunSummary>;

export const ScenarioRunPage = pageOf(ScenarioRunSummary);
export type ScenarioRunPage = z.infer<typeof ScenarioRunPage>;

const omitted = countOut('Rows of this list that were not stored.');

export const ScenarioRun = z
  .strictObject({
    ...ran,
    answer: ScenarioAnswer.clone().meta({
      description: 'At most 200 rows in each list. Counts, exposure and digest cover the whole answer.',
    }),
    omitted: z
      .strictObject({
        failures: omitted,
        origin: omitted,
        components: omitted,
        applications: omitted,
        capabilities: omitted,
        processes: omitted,
        audiences: omitted,
        gaveWay: omitted,
        tolerances: omitted,
      })
      .meta({ description: 'How many rows of each list were not stored.' }),
  })
  .meta({ description: 'One run of a scenario, with its answer.' });
export type ScenarioRun = z.infer<typeof ScenarioRun>;

export const ScenarioRunListInput = z.strictObject({ ...reference, ...pageInput });
export const ScenarioRunInput = z.strictObject({ ...reference, run: guid.meta({ description: 'The id of the run.' }) });

export const ScenarioCompareInput = z.strictObject({
  ...reference,
  from: guid.meta({ description: 'The id of a run.' }),
  to: z
    .string()
    .refine((value) => value === 'now' || isGuid(value), 'must be `now` or the id of a run')
    .toLowerCase()
    .optional()
    .meta({
      description: 'The id of another run; the default `now` evaluates the scenario and saves nothing.',
      maxLength: 36,
      example: 'now',
    }),
});

const comparedRun = z.strictObject({
  run: guidOut.nullable().meta({ description: 'The id of the run; null for now.' }),
  at: timestampOut.meta({ description: 'When it was run.' }),
  landscapeVersion: landscapeVersionOut,
  digest,
  counts,
  missing,
  expectedPerHour: z.number().min(0).optional().meta({ description: 'The exposure; only if you may see revenue.' }),
  currency: z.string().optional().meta({ description: 'The currency of expectedPerHour; only with it.', maxLength: 3 }),
});

const healthState = z.enum(HEALTH_STATES);
export const ScenarioDifference = z.strictObject({
  entityType: z.enum(COMPARED_KINDS).meta({ description: 'What it is, such as a component.' }),
  ...namedOut,
  from: healthState.meta({ description: 'Its state in the first.' }),
  to: healthState.meta({ description: 'Its state in the second.' }),
});
export type ScenarioDifference = z.infer<typeof ScenarioDifference>;

const differences = (words: string) => z.array(ScenarioDifference).meta({ description: words, maxItems: 1_000 });
const verdict = z.enum(TOLERANCE_VERDICTS).nullable();

export const ScenarioComparison = z
  .strictObject({
    scenario: z
      .strictObject({
        ...namedOut,
      })
      .meta({ description: 'The question that both answer.' }),
    from: comparedRun.meta({ description: 'The first of the two.' }),
    to: comparedRun.meta({ description: 'The second of the two.' }),
    isSame: z.boolean().meta({ description: 'Both have the same digest: their results are identical.' }),
    newlyAffected: differences('What only the second affects.'),
    noLongerAffected: differences('What only the first affects.'),
    worse: differences('What both affect, the second more badly.'),
    milder: differences('What both affect, the second less badly.'),
    verdicts: z
      .array(
        z.strictObject({
          ...namedOut,
          from: verdict.meta({ description: 'The verdict in the first.' }),
          to: verdict.meta({ description: 'The verdict in the second.' }),
        }),
      )
      .meta({ description: 'Capabilities whose verdict differs; it is null if the capability is not affected or no duration was given.' }),
    omitted: z.int().min(0).meta({ description: 'Differences beyond the first 1,000 of a list.' }),
    haveRulesChanged: z.boolean().meta({
      description:
        'Whether one of the two is a run of version 2.0, which counted applications not in service. Some differences then come from the rules, not from the landscape.',
    }),
    isPartial: z.boolean().meta({
      description:
        'Whether one of the two affected more entities of a kind than a run stores by identity (10,000). The rest is then not compared.',
    }),
  })
  .meta({ description: 'What differs between two runs of a scenario.' });
export type ScenarioComparison = z.infer<typeof ScenarioComparison>;
