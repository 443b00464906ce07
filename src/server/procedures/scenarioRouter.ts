/** What breaks if several things fail together: asked once, or saved under a name and run again. */
import { DeleteResult } from '@/contract/entityKinds';
import {
  Scenario,
  ScenarioCompareInput,
  ScenarioComparison,
  ScenarioCreate,
  ScenarioListInput,
  ScenarioPage,
  ScenarioPatchInput,
  ScenarioReference,
  ScenarioRun,
  ScenarioRunInput,
  ScenarioRunListInput,
  ScenarioRunPage,
} from '@/contract/savedScenarios';
import { ScenarioAnswer, ScenarioInput, ScenarioPicture, ScenarioPictureInput } from '@/contract/scenarios';
import { compareRuns } from '@/server/scenarios/compareRuns';
import { answerScenario, pictureScenario } from '@/server/scenarios/evaluateScenario';
import { createScenario, deleteScenario, updateScenario } from '@/server/scenarios/savedScenarios';
import { getRun, listRuns, runScenario } from '@/server/scenarios/scenarioRuns';
import { getScenario, listScenarios } from '@/server/scenarios/scenarioRows';
import { documentedAs } from './documentedAs';
import { READ, WRITE, procedure, router } from './init';

const tags = ['Scenarios'];
const one = '/scenarios/{idOrTechnicalName}' as const;

export const scenarioRouter = router({
  evaluate: documentedAs(
    ScenarioAnswer,
    procedure({
      access: { ...READ, changesNothing: true },
      openapi: {
        method: 'POST',
        path: '/scenarios/evaluate',
        tags,
        operationId: 'evaluateScenario',
        summary: 'What breaks if these fail together; changes nothing',
        description: 'Calculates what breaks if all of these fail at once, and what only breaks because they do. Nothing is stored.',
      },
    })
      .input(ScenarioInput)
      .mutation(({ ctx, input }) => answerScenario(ctx.tenant, ctx.principal, input)),
  ),
  picture: procedure({ access: READ })
    .input(ScenarioPictureInput)
    .output(ScenarioPicture)
    .query(({ ctx, input }) => pictureScenario(ctx.tenant, ctx.principal, input)),
  create: procedure({
    access: WRITE,
    openapi: {
      method: 'POST',
      path: '/scenarios',
      tags,
      operationId: 'createScenario',
      summary: 'Save a scenario under a name',
      description:
        'Saves the question under a name, so that it can be run again after each change. Its members are saved by id: renaming them changes nothing.',
      status: 201,
      location: '/scenarios/{id}',
      hasETag: true,
      refusals: ['duplicate', 'conflict'],
    },
  })
    .input(ScenarioCreate)
    .output(Scenario)
    .mutation(({ ctx, input }) => createScenario(ctx.tenant, ctx.plan, ctx.principal, input)),
  list: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: '/scenarios',
      tags,
      operationId: 'listScenarios',
      summary: 'List scenarios',
      description: 'Lists saved scenarios page by page.',
    },
  })
    .input(ScenarioListInput)
    .output(ScenarioPage)
    .query(({ ctx, input }) => listScenarios(ctx.tenant, input)),
  get: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: one,
      tags,
      operationId: 'getScenario',
      summary: 'Read a scenario',
      description: 'Returns one scenario with its members under their current names. Members that were deleted are in `missing`.',
      hasETag: true,
      refusals: ['not_found'],
    },
  })
    .input(ScenarioReference)
    .output(Scenario)
    .query(({ ctx, input }) => getScenario(ctx.tenant, input.idOrTechnicalName)),
  update: procedure({
    access: WRITE,
    openapi: {
      method: 'PATCH',
      path: one,
      tags,
      operationId: 'updateScenario',
      summary: 'Change a scenario',
      description: 'Changes the fields that you send; `failures` and `withheldDependencies` replace their previous values.',
      hasETag: true,
      takesIfMatch: true,
      refusals: ['not_found', 'duplicate', 'precondition_failed'],
    },
  })
    .input(ScenarioPatchInput)
    .output(Scenario)
    .mutation(({ ctx, input: { idOrTechnicalName, ...patch } }) =>
      updateScenario(ctx.tenant, ctx.plan, ctx.principal, idOrTechnicalName, patch, ctx.ifMatch),
    ),
  delete: procedure({
    access: WRITE,
    openapi: {
      method: 'DELETE',
      path: one,
      tags,
      operationId: 'deleteScenario',
      summary: 'Delete a scenario with its runs',
      description: 'Deletes the scenario and every run of it.',
      takesIfMatch: true,
      refusals: ['not_found', 'precondition_failed'],
    },
  })
    .input(ScenarioReference)
    .output(DeleteResult)
    .mutation(({ ctx, input }) => deleteScenario(ctx.tenant, ctx.principal, input.idOrTechnicalName, ctx.ifMatch)),
  run: documentedAs(
    ScenarioRun,
    procedure({
      access: WRITE,
      openapi: {
        method: 'POST',
        path: `${one}/runs`,
        tags,
        operationId: 'runScenario',
        summary: 'Evaluate a scenario and store the answer; the newest 100 are kept',
        description:
          'Evaluates the scenario on the current landscape and keeps the answer as a run. Counts and digest are complete; at most 200 rows of each list are kept.',
        status: 201,
        location: '/scenarios/{scenarioId}/runs/{id}',
        refusals: ['not_found', 'conflict'],
      },
    })
      .input(ScenarioReference)
      .mutation(({ ctx, input }) => runScenario(ctx.tenant, ctx.plan, ctx.principal, input.idOrTechnicalName, ctx.credentials.now)),
  ),
  listRuns: procedure({
    access: READ,
    openapi: {
      method: 'GET',
      path: `${one}/runs`,
      tags,
      operationId: 'listScenarioRuns',
      summary: 'List the runs of a scenario, the newest first',
      description: 'Lists the runs of one scenario page by page, without their rows.',
      refusals: ['not_found'],
    },
  })
    .input(ScenarioRunListInput)
    .output(ScenarioRunPage)
    .query(({ ctx, input: { idOrTechnicalName, ...page } }) => listRuns(ctx.tenant, ctx.principal, idOrTechnicalName, page)),
  getRun: documentedAs(
    ScenarioRun,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: `${one}/runs/{run}`,
        tags,
        operationId: 'getScenarioRun',
        summary: 'Read a run of a scenario',
        description: 'Returns one run with the rows that were kept.',
        refusals: ['not_found'],
      },
    })
      .input(ScenarioRunInput)
      .query(({ ctx, input }) => getRun(ctx.tenant, ctx.principal, input.idOrTechnicalName, input.run)),
  ),
  compare: documentedAs(
    ScenarioComparison,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: `${one}/compare`,
        tags,
        operationId: 'compareScenarioRuns',
        summary: 'What changed since a run of a scenario',
        description:
          'Compares a run with another one, or with the current landscape: what is newly affected, what no longer is, and what became worse or milder.',
        refusals: ['not_found', 'conflict'],
      },
    })
      .input(ScenarioCompareInput)
      .query(({ ctx, input }) => compareRuns(ctx.tenant, ctx.principal, input, ctx.credentials.now)),
  ),
});
