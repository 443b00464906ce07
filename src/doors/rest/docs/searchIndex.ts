/** Finds passages of the documentation and routes of the API by what somebody asks, in words or as a question. */
import MiniSearch from 'minisearch';
import { openapiDocument } from '@/doors/rest/openapi/openapiDocument';
import { ERROR_CODES } from '@/domain/errors';
import { problemTitle } from '@/doors/http/problem';
import type { Chapter } from './book';
import { REMEDIES } from './errorsPage';
import type { Passage } from './markdown';

/** What can be found: a passage of a document, a route, or an error. */
interface Entry {
  id: string;
  /** Of the document, or `API reference`. */
  title: string;
  heading: string;
  text: string;
  code: string;
  /** How much its score counts. */
  weight: number;
}

export interface Found {
  href: string;
  title: string;
  heading: string;
  text: string;
  /** The words of the text and headings that were found, in lower case and without endings. */
  words: ReadonlySet<string>;
}

/** Longer questions are cut: a search costs more with each word, and anybody may ask. */
const MOST_WORDS = 16;
const MOST_FOUND = 12;

/** Words of questions that say nothing about what is asked. */
const SILENT = new Set(
  'a an and are as at be but by can could do does for from get had has have how i if in into is it its me my of on or our should so some that the their them then there these they this to us want was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** A word without its usual endings; null for words that say nothing. */
export function stemOf(word: string): string | null {
  const lower = word.toLowerCase();
  if (SILENT.has(lower)) return null;
  if (lower.length <= 4) return lower.length === 4 ? lower.replace(/(?<=[^s])s$/, '') : lower;
  return lower
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/, '')
    .replace(/(?<=[^sui])s$/, '')
    .replace(/(?<=..)(?:ing|ed)$/, '')
    .replace(/(?<=...)e$/, '')
    .replace(/(?<=..)([bdg]|[kmn]|[prt])\1$/, '$1');
}

const SEPARATORS = /[^\p{L}\p{N}]+/u;

export const wordsOf = (text: string): string[] => text.split(SEPARATORS).filter((word) => word !== '');

/** What explains comes before what only mentions: routes, the change log, the list of promises. */
const ROUTE_WEIGHT = 0.6;
const WEIGHTS: Readonly<Record<string, number>> = { changes: 0.6, 'what-holds': 0.6, 'command-line': 0.9 };
/** A section begins with what it is about. */
const FIRST_WEIGHT = 1.15;
const POINTER_WEIGHT = 0.7;

function weightOf(name: string, { anchor, isPointer }: Passage): number {
  return (WEIGHTS[name] ?? 1) * (anchor.endsWith('.1') ? FIRST_WEIGHT : 1) * (isPointer ? POINTER_WEIGHT : 1);
}

function entriesOf(book: readonly Chapter[]): Entry[] {
  return book.flatMap(({ name, title, passages }) =>
    passages.map((passage) => {
      const { anchor, heading, text, code } = passage;
      return { id: `/docs/guides/${name}#${anchor}`, title, heading, text, code, weight: weightOf(name, passage) };
    }),
  );
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
}

/** One entry a route: its name, its address, and what it is for. */
function routes(): Entry[] {
  const paths = Object.entries(openapiDocument().paths ?? {}) as [string, Partial<Record<(typeof METHODS)[number], Operation>>][];
  return paths.flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      if (operation === undefined) return [];
      const { summary = '', description = '', tags: [tag = ''] = [] } = operation;
      return {
        id: routeAddress(tag, method, path),
        title: 'API reference',
        heading: `${summary} (${method.toUpperCase()} ${path})`,
        text: description.split('\n')[0] ?? '',
        code: '',
        weight: ROUTE_WEIGHT,
      };
    }),
  );
}

function errors(): Entry[] {
  return ERROR_CODES.map((code) => ({
    id: `/docs/errors#${code}`,
    title: 'Errors of the API',
    heading: `${problemTitle(code)} (${code})`,
    text: REMEDIES[code],
    code: '',
    weight: ROUTE_WEIGHT,
  }));
}

/** Where the API reference's viewer shows a route. */
function routeAddress(tag: string, method: string, path: string): string {
  return `/docs#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method.toUpperCase()}${path}`;
}

/** In portions, so that nobody waits for it but who asked. */
async function indexOf(book: readonly Chapter[]): Promise<MiniSearch<Entry>> {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'heading', 'text', 'code'],
    storeFields: ['title', 'heading', 'text', 'weight'],
    tokenize: wordsOf,
    processTerm: stemOf,
  });
  await index.addAllAsync([...entriesOf(book), ...routes(), ...errors()], { chunkSize: 50 });
  return index;
}

let made: { of: readonly Chapter[]; index: Promise<MiniSearch<Entry>> } | null = null;

/** Of each section of a document, only its best passage is worth a line. */
function isFirstOfSection(): (each: { result: { id: unknown } }) => boolean {
  const seen = new Set<string>();
  return ({ result }) => {
    const section = String(result.id).replace(/\.\d+$/, '');
    const isFirst = !seen.has(section);
    seen.add(section);
    return isFirst;
  };
}

/** The best of what is found, best first: what has more of the words of the question counts more. */
export async function searchDocs(book: readonly Chapter[], question: string): Promise<Found[]> {
  if (made?.of !== book) made = { of: book, index: indexOf(book) };
  const asked = wordsOf(question).slice(0, MOST_WORDS);
  const results = (await made.index).search(asked.join(' '), {
    boost: { title: 1.5, heading: 2, text: 1.5, code: 0.4 },
    // The last word may not be complete yet; a long one may be misspelt.
    prefix: (word, at, words) => at === words.length - 1 && word.length > 2,
    fuzzy: (word) => (word.length > 5 ? 0.2 : false),
  });
  const wanted = new Set(asked.map(stemOf).filter((word) => word !== null)).size;
  return results
    .map((result) => {
      const share = new Set(result.queryTerms).size / Math.max(1, wanted);
      return { result, rank: result.score * share * Number(result.weight) };
    })
    .sort((a, b) => b.rank - a.rank)
    .filter(isFirstOfSection())
    .slice(0, MOST_FOUND)
    .map(({ result }) => ({
      href: String(result.id),
      title: String(result.title),
      heading: String(result.heading),
      text: String(result.text),
      words: new Set(result.terms),
    }));
}
