import { expect, it } from 'vitest';
import { allPages } from './allPages';

it('a list is read page by page to its end, in its order', async () => {
  const asked: object[] = [];
  const pages = [
    { items: [1, 2], nextCursor: 'a', total: 5 },
    { items: [3, 4], nextCursor: 'b', total: 5 },
    { items: [5], nextCursor: null, total: 5 },
  ];
  const all = await allPages((page) => {
    asked.push(page);
    return Promise.resolve(pages[asked.length - 1] ?? { items: [], nextCursor: null, total: 0 });
  });
  expect(all).toEqual([1, 2, 3, 4, 5]);
  expect(asked).toEqual([{ limit: 200 }, { limit: 200, cursor: 'a' }, { limit: 200, cursor: 'b' }]);
});

it('an empty list takes one request', async () => {
  expect(await allPages(() => Promise.resolve({ items: [], nextCursor: null, total: 0 }))).toEqual([]);
});
