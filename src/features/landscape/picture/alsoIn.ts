/** Where else on a map something is. Pure. */
import type { Picture, PictureRow } from '@/contract/picture';
import { byCodeUnit } from '@/plain/order';

/** The titles of the other groups that have it too. The picture does not say so itself: each of 16 zones would name 15 others for each application. */
export function alsoIn({ level, cards }: Picture, { id, of }: Pick<PictureRow, 'id' | 'of'>): string[] {
  if (level !== 'map') return [];
  const others = cards.filter(({ rows }) => rows.some((row) => row.of === of && row.id !== id));
  return others.map(({ title }) => title).sort(byCodeUnit);
}
