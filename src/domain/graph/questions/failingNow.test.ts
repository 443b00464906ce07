import { expect, it } from 'vitest';
import type { HealthState } from '@/domain/vocabulary';
import { componentId, sketchGraph } from '@/test/graphSketch';
import { isFailing } from './failingNow';

const failing = (edges: string[], states: Record<string, HealthState>): string[] => {
  const graph = sketchGraph({ edges });
  const byId = new Map(Object.entries(states).map(([name, state]) => [componentId(name), state]));
  return edges
    .map((line) => line.split(' ').slice(0, 3).join(' '))
    .filter((line) => {
      const [source = '', , target = ''] = line.split(' ');
      const node = graph.components.find(componentId(source));
      const view = graph.dependenciesOf(node).find(({ targetComponentId }) => targetComponentId === componentId(target));
      return isFailing(graph, (id) => byId.get(id) ?? 'Healthy', graph.edges.find(view!.id));
    });
};

it.each<[string, string[], Record<string, HealthState>, string[]]>([
  ['a hard dependency on what is down', ['a -> b'], { a: 'Outage', b: 'Outage' }, ['a -> b']],
  ['nothing, if the target works', ['a -> b'], { a: 'Outage' }, []],
  ['nothing, if the source works all the same', ['a -> b Soft'], { b: 'Warning' }, []],
  ['nothing that is blocked', ['a -> b blocked'], { a: 'Outage', b: 'Outage' }, []],
  ['nothing of a Warning over a soft dependency', ['a -> b Soft', 'a -> c'], { a: 'Outage', b: 'Warning', c: 'Outage' }, ['a -> c']],
  [
    'nothing of a group of which enough work',
    ['a -> b group:g', 'a -> c group:g', 'a -> d'],
    { a: 'Outage', b: 'Outage', d: 'Outage' },
    ['a -> d'],
  ],
  [
    'the members that are down of a group that gave way',
    ['a -> b group:g', 'a -> c group:g'],
    { a: 'Outage', b: 'Outage', c: 'Outage' },
    ['a -> b', 'a -> c'],
  ],
  [
    'the members that are down, of a group in which two have to work',
    ['a -> b group:g minimum:2', 'a -> c group:g minimum:2', 'a -> d group:g minimum:2'],
    { a: 'Outage', b: 'Outage', c: 'Outage' },
    ['a -> b', 'a -> c'],
  ],
])('%s', (_, edges, states, found) => {
  expect(failing(edges, states)).toEqual(found);
});
