/**
 * Prompts for people who work with an agent: each names the tools that answer it, and their order. What a person fills in is quoted as
 * data.
 */
import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { completable } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { dataBlock, quoteForAgents } from './quoteForAgents';
import type { AgentSession } from './tool';

const LONGEST = 20_000;
const given = (description: string) => z.string().min(1).max(LONGEST).describe(description);

function question(lines: readonly string[], data: readonly string[]): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: [...lines, ...dataBlock(data)].join('\n') } }] };
}

export function addPrompts(server: McpServer, { caller, procedures }: AgentSession): void {
  if (!caller.scopes.includes('read')) return;
  const entity = completable(given('The technicalName or name of what is broken.'), async (value) =>
    (await procedures.landscape.find({ search: value.slice(0, 200), limit: 50 })).map(({ technicalName }) => technicalName),
  );
  const canPreview = caller.scopes.includes('write');
  server.registerPrompt(
    'assess_change',
    {
      title: 'Assess this change',
      description: 'What a planned change puts at risk, and who should know before it is made.',
      argsSchema: z.object({ change: given('The change: in words, or as a manifest.') }),
    },
    ({ change }) =>
      question(
        [
          'Assess the change below before it is made.',
          '1. Find every entity that it touches with find_entities; if a name is unclear, ask me.',
          '2. For each, ask blast_radius downstream for what breaks if it goes wrong, and upstream for what it will depend on.',
          ...(canPreview
            ? [
                '3. If it is a manifest, or can be written as one, call preview_manifest for the exact difference and the risks it brings. Do not apply it.',
              ]
            : []),
          'Then tell me: the worst that can happen, how likely the paths to it are, the applications, capabilities and audiences affected with their expected states, new single points of failure, ' +
            'which owner teams to tell, and a recommendation. Name what was left out of any answer you relied on.',
        ],
        [`the change: ${quoteForAgents(change, LONGEST)}`],
      ),
  );
  server.registerPrompt(
    'who_do_i_call',
    {
      title: 'Who do I call',
      description: 'Who owns something that is broken, and who is affected by it.',
      argsSchema: z.object({ entity }),
    },
    ({ entity: about }) =>
      question(
        [
          'Something is wrong with the thing named below. Tell me whom to call.',
          '1. Find it with find_entities and get_entity; a component belongs to an application, and the application has an ownerTeam. Either can have a contact, and references such as a runbook.',
          '2. Ask health_impact whether it is a cause or affected by another one; if it is affected, the owner of the cause comes first.',
          '3. Ask blast_radius downstream for the applications affected, and their owner teams.',
          'Answer with the one team to call first, how to reach it, and why, then the runbook if there is one, then the teams to inform, the most critical applications first. If no owner is recorded, say so instead of guessing.',
        ],
        [`it is about: ${quoteForAgents(about, 500)}`],
      ),
  );
  server.registerPrompt(
    'explain_incident',
    {
      title: 'Explain this incident',
      description: 'What is broken right now, why, and what it means for the business.',
      argsSchema: z.object({ incident: given('The incident: its id, number or cause. Without it, the worst open incident.').optional() }),
    },
    ({ incident }) =>
      question(
        [
          incident === undefined ? 'Explain the worst incident that is open now.' : 'Explain the incident named below.',
          '1. Find it with list_incidents, and ask explain_incident for its facts, impact_snapshot for what is affected now, and health_impact for the causes.',
          '2. For the cause, ask blast_radius downstream; for its most critical victims, explain_path from the cause.',
          'Then tell in plain words, for somebody who does not know the systems: what failed and since when, how it spreads, which applications, capabilities and audiences feel it and how badly, ' +
            'whom to call, and how to tell that it is over. Separate what is computed from what was reported.',
        ],
        incident === undefined ? [] : [`the incident: ${quoteForAgents(incident, 500)}`],
      ),
  );
}
