import { expect, test } from 'vitest';
import type { Situation } from '@/contract/situations';
import { bySituation, partOf } from './bySituation';

const situation = (...names: string[]): Situation =>
  ({
    causes: names.map((technicalName) => ({ technicalName, part: { expectedPerHour: 500, perHour: 1_000 } })),
    causesOmitted: 0,
    exposure: { currency: 'EUR', expectedPerHour: 1_000, perHour: 2_000 },
  }) as unknown as Situation;
const causes = (...names: string[]) => names.map((technicalName) => ({ technicalName }));
const inWords = (groups: ReturnType<typeof bySituation>): string[] =>
  groups.map(
    (group) => `${group.situation === null ? 'apart' : 'together'}: ${group.causes.map(({ technicalName }) => technicalName).join(' ')}`,
  );

test('causes of one situation stand together at the place of the first; causes alone in theirs stand apart', () => {
  const situations = [situation('r1', 'r2', 'web'), situation('db'), situation('feed')];
  expect(inWords(bySituation(causes('db', 'r1', 'feed', 'web', 'r2'), situations))).toEqual([
    'apart: db',
    'together: r1 web r2',
    'apart: feed',
  ]);
  expect(inWords(bySituation(causes('db', 'feed'), situations))).toEqual(['apart: db feed']);
  // A cause that is newer than the situations.
  expect(inWords(bySituation(causes('new'), situations))).toEqual(['apart: new']);
});

test('a cause has a part only of what it shares with others', () => {
  const shared = situation('r1', 'r2');
  expect(partOf(shared, { technicalName: 'r1' })).toEqual({ currency: 'EUR', expectedPerHour: 500, perHour: 1_000 });
  expect(partOf(null, { technicalName: 'db' })).toBeNull();
});
