/** The content of a picture as a plain outline of cards, their items, and lines: for diagram files of other programs. Pure. */
import type { Box, CanvasPicture } from '@/canvas/model/picture';

export interface OutlineItem {
  id: string;
  name: string;
  /** Its state or another second text; empty for none. */
  aside: string;
}

export interface OutlineCard extends OutlineItem {
  items: OutlineItem[];
}

export interface Outline {
  cards: OutlineCard[];
  /** Items outside of all cards. */
  items: OutlineItem[];
  lines: { from: string; to: string; label: string; isDashed: boolean }[];
}

export function outlineOf({ nodes, lines }: CanvasPicture): Outline {
  const frames = nodes.filter(({ layer }) => layer === 'card' || layer === 'frame');
  const titles = new Map(
    nodes.flatMap((node) => (node.layer === 'title' && typeof node.chooses === 'string' ? [[node.chooses, node]] : [])),
  );
  const cards = frames.map(({ id, layer, box, label, aside = '' }) => {
    const title =
      titles.get(id) ?? (layer === 'card' ? nodes.find((node) => node.layer === 'title' && isInside(node.box, box)) : undefined);
    return { card: { id, name: title?.label ?? label, aside: title?.aside ?? aside, items: [] as OutlineItem[] }, box };
  });
  const items: OutlineItem[] = [];
  for (const { id, layer, label, aside = '', box } of nodes) {
    if (layer !== 'row' || label === '') continue;
    const around = cards.find((card) => isInside(box, card.box));
    (around?.card.items ?? items).push({ id, name: label, aside });
  }
  return {
    cards: cards.map(({ card }) => card),
    items,
    lines: lines.map(({ from, to, label = '', classes }) => ({
      from,
      to,
      label,
      isDashed: !classes.includes('mode-Hard') && classes.length > 0,
    })),
  };
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  );
}
