/** run_scenario: a saved scenario evaluated, and the answer kept. */
import { z } from 'zod';
import { ScenarioRun, type MissingMember } from '@/contract/savedScenarios';
import { entityReference } from '@/contract/fields';
import { invalidInput } from '@/domain/errors';
import { bareCountOf } from '@/plain/counts';
import { pageInput, type AnswerList } from '@/doors/mcp/paging';
import { quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { agentTool, pagedAnswer, pagedOutput } from '@/doors/mcp/tool';
import { SCENARIO_LISTS, scenarioHead } from './simulate';

const LISTS: readonly AnswerList[] = [
  { path: 'missing', line: ({ entityType, technicalName }: MissingMember) => `gone: ${entityType} ${quoteForAgents(technicalName)}` },
  ...SCENARIO_LISTS.map((list) => ({ ...list, path: `answer.${list.path}` })),
];

export const runScenarioTool = agentTool({
  name: 'run_scenario',
  title: 'Run a saved scenario',
  description:
    'Evaluates a saved scenario as simulate does, and stores the answer as a run that others can see. The first 200 rows of each list are stored; the counts are complete. For the next page, give `run` with the id of the answer instead of running it again.',
  scope: 'write',
  effect: 'adds',
  input: z.strictObject({
    scenario: entityReference.meta({ description: 'Its technicalName or id.' }),
    run: z.guid().optional().meta({ description: 'The id of a run, to read it instead of making a new one. Needs the scope read.' }),
    ...pageInput,
  }),
  output: pagedOutput(ScenarioRun),
  async call(session, input) {
    const { scenario: idOrTechnicalName, run, cursor } = input;
    if (cursor !== undefined && run === undefined)
      throw invalidInput('run', 'is required with cursor: the id of the run whose previous page you read');
    const made =
      run === undefined
        ? await session.procedures.scenarios.run({ idOrTechnicalName })
        : await session.procedures.scenarios.getRun({ idOrTechnicalName, run });
    // Pages are of the run that was made, so that what comes next makes none.
    const asked = { ...input, run: made.id };
    const left = Object.values(made.omitted).reduce((sum, count) => sum + count, 0);
    const head = [
      run === undefined ? `Stored as run ${made.id}.` : `Run ${made.id}.`,
      ...scenarioHead(made.answer, made),
      ...(made.missing.length === 0 ? [] : [`Evaluated without ${bareCountOf(made.missing.length, 'member')} no longer in the landscape.`]),
      ...(left === 0 ? [] : [`Not stored: ${bareCountOf(left, 'row')}.`]),
    ];
    return pagedAnswer({ answer: made, lists: LISTS, tool: 'run_scenario', input: asked, version: made.landscapeVersion, head });
  },
});
