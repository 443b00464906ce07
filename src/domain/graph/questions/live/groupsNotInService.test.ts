import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupsNotInService } from './groupsNotInService';
import { groupsInPlain } from '@/test/groupsOracle';
import { fewFailures, impactOf, unhealthyLandscapes } from '@/test/healthArbitrary';
import { randomRuns } from '@/test/randomRuns';

test('the groups of random landscapes that count on what is not in service are those of the oracle', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(fewFailures, unhealthyLandscapes), ({ facts, own }) => {
      const impact = impactOf(facts, own);
      const expected = groupsInPlain(impact);
      const { groups, omitted } = groupsNotInService(impact);
      expect({ groupsNotInService: groups, groupsNotInServiceOmitted: omitted }).toEqual(expected);
      found += groups.length;
    }),
    randomRuns(200),
  );
  expect(found).toBeGreaterThan(20);
});
