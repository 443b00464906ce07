/** A call of a tool that is not offered: refused as the protocol wants it, with the tool that was probably meant or the scope that is missing. */
import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import { closest } from '@/domain/manifest/closest';
import type { Scope } from '@/domain/vocabulary';
import type { AgentTool } from './tool';

type KnownTool = Pick<AgentTool, 'name' | 'scope'>;

const LONGEST_NAME = 100;
const CALL = 'tools/call';

/** The message in a body, if the body has `word` in it: most messages need not be parsed twice. Null for text that is no JSON. */
export function messageWith<Message>(body: Buffer, word: string): Message | null {
  if (!body.includes(word)) return null;
  try {
    return JSON.parse(body.toString()) as Message | null;
  } catch {
    return null;
  }
}

/** The name of the tool that a message calls; null if it calls none or is not a message. */
export function calledTool(body: Buffer): string | null {
  const message = messageWith<{ method?: unknown; params?: { name?: unknown } }>(body, CALL);
  return message?.method === CALL && typeof message.params?.name === 'string' ? message.params.name : null;
}

/** Why `name` cannot be called with `scopes`, and what to do instead; null if it can. */
export function unknownToolReason(name: string, tools: readonly KnownTool[], scopes: readonly Scope[]): string | null {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined && scopes.includes(tool.scope)) return null;
  const said = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  if (tool !== undefined)
    return `Tool ${said} not found: it needs a key with the scope "${tool.scope}"; this one has: ${scopes.join(', ')}.`;
  const offered = tools.filter(({ scope }) => scopes.includes(scope)).map((one) => one.name);
  const meant = closest(name, offered);
  return `Tool ${said} not found. ${meant === undefined ? `This key may call ${offered.join(', ')}.` : `Did you mean ${meant}?`}`;
}

/** Makes `server`, which answers one message, refuse every call of a tool with `reason`. */
export function refuseCalls(server: McpServer, reason: string): void {
  server.server.setRequestHandler(CALL, () => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, reason);
  });
}
