/** The parts of a question that say something: without what is null, undefined or an empty list. */
export function filled<Parts extends object>(parts: Parts): { [Name in keyof Parts]?: NonNullable<Parts[Name]> } {
  const says = (part: unknown): boolean => part != null && !(Array.isArray(part) && part.length === 0);
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => says(part))) as { [Name in keyof Parts]?: NonNullable<Parts[Name]> };
}
