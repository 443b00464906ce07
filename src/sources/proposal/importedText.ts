/** Texts of other tools cut to what a manifest takes. */

const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Removes control characters and broken Unicode, and cuts the text to `maximum` characters; undefined if nothing is left. */
export function importedText(text: string | undefined, maximum: number): string | undefined {
  if (text === undefined) return undefined;
  const clean = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, ' ')
    .replace(/[ \t]+$/gm, '')
    .trim();
  if (clean === '') return undefined;
  return clean.length > maximum ? `${clean.slice(0, maximum - 1).toWellFormed()}…` : clean;
}

/** On one line, like a name. */
export function importedName(text: string | undefined): string | undefined {
  return importedText(text?.replace(/\s+/g, ' '), 200);
}

/** Leaves out undefined fields. */
export function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
