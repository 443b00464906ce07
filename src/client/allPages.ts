/** Reads a whole list, for lists that stay short (keys, members), so that sorting and filtering in the browser is exact. */
import type { Page } from '@/contract/lists';

const LARGEST_PAGE = 200;

export async function allPages<Item>(readPage: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await readPage({ limit: LARGEST_PAGE, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
