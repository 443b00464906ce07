/** weak_points: what takes an entity down, alone or together. */
import { z } from 'zod';
import { WeakPoints, WeakPointsQuestion } from '@/contract/weakPoints';
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import { withoutComponents } from '@/domain/withoutComponents';
import { invalidInput } from '@/domain/errors';
import { bareCountOf } from '@/plain/counts';
import { amount } from '@/doors/mcp/amount';
import { entityInput, findEntity } from '@/doors/mcp/findEntity';
import { pageInput } from '@/doors/mcp/paging';
import { quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { agentTool, pagedAnswer, pagedOutput } from '@/doors/mcp/tool';

type Row<List extends 'singlePoints' | 'cutSets' | 'margins' | 'fixes'> = WeakPoints[List][number];

/** Nothing for a cost of 0, as where nobody recorded revenue. */
const cost = (perHour: number | null): string => (perHour === null || perHour === 0 ? '' : `, ${amount(perHour)} an hour`);

/** The costs of several single points are added up, although they do not all fail at once. */
const saved = (perHour: number | null): string =>
  perHour === null || perHour === 0 ? '' : `, which cost ${amount(perHour)} an hour, added up`;
const NAMED_CAUSES = 3;

const LISTS = [
  {
    path: 'singlePoints',
    line: ({ technicalName, name, isOwn, perHour }: Row<'singlePoints'>) =>
      `${quoteForAgents(technicalName)} (${quoteForAgents(name)})${isOwn ? ', its own' : ''}${cost(perHour)}`,
  },
  {
    path: 'cutSets',
    line: ({ members, perHour }: Row<'cutSets'>) =>
      `${members.map(({ technicalName }) => quoteForAgents(technicalName)).join(' with ')}${cost(perHour)}`,
  },
  {
    path: 'margins',
    line: ({ source, redundancyGroup, targets, failuresLeft, sharedCauses, sharedCausesOmitted, notInService }: Row<'margins'>) =>
      `${quoteForAgents(redundancyGroup)} of ${quoteForAgents(source.technicalName)}: ${failuresLeft} of ${targets} may fail` +
      sharedCauses
        .slice(0, NAMED_CAUSES)
        .map(({ technicalName, takes }) => `, ${quoteForAgents(technicalName)} alone takes down ${takes}`)
        .join('') +
      (sharedCauses.length > NAMED_CAUSES ? `, and ${sharedCauses.length - NAMED_CAUSES + sharedCausesOmitted} more like that` : '') +
      notInService.map(({ technicalName }) => `, ${quoteForAgents(technicalName)} is not in service`).join(''),
  },
  {
    path: 'fixes',
    line: ({ kind, source, target, from, to, removesSinglePoints, removesPerHour }: Row<'fixes'>) =>
      `${kind} ${quoteForAgents(source.technicalName)} on ${quoteForAgents(target.technicalName)} from ${quoteForAgents(from)} to ${to === null ? 'a separate zone' : quoteForAgents(to)}: ` +
      `${bareCountOf(removesSinglePoints, kind === 'separate' ? 'shared zone' : 'single point')} fewer${saved(removesPerHour)}`,
  },
];

const { state, order, includeNotInService } = WeakPointsQuestion.shape;

export const weakPointsTool = agentTool({
  name: 'weak_points',
  title: 'Weak points',
  description:
    'What takes an application, capability, process, segment or component down alone (singlePoints) or only together (cutSets), how much redundancy is left (margins; sharedCauses: redundancy in name only), and fixes that were tried on a copy. Changes nothing.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({ ...entityInput, state: state.optional(), order: order.optional(), includeNotInService, ...pageInput }),
  output: pagedOutput(WeakPoints),
  async call(session, input) {
    const found = await findEntity(session, input.entity, input.kind);
    const entityType = WEAK_POINT_ENTITY_KINDS.find((kind) => kind === found.kind);
    if (entityType === undefined) throw invalidInput('kind', `must be one of ${WEAK_POINT_ENTITY_KINDS.join(', ')}`);
    const answer = await session.procedures.weakPoints.of({
      entityType,
      entityId: found.id,
      state: input.state,
      order: input.order,
      includeNotInService: input.includeNotInService,
    });
    const { singlePoints, cutSets, completeness, ownComponents } = answer;
    const together =
      completeness.order === 1
        ? 'sets of several were not looked for (order: 2 does)'
        : `${bareCountOf(cutSets.length, 'set')} of several only together`;
    const head = [
      ownComponents === 0
        ? withoutComponents()
        : `${bareCountOf(singlePoints.length, 'component')} alone can take it to ${answer.state} or worse; ${together}.`,
      ...(completeness.isComplete
        ? []
        : completeness.omitted === null
          ? ['There may be more sets: the search was stopped early.']
          : [`${bareCountOf(completeness.omitted, 'more set is', 'more sets are')} not listed.`]),
      ...(completeness.withheld.length > 0 ? [`Withheld from this key: ${completeness.withheld.join(', ')}.`] : []),
    ];
    const { type, technicalName, name } = answer.entity;
    const data = [`about: ${type} ${quoteForAgents(technicalName)} (${quoteForAgents(name)})`];
    return pagedAnswer({ answer, lists: LISTS, tool: 'weak_points', input, version: answer.landscapeVersion, head, data });
  },
});
