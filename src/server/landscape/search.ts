/** Search by any part of a text, in any case, taken literally: what ILIKE would read as a wildcard is escaped. */

/** Prisma's condition that one of `fields` contains `text`. */
export function searchIn(fields: readonly string[], text: string): object {
  const literal = text.replace(/[\\%_]/g, '\\$&');
  return { OR: fields.map((field) => ({ [field]: { contains: literal, mode: 'insensitive' } })) };
}
