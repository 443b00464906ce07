/** What breaks if these fail together. */
import { ScenarioAnswer, ScenarioInput, ScenarioPicture } from '@/contract/scenarios';
import { answerScenario, pictureScenario } from '@/server/scenarios/evaluateScenario';
import { documentedAs } from './documentedAs';
import { procedure, router } from './init';

const tags = ['Scenarios'];

export const scenarioRouter = router({
  evaluate: documentedAs(
    ScenarioAnswer,
    procedure({
      access: { scope: 'read', role: 'Viewer' },
      openapi: {
        method: 'POST',
        path: '/scenarios/evaluate',
        tags,
        operationId: 'evaluateScenario',
        summary: 'What breaks if these fail together; changes nothing',
      },
    })
      .input(ScenarioInput)
      .mutation(({ ctx, input }) => answerScenario(ctx.tenant, ctx.principal, input)),
  ),
  picture: procedure({ access: { scope: 'read', role: 'Viewer' } })
    .input(ScenarioInput)
    .output(ScenarioPicture)
    .query(({ ctx, input }) => pictureScenario(ctx.tenant, ctx.principal, input)),
});
