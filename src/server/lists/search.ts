/** Search by any part of a text, in any case, taken literally: what ILIKE would read as a wildcard is escaped. */

/** `text` as a LIKE pattern that stands for itself. */
export function literalPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Prisma's condition that one of `fields` contains `text`. */
export function searchIn(fields: readonly string[], text: string): object {
  const literal = literalPattern(text);
  return { OR: fields.map((field) => ({ [field]: { contains: literal, mode: 'insensitive' } })) };
}
