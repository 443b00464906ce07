/** Due times against a plain list. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { DueTimes } from './dueTimes';

it('returns each tenant once, at the earliest of its times, in order of time', () => {
  const step = fc.oneof(
    fc.record({ tenant: fc.constantFrom('a', 'b', 'c', 'd'), at: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ now: fc.integer({ min: 0, max: 100 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const times = new DueTimes();
      const plain = new Map<string, number>();
      for (const taken of steps) {
        if ('tenant' in taken) {
          times.add(taken.tenant, taken.at);
          plain.set(taken.tenant, Math.min(taken.at, plain.get(taken.tenant) ?? Number.POSITIVE_INFINITY));
        } else {
          const due = [...plain].filter(([, at]) => at <= taken.now).sort((left, right) => left[1] - right[1]);
          const handed = times.take(taken.now);
          expect([...handed].sort()).toEqual(due.map(([tenant]) => tenant).sort());
          expect(handed.map((tenant) => plain.get(tenant))).toEqual(due.map(([, at]) => at));
          for (const [tenant] of due) plain.delete(tenant);
        }
        expect(times.earliest).toBe(Math.min(Number.POSITIVE_INFINITY, ...plain.values()));
      }
    }),
    randomRuns(100),
  );
});
