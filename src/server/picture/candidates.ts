/**
 * What could be shown with lines, best first: the most detailed level with the most in it, then less. The first one that is readable when
 * laid out becomes the picture; if none is, the landscape is shown as a map.
 */
import type { CardContents } from './cardContents';
import { draftCards, draftComponents, type Draft, type DraftLimits } from './drafts';
import type { Attempt } from './layout/firstLegible';
import type { Subject } from './subject';
import { CARDS_UP_TO, LEAST_NAME_PIXELS, MOST_LINES, MOST_ROWS, WANTED_NAME_PIXELS } from '@/contract/values/picture';

export interface Candidate {
  draft: Draft;
  /** The size in pixels that its names must have. */
  leastPixels: number;
  ways: Attempt['ways'];
}

const ROWS = [MOST_ROWS, 6, 3] as const;
/** A card that holds more than this fraction of everything is open from the start. */
const NEARLY_EVERYTHING = 0.6;
const ANY_SIZE = 0;
const EITHER = 'layers or gutters';

/** In the order in which they are to be tried. Each is made on request, so the caller decides how many at a time. */
export function* candidates(subject: Subject): Generator<Candidate, void> {
  const { cards, level, count } = subject;
  if (level === 'components' && count <= CARDS_UP_TO) {
    yield { draft: everyComponent(subject), leastPixels: ANY_SIZE, ways: EITHER };
    return;
  }
  if (cards === null || level === 'map') return;
  if (level === null) yield* single(subject, cards);
  let first: Candidate | null = null;
  for (const candidate of inCards(subject, cards, level === null ? startsOpen(subject, cards) : subject.open)) {
    first ??= candidate;
    yield candidate;
  }
  // Requested cards may need zooming.
  if (level !== null && first !== null) yield { ...first, leastPixels: ANY_SIZE };
}

function* inCards(subject: Subject, cards: CardContents, open: ReadonlySet<string>): Generator<Candidate, void> {
  if (cards.cards.some(({ id }) => open.has(id))) for (const rows of ROWS) yield readable(cardsWith(subject, cards, open, rows));
  const most = Math.max(0, ...cards.cards.map(({ members }) => members.length));
  // Once rows exceed those of the fullest card, more make no difference.
  const steps = ROWS.filter((rows, place) => place === 0 || rows < most);
  for (const rows of steps) yield readable(cardsWith(subject, cards, new Set(), rows));
}

const readable = (draft: Draft): Candidate => ({ draft, leastPixels: LEAST_NAME_PIXELS, ways: EITHER });

function everyComponent({ graph, selection, members, open }: Subject): Draft {
  return draftComponents(graph, selection, members, open, { lines: MOST_LINES, parts: CARDS_UP_TO });
}

/** Each component by itself, if all components and lines fit. */
function single(subject: Subject, { cards }: CardContents): Candidate[] {
  const { grouping } = subject.input;
  if (grouping !== null && grouping !== 'none') return [];
  if (cards.some(({ id }) => subject.open.has(id))) return [];
  const draft = everyComponent(subject);
  const isTangle = grouping !== 'none' && draft.lines.length > draft.parts.length;
  if (draft.omitted.lines > 0 || isTangle) return [];
  // People know cards: boxes replace them only where those are easy to read.
  return grouping === 'none' ? [readable(draft)] : [{ draft, leastPixels: WANTED_NAME_PIXELS, ways: 'layers' }];
}

/** What is open if no card was named; a named stack is in one of them. */
function startsOpen({ open, count }: Subject, { cards }: CardContents): ReadonlySet<string> {
  if (cards.some(({ id }) => open.has(id))) return open;
  const large = cards.find(({ members }) => members.length > NEARLY_EVERYTHING * count);
  return large === undefined ? open : new Set([...open, large.id]);
}

function cardsWith({ graph, selection }: Subject, cards: CardContents, open: ReadonlySet<string>, rows: DraftLimits['rows']): Draft {
  return draftCards(graph, selection, cards, open, { rows, lines: MOST_LINES, parts: CARDS_UP_TO });
}
