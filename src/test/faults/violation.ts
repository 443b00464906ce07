/** The promises that a fault run checks, and how a broken one is told. */

export const PROMISES = {
  kept: 'every acknowledged write is there',
  once: 'nothing is done twice, and nothing that was refused',
  versions: 'landscape versions have no gaps',
  sequences: 'event numbers have no gaps',
  fresh: 'no answer misses an acknowledged change',
  incidents: 'every incident opens once',
  webhooks: 'every event is delivered, always under the same id and with the same body',
  answers: 'every request is answered or refused, and only a kill breaks a connection',
  recovery: 'everything recovers without a restart',
} as const;

export type PromiseName = keyof typeof PROMISES;

export interface Violation {
  promise: PromiseName;
  detail: string;
}

/** Those in `values` that occur more than once, each named once. */
export function repeated<Value>(values: Iterable<Value>): Value[] {
  const seen = new Set<Value>();
  const twice = new Set<Value>();
  for (const value of values) (seen.has(value) ? twice : seen).add(value);
  return [...twice];
}

/** What is missing or too many in `numbers`, which should be each whole number from `first` to `last` once. Empty if nothing is. */
export function gapsIn(numbers: readonly number[], first: number, last: number): string[] {
  const given = new Set(numbers);
  const found = repeated(numbers).map((number) => `${number} is there more than once`);
  for (let number = first; number <= last; number++) if (!given.has(number)) found.push(`${number} is missing`);
  for (const number of given) if (number < first || number > last) found.push(`${number} is outside ${first} to ${last}`);
  return found;
}
