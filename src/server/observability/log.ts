/** The one logger: JSON lines on stdout, with the request's id. Keys, secrets, passwords and bodies are never written. */
import pino, { type Logger } from 'pino';
import { env } from '@/server/env';
import { processState } from '@/server/processState';

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'key',
  'apiKey',
  'token',
  'body',
  'url',
  'connectionString',
];

/** API keys that slipped into a message or a stack trace, in any field. */
const KEY_IN_TEXT = /flt_[A-Za-z0-9]{36}/g;
const PASSWORD_IN_ADDRESS = /(postgres(?:ql)?:\/\/[^:/@\s]+:)[^@\s]+@/g;

/** One line as written: anything that looks like a key or a database password is redacted. */
export function redactLine(line: string): string {
  return line.replace(KEY_IN_TEXT, 'flt_[redacted]').replace(PASSWORD_IN_ADDRESS, '$1[redacted]@');
}

const SECRET_PATHS = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);

/** A logger that writes JSON lines and redacts secrets: keys and passwords in any text, and by field name unless `isFixed`. */
export function createLog(level: string, write: (line: string) => void, { isFixed = false } = {}): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      ...(isFixed ? {} : { redact: { paths: SECRET_PATHS, censor: '[redacted]' } }),
    },
    { write: (line: string) => write(redactLine(line)) },
  );
}

export function log(): Logger {
  return processState('log', () => createLog(env().LOG_LEVEL, (line) => void process.stdout.write(line)));
}

/**
 * For the line of each request, whose fields are few and fixed: looking for secret fields by name would take far longer than the line itself.
 */
export function accessLog(): Logger {
  return processState('accessLog', () => createLog(env().LOG_LEVEL, (line) => void process.stdout.write(line), { isFixed: true }));
}

/** What every line about a request carries. */
export interface RequestIds {
  requestId: string;
  /** The caller's trace, if one was sent. */
  traceId?: string | null;
}

/** The logger of one request: every line carries its ids. */
export function requestLog({ requestId, traceId }: RequestIds): Logger {
  return log().child(traceId == null ? { requestId } : { requestId, traceId });
}

const WARN_EVERY_MS = 60_000;

/** Warns at most once a minute about something that goes wrong again and again. */
export function warnAtTimes(topic: string, facts: object, message: string): void {
  const last = processState(`warned about ${topic}`, () => ({ at: Number.NEGATIVE_INFINITY }));
  if (performance.now() - last.at < WARN_EVERY_MS) return;
  last.at = performance.now();
  log().warn(facts, message);
}
