/** Writes a large answer as JSON bytes, in steps. */
import { inStretches, type Steps } from './steps';

/** Items of a list at the top of the answer that are written in one step. */
const ROWS = 200;
/** Pieces that are joined in one step. */
const PIECES = 20;

/** Whether writing this at once could delay others, that is, whether it has a long list at the top. */
export function isLongJson(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'toJSON' in value) return false;
  return Object.values(value).some((part) => Array.isArray(part) && part.length > ROWS);
}

/** The same bytes as `JSON.stringify(value)` in UTF-8. */
export function* jsonInSteps(value: Record<string, unknown>): Steps<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let length = 0;
  const write = (text: string): void => {
    const piece = encoder.encode(text);
    pieces.push(piece);
    length += piece.length;
  };
  let separator = '{';
  for (const [name, part] of Object.entries(value)) {
    const isList = Array.isArray(part) && part.length > ROWS;
    const text = isList ? '' : (JSON.stringify(part) as string | undefined);
    if (text === undefined) continue;
    write(`${separator}${JSON.stringify(name)}:${text}`);
    separator = ',';
    if (!isList) continue;
    for (let from = 0; from < part.length; from += ROWS) {
      write(`${from === 0 ? '[' : ','}${JSON.stringify(part.slice(from, from + ROWS)).slice(1, -1)}`);
      yield;
    }
    write(']');
  }
  write(separator === '{' ? '{}' : '}');
  const whole = new Uint8Array(length);
  let offset = 0;
  yield* inStretches(pieces.length, PIECES, (from, end) => {
    for (const piece of pieces.slice(from, end)) {
      whole.set(piece, offset);
      offset += piece.length;
    }
  });
  return whole;
}
