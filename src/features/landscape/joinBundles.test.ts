import { expect, it } from 'vitest';
import type { Join } from '@/contract/landscapePicture';
import { joinBundles } from './joinBundles';

const join = (componentId: string, groupKey: string, more: Partial<Join> = {}): Join => ({ componentId, groupKey, dependencyType: 'Calls', mode: 'Hard', propagates: true, ...more });

it('joins to the same group are one bundle each way, counted by what they are', () => {
  const joins = { dependencies: [join('a', 'shop'), join('b', 'shop'), join('c', 'shop', { mode: 'Async', propagates: false }), join('d', 'mail')], dependents: [join('e', 'shop')] };
  const calls = { dependencyType: 'Calls', mode: 'Hard', propagates: true } as const;
  expect(joinBundles('chosen', joins, new Set())).toEqual([
    { sourceId: 'chosen', targetId: 'shop', count: 3, parts: [{ ...calls, count: 2 }, { ...calls, mode: 'Async', propagates: false, count: 1 }] },
    { sourceId: 'chosen', targetId: 'mail', count: 1, parts: [{ ...calls, count: 1 }] },
    { sourceId: 'shop', targetId: 'chosen', count: 1, parts: [{ ...calls, count: 1 }] },
  ]);
});

it('what is drawn one by one is joined already', () => {
  expect(joinBundles('chosen', { dependencies: [join('a', 'shop')], dependents: [join('b', 'shop')] }, new Set(['a', 'b']))).toEqual([]);
});
