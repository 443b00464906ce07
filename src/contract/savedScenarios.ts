/** Scenarios that are kept under a name, what they answered each time that they were run, and two of those answers compared. */
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
    description: 'clean (unless said): all else is well. live: what every component reports at the time of a run counts as well.',
  }),
  durationMinutes: durationMinutes.optional(),
};

export const ScenarioCreate = z.strictObject({ technicalName, name: displayName, description, ...questionFields });
export type ScenarioCreate = z.infer<typeof ScenarioCreate>;

const reference = { idOrTechnicalName: entityReference };
export const ScenarioReference = z.strictObject(reference);

/** Every field optional; `failures` and `withheldDependencies` replace what was there. */
export const ScenarioPatch = ScenarioCreate.partial();
export type ScenarioPatch = z.infer<typeof ScenarioPatch>;
export const ScenarioPatchInput = z.strictObject({ ...reference, ...ScenarioPatch.shape });

const member = { entityType: z.enum(ENTITY_KINDS), id: guidOut, technicalName: z.string() };

export const MissingMember = z.strictObject({
  entityType: z.enum(MISSING_KINDS),
  id: guidOut,
  technicalName: z.string().meta({ description: 'What it was called last; of a dependency its ends.' }),
});
export type MissingMember = z.infer<typeof MissingMember>;

const missing = z
  .array(MissingMember)
  .meta({ description: 'Members that are not in the landscape any more; the rest is evaluated without them.' });

export const Scenario = z.strictObject({
  id: guidOut,
  name: z.string(),
  technicalName: z.string(),
  description: z.string().nullable(),
  failures: z
    .array(z.strictObject({ ...member, state: z.enum(FAILURE_STATES) }))
    .meta({ description: 'Each under the technicalName that it has now, or had last.' }),
  withheldDependencies: guidListOut,
  baseline: z.enum(SAVED_BASELINES),
  durationMinutes: z.int().nullable(),
  missing,
  createdAt: timestampOut,
  updatedAt: timestampOut,
  version: z.int().meta({ description: 'Raised by each update.' }),
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
  breached: z.int().meta({ description: 'How many capabilities are down for longer than they tolerate.' }),
};
const { counts, excess, digest } = ScenarioAnswer.shape;

/** One run among many: what it came to. */
export const ScenarioRunSummary = z.strictObject({
  ...ran,
  digest,
  counts,
  excess,
  expectedPerHour: z.number().optional().meta({ description: 'The exposure; only for those who may see revenue.' }),
});
export type ScenarioRunSummary = z.infer<typeof ScenarioRunSummary>;

export const ScenarioRunPage = pageOf(ScenarioRunSummary);
export type ScenarioRunPage = z.infer<typeof ScenarioRunPage>;

const omitted = z.int();

export const ScenarioRun = z.strictObject({
  ...ran,
  answer: ScenarioAnswer.clone().meta({
    description: 'With at most 200 rows in each list. Counts, exposure and digest are of the whole answer.',
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
    .meta({ description: 'How many rows of each list were not kept.' }),
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
    .meta({ description: 'The id of another run; `now`, unless said, evaluates the scenario and keeps nothing.', example: 'now' }),
});

const comparedRun = z.strictObject({
  run: guidOut.nullable().meta({ description: 'Null for now.' }),
  at: timestampOut,
  landscapeVersion: z.int(),
  digest,
  counts,
  missing,
  expectedPerHour: z.number().optional().meta({ description: 'Only for those who may see revenue.' }),
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
  isSame: z.boolean().meta({ description: 'Both have one digest: they say the same.' }),
  newlyAffected: differences,
  noLongerAffected: differences,
  worse: differences,
  milder: differences,
  verdicts: z
    .array(z.strictObject({ id: guidOut, technicalName: z.string(), name: z.string(), from: verdict, to: verdict }))
    .meta({ description: 'Capabilities whose verdict is another one; null where it is not affected or no duration was asked for.' }),
  omitted: z.int().meta({ description: 'Differences beyond the first 1,000 of a list.' }),
  isPartial: z.boolean().meta({
    description: 'One of the two affected more entities of a kind than a run keeps by identity (10,000): what is beyond is not compared.',
  }),
});
export type ScenarioComparison = z.infer<typeof ScenarioComparison>;
