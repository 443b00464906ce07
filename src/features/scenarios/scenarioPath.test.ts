import { expect, it } from 'vitest';
import type { ScenarioAnswer } from '@/contract/scenarios';
import { hopsTo, stopsOf } from './scenarioPath';

const component = (id: string, via: string | null, isExcess = false) => ({
  id,
  name: id.toUpperCase(),
  applicationId: `app-${id}`,
  expectedState: 'Outage',
  isExcess,
  via: via === null ? null : { componentId: via, dependencyId: `${id}-${via}` },
});
const answer = {
  origin: [{ id: 'a', name: 'A', applicationId: 'app-a', expectedState: 'Outage' }],
  components: [component('b', 'a'), component('c', 'b', true), component('x', 'y'), component('y', 'x')],
} as unknown as ScenarioAnswer;

it('lists the hops from what fails to what is reached, each with its dependency', () => {
  expect(hopsTo(answer, 'c').map(({ id, dependencyId, isExcess }) => [id, dependencyId, isExcess])).toEqual([
    ['a', null, false],
    ['b', 'b-a', false],
    ['c', 'c-b', true],
  ]);
  expect(hopsTo(answer, 'a').map(({ id }) => id)).toEqual(['a']);
  expect(hopsTo(answer, 'nobody')).toEqual([]);
});

it('stops if the answer leads in a circle', () => {
  expect(hopsTo(answer, 'x').map(({ id }) => id)).toEqual(['y', 'x']);
});

it('puts what fails into the column of its cause', () => {
  const causes = [{ id: 'zone', rows: [{ id: 'a' }] }] as never;
  expect(stopsOf(hopsTo(answer, 'b'), { causes })).toEqual([
    { componentId: 'a', itemId: 'zone' },
    { componentId: 'b', itemId: 'app-b' },
  ]);
});
