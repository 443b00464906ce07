/** Search by any part of a text, ignoring case and taken literally: ILIKE's wildcards are escaped. */

/** `text` as a LIKE pattern that matches itself. */
export function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Prisma's condition that one of `fields` contains `text`. */
export function searchIn(fields: readonly string[], text: string): object {
  const literal = literalPattern(text);
  return { OR: fields.map((field) => ({ [field]: { contains: literal, mode: 'insensitive' } })) };
}
