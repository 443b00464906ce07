/** blast_radius and explain_path: what breaks if something fails, what could make it fail, and along which path. */
import { z } from 'zod';
import { BlastRadiusAnswer, BlastRadiusInput } from '@/contract/blastRadius';
import { ImpactPath, type ImpactPathStep } from '@/contract/impactPath';
import { entityReference } from '@/contract/fields';
import { FoundEntity } from '@/contract/landscapePicture';
import { isGuid } from '@/contract/values/guid';
import { DIRECTIONS, type EntityKind } from '@/domain/vocabulary';
import { bareCountOf } from '@/plain/counts';
import { COST_BY_AUDIENCE, costWords } from '@/doors/mcp/amount';
import { recordingHint } from '@/domain/recordedWords';
import { isInService, notInServiceWords } from '@/domain/lifecycle';
import { insideWords } from '@/domain/insideWords';
import { withoutComponents } from '@/domain/withoutComponents';
import { UPSTREAM_GROUP_WORDS, UPSTREAM_GROUPS, upstreamGroups } from '@/domain/upstreamGroups';
import { reachedWords } from '@/doors/mcp/reachedWords';
import { entityInput, findEntity } from '@/doors/mcp/findEntity';
import { quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { pageInput } from '@/doors/mcp/paging';
import { agentTool, pagedAnswer, pagedOutput, type AgentSession } from '@/doors/mcp/tool';

const { maxDepth, modeFilter, typeFilter, state, includeNotInService, at } = BlastRadiusInput.shape;
const question = {
  ...entityInput,
  direction: z.enum(DIRECTIONS).optional().meta({
    description:
      'downstream (default): what breaks if the entity fails. upstream: what could cause it to fail, the worst causes by expectedState.',
  }),
  maxDepth,
  modeFilter: modeFilter.meta({ description: 'Only dependencies of these modes.' }),
  typeFilter: typeFilter.meta({ description: 'Only dependencies of these types.' }),
  state,
  includeNotInService,
  at: at.meta({ description: 'In the landscape as of a past date or date-time.' }),
};
type Question = z.infer<z.ZodObject<typeof question>>;

interface Reached {
  technicalName: string;
  name: string;
  expectedState: string;
  depth?: number;
}

function reachedLine({ technicalName, name, expectedState, depth }: Reached): string {
  return `${expectedState} ${quoteForAgents(technicalName)} (${quoteForAgents(name)})${depth === undefined ? '' : `, depth ${depth}`}`;
}

type Application = BlastRadiusAnswer['applications'][number];
type Audience = BlastRadiusAnswer['audiences'][number];

const LISTS = [
  {
    path: 'applications',
    line: (item: Application) =>
      [
        reachedLine(item),
        item.criticalityTier,
        isInService(item.lifecycleState) ? null : `${item.lifecycleState}, not in service`,
        `owner ${item.ownerTeam === null ? 'not recorded' : quoteForAgents(item.ownerTeam)}`,
        bareCountOf(item.componentCount, 'component'),
        insideWords(item),
      ]
        .filter((part) => part !== null)
        .join(', '),
  },
  { path: 'capabilities', line: reachedLine },
  { path: 'processes', line: reachedLine },
  {
    path: 'audiences',
    line: (item: Audience) => `${reachedLine(item)}, ${item.audienceType}${item.people === null ? '' : `, ${item.people} people`}`,
  },
  COST_BY_AUDIENCE,
  { path: 'origin', line: reachedLine },
  { path: 'components', line: reachedLine },
];

/** Upstream, the entity's own components come first, and what is no cause is left out. */
const UPSTREAM_LISTS = [
  { path: 'origin', line: (item: Reached) => `${reachedLine(item)}, its own` },
  ...LISTS.filter(({ path }) => path === 'components' || path === 'applications').reverse(),
];

/** An id with its kind needs no lookup, so `at` can also ask about deleted entities. */
async function startOf(session: AgentSession, entity: string, kind: EntityKind | undefined): Promise<Pick<FoundEntity, 'id' | 'kind'>> {
  return isGuid(entity) && kind !== undefined ? { id: entity, kind } : findEntity(session, entity, kind);
}

async function questionOf(session: AgentSession, input: Question) {
  const { entity, kind, direction, ...rest } = input;
  const found = await startOf(session, entity, kind);
  return { ...rest, entityId: found.id, entityType: found.kind, direction: direction ?? ('downstream' as const) };
}

/** How many are affected, and how many are reached; upstream, how many could do how much harm. */
function reachWords(answer: BlastRadiusAnswer): string {
  const { counts, affectedCounts, direction, entity, state, origin } = answer;
  const outside = notInServiceWords(answer.completeness.notInService);
  if (direction === 'downstream')
    return `If this ${entity.type} fails with ${state}, it affects ${reachedWords(affectedCounts)} (these fall below Healthy)${outside === null ? '' : `; ${outside}`}. It reaches, with or without harm, ${reachedWords(counts)}.`;
  const groups = upstreamGroups(answer);
  const parts = UPSTREAM_GROUPS.map((group) => `${UPSTREAM_GROUP_WORDS[group]}: ${groups[group].length}`);
  return `Components that, alone at ${state}, would affect this ${entity.type}: ${parts.join('; ')}. Of these, ${bareCountOf(origin.length, 'is', 'are')} its own (in origin).`;
}

function head(answer: BlastRadiusAnswer): string[] {
  const { depth, completeness, direction, revenueExposure: money, origin } = answer;
  const hint = recordingHint(completeness.notRecorded);
  const limits = [
    `${bareCountOf(depth.applied, 'hop was', 'hops were')} followed${depth.requested !== null && depth.requested > depth.applied ? ` (asked for ${depth.requested}; the plan allows ${depth.planMaximum})` : ''}.`,
    ...(completeness.beyondDepth > 0
      ? [
          `${bareCountOf(completeness.beyondDepth, 'component is one hop further and was', 'components lie one hop further and were')} not followed.`,
        ]
      : origin.length === 0
        ? [withoutComponents()]
        : completeness.stoppedByFilter + completeness.stoppedByPropagates > 0
          ? []
          : [direction === 'downstream' ? 'No further component is reached.' : 'It depends on no further component.']),
    ...(completeness.stoppedByFilter > 0
      ? [`${bareCountOf(completeness.stoppedByFilter, 'dependency was', 'dependencies were')} excluded by the filters.`]
      : []),
    ...(completeness.stoppedByPropagates > 0
      ? [`${bareCountOf(completeness.stoppedByPropagates, 'dependency does', 'dependencies do')} not propagate failures.`]
      : []),
    ...(hint === null ? [] : [`Not recorded, so unknown: ${completeness.notRecorded.join(', ')}. To record it, ${hint}.`]),
    ...(completeness.withheld.length > 0 ? [`Withheld from this key: ${completeness.withheld.join(', ')}.`] : []),
  ];
  return [
    reachWords(answer),
    ...(money === undefined || completeness.notRecorded.includes('revenue') ? [] : [costWords(money)]),
    limits.join(' '),
  ];
}

export const blastRadiusTool = agentTool({
  name: 'blast_radius',
  title: 'Blast radius',
  description:
    'What breaks if an entity fails (downstream), or what could make it fail (upstream): affected components, applications, capabilities, processes and audiences with the state each is expected to fall to, ' +
    'and the revenue at stake where the key may see it. A question about what could happen; live health plays no part. Use impact_snapshot for what is broken now.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({ ...question, ...pageInput }),
  output: pagedOutput(BlastRadiusAnswer),
  async call(session, input) {
    const { limit: _limit, cursor: _cursor, maxCharacters: _characters, ...asked } = input;
    const answer = await session.procedures.impact.blastRadius(await questionOf(session, asked));
    const { entity } = answer;
    const data = [`start: ${entity.type} ${quoteForAgents(entity.technicalName)} (${quoteForAgents(entity.name)})`];
    const lists = answer.direction === 'downstream' ? LISTS : UPSTREAM_LISTS;
    return pagedAnswer({ answer, lists, tool: 'blast_radius', input, version: answer.landscapeVersion, head: head(answer), data });
  },
});

const { steps } = ImpactPath.shape;
const ExplainedPath = z.strictObject({ start: FoundEntity.pick({ id: true, kind: true }), steps });

function stepLine({ source, target, dependencyType, mode, required, expectedState }: ImpactPathStep): string {
  return `${quoteForAgents(source.technicalName)} depends on ${quoteForAgents(target.technicalName)} (${dependencyType}, ${mode}, ${required ? 'required' : 'optional'}): expected ${expectedState}`;
}

export const explainPathTool = agentTool({
  name: 'explain_path',
  title: 'Explain a path',
  description:
    'Why a failure of an entity reaches a component: one shortest path, dependency by dependency, with the state expected after each step. Ask with the arguments of the blast_radius that named the component.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({
    ...question,
    component: entityReference.meta({ description: 'The reached component: its technicalName or id.' }),
    ...pageInput,
  }),
  output: pagedOutput(ExplainedPath),
  async call(session, input) {
    const { limit: _limit, cursor: _cursor, maxCharacters: _characters, component, ...asked } = input;
    const target = asked.at === undefined ? (await findEntity(session, component, 'component')).id : component;
    const start = await questionOf(session, asked);
    const { steps } = await session.procedures.impact.path({ ...start, component: target });
    const head = [
      steps.length === 0
        ? 'The component is part of the start itself: no dependency lies between the two.'
        : `The failure takes ${bareCountOf(steps.length, 'step')}.`,
    ];
    const data = [`from ${start.entityType} ${quoteForAgents(asked.entity)} to component ${quoteForAgents(component)}`];
    const answer = { start: { id: start.entityId, kind: start.entityType }, steps };
    return pagedAnswer({ answer, lists: [{ path: 'steps', line: stepLine }], tool: 'explain_path', input, version: 0, head, data });
  },
});
