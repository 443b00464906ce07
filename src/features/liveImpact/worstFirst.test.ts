import { expect, it } from 'vitest';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import { worstFirst } from './worstFirst';

const cause = (technicalName: string, state: FailureState, reached: readonly HealthState[], expectedPerHour?: number) => ({
  technicalName,
  state,
  applications: reached.map((expectedState, place) => ({ id: String(place), technicalName: String(place), name: String(place), expectedState }) as never),
  ...(expectedPerHour === undefined ? {} : { revenueExposure: { expectedPerHour } }),
});

it('the worst state comes first, then the greatest loss, then the most applications that suffer, then the name', () => {
  const causes = [
    cause('warned', 'Warning', ['Outage', 'Outage'], 900),
    cause('b', 'Outage', ['Outage']),
    cause('a', 'Outage', ['Outage']),
    cause('wide', 'Outage', ['Outage', 'Degraded', 'Healthy']),
    cause('unhurt', 'Outage', ['Healthy', 'Healthy', 'Healthy']),
    cause('costly', 'Outage', [], 10),
    cause('slow', 'Degraded', ['Degraded'], 500),
  ];
  expect(worstFirst(causes).map(({ technicalName }) => technicalName)).toEqual(['costly', 'wide', 'a', 'b', 'unhurt', 'slow', 'warned']);
});
