/** Reads JSON text: the scanner finds what JSON.parse overlooks, and positions on demand. */
import type { IssueCollector, ManifestPath } from '@/contract/manifest/issue';
import { offsetIn, UNREADABLE, type OffsetTree, type ReadText } from './offsets';
import { MOST_ENTRIES } from './fieldCount';
import { MAXIMUM_DEPTH } from './guard';
import { JsonRefusal, JsonScanner } from '@/contract/jsonScanner';

/** Reads one JSON value; adds every mistake to `issues`. */
export function readJson(text: string, issues: IssueCollector): ReadText {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const limits = { deepest: MAXIMUM_DEPTH, mostEntries: MOST_ENTRIES };
  try {
    const twice = (path: ManifestPath, offset: number): void =>
      issues.add({ path, offset, message: 'is given twice', hint: 'keep one of them' });
    new JsonScanner(text, start, limits, twice).scanDocument(false);
    const value: unknown = JSON.parse(start === 0 ? text : text.slice(1));
    let offsets: OffsetTree | null = null;
    return {
      value,
      offsetOf: (path, atKey) => offsetIn((offsets ??= new JsonScanner(text, start, limits).scanDocument(true)), path, atKey),
    };
  } catch (error) {
    if (!(error instanceof JsonRefusal) && !(error instanceof SyntaxError)) throw error;
    const refusal = error instanceof JsonRefusal && error.isFinal ? error : (refusalOfParser(text.slice(start), start) ?? error);
    issues.add({ path: [], message: refusal.message, offset: refusal instanceof JsonRefusal ? refusal.offset : text.length });
    return UNREADABLE;
  }
}

/** The offset that JSON.parse itself reports: it knows all rules, including those inside strings and numbers. */
function refusalOfParser(json: string, start: number): JsonRefusal | null {
  try {
    JSON.parse(json);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    if (position !== undefined)
      return new JsonRefusal(message.replace(/,? ?(?:in JSON )?at position \d+.*$/s, ''), start + Number(position));
    return message.includes('end of JSON') ? new JsonRefusal('the document ends too early', start + json.length) : null;
  }
}
