/** What an area drawn over the landscape selects: components that are known at once, and what the server has to be asked about. Pure. */
import type { Picture } from '@/contract/picture';
import { moreId } from './toCanvas';

export interface AreaContent {
  /** Components that the picture draws one by one, or in a stack. */
  components: ReadonlySet<string>;
  /** Cards, applications and "12 more": the server knows what they stand for. */
  asked: readonly string[];
  /** The total number of components. */
  count: number;
}

/** The content of a whole card is not listed again. */
export function contentOf({ cards, boxes, stacks, level }: Picture, ids: readonly string[]): AreaContent {
  const chosen = new Set(ids);
  const whole = new Set(cards.flatMap(({ id }) => (chosen.has(id) ? [id] : [])));
  const asked = [...whole];
  let hidden = cards.reduce((sum, { id, count }) => sum + (whole.has(id) ? count : 0), 0);
  const components = new Set<string>();
  for (const { id, rows, more } of cards) {
    if (whole.has(id)) continue;
    for (const row of rows) {
      if (!chosen.has(row.id)) continue;
      if (level === 'groups') {
        asked.push(row.id);
        hidden += row.count;
      } else components.add(row.id);
    }
    if (more !== null && chosen.has(moreId(id))) {
      asked.push(moreId(id));
      hidden += more.components;
    }
  }
  for (const { id, cardId } of boxes) if (chosen.has(id) && !isIn(whole, cardId)) components.add(id);
  for (const { id, cardId, memberIds } of stacks)
    if (chosen.has(id) && !isIn(whole, cardId)) for (const member of memberIds) components.add(member);
  return { components, asked, count: components.size + hidden };
}

function isIn(whole: ReadonlySet<string>, cardId: string | null): boolean {
  return cardId !== null && whole.has(cardId);
}
