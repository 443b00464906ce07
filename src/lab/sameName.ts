/** Names and lists as `expected.json` means them. */

/** A name without its case and separators. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

export const listOf = <Item>(value: Item | Item[] | undefined): Item[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
