/** Strict JSON: only UTF-8, no duplicate keys, limited nesting. JSON.parse does the rest. */
import { AppError, invalidInput, type Issue } from '@/domain/errors';

const DEEPEST = 64;
const MOST_ISSUES = 100;

/** UTF-8 text from bytes. Throws 400 for other bytes and for a byte order mark, which RFC 8259 forbids. */
export function decodeUtf8(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidInput('', 'The body is not valid UTF-8.');
  }
  if (text.charCodeAt(0) === 0xfeff) throw invalidInput('', 'The body starts with a byte order mark; leave it out.');
  return text;
}

/** The body as an object. Throws 400 for anything else. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const issues = findLoopholes(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidInput('', `The body is not valid JSON${positionIn(error)}.`);
  }
  if (issues.length > 0) {
    const told = issues
      .slice(0, 3)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; ');
    throw new AppError('invalid_input', told, { issues });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidInput('', 'The body must be a JSON object.');
  return value as Record<string, unknown>;
}

function positionIn(error: unknown): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return position === undefined ? '' : ` (at character ${position})`;
}

interface Level {
  /** The keys of an object so far; null inside an array. */
  keys: Set<string> | null;
  key: string;
  index: number;
}

function pathOf(levels: readonly Level[]): string {
  return levels.reduce(
    (path, level) => (level.keys === null ? `${path}[${level.index}]` : path === '' ? level.key : `${path}.${level.key}`),
    '',
  );
}

/** Scans the text once before it is parsed: duplicate keys by path. Throws at once if it is nested too deeply to be handled safely. */
function findLoopholes(text: string): Issue[] {
  const issues: Issue[] = [];
  const levels: Level[] = [];
  let isKeyNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        if (isKeyNext && level?.keys != null) {
          level.key = keyIn(text.slice(at, end + 1));
          if (level.keys.has(level.key) && issues.length < MOST_ISSUES) issues.push({ path: pathOf(levels), message: 'is given twice' });
          level.keys.add(level.key);
          isKeyNext = false;
        }
        at = end;
        break;
      }
      case 0x7b:
      case 0x5b:
        if (levels.length === DEEPEST) throw invalidInput(pathOf(levels), `is nested more than ${DEEPEST} levels deep`);
        isKeyNext = text.charCodeAt(at) === 0x7b;
        levels.push({ keys: isKeyNext ? new Set() : null, key: '', index: 0 });
        break;
      case 0x7d:
      case 0x5d:
        levels.pop();
        isKeyNext = false;
        break;
      case 0x2c:
        if (level !== undefined) {
          level.index += 1;
          isKeyNext = level.keys !== null;
        }
        break;
    }
  }
  return issues;
}

/** The index of the closing quote, or of the last character if there is none. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return text.length - 1;
}

/** `"a"` and `"\\u0061"` are the same key. */
function keyIn(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}
