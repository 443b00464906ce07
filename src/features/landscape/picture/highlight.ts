/** What is highlighted when something is selected or pointed at: the thing, its dependencies and dependents, and the lines between them. Pure. */
import type { Highlight } from '@/canvas/model/highlight';
import type { CanvasLine } from '@/canvas/model/picture';
import { edgeClasses } from '@/client/symbols/edgeStyles';
import type { Picture, PictureLine, PictureLinks, PictureMarks } from '@/contract/picture';
import { moreId } from '@/contract/values/picture';
import { formatNumber } from '@/plain/counts';
import { shareNodesOf, titleId } from './toCanvas';

/** For a component or an application: its own dependencies, as lines on top, or on a map as the borders of the cells at their other ends. */
export function highlightLinks(picture: Picture, { at, links }: PictureLinks): Highlight | null {
  if (at.length === 0) return null;
  const own = new Set(at);
  const ids = withCards(picture, new Set([...at, ...links.flatMap(({ from, to }) => [from, to])]));
  if (picture.level !== 'map') return { ids, lines: links.map((link) => litLine(link, own)) };
  const accents = new Map<string, string>();
  for (const { from, to } of links) {
    const [end, accent] = own.has(from) ? [to, 'dependency'] : [from, 'dependent'];
    accents.set(end, accents.has(end) && accents.get(end) !== accent ? 'both' : accent);
  }
  return { ids, lines: [], accents };
}

function litLine({ from, to, count, look }: PictureLinks['links'][number], own: ReadonlySet<string>): CanvasLine {
  return {
    id: `lit ${from} ${to}`,
    from,
    to,
    points: [],
    isCurved: true,
    ...(count > 1 ? { label: formatNumber(count) } : {}),
    classes: [...edgeClasses(look), own.has(from) ? 'dependency' : 'dependent'],
  };
}

/**
 * While something is down, without anything chosen: the causes, what they affect, and the lines that pass it on. Null if nothing is down, or if
 * only what is under maintenance is.
 */
export function highlightOutage(picture: Picture, marks: PictureMarks | undefined): Highlight | null {
  if (marks === undefined || marks.colourBy !== 'health' || picture.lines.length === 0) return null;
  if (!marks.marks.some(({ isCause, health, isUnderMaintenance }) => isCause && health === 'Outage' && !isUnderMaintenance)) return null;
  const affected = marks.marks.flatMap(({ id, unhealthy }) => (unhealthy > 0 ? [id] : []));
  return { ids: withCards(picture, new Set([...affected, ...marks.failing])), lines: [] };
}

/** The causes of what is wrong now stay visible, whatever is highlighted. */
export function withCauses(picture: Picture, marks: PictureMarks | undefined, highlight: Highlight | null): Highlight | null {
  if (highlight === null || marks?.colourBy !== 'health') return highlight;
  const causes = marks.marks.flatMap(({ id, isCause }) => (isCause ? [id] : []));
  return { ...highlight, ids: withCards(picture, new Set([...highlight.ids, ...causes])) };
}

/** For a line: the rows that its dependencies join. */
export function highlightLine(picture: Picture, { id, from, to, dependencies }: PictureLine): Highlight {
  const joined = new Set(dependencies.flatMap(({ source, target }) => [source.id, target.id]));
  const rows = picture.cards.flatMap((card) => card.rows.filter((row) => joined.has(row.of)).map((row) => row.id));
  return { ids: withCards(picture, new Set([id, from, to, ...rows])), lines: [] };
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
  return [...card.rows.map((row) => row.id), ...inside, ...between, moreId(id), ...shareNodesOf(card)];
}

/** Adds the title of every card that has something highlighted. */
function withCards({ cards, boxes, stacks }: Picture, ids: ReadonlySet<string>): Set<string> {
  const all = new Set(ids);
  for (const card of cards) {
    const { id, rows } = card;
    const isLit = ids.has(id) || ids.has(moreId(id)) || rows.some((row) => ids.has(row.id));
    if (isLit || [...boxes, ...stacks].some((inside) => inside.cardId === id && ids.has(inside.id))) {
      all.add(id);
      all.add(titleId(id));
      for (const share of shareNodesOf(card)) all.add(share);
    }
  }
  return all;
}
