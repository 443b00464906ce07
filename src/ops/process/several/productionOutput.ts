/**
 * What a service prints. Beside a person it is text; in production, with a database of its operator, every line is JSON, whoever wrote it:
 * a collector of logs would take a sentence or a library's warning for a broken line.
 */
import { format } from 'node:util';
import type { Logger } from 'pino';
import { createLog } from '@/server/observability/log';

export interface Voice {
  /** A line about starting and stopping. */
  say: (line: string) => void;
  /** Why the service ends. */
  complain: (line: string) => void;
  /** What a person reads when it is ready; nobody does in production, where the log says `started`. */
  greet: (text: string) => void;
}

const onTerminal: Voice = {
  say: (line) => void process.stderr.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  greet: (text) => void process.stdout.write(`${text}\n`),
};

/** Whether nothing but JSON is printed: the demo's sign-in is for a person at a terminal. */
export function isForPrograms(env: Readonly<Record<string, string | undefined>>, isDevelopment: boolean): boolean {
  return !isDevelopment && (env.DATABASE_URL ?? '') !== '' && env.DEMO !== '1';
}

/** The `LOG_LEVEL` of this process. Beside a person only warnings are written: a line for each answer would push the sign-in out of sight. */
export function logLevel(env: Readonly<Record<string, string | undefined>>, isDevelopment: boolean): string {
  return env.LOG_LEVEL || (isForPrograms(env, isDevelopment) ? 'info' : 'warn');
}

const LEVELS = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'debug' } as const;

/** Turns what libraries write to the console, and Node's own warnings, into lines of the log. */
export function adoptConsole(log: Logger, target: Console = console): void {
  for (const [method, level] of Object.entries(LEVELS))
    target[method as keyof typeof LEVELS] = (...words: unknown[]) => log[level]({ from: 'console' }, format(...words));
}

function adoptWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ from: 'node', warning: name }, message));
}

/** The voice of this process. In production it also adopts the console. */
export function voiceOf(env: Readonly<Record<string, string | undefined>>, isDevelopment: boolean): Voice {
  if (!isForPrograms(env, isDevelopment)) return onTerminal;
  // Before the settings are read, and if they are wrong: starting, stopping and failing is said at any LOG_LEVEL.
  const log = createLog('info', (line) => void process.stdout.write(line));
  adoptConsole(log);
  adoptWarnings(log);
  return { say: (line) => log.info(line), complain: (line) => log.fatal(line), greet: () => undefined };
}
