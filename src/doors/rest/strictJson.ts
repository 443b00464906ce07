/** Strict JSON: only UTF-8, no duplicate keys, limited nesting. JSON.parse does the rest. */
import { pathText } from '@/contract/inputIssues';
import { JsonRefusal, JsonScanner } from '@/contract/jsonScanner';
import { AppError, invalidInput, type Issue } from '@/domain/errors';

const DEEPEST = 64;
const MOST_ISSUES = 100;

/**
 * UTF-8 text from bytes. Throws 400 for other bytes, and for a byte order mark, which RFC 8259 forbids. With `mayHaveMark`, one mark is left
 * out instead.
 */
export function decodeUtf8(bytes: Uint8Array, { mayHaveMark = false } = {}): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: !mayHaveMark }).decode(bytes);
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

/** Each key that is given twice. Throws for what is nested too deeply to be handled safely. */
function findLoopholes(text: string): Issue[] {
  const issues: Issue[] = [];
  const scanner = new JsonScanner(text, 0, { deepest: DEEPEST - 1 }, (path) => {
    if (issues.length < MOST_ISSUES) issues.push({ path: pathText(path), message: 'is given twice' });
  });
  try {
    scanner.scanDocument(false);
  } catch (error) {
    if (!(error instanceof JsonRefusal) && !(error instanceof SyntaxError)) throw error;
    // All other mistakes are left to JSON.parse.
    if (error instanceof JsonRefusal && error.isFinal)
      throw invalidInput(pathText(scanner.path), `is nested more than ${DEEPEST} levels deep`);
  }
  return issues;
}
