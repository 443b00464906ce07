/** MCP clients for the suites: with a tenant's key, raw messages, and tool answers as a client reads them. */
import type { RestAnswer } from './restMounts';
import type { RestTenant } from './restTenants';

export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';

const CLIENT = { name: 'test', version: '1' };
const ACCEPT = 'application/json, text/event-stream';

/** A message of the current protocol: its own client and version in `_meta`, and the headers that repeat what a proxy may want to know. */
export function modernMessage(method: string, params: Record<string, unknown> = {}): { json: object; headers: Record<string, string> } {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = params.name ?? params.uri;
  return {
    json: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    headers: {
      accept: ACCEPT,
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
  };
}

export function legacyMessage(method: string, params: Record<string, unknown> = {}): { json: object; headers: Record<string, string> } {
  return { json: { jsonrpc: '2.0', id: 1, method, params }, headers: { accept: ACCEPT, 'mcp-protocol-version': LEGACY } };
}

/** The JSON-RPC message in an answer, whether it came as JSON or as the one event of a stream. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests compare it with exact values
export function messageOf({ text, headers }: RestAnswer): any {
  if (headers.get('content-type')?.startsWith('text/event-stream') !== true) return JSON.parse(text);
  const data = text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6));
  return JSON.parse(data.at(-1) ?? 'null');
}

export interface ToolResult {
  isError?: boolean;
  text: string;
  structured: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests compare it with exact values
  /** Characters of the whole result as it crossed the wire. */
  size: number;
  refusal?: { code: string; [fact: string]: unknown };
}

/** Calls a tool with the current protocol; throws if the protocol itself refused. */
export async function callTool(tenant: RestTenant, name: string, args: object = {}, key?: string): Promise<ToolResult> {
  const answer = await tenant.call('POST', '/mcp', modernMessage('tools/call', { name, arguments: args }), key);
  const message = messageOf(answer);
  if (message.result === undefined) throw new Error(`${answer.status} ${answer.text}`);
  const { isError, content, structuredContent, _meta } = message.result;
  return {
    isError,
    text: content[0].text,
    structured: structuredContent,
    size: JSON.stringify(message.result).length,
    refusal: _meta?.['faultline/refusal'],
  };
}
