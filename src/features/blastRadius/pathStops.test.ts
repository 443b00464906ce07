import { expect, test } from 'vitest';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { stopsTo } from './pathStops';

const component = (id: string, from: string, depth: number) => ({
  id,
  depth,
  applicationId: `app of ${id}`,
  via: { componentId: from, dependencyId: `${id}>${from}` },
});

function answer(more: Partial<BlastRadiusAnswer> = {}): BlastRadiusAnswer {
  return {
    entity: { id: 'db', type: 'component' },
    direction: 'downstream',
    origin: [{ id: 'db', applicationId: 'app of db' }],
    components: [component('api', 'db', 1), component('web', 'api', 2)],
    ...more,
  } as unknown as BlastRadiusAnswer;
}

const NO_COLUMNS = { cards: [] } as unknown as ImpactColumns;

test('stops lead from the cause to the selection', () => {
  expect(stopsTo(answer(), NO_COLUMNS, 'web')).toEqual([
    { componentId: 'db', itemId: 'db', depth: 0 },
    { componentId: 'api', itemId: 'app of api', depth: 1 },
    { componentId: 'web', itemId: 'app of web', depth: 2 },
  ]);
});

test('upstream, from the selection to what would fail', () => {
  expect(stopsTo(answer({ direction: 'upstream' }), NO_COLUMNS, 'web').map(({ itemId }) => itemId)).toEqual([
    'app of web',
    'app of api',
    'db',
  ]);
});

test('from a zone, stops lead through what runs in it', () => {
  const entity = { id: 'zone', type: 'hosting-zone' } as BlastRadiusAnswer['entity'];
  expect(stopsTo(answer({ entity }), NO_COLUMNS, 'web').map(({ itemId }) => itemId)).toEqual([
    'zone',
    'app of db',
    'app of api',
    'app of web',
  ]);
});

test('a component that only the columns list is reached through its card', () => {
  const columns = { cards: [{ id: 'far', parts: [{ rows: [{ id: 'lamp' }] }] }] } as unknown as ImpactColumns;
  expect(stopsTo(answer(), columns, 'lamp').map(({ itemId }) => itemId)).toEqual(['db', 'far']);
});
