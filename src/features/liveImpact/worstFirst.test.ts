import { expect, it } from 'vitest';
import type { FailureState } from '@/domain/vocabulary';
import { worstFirst } from './worstFirst';

const cause = (technicalName: string, state: FailureState, suffering: number, expectedPerHour?: number) => ({
  technicalName,
  state,
  applications: { count: suffering },
  ...(expectedPerHour === undefined ? {} : { revenue: { expectedPerHour } }),
});

it('the worst state comes first, then the greatest loss, then the most applications that suffer, then the name', () => {
  const causes = [
    cause('warned', 'Warning', 2, 900),
    cause('b', 'Outage', 1),
    cause('a', 'Outage', 1),
    cause('wide', 'Outage', 2),
    cause('unhurt', 'Outage', 0),
    cause('costly', 'Outage', 0, 10),
    cause('slow', 'Degraded', 1, 500),
  ];
  expect(worstFirst(causes).map(({ technicalName }) => technicalName)).toEqual(['costly', 'wide', 'a', 'b', 'unhurt', 'slow', 'warned']);
});
