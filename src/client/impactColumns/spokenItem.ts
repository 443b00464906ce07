/** What a screen reader says of a thing in columns: its name, state and distance, where it is, and what passes the failure on to it. Pure. */
import { countOf } from '@/plain/counts';
import { shownLinks } from './linesBetween';
import type { PlacedBands, PlacedItem } from './placeBands';

/** `viaOf` names what passes the failure on to a component, if that is known; otherwise the lines of the picture say it. */
export function spokenItem(placed: PlacedBands, id: string, viaOf?: (componentId: string) => string | null): string {
  for (const found of placed.items) {
    const row = found.item.rows.find((one) => one.id === id);
    if (row === undefined) continue;
    const via = viaOf?.(id) ?? viaLines(placed, found, id);
    const distance = row.depth > 0 ? [countOf(row.depth, 'hop')] : [];
    const now = row.isFailingNow ? ['reporting trouble itself'] : [];
    return [row.label, row.state, ...distance, ...now, `in ${found.item.title}`, ...(via === null ? [] : [`via ${via}`])].join(', ');
  }
  const found = placed.items.find(({ item }) => item.id === id) ?? placed.items.find(({ item }) => item.subjectId === id);
  if (found === undefined) return '';
  const { title, state, aside, facts, rowCount, kind } = found.item;
  const heading = headingOf(placed, found);
  const via = kind === 'component' ? (viaOf?.(id) ?? viaLines(placed, found, id)) : null;
  return [
    title,
    ...(state === null ? [] : [state]),
    ...(heading === '' ? [] : [heading]),
    ...(aside === '' ? [] : [aside]),
    ...facts.map(({ text }) => text).filter((text) => text !== state),
    ...(kind === 'card' ? [countOf(rowCount, 'component')] : []),
    ...(via === null ? [] : [`via ${via}`]),
  ].join(', ');
}

function headingOf({ whole }: PlacedBands, { band }: PlacedItem): string {
  return whole.bands.filter(({ heading }) => heading !== '')[band]?.heading ?? '';
}

/** The name of what a line that ends at this row comes from. */
function viaLines(placed: PlacedBands, { item }: PlacedItem, id: string): string | null {
  const link = shownLinks(placed).find(({ to, toRow }) => to === item.id && (toRow === id || item.subjectId === id));
  if (link === undefined) return null;
  const from = placed.items.find((one) => one.item.id === link.from)?.item;
  return from?.rows.find((row) => row.id === link.fromRow)?.label ?? from?.title ?? null;
}
