/** What a picture shows, before anything has a position: cards with their rows, what is open, and the strongest lines between them. */
import type { PictureLevel } from '@/contract/picture';
import type { Grouping } from '@/contract/landscapePicture';
import { REST_CARD } from '@/contract/values/picture';
import type { Landscape } from '@/domain/graph/landscape/views';
import { foldCards, type CardContent, type CardContents, type Member } from './cardContents';
import type { Selection } from './landscapeSelection';
import { byStrength } from './pairs';
import { joinedParts, partsOf, type Part, type Parts } from './parts';

export interface DraftCard {
  content: CardContent;
  isOpen: boolean;
  rows: readonly Member[];
  /** The parts of an open card. */
  parts: readonly Part[];
  more: { count: number; components: number } | null;
}

export interface DraftLine {
  id: string;
  from: string;
  to: string;
  count: number;
  /** Index in LOOKS. */
  look: number;
}

export interface Draft {
  grouping: Grouping;
  level: PictureLevel;
  cards: readonly DraftCard[];
  /** The parts that are in no card. */
  parts: readonly Part[];
  /** Between cards, or between parts that are in no card. */
  lines: readonly DraftLine[];
  /** Between the parts of an open card, by its id. */
  linesInside: ReadonlyMap<string, readonly DraftLine[]>;
  omitted: { cards: number; components: number; lines: number; dependencies: number; within: number };
  /** Number of groups before some were folded into one card. */
  groups: number;
}

export interface DraftLimits {
  cards: number;
  rows: number;
  lines: number;
  /** The most boxes and stacks in total. */
  parts: number;
}

interface Ranked extends DraftLine {
  fromName: string;
  toName: string;
  isToRest: boolean;
  /** The card that contains it; null if none does. */
  inside: string | null;
}

const NO_PARTS: Parts['list'] = [];

/** A line's id contains its ends, and is unique for each pair of ends. */
export function lineId(from: string, to: string): string {
  return `${from.length} ${from} ${to}`;
}

/** Drafts the cards of one level. `open` names cards and stacks; `componentsOf` returns the components of a card, in order. */
export function draftCards(
  graph: Landscape,
  selection: Selection,
  level: 'cards' | 'groups',
  whole: CardContents,
  open: ReadonlySet<string>,
  componentsOf: (card: CardContent) => readonly Member[],
  limits: DraftLimits,
): Draft {
  const contents = foldedOnce(whole, limits.cards, open);
  let room = limits.parts;
  const insides = new Map<string, Parts>();
  const cards = contents.cards.map((content): DraftCard => {
    const canOpen = content.id !== REST_CARD && open.has(content.id) && room > 0;
    if (!canOpen) return closedCard(content, limits.rows);
    const all = partsOnce(contents, content.id, () =>
      partsOf(graph, selection, componentsOf(content), (node) => contents.ofNode[node] ?? -1, open),
    );
    const parts = joinedParts(graph, selection, all, room);
    room -= parts.list.length;
    insides.set(content.id, parts);
    return openCard(content, parts.list);
  });
  const outer = contents.pairs.list.map(({ from, to, count, look }) => {
    return ranked(
      contents.cards[from]?.id ?? '',
      contents.cards[to]?.id ?? '',
      count,
      look,
      [contents.cards[from], contents.cards[to]],
      null,
    );
  });
  const inner = [...insides].flatMap(([id, parts]) => linesBetween(parts, id));
  const within = contents.pairs.within - sum(inner, ({ count }) => count);
  const { kept, omitted } = strongest([...outer, ...inner], limits.lines);
  return {
    grouping: contents.grouping,
    level,
    cards,
    parts: NO_PARTS,
    lines: kept.filter(({ inside }) => inside === null),
    linesInside: new Map([...insides.keys()].map((id) => [id, kept.filter(({ inside }) => inside === id)])),
    omitted: {
      cards: sum(cards, ({ content }) => (content.id === REST_CARD ? content.groups : 0)),
      components: sum(cards, leftOut),
      ...omitted,
      within,
    },
    groups: whole.cards.length,
  };
}

const foldedBefore = new WeakMap<CardContents, Map<string, CardContents>>();

/** Cached, because the same groups are drawn with more and fewer rows. */
function foldedOnce(whole: CardContents, most: number, open: ReadonlySet<string>): CardContents {
  const known = foldedBefore.get(whole) ?? new Map<string, CardContents>();
  foldedBefore.set(whole, known);
  const key = `${most} ${[...open].join(' ')}`;
  const folded = known.get(key) ?? foldCards(whole, most, open);
  known.set(key, folded);
  return folded;
}

const partsBefore = new WeakMap<CardContents, Map<string, readonly Part[]>>();

/** Cached, because the same card is opened with more and fewer of its parts. */
function partsOnce(contents: CardContents, card: string, find: () => readonly Part[]): readonly Part[] {
  const known = partsBefore.get(contents) ?? new Map<string, readonly Part[]>();
  partsBefore.set(contents, known);
  const parts = known.get(card) ?? find();
  known.set(card, parts);
  return parts;
}

/** Drafts every component as a box, or in a stack. */
export function draftComponents(
  graph: Landscape,
  selection: Selection,
  members: readonly Member[],
  open: ReadonlySet<string>,
  limits: DraftLimits,
  groups: number,
): Draft {
  const parts = joinedParts(
    graph,
    selection,
    partsOf(graph, selection, members, () => -1, open),
    limits.parts,
  );
  const { kept, omitted } = strongest(linesBetween(parts, null), limits.lines);
  const drawn = sum(parts.list, ({ members: inside }) => inside.length);
  return {
    grouping: 'none',
    level: 'components',
    cards: [],
    parts: parts.list,
    lines: kept,
    linesInside: new Map(),
    omitted: { cards: 0, components: members.length - drawn, ...omitted, within: parts.pairs.within },
    groups,
  };
}

function closedCard(content: CardContent, most: number): DraftCard {
  const rows = content.members.slice(0, most);
  const rest = content.members.slice(rows.length);
  const more = rows.length === 0 || rest.length === 0 ? null : { count: rest.length, components: sum(rest, ({ nodes }) => nodes.length) };
  return { content, isOpen: false, rows, parts: [], more };
}

function openCard(content: CardContent, parts: readonly Part[]): DraftCard {
  const left = content.nodes.length - sum(parts, ({ members }) => members.length);
  return { content, isOpen: true, rows: [], parts, more: left === 0 ? null : { count: left, components: left } };
}

/** The components of a card that no row, box or stack stands for. */
function leftOut({ content, rows, parts }: DraftCard): number {
  return content.nodes.length - sum(rows, ({ nodes }) => nodes.length) - sum(parts, ({ members }) => members.length);
}

function linesBetween({ list, pairs }: Parts, inside: string | null): Ranked[] {
  const idAt = (place: number): string => list[place]?.id ?? '';
  return pairs.list.map(({ from, to, count, look }) =>
    ranked(idAt(from), idAt(to), count, look, [list[from]?.members[0], list[to]?.members[0]], inside),
  );
}

function ranked(
  from: string,
  to: string,
  count: number,
  look: number,
  [source, target]: readonly ({ technicalName: string } | undefined)[],
  inside: string | null,
): Ranked {
  const names = {
    fromName: source?.technicalName ?? '',
    toName: target?.technicalName ?? '',
    isToRest: from === REST_CARD || to === REST_CARD,
  };
  return { id: lineId(from, to), from, to, count, look, ...names, inside };
}

/** Lines to things that are left out are left out too. */
function strongest(all: readonly Ranked[], most: number): { kept: Ranked[]; omitted: { lines: number; dependencies: number } } {
  const drawable = all.filter(({ from, to }) => from !== '' && to !== '').sort((a, b) => byStrength(a, b) || (a.id < b.id ? -1 : 1));
  const kept = drawable.slice(0, most);
  const total = (lines: readonly Ranked[]): number => sum(lines, ({ count }) => count);
  return { kept, omitted: { lines: all.length - kept.length, dependencies: total(all) - total(kept) } };
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
