/** Words of a mapping against words of a table: without regard to case, and with * at the end for all that begin so. */
import { folded } from './columnPlaces';

interface Patterns {
  whole: ReadonlySet<string>;
  beginnings: readonly string[];
}

const byList = new WeakMap<readonly string[], Patterns>();

/** Whether one of the patterns fits. */
export function matchesOne(patterns: readonly string[], word: string): boolean {
  let known = byList.get(patterns);
  if (known === undefined) {
    const all = patterns.map(folded);
    known = { whole: new Set(all), beginnings: all.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1)) };
    byList.set(patterns, known);
  }
  const wanted = folded(word);
  return known.whole.has(wanted) || known.beginnings.some((beginning) => wanted.startsWith(beginning));
}

const byPattern = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** What a table of patterns says about a word: the whole word before beginnings, longer beginnings before shorter ones. */
export function closestPattern<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  let known = byPattern.get(table) as ReadonlyMap<string, Value> | undefined;
  if (known === undefined) {
    known = new Map(Object.entries(table).map(([pattern, value]) => [folded(pattern), value]));
    byPattern.set(table, known);
  }
  const wanted = folded(word);
  const whole = known.get(wanted);
  if (whole !== undefined) return whole;
  for (let length = wanted.length; length >= 0; length -= 1) {
    const found = known.get(`${wanted.slice(0, length)}*`);
    if (found !== undefined) return found;
  }
  return undefined;
}
