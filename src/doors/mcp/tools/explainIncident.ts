/** explain_incident: one incident as the text of facts that its page copies. */
import { z } from 'zod';
import { Incident, type IncidentSummary } from '@/contract/incidents';
import { incidentText } from '@/contract/values/incidentText';
import { text } from '@/contract/fields';
import { isGuid } from '@/contract/values/guid';
import { findEntity } from '@/doors/mcp/findEntity';
import { dataBlock, DATA_NOTICE, quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { agentTool, notice, Refused, type AgentSession } from '@/doors/mcp/tool';

/** A number or a component is looked up among this many of the newest incidents. */
const MOST_SEARCHED = 200;
const LONGEST_LINE = 3_000;
const { id, number, state } = Incident.shape;

/** Throws Refused if there is none. */
async function incidentIdOf(session: AgentSession, asked: string): Promise<string> {
  if (isGuid(asked)) return asked;
  const found = /^\d{1,9}$/.test(asked) ? await byNumber(session, Number(asked)) : await byComponent(session, asked);
  if (found !== undefined) return found.id;
  throw new Refused('not_found', [
    `not_found: ${quoteForAgents(asked, 200)} is none of the newest ${MOST_SEARCHED} incidents. list_incidents finds the ids of all.`,
  ]);
}

async function byNumber({ procedures }: AgentSession, wanted: number): Promise<IncidentSummary | undefined> {
  const { items } = await procedures.incidents.list({ limit: MOST_SEARCHED });
  return items.find((incident) => incident.number === wanted);
}

/** The newest that it caused, or else the newest in which it is or was a symptom. */
async function byComponent(session: AgentSession, asked: string): Promise<IncidentSummary | undefined> {
  const { id: component } = await findEntity(session, asked, 'component');
  const { items } = await session.procedures.incidents.list({ component, limit: MOST_SEARCHED });
  return items.find(({ causeId }) => causeId === component) ?? items[0];
}

export const explainIncidentTool = agentTool({
  name: 'explain_incident',
  title: 'Explain an incident',
  description:
    'One incident as a text of facts, ready for a bridge, a ticket or a status page: what failed and when, what it affects and costs, ' +
    'who acknowledged it, who owns the cause, the contact and the runbook. People copy the same text from its page.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({
    incident: text(1, 200).meta({
      description:
        'The id or number of an incident. Or a component: the newest incident that it caused or, if there is none, in which it is or was a symptom.',
    }),
  }),
  output: z.strictObject({ notice, id, number, state, text: z.string().meta({ description: 'One fact per line. Times are in UTC.' }) }),
  async call(session, { incident: asked }) {
    const incident = await session.procedures.incidents.get({ id: await incidentIdOf(session, asked) });
    const told = incidentText(incident, { now: Date.now(), url: incident.url ?? null });
    return {
      structured: { notice: DATA_NOTICE, id: incident.id, number: incident.number, state: incident.state, text: told },
      text: dataBlock(told.split('\n').map((line) => quoteForAgents(line, LONGEST_LINE))),
    };
  },
});
