/** What an area drawn over the landscape selects: components that are known at once, and what the server has to be asked about. Pure. */
import type { Picture } from '@/contract/picture';
import { countOf } from '@/plain/counts';
import { moreId } from '@/contract/values/picture';

export interface AreaContent {
  /** Components that the picture draws one by one, or in a stack. */
  components: ReadonlySet<string>;
  /** Cards, applications and "12 more": the server knows what they stand for. */
  asked: readonly string[];
  /** How much it is: components, or on a map applications, because what stands in several groups counts once. */
  words: string;
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
      if (row.kind === 'Application') asked.push(row.id);
      else components.add(row.of);
    }
    if (more !== null && chosen.has(moreId(id))) {
      asked.push(moreId(id));
      hidden += more.count;
    }
  }
  for (const { id, cardId } of boxes) if (chosen.has(id) && !isIn(whole, cardId)) components.add(id);
  for (const { id, cardId, memberIds } of stacks)
    if (chosen.has(id) && !isIn(whole, cardId)) for (const member of memberIds) components.add(member);
  return { components, asked, words: level === 'map' ? cellWords(cards, chosen) : countOf(components.size + hidden, 'component') };
}

function cellWords(cards: Picture['cards'], chosen: ReadonlySet<string>): string {
  const cells = cards.flatMap(({ id, rows }) => rows.filter((row) => chosen.has(id) || chosen.has(row.id)));
  const things = new Set(cells.map(({ of }) => of));
  return countOf(things.size, cells[0]?.kind === 'Application' ? 'application' : 'component');
}

function isIn(whole: ReadonlySet<string>, cardId: string | null): boolean {
  return cardId !== null && whole.has(cardId);
}
