/** Turns the contents of a picture into a layout plan, and the layout back into a picture. */
import type { JoinedDependency, Picture, PictureBox, PictureCard, PictureLine, PictureRow, PictureStack } from '@/contract/picture';
import { stackName } from '@/contract/values/picture';
import type { Draft, DraftCard, DraftLine } from './drafts';
import type { Band, Box, Layout, LayoutPlan, PlanLine, PlanNode } from './layout/layoutPlan';
import type { Part } from './parts';
import { measureCard, measurePart, MORE_HEIGHT, ROW_INSET } from './sizes';
import { LOOKS } from './strength';

/** The components at the two ends of a dependency. */
export type EndsOf = (slot: number) => { source: string; target: string };

/** `widestCard`: in units of the picture. */
export function planOf({ cards, parts, lines, linesInside }: Draft, widestCard: number, endsOf: EndsOf): LayoutPlan {
  const docks = new Map(cards.map((card) => [card.content.id, docksOf(card, widestCard)]));
  const docked = (line: DraftLine): PlanLine => {
    const [only, ...others] = line.slots.map(endsOf);
    const [source, target] = only === undefined || others.length > 0 ? [null, null] : [only.source, only.target];
    const { id, from, to } = line;
    return { id, from, to, fromBand: docks.get(from)?.(source) ?? null, toBand: docks.get(to)?.(target) ?? null };
  };
  return {
    nodes: [...cards.map((card) => cardNode(card, linesInside.get(card.content.id) ?? [], widestCard)), ...parts.map(partNode)],
    lines: lines.map(docked),
  };
}

/** Where lines reach a card: one of a single dependency at the row of its component, all others at the title. */
function docksOf(card: DraftCard, widestCard: number): (component: string | null) => Band {
  const { titleHeight, rowHeights } = measureCard(card, widestCard);
  const title = { top: 0, height: titleHeight };
  if (card.isOpen) return () => title;
  const bands = new Map<string, Band>();
  let top = titleHeight;
  card.rows.forEach(({ id }, place) => {
    const height = rowHeights[place] ?? 0;
    bands.set(id, { top, height });
    top += height;
  });
  const more = { top, height: MORE_HEIGHT };
  return (component) => (component === null ? title : (bands.get(component) ?? more));
}

function cardNode(card: DraftCard, lines: readonly DraftLine[], widestCard: number): PlanNode {
  const { width, height, titleHeight } = measureCard(card, widestCard);
  if (!card.isOpen) return { id: card.content.id, width, height, inside: null };
  const plan = { nodes: card.parts.map(partNode), lines: lines.map(free) };
  return { id: card.content.id, width, height, inside: { plan, head: titleHeight, foot: card.more === 0 ? 0 : MORE_HEIGHT } };
}

function partNode(part: Part): PlanNode {
  return { id: part.id, ...measurePart(part), inside: null };
}

/** Boxes and stacks are reached anywhere. */
function free({ id, from, to }: DraftLine): PlanLine {
  return { id, from, to };
}

export type Drawn = Pick<Picture, 'grouping' | 'level' | 'size' | 'cards' | 'headings' | 'boxes' | 'stacks' | 'lines' | 'omitted'>;

/** What needs no attempts: drawn, with the nodes that each thing on it stands for, by the id of a card, row, cell or “12 more”. */
export interface Fixed {
  drawn: Drawn;
  members: ReadonlyMap<string, readonly number[]>;
}

export function drawnFrom(
  draft: Draft,
  { size, boxes, routes }: Layout,
  widestCard: number,
  joined: (slots: readonly number[]) => JoinedDependency[],
): Drawn {
  const boxOf = (id: string): Box => boxes[id] ?? { x: 0, y: 0, width: 0, height: 0 };
  const parts = [
    ...draft.parts.map((part) => ({ part, cardId: null })),
    ...draft.cards.flatMap((card) => card.parts.map((part) => ({ part, cardId: card.content.id }))),
  ];
  const lines = [...draft.lines, ...[...draft.linesInside.values()].flat()];
  return {
    grouping: draft.grouping,
    level: draft.level,
    size,
    cards: draft.cards.map((card) => drawnCard(card, boxOf(card.content.id), widestCard)),
    headings: [],
    boxes: parts.flatMap(({ part, cardId }) => drawnBox(part, cardId, boxOf(part.id))),
    stacks: parts.flatMap(({ part, cardId }) => drawnStack(part, cardId, boxOf(part.id))),
    lines: lines.flatMap((line) => drawnLine(line, routes[line.id], joined(line.slots))),
    omitted: draft.omitted,
  };
}

export function drawnCard(card: DraftCard, box: Box, widestCard: number): PictureCard {
  const { id, kind, title, members } = card.content;
  const { titleHeight, rowHeights } = measureCard(card, widestCard);
  const across = { x: box.x + ROW_INSET, width: box.width - 2 * ROW_INSET };
  let y = box.y + titleHeight;
  const rows = card.rows.map((member, place): PictureRow => {
    const height = rowHeights[place] ?? 0;
    const row = { ...across, y, height };
    y += height;
    const { id: of, technicalName, name, kind: rowKind, isExternal } = member;
    return { id: of, of, technicalName, name, kind: rowKind, isExternal, count: 1, isNamed: true, box: row };
  });
  const foot = card.isOpen ? box.y + box.height - MORE_HEIGHT - ROW_INSET : y;
  const more = card.more === 0 ? null : { count: card.more, box: { ...across, y: foot, height: MORE_HEIGHT } };
  return { id, group: id, kind, title, count: members.length, isOpen: card.isOpen, box, rows, titleHeight, more, shares: null };
}

function drawnBox({ members, stackId }: Part, cardId: string | null, box: Box): PictureBox[] {
  const [member] = members;
  if (member === undefined || members.length > 1) return [];
  const { id, technicalName, name, kind, isExternal } = member;
  return [{ id, technicalName, name, kind, isExternal, cardId, stackId, box }];
}

function drawnStack({ id, members }: Part, cardId: string | null, box: Box): PictureStack[] {
  const [first] = members;
  if (first === undefined || members.length === 1) return [];
  return [
    {
      id,
      name: stackName(members.length, first.kind, first.name),
      kind: first.kind,
      count: members.length,
      memberIds: members.map((member) => member.id),
      cardId,
      box,
    },
  ];
}

function drawnLine(
  { id, from, to, slots, look }: DraftLine,
  points: PictureLine['points'] | undefined,
  dependencies: JoinedDependency[],
): PictureLine[] {
  const shown = LOOKS[look];
  return points === undefined || shown === undefined ? [] : [{ id, from, to, count: slots.length, look: shown, dependencies, points }];
}
