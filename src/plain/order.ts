/** The order of texts, the same in every language and on every machine. */

/** By UTF-16 code unit, as `<` compares: negative, zero or positive, for `sort`. `localeCompare` depends on the machine and is many times slower. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
