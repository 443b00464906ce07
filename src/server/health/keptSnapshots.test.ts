/** What is dropped when more is kept than there is room for. */
import { afterEach, expect, it } from 'vitest';
import { forgetProcessState } from '@/server/processState';
import { KeptSnapshots } from './keptSnapshots';

const NAME = 'kept in a test';
afterEach(() => forgetProcessState(NAME));

/** Keeps one answer after another, each with so many rows, and says which are still there. */
function stillKept(kept: KeptSnapshots<string>, rows: Readonly<Record<string, number>>): string[] {
  for (const [key, count] of Object.entries(rows)) kept.keep(key, 'stamp', key, count);
  return Object.keys(rows).filter((key) => kept.find(key, 'stamp') === key);
}

it('an answer with more rows than there is room for is not kept', () => {
  expect(stillKept(new KeptSnapshots(NAME), { large: 200_001 })).toEqual([]);
});

it('an answer that takes no room when it is kept last stays until something else is kept', () => {
  const kept = new KeptSnapshots<string>(NAME, { rows: 10, isLastFree: true });
  expect(stillKept(kept, { small: 10, large: 1_000_000 })).toEqual(['small', 'large']);
  expect(stillKept(kept, { next: 1_000_000 })).toEqual(['next']);
  expect([kept.find('small', 'stamp'), kept.find('large', 'stamp')]).toEqual([null, null]);
});

it('of answers that take no room, only so many are kept', () => {
  const kept = new KeptSnapshots<string>(NAME, { answers: 2 });
  expect(stillKept(kept, { first: 0, second: 0, third: 0 })).toEqual(['second', 'third']);
});
