/** Saved scenarios, their results each time they were run, and comparisons of two results. */
import { z } from 'zod';
import { ENTITY_KINDS, FAILURE_STATES, HEALTH_STATES, TOLERANCE_VERDICTS } from '@/domain/vocabulary';
import { ChangeActor } from './changes';
import { description, displayName, entityReference, guid, guidListOut, guidOut, technicalName, timestampOut } from './fields';
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

export const ScenarioCreate = z.strictObject({ technicalName, name: displayName, description, ...questionFields });
export type ScenarioCreate = z.infer<typeof ScenarioCreate>;

const reference = { idOrTechnicalName: entityReference };
export const ScenarioReference = z.strictObject(reference);

/** Every field optional; `failures` and `withheldDependencies` replace their previous values. */
export const ScenarioPatch = ScenarioCreate.partial();
export type ScenarioPatch = z.infer<typeof ScenarioPatch>;
export const ScenarioPatchInput = z.strictObject({ ...reference, ...ScenarioPatch.shape });

const member = { entityType: z.enum(ENTITY_KINDS), id: guidOut, technicalName: z.string() };

export const MissingMember = z.strictObject({
  entityType: z.enum(MISSING_KINDS),
  id: guidOut,
  technicalName: z.string().meta({ description: 'Its last name; for a dependency, its two ends.' }),
});
export type MissingMember = z.infer<typeof MissingMember>;

const missing = z
  .array(MissingMember)
  .meta({ description: 'Members that are no longer in the landscape; the rest is evaluated without them.' });

export const Scenario = z.strictObject({
  id: guidOut,
  name: z.string(),
  technicalName: z.string(),
  description: z.string().nullable(),
  failures: z
    .array(z.strictObject({ ...member, state: z.enum(FAILURE_STATES) }))
    .meta({ description: 'Each under its current or last technicalName.' }),
  withheldDependencies: guidListOut,
  baseline: z.enum(SAVED_BASELINES),
  durationMinutes: z.int().nullable(),
  missing,
  createdAt: timestampOut,
  updatedAt: timestampOut,
  version: z.int().meta({ description: 'Incremented by each update.' }),
});
export type Scenario = z.infer<typeof Scenario>;

export const ScenarioListInput = z.strictObject({ ...pageInput, ...searchInput, ...sortInput(ENTITY_SORTS, 'technicalName') });
export type ScenarioListInput = z.infer<typeof ScenarioListInput>;

export const ScenarioPage = pageOf(Scenario);
export type ScenarioPage = z.infer<typeof ScenarioPage>;

const ran = {
  id: guidOut,
  scenarioId: guidOut,
  at: timestampOut,
  actor: ChangeActor.meta({ description: 'Who ran it.' }),
  landscapeVersion: z.int(),
  missing,
  breached: z.int().meta({ description: 'How many capabilities are down longer than they tolerate.' }),
};
const { counts, excess, digest } = ScenarioAnswer.shape;

/** Summary of one run. */
export const ScenarioRunSummary = z.strictObject({
  ...ran,
  digest,
  counts,
  excess,
  expectedPerHour: z.number().optional().meta({ description: 'The exposure; only if you may see revenue.' }),
  currency: z.string().optional().meta({ description: 'Of expectedPerHour.' }),
});
export type ScenarioRunSummary = z.infer<typeof ScenarioRunSummary>;

export const ScenarioRunPage = pageOf(ScenarioRunSummary);
export type ScenarioRunPage = z.infer<typeof ScenarioRunPage>;

const omitted = z.int();

export const ScenarioRun = z.strictObject({
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
});
export type ScenarioRun = z.infer<typeof ScenarioRun>;

export const ScenarioRunListInput = z.strictObject({ ...reference, ...pageInput });
export const ScenarioRunInput = z.strictObject({ ...reference, run: guid });

export const ScenarioCompareInput = z.strictObject({
  ...reference,
  from: guid.meta({ description: 'The id of a run.' }),
  to: z
    .string()
    .refine((value) => value === 'now' || isGuid(value), 'must be `now` or the id of a run')
    .toLowerCase()
    .optional()
    .meta({ description: 'The id of another run; the default `now` evaluates the scenario and saves nothing.', example: 'now' }),
});

const comparedRun = z.strictObject({
  run: guidOut.nullable().meta({ description: 'Null for now.' }),
  at: timestampOut,
  landscapeVersion: z.int(),
  digest,
  counts,
  missing,
  expectedPerHour: z.number().optional().meta({ description: 'Only if you may see revenue.' }),
  currency: z.string().optional().meta({ description: 'Of expectedPerHour.' }),
});

const healthState = z.enum(HEALTH_STATES);
export const ScenarioDifference = z.strictObject({
  entityType: z.enum(COMPARED_KINDS),
  id: guidOut,
  technicalName: z.string(),
  name: z.string(),
  from: healthState,
  to: healthState,
});
export type ScenarioDifference = z.infer<typeof ScenarioDifference>;

const differences = z.array(ScenarioDifference);
const verdict = z.enum(TOLERANCE_VERDICTS).nullable();

export const ScenarioComparison = z.strictObject({
  scenario: z.strictObject({ id: guidOut, technicalName: z.string(), name: z.string() }),
  from: comparedRun,
  to: comparedRun,
  isSame: z.boolean().meta({ description: 'Both have the same digest: their results are identical.' }),
  newlyAffected: differences,
  noLongerAffected: differences,
  worse: differences,
  milder: differences,
  verdicts: z
    .array(z.strictObject({ id: guidOut, technicalName: z.string(), name: z.string(), from: verdict, to: verdict }))
    .meta({ description: 'Capabilities whose verdict differs; null if it is not affected or no duration was given.' }),
  omitted: z.int().meta({ description: 'Differences beyond the first 1,000 of a list.' }),
  isPartial: z.boolean().meta({
    description: 'One of the two affected more entities of a kind than a run stores by identity (10,000): the rest is not compared.',
  }),
});
export type ScenarioComparison = z.infer<typeof ScenarioComparison>;
