/**
 * The manifest reference: each field with its values, its default, its meaning and an example, made from the schema. It is the content of
 * `src/guides/manifest-reference.md`.
 */
import { EXAMPLE_MANIFEST } from './example';
import { manifestJsonSchema } from './jsonSchema';
import { writeManifestYaml } from './text/writer';

interface Schema {
  type?: string;
  title?: string;
  description?: string;
  const?: unknown;
  enum?: readonly string[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  definitions?: Record<string, Schema>;
}

interface Section {
  title: string;
  schema: Schema;
  /** Where it is stated, as in `applications[].components[]`. */
  place: string;
  /** All objects of this kind in the example. */
  examples: readonly Record<string, unknown>[];
}

const INTRO = `# The manifest, field by field

A manifest is a landscape as one document, in YAML or JSON. [The landscape as code](landscape-as-code.md) shows how to work with one; this page lists every field. It is made from the schema with which the server reads manifests.

Editors complete fields, explain them and mark mistakes if the first line of a file names the schema. Every server has it:

\`\`\`yaml
# yaml-language-server: $schema=https://faultline.example.com/schemas/manifest.v1.json
\`\`\`

Visual Studio Code needs its extension *YAML* for this, other editors the program \`yaml-language-server\`. An export begins with the line, with the address of your server.

- **Names** link everything. A technicalName has up to 128 letters, digits, dots, underscores and hyphens, starts with a letter or a digit, and is case-sensitive.
- **What you leave out** of something that exists stays as it is. In something new, it gets the default.
- **null** clears a field, and \`[]\` a list.
- **Order** does not matter: names may be used before they are declared, or be declared by another manifest.`;

/** What one cannot see from the fields. */
const NOTES: Readonly<Record<string, string>> = {
  Dependency:
    'Source, target and dependencyType together identify a dependency: change one of them, and it is another dependency. [What a failure passes on](how-answers-are-computed.md#what-a-failure-passes-on) has a table of what each mode does.',
  Segment:
    'revenueShare of all capabilities of a segment may add up to more than 1; what counts then is in [Money](how-answers-are-computed.md#money).',
  Scenario: '[Several failures at once](how-answers-are-computed.md#several-failures-at-once) says how it is answered.',
};

const DEFAULT = /\s*Default: ([^.]+)\./;
const NEEDED = /\s*Required when the [a-z ]+ is new\./;

/** The default that the words about a field state; undefined if they state none. */
export function statedDefault(description: string): string | undefined {
  return DEFAULT.exec(description)?.[1];
}

/** The whole page, as Markdown. */
export function manifestReference(): string {
  const root = JSON.parse(manifestJsonSchema()) as Schema;
  const sections = sectionsOf(root);
  const pieces = [INTRO, ...sections.map((section) => sectionText(section, sections, root)), wholeExample()];
  return `${pieces.join('\n\n')}\n`;
}

function wholeExample(): string {
  return `## A manifest with every field\n\n\`\`\`yaml\n${writeManifestYaml(EXAMPLE_MANIFEST)}\`\`\``;
}

/** The manifest itself, then each part where the schema first refers to it. */
export function sectionsOf(root: Schema): Section[] {
  const sections: Section[] = [];
  const visit = (schema: Schema, title: string, place: string, examples: readonly Record<string, unknown>[]): void => {
    const known = sections.find((section) => section.schema === schema);
    if (known !== undefined) {
      known.place += `, ${place}`;
      known.examples = [...known.examples, ...examples];
      return;
    }
    sections.push({ title, schema, place, examples });
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      const part = partOf(property, root);
      if (part === null) continue;
      const inner = examples.flatMap((example) => (example[field] ?? []) as Record<string, unknown>[]);
      visit(part, part.title ?? field, `\`${place === '' ? '' : `${place.replaceAll('`', '')}.`}${field}[]\``, inner);
    }
  };
  visit(root, 'The manifest', '', [EXAMPLE_MANIFEST]);
  return sections;
}

/** What the items of a list are, if they are objects of their own. */
function partOf(property: Schema, root: Schema): Schema | null {
  const list = alternativesOf(property).find(({ type }) => type === 'array');
  const reference = list?.items?.$ref ?? list?.items?.allOf?.[0]?.$ref;
  return reference === undefined ? null : (root.definitions?.[reference.replace('#/definitions/', '')] ?? null);
}

function alternativesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? [schema];
}

/** How a field is stated in the example: in this part, or in any other that has it. */
function exampleOf(field: string, section: Section, sections: readonly Section[]): unknown {
  const all = [section, ...sections].flatMap(({ examples }) => examples);
  return all.map((each) => each[field]).find((value) => value !== undefined);
}

function sectionText(section: Section, sections: readonly Section[], root: Schema): string {
  const { title, schema, place } = section;
  const rows = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const words = property.description ?? '';
    const fallback = defaultOf(field, property, schema, place === '');
    const example = exampleText(exampleOf(field, section, sections));
    const cells = [`\`${field}\``, valuesOf(property, root), fallback, meaningOf(words), example];
    return `| ${cells.join(' | ')} |`;
  });
  const where = place === '' ? '' : ` In ${place}.`;
  const note = NOTES[title] === undefined ? '' : `\n\n${NOTES[title]}`;
  return `## ${title}

The fields of ${place === '' ? 'the document' : `a ${title.toLowerCase()}`.replace(/^a (?=[aeiou])/, 'an ')}: ${lowerFirst(schema.description ?? '')}${where}

| field | values | default | meaning | example |
|---|---|---|---|---|
${rows.join('\n')}${note}`;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function valuesOf(property: Schema, root: Schema): string {
  const values = alternativesOf(property).map((schema) => valueOf(schema, property, root));
  return values.join(values.some((value) => value.includes(',')) ? ', or ' : ' or ');
}

function valueOf(schema: Schema, property: Schema, root: Schema): string {
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  switch (schema.type) {
    case 'null':
      return '`null`';
    case 'boolean':
      return '`true`, `false`';
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'a whole number' : 'a number'}, ${number(schema.minimum)} to ${number(schema.maximum)}`;
    case 'array':
      return listOf(schema, property, root);
    default:
      return textOf(schema);
  }
}

function textOf({ pattern, format, minLength = 0, maxLength }: Schema): string {
  if (format === 'date') return 'a date';
  if (pattern !== undefined) return 'a technicalName';
  return maxLength === undefined ? 'text' : `text, ${minLength > 0 ? `${minLength} to` : 'up to'} ${number(maxLength)} characters`;
}

function listOf({ items = {} }: Schema, property: Schema, root: Schema): string {
  const part = partOf(property, root);
  if (part === null) return `a list of ${textOf(items).replace(/^an? /, '')}s`;
  const title = part.title ?? '';
  return `a list: [${title}](#${title.toLowerCase().replaceAll(' ', '-')})`;
}

function number(value: number | undefined): string {
  return value === undefined ? '…' : value.toLocaleString('en');
}

function defaultOf(field: string, property: Schema, { required = [] }: Schema, isDocument: boolean): string {
  const { description = '' } = property;
  if (required.includes(field)) return '**required**';
  if (NEEDED.test(description)) return '**required** when new';
  const stated = statedDefault(description);
  if (stated !== undefined) return `\`${stated}\``;
  const isList = alternativesOf(property).some(({ type }) => type === 'array');
  return isList && field !== 'formerly' && !isDocument ? '`[]`' : 'none';
}

function meaningOf(words: string): string {
  return words.replace(DEFAULT, '').replace(NEEDED, '').replaceAll('|', '\\|').trim();
}

/** Longer examples are in the manifest at the end of the page. */
const LONGEST_EXAMPLE = 48;

function exampleText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value).replaceAll(',', ', ').replaceAll('"', '');
  return text.length > LONGEST_EXAMPLE || text.includes('{') ? '[below](#a-manifest-with-every-field)' : `\`${text}\``;
}
