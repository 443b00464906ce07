/** One MCP server per request, with only the tools, resources and prompts that this caller's scopes allow. */
import { RELEASE } from '@/server/observability/release';
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { TRPCError } from '@trpc/server';
import { requestLog, type RequestIds } from '@/server/observability/log';
import { appErrorOf } from '@/server/procedures/appErrors';
import { agentSchema } from './agentSchema';
import { DATA_NOTICE } from './quoteForAgents';
import { addPrompts } from './prompts';
import { addResources } from './resources';
import { annotationsOf, refusalResult, Refused, type AgentSession, type AgentTool } from './tool';
import { TOOLS } from './tools';
import { refuseCalls, unknownToolReason } from './unknownTool';

const INSTRUCTIONS = `Faultline knows a company's technology landscape as a graph and tells you what breaks when something fails.
Find names with find_entities; the other tools take a technicalName or an id as "entity". blast_radius is about what could happen, impact_snapshot and health_impact are about what is broken now.
Long answers come in pages: counts are always complete, and a last line says what was left out and how to get it.
Changing the landscape takes two steps: preview_manifest, then, once the person has agreed, apply_manifest with its digest.
${DATA_NOTICE}`;

async function run(tool: AgentTool, session: AgentSession, input: unknown, ids: RequestIds): Promise<CallToolResult> {
  try {
    const { structured, text } = await tool.call(session, input);
    return { content: [{ type: 'text', text: text.join('\n') }], structuredContent: structured as Record<string, unknown> };
  } catch (error) {
    // Procedures report their own errors.
    if (!(error instanceof Refused || error instanceof TRPCError) && appErrorOf(error).code === 'internal')
      requestLog(ids).error({ err: error, tool: tool.name }, 'an agent tool failed');
    return refusalResult(error);
  }
}

/** `called` is the tool that the message calls, if it calls one. */
export function agentServer(session: AgentSession, ids: RequestIds, called: string | null): McpServer {
  const capabilities = {
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
    prompts: { listChanged: false },
    completions: {},
  };
  const server = new McpServer(
    { name: 'faultline', title: 'Faultline', version: RELEASE.version },
    { instructions: INSTRUCTIONS, capabilities, maxToolInputElements: 10_000 },
  );
  for (const tool of TOOLS) {
    if (!session.caller.scopes.includes(tool.scope)) continue;
    const { name, title, description, input, output } = tool;
    const facts = {
      title,
      description,
      inputSchema: agentSchema(input),
      outputSchema: agentSchema(output),
      annotations: annotationsOf(tool),
    };
    server.registerTool(name, facts, (given: unknown) => run(tool, session, given, ids));
  }
  const reason = called === null ? null : unknownToolReason(called, TOOLS, session.caller.scopes);
  if (reason !== null) refuseCalls(server, reason);
  addResources(server, session);
  addPrompts(server, session);
  return server;
}
