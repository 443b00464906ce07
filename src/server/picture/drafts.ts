/** What a picture with lines shows, before anything has a position: cards with their rows, what is open, and the strongest lines between them. */
import type { PictureLevel } from '@/contract/picture';
import type { Grouping } from '@/contract/landscapePicture';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { CardContent, CardContents, Member } from './cardContents';
import type { Selection } from './landscapeSelection';
import { byStrength, type Pair } from './pairs';
import { joinedParts, partsOf, type Part, type Parts } from './parts';

export interface DraftCard {
  content: CardContent;
  isOpen: boolean;
  rows: readonly Member[];
  /** The parts of an open card. */
  parts: readonly Part[];
  /** How many components neither rows nor parts stand for; 0 where nothing is left out. */
  more: number;
}

export interface DraftLine {
  id: string;
  from: string;
  to: string;
  /** The slots of its dependencies. */
  slots: readonly number[];
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
  omitted: { components: number; lines: number; dependencies: number; within: number };
  groups: number;
}

export interface DraftLimits {
  rows: number;
  lines: number;
  /** The most boxes and stacks in total. */
  parts: number;
}

interface Ranked extends DraftLine {
  fromName: string;
  toName: string;
  /** The card that contains it; null if none does. */
  inside: string | null;
}

const NO_PARTS: Parts['list'] = [];

/** A line's id contains its ends, and is unique for each pair of ends. */
export function lineId(from: string, to: string): string {
  return `${from.length} ${from} ${to}`;
}

/** Drafts cards. `open` names cards and stacks. */
export function draftCards(
  graph: Landscape,
  selection: Selection,
  contents: CardContents,
  open: ReadonlySet<string>,
  limits: DraftLimits,
): Draft {
  let room = limits.parts;
  const insides = new Map<string, Parts>();
  const cards = contents.cards.map((content): DraftCard => {
    if (!open.has(content.id) || room <= 0) return closedCard(content, limits.rows);
    const all = partsOf(graph, selection, content.members, (node) => contents.ofNode[node] ?? -1, open);
    const parts = joinedParts(graph, selection, all, room);
    room -= parts.list.length;
    insides.set(content.id, parts);
    return openCard(content, parts.list);
  });
  const outer = contents.pairs.list.map((pair) => {
    const ends = [contents.cards[pair.from], contents.cards[pair.to]] as const;
    return ranked(ends[0]?.id ?? '', ends[1]?.id ?? '', pair, ends, null);
  });
  const inner = [...insides].flatMap(([id, parts]) => linesBetween(parts, id));
  const within = contents.pairs.within - sum(inner, ({ slots }) => slots.length);
  const { kept, omitted } = strongest([...outer, ...inner], limits.lines);
  return {
    grouping: contents.grouping,
    level: 'cards',
    cards,
    parts: NO_PARTS,
    lines: kept.filter(({ inside }) => inside === null),
    linesInside: new Map([...insides.keys()].map((id) => [id, kept.filter(({ inside }) => inside === id)])),
    omitted: { components: sum(cards, ({ more }) => more), ...omitted, within },
    groups: contents.cards.length,
  };
}

/** Drafts every component as a box, or in a stack. */
export function draftComponents(
  graph: Landscape,
  selection: Selection,
  members: readonly Member[],
  open: ReadonlySet<string>,
  limits: Pick<DraftLimits, 'lines' | 'parts'>,
): Draft {
  const all = partsOf(graph, selection, members, () => -1, open);
  const parts = joinedParts(graph, selection, all, limits.parts);
  const { kept, omitted } = strongest(linesBetween(parts, null), limits.lines);
  const drawn = sum(parts.list, ({ members: inside }) => inside.length);
  return {
    grouping: 'none',
    level: 'components',
    cards: [],
    parts: parts.list,
    lines: kept,
    linesInside: new Map(),
    omitted: { components: members.length - drawn, ...omitted, within: parts.pairs.within },
    groups: 0,
  };
}

function closedCard(content: CardContent, most: number): DraftCard {
  const rows = content.members.slice(0, most);
  return { content, isOpen: false, rows, parts: [], more: content.members.length - rows.length };
}

function openCard(content: CardContent, parts: readonly Part[]): DraftCard {
  const more = content.members.length - sum(parts, ({ members }) => members.length);
  return { content, isOpen: true, rows: [], parts, more };
}

function linesBetween({ list, pairs }: Parts, inside: string | null): Ranked[] {
  const idAt = (place: number): string => list[place]?.id ?? '';
  return pairs.list.map((pair) =>
    ranked(idAt(pair.from), idAt(pair.to), pair, [list[pair.from]?.members[0], list[pair.to]?.members[0]], inside),
  );
}

function ranked(
  from: string,
  to: string,
  { slots, look }: Pair,
  [source, target]: readonly ({ technicalName: string } | undefined)[],
  inside: string | null,
): Ranked {
  const names = { fromName: source?.technicalName ?? '', toName: target?.technicalName ?? '' };
  return { id: lineId(from, to), from, to, slots, look, ...names, inside };
}

/** Lines to things that are left out are left out too. */
function strongest(all: readonly Ranked[], most: number): { kept: Ranked[]; omitted: { lines: number; dependencies: number } } {
  const drawable = all.filter(({ from, to }) => from !== '' && to !== '').sort((a, b) => byStrength(a, b) || (a.id < b.id ? -1 : 1));
  const kept = drawable.slice(0, most);
  const total = (lines: readonly Ranked[]): number => sum(lines, ({ slots }) => slots.length);
  return { kept, omitted: { lines: all.length - kept.length, dependencies: total(all) - total(kept) } };
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
