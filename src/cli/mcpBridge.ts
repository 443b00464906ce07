/** What has to be known of an MCP message to post it: the headers that repeat parts of it, and the lines of its answer. */
import { jsonOrNull } from '@/plain/jsonOrNull';

export interface AgentMessage {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** Methods whose name or address is repeated in a header, and the field it comes from. */
const NAMED: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** Null if the line is no JSON object. */
export function readMessage(line: string): AgentMessage | null {
  const message = jsonOrNull(line);
  return typeof message === 'object' && !Array.isArray(message) ? message : null;
}

/** The encoding that the specification of July 2026 defines for values that do not fit a header. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** `negotiated` is the version that `initialize` agreed on, for clients of 2025. */
export function headersOf({ method, params }: AgentMessage, negotiated: string | null): Record<string, string> {
  const stated = (params?._meta as Record<string, unknown> | undefined)?.[VERSION_KEY];
  if (typeof stated !== 'string') return negotiated === null ? {} : { 'MCP-Protocol-Version': negotiated };
  const name = params?.[NAMED[method ?? ''] ?? ''];
  return {
    'MCP-Protocol-Version': headerValue(stated),
    ...(method === undefined ? {} : { 'Mcp-Method': headerValue(method) }),
    ...(typeof name === 'string' ? { 'Mcp-Name': headerValue(name) } : {}),
  };
}

/** The JSON-RPC messages of an answer, one per line; null if it is something else. */
export function answerLines(contentType: string, text: string): string[] | null {
  if (text.trim() === '') return [];
  const pieces = contentType.startsWith('text/event-stream') ? eventData(text) : [text];
  const messages = pieces.map((piece) => readMessage(piece));
  return messages.every((message) => message !== null && 'jsonrpc' in message) ? messages.map((message) => JSON.stringify(message)) : null;
}

function eventData(text: string): string[] {
  const events = text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''))
      .join('\n'),
  );
  return events.filter((data) => data !== '');
}

export function errorLine(id: AgentMessage['id'], code: number, message: string, data?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data === undefined ? {} : { data }) } });
}
