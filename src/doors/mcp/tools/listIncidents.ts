/** list_incidents: past and current incidents, newest first unless another order is asked for. */
import { z } from 'zod';
import { IncidentListInput, IncidentPage, type IncidentSummary } from '@/contract/incidents';
import { bareCountOf } from '@/plain/counts';
import { amount } from '@/doors/mcp/amount';
import { findEntity } from '@/doors/mcp/findEntity';
import { DATA_NOTICE, dataBlock, quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { relationWords } from '@/doors/mcp/situationLine';
import { cut, factsOfList, fingerprint, leftOutLines, pageInput, readCursor, writeCursor } from '@/doors/mcp/paging';
import { agentTool, pagedOutput } from '@/doors/mcp/tool';

const DEFAULT_LIMIT = 20;
const MOST_AT_ONCE = 200;
const { state, severity, component, search, since, until, sort } = IncidentListInput.shape;
const { items, total, totalIsMinimum } = IncidentPage.shape;

function incidentLine({
  number,
  state: is,
  severity: worst,
  cause,
  causeName = cause,
  team = null,
  symptoms,
  startedAt,
  endedAt,
  resolvedAt,
  acknowledgedBy,
  exposure,
  jointlyWith,
  situationId,
  ...rest
}: IncidentSummary): string {
  const who = acknowledgedBy === null ? '' : `, acknowledged by ${quoteForAgents(acknowledgedBy)}`;
  const cost =
    exposure === undefined || exposure === null || exposure.perHour === 0
      ? []
      : [
          `its part of the expected cost is ${amount(exposure.expectedPerHour)} ${exposure.currency} an hour, ${amount(exposure.perHour)} at risk`,
        ];
  const shared = jointlyWith.length === 0 ? [] : [`shared with ${jointlyWith.map(quoteForAgents).join(' and ')}`];
  const situation = situationId === null ? [] : [`situation ${situationId}`];
  const called = causeName === cause ? '' : ` (${quoteForAgents(causeName)})`;
  const owner = team === null ? '' : `, owned by ${quoteForAgents(team)}`;
  const main = `incident ${number}: ${is}, ${worst}, cause ${quoteForAgents(cause)}${called}${owner}, ${bareCountOf(symptoms.length, 'symptom')} listed, since ${startedAt}${endedAt === null ? '' : `, ended ${endedAt}`}${resolvedAt === null ? '' : `, resolved ${resolvedAt}`}${who}`;
  return [main, ...cost, ...shared, ...relationWords(rest), ...situation].join('; ');
}

export const listIncidentsTool = agentTool({
  name: 'list_incidents',
  title: 'List incidents',
  description:
    'Incidents, newest first: the component that caused each and the team that owns it, the components affected by it, its state, who acknowledged it, and its part of the cost of its situation. Open, Acknowledged and Monitoring are unresolved. ' +
    'Use impact_snapshot for what is affected right now.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({
    state: state.meta({ description: 'Only incidents in these states.' }),
    severity,
    component,
    search,
    since,
    until,
    sort,
    ...pageInput,
    limit: z.int().min(1).max(MOST_AT_ONCE).optional().meta({ description: 'At most this many incidents, default 20.' }),
  }),
  output: pagedOutput(z.strictObject({ items, total, totalIsMinimum })),
  async call(session, { limit = DEFAULT_LIMIT, cursor, maxCharacters, ...filters }) {
    const question = fingerprint(['list_incidents', filters]);
    // The list's own cursor, with how many items came before it.
    const { from, last: inner } = readCursor(cursor, question, z.string().min(1));
    const about = filters.component === undefined ? {} : { component: (await findEntity(session, filters.component, 'component')).id };
    const list = (most: number) =>
      session.procedures.incidents.list({ ...filters, ...about, limit: most, ...(inner === null ? {} : { cursor: inner }) });
    const { nextCursor: after, situations: _, ...found } = await list(limit);
    const head = [
      `${found.totalIsMinimum === true ? 'More than ' : ''}${bareCountOf(found.total, 'incident matches', 'incidents match')}.`,
    ];
    const { answer, page, lines } = cut(found, [{ path: 'items', line: incidentLine }], {
      question,
      wish: { maxCharacters },
      version: 0,
      head,
    });
    // The next page begins with what did not fit.
    const nextCursor = page.listed < found.items.length && page.listed > 0 ? (await list(page.listed)).nextCursor : after;
    const next = nextCursor === null ? null : writeCursor(question, from + page.listed, nextCursor);
    const facts = factsOfList(page, from, found.total, next);
    return {
      structured: { notice: DATA_NOTICE, ...answer, page: facts },
      text: [...head, ...dataBlock(lines.slice(1)), ...leftOutLines(facts, false)],
    };
  },
});
