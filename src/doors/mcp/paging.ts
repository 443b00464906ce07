/** Cuts a long answer into pages of whole items that fit an agent. Counts stay complete, and what was left out is stated. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { invalidInput } from '@/domain/errors';

/** The paging arguments of every tool with long answers. */
export const pageInput = {
  limit: z.int().min(1).max(1_000).optional().meta({ description: 'At most this many list items; counts stay complete.' }),
  cursor: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .meta({ description: '`page.nextCursor` of the last answer. Repeat all other arguments unchanged.' }),
  maxCharacters: z.int().min(2_000).max(1_000_000).optional().meta({ description: 'The most characters in an answer; default 25,000.' }),
};

export const PageFacts = z.strictObject({
  from: z.int().meta({ description: 'Items on previous pages.' }),
  listed: z.int().meta({ description: 'Items in this answer, all lists together.' }),
  total: z.int().meta({ description: 'Items in total, all lists together.' }),
  leftOut: z.record(z.string(), z.int()).meta({
    description:
      'How many items this answer leaves out, by list; complete lists are not named. A list inside an item is named by its path.',
  }),
  nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
});
export type PageFacts = z.infer<typeof PageFacts>;

export type PageWish = z.infer<z.ZodObject<typeof pageInput>>;

export const DEFAULT_CHARACTERS = 25_000;
/** Reserved for the frame of an answer: the sentence on what was left out, the cursor and the page facts. */
const RESERVE = 1_600;
/** No item takes more than this share of an answer: longer lists and texts inside it are shortened, which is stated. */
const LARGEST_SHARE = 0.4;

/** A list of an answer by its path (`applications`, `revenueExposure.byAudience`), and the text line of its items. */
export interface AnswerList {
  path: string;
  line: (item: never) => string;
}

export interface Page<Answer> {
  answer: Answer;
  page: PageFacts;
  /** The text lines of the items, with a heading per list. */
  lines: string[];
}

export const landscapeVersion = z.int().min(0);

/** Identifies a question, so that its cursor is not used for another one. */
export function fingerprint(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12);
}

/** `last` is where the next page begins: the version of the answer, or the cursor of the list behind it. */
export function writeCursor(question: string, from: number, last: number | string): string {
  return Buffer.from(JSON.stringify([question, from, last])).toString('base64url');
}

/** Throws `invalid_input` for the cursor of another question. */
export function readCursor<Last>(cursor: string | undefined, question: string, last: z.ZodType<Last>): { from: number; last: Last | null } {
  if (cursor === undefined) return { from: 0, last: null };
  const [of, from, read] = parseCursor(cursor, last);
  if (of === question) return { from, last: read };
  throw invalidInput(
    'cursor',
    'belongs to another question: send the same arguments as for the previous page, or no cursor for the first page',
  );
}

function parseCursor<Last>(cursor: string, last: z.ZodType<Last>): [string, number, Last] {
  try {
    return z.tuple([z.string(), z.int().min(0), last]).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidInput('cursor', 'was not issued by this server');
  }
}

function at(answer: object, path: string): unknown[] {
  const value = path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], answer);
  return Array.isArray(value) ? value : [];
}

/** A copy of the answer with the list replaced; the rest is shared. */
function put(answer: object, [part = '', ...rest]: readonly string[], list: unknown[]): object {
  const value = (answer as Record<string, unknown>)[part];
  if (value === undefined || value === null) return answer;
  return { ...answer, [part]: rest.length === 0 ? list : put(value, rest, list) };
}

/** The characters of a value in the outgoing JSON, and of a line inside the JSON string of the text. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value).length + 1;
}

interface Shortened {
  item: unknown;
  /** Path inside the item, with the number of entries removed. */
  leftOut: Map<string, number>;
}

/** The item with its longest lists, then its longest texts, halved until it fits. Only whole entries are removed. */
export function shorten(item: unknown, most: number): Shortened {
  const leftOut = new Map<string, number>();
  let current = item;
  for (let size = sizeOf(current); size > most; size = sizeOf(current)) {
    const longest = longestPart(current);
    if (longest === null) break;
    const { path, kept, dropped } = longest;
    current = replaceAt(current, path, kept);
    const name = path.join('.');
    leftOut.set(name, (leftOut.get(name) ?? 0) + dropped);
  }
  return { item: current, leftOut };
}

interface Part {
  path: (string | number)[];
  kept: unknown;
  dropped: number;
}

/** Finds the heaviest part of a value. Null if nothing can be shortened. */
function longestPart(value: unknown, path: (string | number)[] = []): Part | null {
  const inner: [string | number, unknown, number][] =
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, child]) => [Array.isArray(value) ? Number(key) : key, child, sizeOf(child)])
      : [];
  inner.sort(([, , left], [, , right]) => right - left);
  const heaviest = inner[0]?.[2] ?? 0;
  const isLong = (Array.isArray(value) && value.length > 1) || (typeof value === 'string' && value.length > 400);
  if (isLong && heaviest * 2 < sizeOf(value)) return halved(value as string | unknown[], path);
  for (const [key, child] of inner) {
    const part = longestPart(child, [...path, key]);
    if (part !== null) return part;
  }
  return isLong ? halved(value as string | unknown[], path) : null;
}

function halved(value: string | unknown[], path: (string | number)[]): Part {
  const keep = Math.floor(value.length / 2);
  return { path, kept: value.slice(0, keep), dropped: value.length - keep };
}

function replaceAt(value: unknown, [part, ...rest]: readonly (string | number)[], kept: unknown): unknown {
  if (part === undefined) return kept;
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === part ? replaceAt(item, rest, kept) : item));
  return { ...(value as object), [part]: replaceAt((value as Record<string, unknown>)[part], rest, kept) };
}

export interface Cut {
  /** The question without its page; see `fingerprint`. */
  question: unknown;
  wish: PageWish;
  /** The version that the answer was computed from; a change between pages is stated. */
  version: number;
  /** The lines above the items, which count too. */
  head: readonly string[];
}

/** One page of an answer. Lists are used up in the given order. */
export function cut<Answer extends object>(
  answer: Answer,
  lists: readonly AnswerList[],
  { question, wish, version, head }: Cut,
): Page<Answer> & { isOtherVersion: boolean } {
  const name = fingerprint(question);
  const { from, last: before } = readCursor(wish.cursor, name, landscapeVersion);
  const most = wish.maxCharacters ?? DEFAULT_CHARACTERS;
  const empty = lists.reduce<object>((bare, { path }) => put(bare, path.split('.'), []), answer);
  let left = most - RESERVE - sizeOf(empty) - sizeOf(head.join('\n'));
  const largest = Math.max(400, Math.min(left, most) * LARGEST_SHARE);
  const leftOut: Record<string, number> = {};
  const lines: string[] = [];
  let [seen, listed, total, isFull] = [0, 0, 0, false];
  let paged: object = answer;
  for (const { path, line } of lists) {
    const items = at(answer, path);
    const given: unknown[] = [];
    total += items.length;
    for (const item of items) {
      seen += 1;
      if (seen <= from || isFull) continue;
      const short = shorten(item, largest);
      const words = line(short.item as never);
      const heading = given.length === 0 ? path.length + 60 : 0;
      const size = sizeOf(short.item) + sizeOf(words) + heading + short.leftOut.size * 60;
      isFull = listed === (wish.limit ?? Infinity) || (size > left && listed > 0);
      if (isFull) continue;
      for (const [inner, count] of short.leftOut) leftOut[`${path}[${given.length}].${inner}`] = count;
      if (given.length === 0) lines.push(`${path} (${items.length} in all):`);
      lines.push(`- ${words}`);
      given.push(short.item);
      listed += 1;
      left -= size;
    }
    if (given.length < items.length) leftOut[path] = items.length - given.length;
    paged = put(paged, path.split('.'), given);
  }
  const next = from + listed;
  const nextCursor = next < total && listed > 0 ? writeCursor(name, next, version) : null;
  return {
    answer: paged as Answer,
    page: { from, listed, total, leftOut, nextCursor },
    lines,
    isOtherVersion: before !== null && before !== version,
  };
}

/** The facts of a page of a list of which only this page was read. */
export function factsOfList(page: PageFacts, from: number, total: number, nextCursor: string | null): PageFacts {
  const left = total - page.listed;
  return { ...page, from, total, leftOut: { ...page.leftOut, ...(left > 0 ? { items: left } : {}) }, nextCursor };
}

const NAMED_LISTS = 12;

/** How many items a path goes through: 0 for `causes`, 1 for `causes[0].components`. */
const depthOf = (path: string): number => path.split('[').length - 1;

/** The sentence on what this answer leaves out; nothing is left out silently. */
export function leftOutLines({ from, listed, total, leftOut, nextCursor }: PageFacts, isOtherVersion: boolean): string[] {
  // Whole lists before what is within their items, so that what the question was about is never the part that goes unnamed.
  const parts = Object.entries(leftOut)
    .sort(([left], [right]) => depthOf(left) - depthOf(right))
    .map(([path, count]) => `${count} of ${path}`);
  const more = parts.length - NAMED_LISTS;
  const shown = more > 0 ? [...parts.slice(0, NAMED_LISTS), `and ${more} more ${more === 1 ? 'list' : 'lists'}`] : parts;
  return [
    ...(isOtherVersion
      ? [
          'The landscape or its health changed since the previous page: items may be missing or repeated. Ask again without a cursor for one consistent answer.',
        ]
      : []),
    parts.length === 0
      ? 'Complete: nothing is left out.'
      : `Items ${Math.min(from + 1, total)} to ${from + listed} of ${total}. Not in this answer: ${shown.join(', ')}. The counts are complete.`,
    ...(nextCursor === null ? [] : [`For the next page send the same arguments with cursor ${JSON.stringify(nextCursor)}.`]),
  ];
}
