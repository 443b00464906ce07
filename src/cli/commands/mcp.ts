/**
 * `faultline mcp`: connects an agent that starts programs to the server's MCP endpoint. It passes messages through without interpreting
 * them.
 */
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { answerLines, errorLine, headersOf, readMessage, type AgentMessage } from '@/cli/mcpBridge';
import type { Connection } from '@/cli/connection';
import { EXIT, Failure } from '@/cli/failure';
import { explainNetworkError } from '@/cli/networkError';
import { refusalOf } from '@/cli/refusal';
import type { Session, Shell } from '@/cli/session';
import { harmless } from '@/cli/terminal';

const PARSE_ERROR = -32_700;
const REFUSED = -32_000;

const AFTER_HELP = `
Agents start it themselves; stdin and stdout carry JSON-RPC, one message per line, and notes go to stderr. Clients that speak HTTP need no program:
they use https://…/api/{tenant}/mcp with the key as bearer token.

Settings for a client:
  { "command": "npx", "args": ["--no-install", "faultline", "mcp"],
    "env": { "FAULTLINE_URL": "https://…", "FAULTLINE_TENANT": "…", "FAULTLINE_KEY_FILE": "/path/to/key.txt" } }`;

export function addMcp(program: Command, shell: Shell): void {
  const command = program
    .command('mcp')
    .summary('serve agents over stdin and stdout')
    .description('Serve an agent (MCP) over stdin and stdout, through the MCP endpoint of the server.')
    .addHelpText('after', AFTER_HELP);
  shell.on(command, serve);
}

interface Running {
  session: Session;
  connection: Connection;
  /** The protocol version that `initialize` agreed on. */
  negotiated: string | null;
  /** Requests under way by id, so that they can be cancelled. */
  asked: Map<string, AbortController>;
}

async function serve(session: Session): Promise<number> {
  const running: Running = { session, connection: session.connection(), negotiated: null, asked: new Map() };
  const pending = new Set<Promise<void>>();
  const lines = createInterface({ input: session.world.stdin, crlfDelay: Infinity });
  session.world.signal.addEventListener('abort', () => lines.close());
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const work = pass(running, line).finally(() => pending.delete(work));
    pending.add(work);
    // Later messages use the version that this one agrees on.
    if (readMessage(line)?.method === 'initialize') await work;
  }
  await Promise.all(pending);
  return session.world.signal.aborted ? EXIT.interrupted : EXIT.done;
}

async function pass(running: Running, line: string): Promise<void> {
  const { session, asked } = running;
  const write = (answer: string): void => session.terminal.write(`${answer}\n`);
  const message = readMessage(line);
  if (message === null) {
    write(errorLine(null, PARSE_ERROR, 'Each line must be one JSON-RPC message (an object).'));
    return;
  }
  if (message.method === 'notifications/cancelled') {
    asked.get(JSON.stringify(message.params?.requestId))?.abort();
    return;
  }
  const name = JSON.stringify(message.id);
  const controller = new AbortController();
  if (message.id !== undefined) asked.set(name, controller);
  try {
    for (const answer of await post(running, message, line, controller.signal)) write(answer);
  } catch (error) {
    if (controller.signal.aborted || session.world.signal.aborted) return;
    const failure = error instanceof Failure ? error : explainNetworkError(error, running.connection.origin);
    const { code, status, hint, requestId } = failure.facts;
    session.terminal.note(`faultline: ${harmless(failure.message)}${hint === undefined ? '' : ` (${harmless(hint)})`}`);
    if (message.id !== undefined) write(errorLine(message.id, REFUSED, failure.message, { code, status, hint, requestId }));
  } finally {
    if (asked.get(name) === controller) asked.delete(name);
  }
}

async function post(running: Running, message: AgentMessage, line: string, cancelled: AbortSignal): Promise<string[]> {
  const { connection, session, negotiated } = running;
  const { origin, tenantId, key } = connection;
  const response = await session.world.fetch(`${origin}/api/${tenantId}/mcp`, {
    method: 'POST',
    // Following a redirect could send the key elsewhere.
    redirect: 'manual',
    signal: AbortSignal.any([cancelled, session.world.signal]),
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'User-Agent': `faultline/${process.env.FAULTLINE_CLI_VERSION ?? '0'}`,
      ...headersOf(message, negotiated),
    },
    body: line,
  });
  const text = await response.text();
  const lines = answerLines(response.headers.get('content-type') ?? '', text);
  if (lines === null || (lines.length === 0 && !response.ok)) throw refusalOf(response, text, connection);
  if (message.method === 'initialize') running.negotiated = settledVersion(lines) ?? negotiated;
  return lines;
}

function settledVersion(lines: readonly string[]): string | null {
  const result = lines
    .map((line) => (readMessage(line) as { result?: { protocolVersion?: unknown } } | null)?.result)
    .find((found) => found !== undefined);
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : null;
}
