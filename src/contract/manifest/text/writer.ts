/**
 * Writes a manifest as YAML. The same manifest always gives the same bytes: block style, fields in the order of the schema, quotes only
 * where needed.
 */
import type { Manifest } from '@/contract/manifest/schema';

type Node = string | number | boolean | null | readonly Node[] | { readonly [field: string]: Node | undefined };

/** Text that every YAML reader takes as plain text. All other text is written in double quotes, as in JSON. */
const PLAIN = /^[A-Za-z](?:[A-Za-z0-9 ._/()+→-]*[A-Za-z0-9._/()+-])?$/;
const WORDS = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** The first line of a file, by which editors know the schema at this address. */
export function schemaLine(address: string): string {
  return `yaml-language-server: $schema=${address}`;
}

type NoteOf = (item: object) => string | undefined;

/** `header` becomes a comment before the document, and the result of `noteOf` a comment before that list item. Both are single lines. */
export function writeManifestYaml(manifest: Manifest, header: readonly string[] = [], noteOf: NoteOf = () => undefined): string {
  const lines = header.map((line) => `# ${line}`);
  writeFields(manifest as Record<string, Node | undefined>, '', lines, noteOf);
  return `${lines.join('\n')}\n`;
}

function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = PLAIN.test(value) && !WORDS.has(value.toLowerCase());
  // JSON leaves these characters as they are, but YAML readers may not accept them.
  return isPlain
    ? value
    : JSON.stringify(value).replace(
        /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
        (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
}

function writeFields(
  fields: { readonly [field: string]: Node | undefined },
  indent: string,
  lines: string[],
  noteOf: NoteOf,
  firstIndent = indent,
): void {
  let lead = firstIndent;
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) writeList(field, value as readonly Node[], lead, indent, lines, noteOf);
    else lines.push(`${lead}${field}: ${scalar(value as string | number | boolean | null)}`);
    lead = indent;
  }
}

function writeList(field: string, items: readonly Node[], lead: string, indent: string, lines: string[], noteOf: NoteOf): void {
  const scalars = items.filter((item) => typeof item !== 'object' || item === null) as (string | number | boolean | null)[];
  if (scalars.length === items.length) {
    lines.push(`${lead}${field}: [${scalars.map(scalar).join(', ')}]`);
    return;
  }
  lines.push(`${lead}${field}:`);
  for (const item of items) {
    const fields = item as { readonly [field: string]: Node | undefined };
    const note = noteOf(fields);
    if (note !== undefined) lines.push(`${indent}  # ${note}`);
    writeFields(fields, `${indent}    `, lines, noteOf, `${indent}  - `);
  }
}
