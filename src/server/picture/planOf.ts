/** Turns the contents of a picture into a layout plan, and the layout back into a picture. */
import type { Picture, PictureBox, PictureCard, PictureLine, PictureRow, PictureStack } from '@/contract/picture';
import type { Draft, DraftCard, DraftLine } from './drafts';
import type { Box, Layout, LayoutPlan, PlanNode } from './layout/layoutPlan';
import type { Part } from './parts';
import { measureCard, measurePart, MORE_HEIGHT, ROW_INSET } from './sizes';
import { LOOKS } from './strength';

/** `widestCard`: in units of the picture. */
export function planOf({ cards, parts, lines, linesInside }: Draft, widestCard: number): LayoutPlan {
  return {
    nodes: [...cards.map((card) => cardNode(card, linesInside.get(card.content.id) ?? [], widestCard)), ...parts.map(partNode)],
    lines: lines.map(planLine),
  };
}

function cardNode(card: DraftCard, lines: readonly DraftLine[], widestCard: number): PlanNode {
  const { width, height, titleHeight } = measureCard(card, widestCard);
  if (!card.isOpen) return { id: card.content.id, width, height, inside: null };
  const plan = { nodes: card.parts.map(partNode), lines: lines.map(planLine) };
  return { id: card.content.id, width, height, inside: { plan, head: titleHeight, foot: card.more === null ? 0 : MORE_HEIGHT } };
}

function partNode(part: Part): PlanNode {
  return { id: part.id, ...measurePart(part), inside: null };
}

function planLine({ id, from, to }: DraftLine): LayoutPlan['lines'][number] {
  return { id, from, to };
}

type Drawn = Pick<Picture, 'grouping' | 'level' | 'size' | 'cards' | 'boxes' | 'stacks' | 'lines' | 'omitted'>;

export function drawnFrom(draft: Draft, { size, boxes, routes }: Layout, widestCard: number): Drawn {
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
    boxes: parts.flatMap(({ part, cardId }) => drawnBox(part, cardId, boxOf(part.id))),
    stacks: parts.flatMap(({ part, cardId }) => drawnStack(part, cardId, boxOf(part.id))),
    lines: lines.flatMap((line) => drawnLine(line, routes[line.id])),
    omitted: draft.omitted,
  };
}

function drawnCard(card: DraftCard, box: Box, widestCard: number): PictureCard {
  const { id, kind, title, nodes, groups } = card.content;
  const { titleHeight, rowHeights } = measureCard(card, widestCard);
  const across = { x: box.x + ROW_INSET, width: box.width - 2 * ROW_INSET };
  let y = box.y + titleHeight;
  const rows = card.rows.map((member, place): PictureRow => {
    const height = rowHeights[place] ?? 0;
    const row = { ...across, y, height };
    y += height;
    const { id: rowId, technicalName, name, kind: rowKind, isExternal } = member;
    return { id: rowId, technicalName, name, kind: rowKind, isExternal, count: member.nodes.length, box: row };
  });
  const foot = card.isOpen ? box.y + box.height - MORE_HEIGHT - ROW_INSET : y;
  const more = card.more === null ? null : { ...card.more, box: { ...across, y: foot, height: MORE_HEIGHT } };
  return { id, kind, title, count: nodes.length, groups, isOpen: card.isOpen, box, rows, more };
}

function drawnBox({ members, stackId }: Part, cardId: string | null, box: Box): PictureBox[] {
  const [member] = members;
  if (member === undefined || members.length > 1 || member.kind === 'Application') return [];
  const { id, technicalName, name, kind, isExternal } = member;
  return [{ id, technicalName, name, kind, isExternal, cardId, stackId, box }];
}

function drawnStack({ id, members }: Part, cardId: string | null, box: Box): PictureStack[] {
  const [first] = members;
  if (first === undefined || members.length === 1 || first.kind === 'Application') return [];
  return [{ id, name: first.name, kind: first.kind, count: members.length, memberIds: members.map((member) => member.id), cardId, box }];
}

function drawnLine({ id, from, to, count, look }: DraftLine, points: PictureLine['points'] | undefined): PictureLine[] {
  const shown = LOOKS[look];
  return points === undefined || shown === undefined ? [] : [{ id, from, to, count, look: shown, points }];
}
