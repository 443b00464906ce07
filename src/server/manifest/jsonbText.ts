/** JSON as PostgreSQL writes a jsonb: shorter names first, then by code unit, and a space behind commas and colons. */

/** Of plain JSON values. Equal texts are equal values; numbers that the two write differently, such as 1e21, only make equal values look different. */
export function jsonbText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(object).filter((name) => object[name] !== undefined);
  names.sort((left, right) => left.length - right.length || (left < right ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}: ${jsonbText(object[name])}`).join(', ')}}`;
}
