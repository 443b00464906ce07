/** The name of anything on a picture that a line can end at. */
import type { Picture } from '@/contract/picture';
import { moreId } from '@/contract/values/picture';

export function nameOnPicture({ cards, boxes, stacks }: Picture, id: string): string {
  for (const card of cards) {
    if (card.id === id) return card.title;
    if (moreId(card.id) === id) return `others of ${card.title}`;
    const row = card.rows.find((one) => one.id === id);
    if (row !== undefined) return row.name;
  }
  return [...boxes, ...stacks].find((one) => one.id === id)?.name ?? 'something';
}
