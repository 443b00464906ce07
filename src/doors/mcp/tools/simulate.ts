/** simulate: what breaks if several things fail together. */
import { z } from 'zod';
import type { ScenarioRun } from '@/contract/savedScenarios';
import { MOST_FAILURES, ScenarioAnswer, ScenarioInput } from '@/contract/scenarios';
import { pastInstant } from '@/contract/pastInstant';
import { FAILURE_STATES } from '@/domain/vocabulary';
import { bareCountOf } from '@/plain/counts';
import { COST_BY_AUDIENCE, costWords } from '@/doors/mcp/amount';
import { notInServiceWords } from '@/domain/lifecycle';
import { recordingHint } from '@/domain/recordedWords';
import { reachedWords } from '@/doors/mcp/reachedWords';
import { entityInput, findEntity } from '@/doors/mcp/findEntity';
import { pageInput } from '@/doors/mcp/paging';
import { quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { agentTool, pagedAnswer, pagedOutput, type AgentSession } from '@/doors/mcp/tool';

const { shape } = ScenarioInput;
const withheldDependencies = shape.withheldDependencies.meta({ description: 'Dependencies that pass nothing on.' });
const durationMinutes = z.int().min(1).optional();
const baseline = z
  .union([z.enum(['clean', 'live']), z.strictObject({ at: pastInstant.meta({ description: 'Date or date-time.' }) })])
  .optional()
  .meta({ description: 'live: on live health. Default clean.' });
const failure = z.strictObject({
  ...entityInput,
  state: z.enum(FAILURE_STATES).optional().meta({ description: 'Default Outage.' }),
});

interface Row {
  technicalName: string;
  name: string;
  expectedState: string;
  depth?: number;
  alone?: string;
  isExcess?: boolean;
}

function rowLine({ technicalName, name, expectedState, depth, alone, isExcess }: Row): string {
  const distance = depth === undefined ? '' : `, depth ${depth}`;
  return `${expectedState} ${quoteForAgents(technicalName)} (${quoteForAgents(name)})${distance}${isExcess === true ? `, only together: ${alone} with the worst single failure` : ''}`;
}

type Group = ScenarioAnswer['gaveWay'][number];
type Tolerance = ScenarioAnswer['tolerances'][number];
type Failed = ScenarioAnswer['failures'][number];

export const SCENARIO_LISTS = [
  { path: 'failures', line: ({ entityType, technicalName, state }: Failed) => `${state} ${entityType} ${quoteForAgents(technicalName)}` },
  {
    path: 'gaveWay',
    line: ({ source, redundancyGroup, redundancyMinimum, targets, working, lost }: Group) =>
      `group ${quoteForAgents(redundancyGroup)} of ${quoteForAgents(source.technicalName)}: ${working} of ${targets} work, ${redundancyMinimum} needed; lost ${lost.map((row) => quoteForAgents(row.technicalName)).join(', ')}`,
  },
  {
    path: 'tolerances',
    line: ({ technicalName, maximumTolerableDowntimeMinutes: most, verdict }: Tolerance) =>
      `capability ${quoteForAgents(technicalName)} tolerates ${most === null ? 'an unrecorded time' : bareCountOf(most, 'minute')}${verdict === null ? '' : `: ${verdict}`}`,
  },
  { path: 'capabilities', line: rowLine },
  { path: 'applications', line: rowLine },
  { path: 'processes', line: rowLine },
  { path: 'audiences', line: rowLine },
  COST_BY_AUDIENCE,
  { path: 'origin', line: rowLine },
  { path: 'components', line: rowLine },
];

async function failuresOf(session: AgentSession, failures: readonly z.infer<typeof failure>[]): Promise<ScenarioInput['failures']> {
  const found: ScenarioInput['failures'] = [];
  for (const { entity, kind, state } of failures) {
    const { id, kind: entityType } = await findEntity(session, entity, kind);
    found.push({ entityType, entity: id, state });
  }
  return found;
}

/** `run` says what a stored answer leaves out of its lists. */
export function scenarioHead(answer: ScenarioAnswer, run?: Pick<ScenarioRun, 'breached' | 'omitted'>): string[] {
  const { counts, excess, tolerances, completeness, revenueExposure: money } = answer;
  const failures = answer.failures.length + (run?.omitted.failures ?? 0);
  const gaveWay = answer.gaveWay.length + (run?.omitted.gaveWay ?? 0);
  const { notRecorded = [] } = completeness;
  const hint = recordingHint(notRecorded);
  const unset = tolerances.filter(({ verdict }) => verdict === 'NotSet').length;
  const outside = completeness.notInService === undefined ? null : notInServiceWords(completeness.notInService);
  const breached = run?.breached ?? tolerances.filter(({ verdict }) => verdict === 'Breached').length;
  return [
    `If ${failures === 1 ? 'this fails, it affects' : `these ${failures} fail together, they affect`} ${reachedWords(counts)} (these fall below Healthy)${outside === null ? '' : `; ${outside}`}.`,
    failures === 1
      ? 'A single failure, so nothing happens only together.'
      : `Only because they fail together: ${reachedWords(excess)}; ${bareCountOf(gaveWay, 'redundancy group')} gave way.`,
    ...(answer.durationMinutes === null
      ? []
      : [
          `Down for longer than tolerated: ${bareCountOf(breached, 'capability', 'capabilities')}${unset === 0 ? '' : `; of ${unset} listed it is not recorded what they tolerate`}.`,
        ]),
    ...(hint === null ? [] : [`Not recorded, so unknown: ${notRecorded.join(', ')}. To record it, ${hint}.`]),
    ...(money === undefined || notRecorded.includes('revenue') ? [] : [costWords(money)]),
    ...(completeness.withheld.length > 0 ? [`Withheld from this key: ${completeness.withheld.join(', ')}.`] : []),
  ];
}

export const simulateTool = agentTool({
  name: 'simulate',
  title: 'Simulate',
  description: 'What breaks if several things fail together, and what only together (isExcess).',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({
    failures: z.array(failure).min(1).max(Math.min(MOST_FAILURES, 100)),
    withheldDependencies,
    baseline,
    durationMinutes,
    includeNotInService: ScenarioInput.shape.includeNotInService.unwrap().optional().meta({ description: 'Treat all as in service.' }),
    ...pageInput,
  }),
  output: pagedOutput(ScenarioAnswer),
  async call(session, input) {
    const { limit: _limit, cursor: _cursor, maxCharacters: _characters, failures, ...asked } = input;
    const answer = await session.procedures.scenarios.evaluate({ ...asked, failures: await failuresOf(session, failures) });
    return pagedAnswer({
      answer,
      lists: SCENARIO_LISTS,
      tool: 'simulate',
      input,
      version: answer.landscapeVersion,
      head: scenarioHead(answer),
    });
  },
});
