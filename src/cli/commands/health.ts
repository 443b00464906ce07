/** `faultline health`: one health signal for one component. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { jsonOrNull } from '@/plain/jsonOrNull';
import { EXIT, Failure } from '@/cli/failure';
import type { Session, Shell } from '@/cli/session';
import { oneOf } from '@/cli/enumArgument';

interface HealthOptions {
  message?: string;
  source?: string;
  observedAt?: string;
}

const AFTER_HELP = `
Needs a key with the scope health. When the command returns, the signal is stored; its impact follows.

Examples:
  faultline health astronomy-db Outage --message "disk full"
  faultline health astronomy-db Healthy`;

export function addHealth(program: Command, shell: Shell): void {
  const command = program
    .command('health <name> <state>')
    .summary('report the health of a component')
    .description(`Report the health of a component (technicalName or GUID): ${HEALTH_STATES.join(', ')}.`)
    .option('-m, --message <text>', 'what you saw')
    .option('--source <name>', 'who reports it, for example the name of a monitor')
    .option('--observed-at <time>', 'when it was seen, for example 2026-09-30T17:00:00Z; default: now')
    .addHelpText('after', AFTER_HELP);
  shell.on<HealthOptions>(command, reportHealth);
}

async function reportHealth(
  session: Session,
  { message, source, observedAt }: HealthOptions,
  name: string,
  stateText: string,
): Promise<number> {
  const state = readState(stateText);
  const { status, text } = await session.openApi().request({
    method: 'POST',
    path: `/components/${encodeURIComponent(name)}/health`,
    body: { text: JSON.stringify({ state, message, source, observedAt }), contentType: 'application/json' },
    idempotencyKey: randomUUID(),
    expected: [404, 405],
  });
  if (status === 404 || status === 405) throw refusedFor(name, text);
  if (session.isJson) session.writeJson(JSON.parse(text));
  else session.terminal.write(`${name}: ${state} (queued)${noteIn(text)}\n`);
  return EXIT.done;
}

/** The server's note about a late signal, or about a clock that is ahead. */
function noteIn(text: string): string {
  const { note } = JSON.parse(text) as { note?: unknown };
  return typeof note === 'string' ? `\n${note}` : '';
}

function readState(text: string): string {
  try {
    return oneOf(HEALTH_STATES)(text);
  } catch (error) {
    throw new Failure(`"${text}" is not a state`, { code: 'usage', hint: error instanceof Error ? error.message : undefined });
  }
}

/** A server without this route says so; any other 404 is about the component. */
function refusedFor(name: string, text: string): Failure {
  if (isRouteMissing(text)) return new Failure('this server does not take health signals yet', { code: 'not_offered', status: 404 });
  return new Failure(`there is no component "${name}"`, {
    code: 'not_found',
    status: 404,
    hint: 'a name is a technicalName, in exact case, or a GUID',
  });
}

/** Whether a 404 or 405 says that the route itself does not exist. */
function isRouteMissing(text: string): boolean {
  const problem = jsonOrNull(text) as { code?: unknown; detail?: unknown } | null;
  if (problem === null || problem.code === 'method_not_allowed') return true;
  return typeof problem.detail === 'string' && problem.detail.includes('no such route');
}
