import { expect, it } from 'vitest';
import { withoutGrowth } from './withoutDirection';

it('removes the paging direction of a list, and keeps the direction of a question', () => {
  expect(withoutGrowth({ limit: 50, direction: 'forward' })).toEqual({ limit: 50 });
  expect(withoutGrowth({ direction: 'backward' })).toEqual({});
  expect(withoutGrowth({ entityId: 'x', direction: 'downstream' })).toEqual({ entityId: 'x', direction: 'downstream' });
  expect(withoutGrowth(undefined)).toBeUndefined();
  expect(withoutGrowth(null)).toBeNull();
});
