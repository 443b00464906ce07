/** Numbers with their nouns. */

/** One shared formatter, because `toLocaleString` takes many times as long when hundreds of numbers are written at once. */
const NUMBERS = new Intl.NumberFormat('en');

/** `1,234.5` */
export function formatNumber(value: number): string {
  return NUMBERS.format(value);
}

/** The noun in the right number: "process" for 1, "processes" for anything else. */
export function nounFor(count: number, singular: string, plural = `${singular}s`): string {
  return count === 1 ? singular : plural;
}

/** `1 component`, `2 components`, `1,000 capabilities`. */
export function countOf(count: number, singular: string, plural?: string): string {
  return `${formatNumber(count)} ${nounFor(count, singular, plural)}`;
}

/** The same without separators, for programs that parse it: `1000 capabilities`. */
export function bareCountOf(count: number, singular: string, plural?: string): string {
  return `${count} ${nounFor(count, singular, plural)}`;
}
