import { expect, it } from 'vitest';
import { withoutGrowth } from './withoutDirection';

it('takes out which way a list grows, and leaves a direction of ours alone', () => {
  expect(withoutGrowth({ limit: 50, direction: 'forward' })).toEqual({ limit: 50 });
  expect(withoutGrowth({ direction: 'backward' })).toEqual({});
  expect(withoutGrowth({ entityId: 'x', direction: 'downstream' })).toEqual({ entityId: 'x', direction: 'downstream' });
  expect(withoutGrowth(undefined)).toBeUndefined();
  expect(withoutGrowth(null)).toBeNull();
});
