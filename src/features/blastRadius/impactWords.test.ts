import { describe, expect, it } from 'vitest';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { money, peopleLabel } from '@/client/labels/figures';
import { completenessRemarks, rankCauses } from './impactWords';

type Told = Parameters<typeof completenessRemarks>[0];
const told = (completeness: Partial<BlastRadiusAnswer['completeness']>, more: Partial<Told> = {}): Told =>
  ({
    completeness: { beyondDepth: 0, stoppedByFilter: 0, stoppedByPropagates: 0, componentsOmitted: 0, withheld: [], ...completeness },
    depth: { requested: 3, applied: 3, planMaximum: 8 },
    direction: 'downstream',
    ...more,
  }) as Told;

describe('the remark about what an answer leaves out', () => {
  it('is missing for a complete answer', () => {
    expect(completenessRemarks(told({}), 'Business')).toEqual([]);
  });
  it('names components beyond the depth, and how to see them', () => {
    expect(completenessRemarks(told({ beyondDepth: 12 }), 'Business')).toEqual([
      { text: '12 more components one hop beyond depth 3.', canGoDeeper: true },
    ]);
  });
  it.each([
    ['Free', 3, 'the Free plan'],
    ['Enterprise', 10, 'a blast radius'],
  ] as const)('says at the depth limit of %s that nothing deeper can be shown, why, and what looks further', (plan, most, who) => {
    const atCap = told({ beyondDepth: 1 }, { depth: { requested: null, applied: most, planMaximum: most } });
    const text = `1 more component one hop beyond depth ${most}, which is as far as ${who} looks. Weak points follow failures any number of hops.`;
    expect(completenessRemarks(atCap, plan)).toEqual([{ text, canGoDeeper: false }]);
  });
  it('reports a depth above the limit', () => {
    const above = told({}, { depth: { requested: 9, applied: 8, planMaximum: 8 } });
    expect(completenessRemarks(above, 'Business')).toEqual([
      { text: 'You asked for 9 hops; the Business plan looks up to 8 away.', canGoDeeper: false },
    ]);
  });
  it('names filters and dependencies that do not propagate', () => {
    expect(
      completenessRemarks(told({ stoppedByFilter: 1, stoppedByPropagates: 3, componentsOmitted: 20 }), 'Business').map(({ text }) => text),
    ).toEqual([
      '1 dependency that would lead further is excluded by the filters.',
      '3 dependencies do not pass failures on.',
      'The list leaves out 20 components; the counts and roll-ups include them.',
    ]);
  });
});

it('amounts are shown as people write them', () => {
  expect(money(2_000, 'EUR')).toBe('€2,000');
  expect(money(17_520_000, 'USD')).toBe('$17,520,000');
  expect(money(12.5, 'EUR')).toBe('€12.50');
  expect(money(0, 'EUR')).toBe('€0');
});

it('people are counted, and an unknown number is left out', () => {
  expect(peopleLabel(240_000)).toBe('240,000 people');
  expect(peopleLabel(1)).toBe('1 person');
  expect(peopleLabel(null)).toBeNull();
});

it('causes are ranked by how much they hurt, then by how near they are, then by name', () => {
  const cause = (technicalName: string, depth: number, expectedState: string) =>
    ({ technicalName, depth, expectedState }) as BlastRadiusAnswer['components'][number];
  const ranked = rankCauses([cause('far', 3, 'Outage'), cause('mild', 1, 'Warning'), cause('b', 1, 'Outage'), cause('a', 1, 'Outage')]);
  expect(ranked.map(({ technicalName }) => technicalName)).toEqual(['a', 'b', 'far', 'mild']);
});
