/** How many fields a text holds, counted without reading it: what is far too much is refused before a parser spends its time on it. */

/** Sixteen mebibytes of small entities come to about as many. */
export const MOST_FIELDS = 750_000;

const COLON = 0x3a;
const QUOTE = 0x22;

/** Where the field stands that is one too many; -1 where there are no more than `most`. Colons in texts are counted too, of which no manifest has so many. */
export function surplusField(text: string, most = MOST_FIELDS): number {
  let fields = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const next = text.charCodeAt(at + 1);
    // In YAML a colon ends a key where a blank follows, or where the key is quoted.
    const isKey = next <= 0x20 || Number.isNaN(next) || text.charCodeAt(at - 1) === QUOTE || next === COLON;
    if (isKey && (fields += 1) > most) return at;
  }
  return -1;
}
