import { expect, it } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { DependencyMode, HealthState } from '@/domain/vocabulary';
import { pathsPicture } from './pathExports';
import { stopsOf, type FoundPath } from './pathStops';

const end = (name: string) => ({ id: name, technicalName: name, name, kind: 'WebAPI' as const });
const step = (source: string, target: string, mode: DependencyMode, required = true): FoundPath['steps'][number] => ({
  dependencyId: `${source}-${target}`,
  source: end(source),
  target: end(target),
  dependencyType: 'Reads',
  mode,
  required,
  expectedState: 'Outage',
});

it.each<[string, DependencyMode, boolean, HealthState, HealthState, string, boolean]>([
  ['an Outage through a Hard dependency', 'Hard', true, 'Outage', 'Outage', 'passes it on', true],
  ['an Outage through a Degraded one', 'Degraded', true, 'Outage', 'Degraded', 'passes it on, milder', true],
  ['a Warning through an optional one', 'Soft', false, 'Warning', 'Healthy', 'stops it', false],
  ['an Outage that redundancy holds back', 'Hard', true, 'Outage', 'Healthy', 'redundancy stops it', false],
  ['nothing', 'Hard', true, 'Healthy', 'Healthy', 'has nothing to pass on', false],
])('says what the dependency does with %s', (_, mode, required, before, after, outcome, passes) => {
  const [start, end_] = stopsOf({ steps: [step('web', 'db', mode, required)], states: [before, after] });
  expect([start?.name, start?.state, start?.by]).toEqual(['db', before, null]);
  expect(end_).toMatchObject({ name: 'web', state: after, by: { outcome, passes, mode } });
});

it('has no stops where what is reached is part of what fails', () => {
  expect(stopsOf({ steps: [], states: ['Outage'] })).toEqual([]);
});

it('draws a row of cards for each path, each line from one card to the next', () => {
  const path = stopsOf({
    steps: [step('api', 'db', 'Hard'), step('web', 'api', 'Degraded')],
    states: ['Outage', 'Outage', 'Degraded'],
  });
  const { nodes, lines, size } = pathsPicture([path, path.slice(0, 2)], paletteOf('light'));
  const cards = nodes.filter(({ layer }) => layer === 'card');
  expect(cards.map(({ label, aside }) => `${label} ${aside}`)).toEqual([
    'db Outage',
    'api Outage',
    'web Degraded',
    'db Outage',
    'api Outage',
  ]);
  const boxOf = (id: string) => cards.find((card) => card.id === id)!.box;
  for (const { from, to, points } of lines) {
    const [first, last] = [points[0]!, points[1]!];
    expect(first).toEqual({ x: boxOf(from).x + boxOf(from).width, y: boxOf(from).y + boxOf(from).height / 2 });
    expect([last.x, last.y]).toEqual([boxOf(to).x - 2, boxOf(to).y + boxOf(to).height / 2]);
  }
  expect(lines.map(({ classes }) => classes)).toEqual([['mode-Hard'], ['mode-Degraded'], ['mode-Hard']]);
  for (const { box } of nodes) expect([box.x + box.width <= size.width, box.y + box.height <= size.height]).toEqual([true, true]);
});
