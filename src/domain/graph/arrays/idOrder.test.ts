import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';
import { orderOfIds } from './idOrder';

const word = fc.integer({ min: 0, max: 0xffffffff });
/** Few different first words, so that many ids begin alike. */
const id = fc.tuple(fc.oneof(word, fc.constantFrom(0, 1, 0x7fffffff, 0xffffffff)), fc.constantFrom(0, 5), fc.constantFrom(0, 9), word);

it('ids are sorted, whatever their order was before', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), fc.integer({ min: 1, max: 64 }), (ids, portion) => {
      const told = (one: readonly number[]): string => one.map((part) => part.toString(16).padStart(8, '0')).join('');
      const order = finish(orderOfIds(Uint32Array.from(ids.flat()), portion));
      expect([...new Set(order)]).toHaveLength(ids.length);
      expect(Array.from(order, (at) => told(ids[at]!))).toEqual(ids.map(told).sort());
    }),
    randomRuns(100),
  );
});
