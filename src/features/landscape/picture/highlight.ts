/** What is highlighted when something is selected: the thing, its dependencies and dependents, and the lines between them. Pure. */
import type { Highlight } from '@/canvas/PictureCanvas';
import type { CanvasLine } from '@/canvas/model/picture';
import { edgeClasses } from '@/client/symbols/edgeStyles';
import type { Picture, PictureLinks } from '@/contract/picture';
import { formatNumber } from '@/plain/counts';
import { moreId, titleId } from './toCanvas';

/** For one component, whose own dependencies are drawn on top, end to end. */
export function highlightLinks(picture: Picture, { at, links }: PictureLinks): Highlight | null {
  if (at === null) return null;
  const lines = links.map(({ from, to, count, look }): CanvasLine => {
    const side = from === at ? 'dependency' : 'dependent';
    return {
      id: `lit ${from} ${to}`,
      from,
      to,
      points: [],
      isCurved: true,
      ...(count > 1 ? { label: formatNumber(count) } : {}),
      classes: [...edgeClasses(look), side],
    };
  });
  const ends = new Set([at, ...links.flatMap(({ from, to }) => [from, to])]);
  return { ids: withCards(picture, ends), lines };
}

/** For a card, box or stack: with its lines and what they connect to. */
export function highlightThing(picture: Picture, id: string): Highlight {
  const touching = picture.lines.filter(({ from, to }) => from === id || to === id);
  const ids = new Set([id, ...touching.flatMap(({ id: lineId, from, to }) => [lineId, from, to])]);
  for (const end of [...ids]) for (const inside of insideOf(picture, end)) ids.add(inside);
  return { ids: withCards(picture, ids), lines: [] };
}

/** For what was selected together: whole cards with their contents. */
export function highlightAll(picture: Picture, chosen: readonly string[]): Highlight {
  const ids = new Set(chosen.flatMap((id) => [id, ...insideOf(picture, id)]));
  return { ids: withCards(picture, ids), lines: [] };
}

/** The content of a card: its rows, or its boxes and the lines between them. */
function insideOf({ cards, boxes, stacks, lines }: Picture, id: string): string[] {
  const card = cards.find((candidate) => candidate.id === id);
  if (card === undefined) return [];
  const inside = new Set([...boxes, ...stacks].flatMap((one) => (one.cardId === id ? [one.id] : [])));
  const between = lines.flatMap(({ id: lineId, from, to }) => (inside.has(from) && inside.has(to) ? [lineId] : []));
  return [...card.rows.map((row) => row.id), ...inside, ...between, moreId(id)];
}

/** Adds the title of every card that has something highlighted. */
function withCards({ cards, boxes, stacks }: Picture, ids: ReadonlySet<string>): Set<string> {
  const all = new Set(ids);
  for (const { id, rows } of cards) {
    const isLit = ids.has(id) || ids.has(moreId(id)) || rows.some((row) => ids.has(row.id));
    if (isLit || [...boxes, ...stacks].some((inside) => inside.cardId === id && ids.has(inside.id))) {
      all.add(id);
      all.add(titleId(id));
    }
  }
  return all;
}
