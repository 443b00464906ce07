/**
 * What could be shown, best first: the most detailed level with the most in it, then less and less. The first one that is readable when
 * laid out becomes the picture.
 */
import type { CardContents } from './cardContents';
import { draftCards, draftComponents, type Draft, type DraftLimits } from './drafts';
import type { Attempt } from './layout/firstLegible';
import type { Subject } from './subject';
import { EVERY_COMPONENT_UP_TO, LEAST_NAME_PIXELS, MOST_LINES, MOST_ROWS, REST_CARD, WANTED_NAME_PIXELS } from '@/contract/values/picture';

export interface Candidate {
  draft: Draft;
  /** The size in pixels that its names must have. */
  leastPixels: number;
  ways: Attempt['ways'];
}

/** Names of components are worth more than the weaker half of the lines. */
const STEPS: readonly Pick<DraftLimits, 'rows' | 'lines'>[] = [
  { rows: MOST_ROWS, lines: MOST_LINES },
  { rows: 6, lines: MOST_LINES },
  { rows: 3, lines: MOST_LINES },
  { rows: 3, lines: 40 },
  { rows: 3, lines: 24 },
  { rows: 1, lines: MOST_LINES },
  { rows: 0, lines: MOST_LINES },
];
const FEWER_LINES = [40, 24, 12] as const;
const FEWER_CARDS = [16, 12, 8, 6, 5, 4, 3, 2, 1] as const;
const FEWEST_LINES = [24, 12, 6, 0] as const;
/** More boxes than this are never readable side by side. */
const MOST_PARTS = 60;
const FEWER_PARTS = [40, 30, 24, 18, 15, 12, 10, 8] as const;
/** A card that holds more than this fraction of everything is open from the start. */
const NEARLY_EVERYTHING = 0.6;
const ANY_SIZE = 0;
const EITHER = 'layers or gutters';

/** In the order in which they are to be tried. Each is made on request, so the caller decides how many at a time. */
export function* candidates(subject: Subject): Generator<Candidate, void> {
  const level = subject.levels.includes(subject.input.level ?? 'cards') ? subject.input.level : null;
  if (level === 'components') {
    yield { draft: everyComponent(subject), leastPixels: ANY_SIZE, ways: EITHER };
    return;
  }
  if (level === null) {
    yield* single(subject);
    yield* opened(subject, 'cards', startsOpen(subject));
    yield* opened(subject, 'groups', subject.open);
    yield* closed(subject, 'cards');
    yield* closed(subject, 'groups');
    return;
  }
  let first: Candidate | null = null;
  for (const found of [opened(subject, level, subject.open), closed(subject, level)]) {
    for (const candidate of found) {
      first ??= candidate;
      yield candidate;
    }
  }
  if (first !== null) yield { ...first, leastPixels: ANY_SIZE, ways: EITHER };
}

/** For when none of the others is readable: less and less, down to a single card, which is always readable. */
export function* lastResorts(subject: Subject): Generator<Candidate, void> {
  const { cards, groups, mostCards } = subject;
  const isFolded = cards.cards.length > mostCards && !subject.isGroupingAsked && groups !== null;
  const [level, contents] = isFolded ? (['groups', groups] as const) : (['cards', cards] as const);
  const draft = (limits: Partial<DraftLimits>): Candidate => readable(cardsWith(subject, level, contents, new Set(), limits), 'gutters');
  const most = Math.min(mostCards, contents.cards.length);
  for (const lines of FEWER_LINES) yield draft({ rows: 0, lines });
  for (const few of FEWER_CARDS) {
    if (few > most) continue;
    for (const rows of [6, 3, 0]) for (const lines of FEWEST_LINES) yield draft({ cards: few, rows, lines });
  }
}

const readable = (draft: Draft, ways: Attempt['ways'] = EITHER): Candidate => ({ draft, leastPixels: LEAST_NAME_PIXELS, ways });

function everyComponent({ graph, selection, members, open, cards }: Subject): Draft {
  const limits = { cards: 0, rows: 0, lines: MOST_LINES, parts: EVERY_COMPONENT_UP_TO };
  return draftComponents(graph, selection, members, open, limits, cards.cards.length);
}

/** Each component by itself, if all components and lines fit. */
function single(subject: Subject): Candidate[] {
  if (subject.count > EVERY_COMPONENT_UP_TO || subject.isGroupingAsked) return [];
  if (subject.cards.cards.some(({ id }) => subject.open.has(id))) return [];
  const draft = everyComponent(subject);
  const isTangle = subject.input.grouping !== 'none' && draft.lines.length > draft.parts.length;
  if (draft.parts.length > MOST_PARTS || draft.omitted.lines > 0 || isTangle) return [];
  // People know cards: boxes replace them only where those are easy to read.
  return subject.input.grouping === 'none' ? [readable(draft)] : [{ draft, leastPixels: WANTED_NAME_PIXELS, ways: 'layers' }];
}

/** What is open if no card was named; a named stack is in one of them. */
function startsOpen({ cards: { cards }, groups, open, count }: Subject): ReadonlySet<string> {
  if ([...cards, ...(groups?.cards ?? [])].some(({ id }) => open.has(id))) return open;
  const large = cards.find(({ nodes }) => nodes.length > NEARLY_EVERYTHING * count);
  return large === undefined ? open : new Set([...open, large.id]);
}

function* opened(subject: Subject, level: 'cards' | 'groups', open: ReadonlySet<string>): Generator<Candidate, void> {
  const contents = contentsAt(subject, level);
  if (contents === null || !contents.cards.some(({ id }) => open.has(id))) return;
  const draft = (limits: Partial<DraftLimits>): Candidate => readable(cardsWith(subject, level, contents, open, limits));
  for (const rows of [6, 3, 0]) yield draft({ rows, parts: subject.input.level === null ? MOST_PARTS : EVERY_COMPONENT_UP_TO });
  for (const parts of FEWER_PARTS) yield draft({ rows: 0, parts, lines: 40 });
  for (const parts of FEWER_PARTS) yield draft({ cards: Math.min(6, subject.mostCards), rows: 0, parts, lines: 24 });
}

function contentsAt({ cards, groups, input, isGroupingAsked }: Subject, level: 'cards' | 'groups'): CardContents | null {
  if (level === 'cards') return cards;
  // A requested grouping stays, whatever else would be readable.
  return input.level === null && isGroupingAsked ? null : groups;
}

function* closed(subject: Subject, level: 'cards' | 'groups'): Generator<Candidate, void> {
  const { groups, mostCards, input } = subject;
  const contents = contentsAt(subject, level);
  if (contents === null) return;
  const isTooMany = contents.cards.length > mostCards;
  // Without a request, a coarser level is better than leaving most of it out.
  if (input.level === null && isTooMany && level === 'cards' && !subject.isGroupingAsked && groups !== null) return;
  const most = Math.max(0, ...contents.cards.map(({ members }) => members.length));
  // Once rows exceed those of the fullest card, more make no difference.
  const steps = STEPS.filter(({ rows, lines }, place) => place === 0 || rows < most || lines < MOST_LINES);
  for (const limits of steps) yield readable(cardsWith(subject, level, contents, new Set(), limits));
}

function cardsWith(
  subject: Subject,
  level: 'cards' | 'groups',
  contents: CardContents,
  open: ReadonlySet<string>,
  limits: Partial<DraftLimits>,
): Draft {
  const { graph, selection, mostCards, open: asked } = subject;
  const all = { cards: mostCards, rows: MOST_ROWS, lines: MOST_LINES, parts: MOST_PARTS, ...limits };
  const opens = new Set(
    [...open, ...asked].filter((id) => id !== REST_CARD && (open.has(id) || !contents.cards.some((card) => card.id === id))),
  );
  return draftCards(graph, selection, level, contents, opens, (card) => subject.componentsOf(card), all);
}
