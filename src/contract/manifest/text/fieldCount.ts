/** Counts the fields of a text without parsing it, so that far too large texts are refused before a parser spends time on them. */

/** About as many as sixteen mebibytes of small entities have. */
export const MOST_FIELDS = 750_000;

/** List entries of a text: those of its entities, and the names that they refer to. */
export const MOST_ENTRIES = 500_000;

const COLON = 0x3a;
const QUOTE = 0x22;

/** The offset of the first field beyond `most`; -1 if there are no more. Also counts colons inside texts, but no manifest has that many. */
export function surplusField(text: string, most = MOST_FIELDS): number {
  let fields = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const next = text.charCodeAt(at + 1);
    // In YAML, a colon ends a key if a space follows or the key is quoted.
    const isKey = next <= 0x20 || Number.isNaN(next) || text.charCodeAt(at - 1) === QUOTE || next === COLON;
    if (isKey && (fields += 1) > most) return at;
  }
  return -1;
}
