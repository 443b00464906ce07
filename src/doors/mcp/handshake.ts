/** What is missing in the handshake of clients of 2025, in words: the protocol's library would answer with its parser's own text. */
import { messageWith } from './unknownTool';

interface Handshake {
  id?: unknown;
  method?: unknown;
  params?: Record<string, unknown> | null;
}

const METHOD = 'initialize';
/** From this version on there is no handshake: the library says that there is no such method. */
const FIRST_WITHOUT = '2026';

/** What `initialize` needs, and how to say that it is wrong. */
const NEEDS: readonly [string, (value: unknown) => boolean, string][] = [
  ['protocolVersion', (value) => typeof value === 'string', 'a string such as "2025-11-25"'],
  ['capabilities', isObject, 'an object, {} if the client has none'],
  ['clientInfo', isObject, 'an object with name and version'],
];

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The JSON-RPC refusal of an incomplete `initialize`; null for a complete one, for any other message and for text that is no JSON. `version`
 * is the protocol's, as the header states it.
 */
export function incompleteHandshake(body: Buffer, version: string | null): string | null {
  if (version !== null && version >= FIRST_WITHOUT) return null;
  const message = messageWith<Handshake>(body, METHOD);
  if (message?.method !== METHOD || (typeof message.id !== 'string' && typeof message.id !== 'number')) return null;
  const params = isObject(message.params) ? message.params! : {};
  const mistakes = NEEDS.filter(([name, isRight]) => !isRight(params[name])).map(([name, , what]) => `params.${name} must be ${what}`);
  if (mistakes.length === 0) return null;
  const error = { code: -32602, message: `initialize is incomplete: ${mistakes.join('; ')}.` };
  return JSON.stringify({ jsonrpc: '2.0', id: message.id, error });
}
