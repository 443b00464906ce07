/** What stands in the block of an element or a relation besides other elements: its texts and tags. */
import { closest } from '@/domain/manifest/closest';
import { helpIn, type FoundLink, type FreeField } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Statement } from './dslStatements';
import type { Word } from './dslWords';

export interface DslTexts {
  description?: string | undefined;
  technology?: string | undefined;
  tags: string[];
  /** Of an element alone: pages elsewhere, and whom to contact. */
  links?: FoundLink[];
  contact?: string | undefined;
}

/** Fields of the DSL that have no equivalent, with the name under which they are reported. */
const IGNORED: ReadonlyMap<string, string> = new Map(
  ['properties', 'perspectives', 'url', '!docs', '!adrs', '!decisions', 'metadata', 'healthcheck', 'instances', '!script', '!plugin'].map(
    (word) => [word, word],
  ),
);

/** `a, b` and `a` `b` are both lists of tags. Empty texts say nothing. */
export function tagsIn(words: readonly (Word | undefined)[]): string[] {
  return words
    .flatMap((word) => (word === undefined ? [] : word.text.split(',')))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

export function textIn(word: Word | undefined): string | undefined {
  return word === undefined || word.text.trim() === '' ? undefined : word.text.trim();
}

/** The keyword of a statement, in lower case; '' if it begins with a text. */
export function keywordOf({ words: [first] }: Pick<Statement, 'words'>): string {
  return first === undefined || first.isQuoted ? '' : first.text.toLowerCase();
}

/** Reads a statement into `texts`; false if it is something else. Reports what has no equivalent. */
export function readProperty(statement: Statement, texts: DslTexts, report: ImportReport): boolean {
  const keyword = keywordOf(statement);
  const [first, ...values] = statement.words;
  if (keyword === 'description') texts.description = textIn(values[0]);
  else if (keyword === 'technology') texts.technology = textIn(values[0]);
  else if (keyword === 'tags' || keyword === 'tag') texts.tags.push(...tagsIn(values));
  else if (texts.links !== undefined && keyword === 'url' && values[0] !== undefined)
    texts.links.push({ url: values[0].text, position: values[0].position });
  else if (texts.links !== undefined && keyword === 'properties') readFreeFields(statement, texts, report);
  else {
    const ignored = IGNORED.get(keyword);
    if (ignored === undefined) return false;
    report.ignored(first!.position, ignored);
  }
  return true;
}

/** Properties may be anything: those whose names say so are links and contacts. */
function readFreeFields({ words: [first], block }: Statement, texts: DslTexts, report: ImportReport): void {
  const fields = (block ?? []).flatMap(({ words: [name, value] }): FreeField[] =>
    name === undefined || value === undefined ? [] : [{ name: name.text, text: value.text, position: name.position }],
  );
  const { links, contact, rest } = helpIn(fields);
  texts.links?.push(...links);
  texts.contact ??= contact;
  if (rest.length > 0) report.ignored(first!.position, 'properties');
}

/** Words that begin a statement, for "did you mean …". */
const KEYWORDS =
  'person softwareSystem container component element group deploymentEnvironment deploymentNode infrastructureNode containerInstance softwareSystemInstance description technology tags properties'.split(
    ' ',
  );

/** A statement that is not understood, without its words: they may be anything. */
export function reportUnknown(statement: Statement, report: ImportReport): void {
  const meant = closest(keywordOf(statement), KEYWORDS);
  report.notMapped(
    statement.words[0]!.position,
    `this line is not understood here, so it was skipped${meant === undefined ? '' : `: did you mean ${meant}?`}`,
    'lines that are not understood',
  );
}
