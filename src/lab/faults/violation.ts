/** The promises that a fault run checks, and how a broken promise is reported. */

export const PROMISES = {
  kept: 'every acknowledged write is stored',
  once: 'nothing is done twice, and nothing is done that was refused',
  versions: 'landscape versions have no gaps',
  sequences: 'event numbers have no gaps',
  fresh: 'no answer misses an acknowledged change',
  incidents: 'every incident opens once',
  newest: 'every component shows its newest report',
  webhooks: 'every event is delivered, always under the same id and with the same body',
  answers: 'every request is answered or refused, and only a kill breaks a connection',
  recovery: 'everything recovers without a restart',
} as const;

export type PromiseName = keyof typeof PROMISES;

export interface Violation {
  promise: PromiseName;
  detail: string;
}

/** The values that occur more than once, each listed once. */
export function repeated<Value>(values: Iterable<Value>): Value[] {
  const seen = new Set<Value>();
  const twice = new Set<Value>();
  for (const value of values) (seen.has(value) ? twice : seen).add(value);
  return [...twice];
}

/** One text for each number that is missing, repeated or out of range in `numbers`, which should hold each whole number from `first` to `last` once. */
export function gapsIn(numbers: readonly number[], first: number, last: number): string[] {
  const given = new Set(numbers);
  const found = repeated(numbers).map((number) => `${number} occurs more than once`);
  for (let number = first; number <= last; number++) if (!given.has(number)) found.push(`${number} is missing`);
  for (const number of given) if (number < first || number > last) found.push(`${number} is outside ${first} to ${last}`);
  return found;
}
