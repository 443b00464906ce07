import { expect, it } from 'vitest';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { PictureDependency } from '@/contract/landscapePicture';
import { markPath, pathTo, prepareRings } from './prepareRings';

const about = (id: string) => ({ id, technicalName: id, name: id, kind: 'WebAPI' as const, applicationId: 'app', isExternal: false });
const reached = (id: string, depth: number, from: string, expectedState: 'Outage' | 'Degraded' = 'Outage') => ({
  ...about(id),
  depth,
  expectedState,
  via: { dependencyId: `${id}>${from}`, componentId: from },
});
const answer: BlastRadiusAnswer = {
  entity: { id: 'db', type: 'component', technicalName: 'db', name: 'db' },
  direction: 'downstream',
  state: 'Outage',
  depth: { requested: null, applied: 8, planMaximum: 8 },
  filters: { modes: null, types: null },
  origin: [{ ...about('db'), expectedState: 'Outage' }],
  components: [reached('api', 1, 'db'), reached('web', 2, 'api', 'Degraded'), reached('job', 2, 'api')],
  applications: [],
  capabilities: [],
  processes: [],
  audiences: [],
  counts: { components: 3, applications: 0, capabilities: 0, processes: 0, audiences: 0 },
  completeness: { beyondDepth: 0, stoppedByFilter: 0, stoppedByPropagates: 0, componentsOmitted: 0, withheld: [] },
  landscapeVersion: 1,
};
const dependency = (source: string, target: string, mode: PictureDependency['mode']): PictureDependency => ({
  id: `${source}>${target}`,
  sourceComponentId: source,
  targetComponentId: target,
  dependencyType: 'Calls',
  mode,
  required: true,
  propagates: true,
  redundancyGroup: null,
  redundancyMinimum: 1,
});

it('rings lie below, then the origin, then what it reaches, each with its expected state', () => {
  const { picture, leftOut } = prepareRings(answer, null);
  expect(picture.nodes.map(({ id }) => id)).toEqual(['ring 2', 'ring 1', 'db', 'api', 'web', 'job']);
  expect(picture.nodes.find(({ id }) => id === 'db')?.classes).toEqual(['component', 'kind-WebAPI', 'state-Outage', 'origin', 'landmark']);
  expect(picture.nodes.find(({ id }) => id === 'web')?.classes).toEqual(['component', 'kind-WebAPI', 'state-Degraded', 'landmark']);
  expect(leftOut).toBe(0);
});

it('up to 16 components are named from afar too', () => {
  const landmarks = (reachedOnes: number): number => {
    const components = Array.from({ length: reachedOnes }, (_, index) => reached(`c${index}`, 1, 'db'));
    return prepareRings({ ...answer, components }, null).picture.nodes.filter(({ classes }) => classes.includes('landmark')).length;
  };
  expect([landmarks(15), landmarks(16)]).toEqual([16, 0]);
});

it('until the dependencies are known the shortest paths are drawn, from who depends to what is depended on', () => {
  expect(prepareRings(answer, null).picture.edges.map(({ id, source, target }) => [id, source, target])).toEqual([
    ['api>db', 'api', 'db'],
    ['web>api', 'web', 'api'],
    ['job>api', 'job', 'api'],
  ]);
  const upstream = prepareRings({ ...answer, direction: 'upstream' }, null).picture.edges;
  expect(upstream.map(({ source, target }) => [source, target])).toEqual([
    ['db', 'api'],
    ['api', 'web'],
    ['api', 'job'],
  ]);
});

it('travelled dependencies are told apart from those of the shortest paths', () => {
  const { edges } = prepareRings(answer, [
    dependency('api', 'db', 'Hard'),
    dependency('web', 'db', 'Soft'),
    dependency('web', 'elsewhere', 'Hard'),
  ]).picture;
  expect(edges).toEqual([
    { id: 'api>db', source: 'api', target: 'db', classes: ['mode-Hard', 'via'] },
    { id: 'web>db', source: 'web', target: 'db', classes: ['mode-Soft', 'other'] },
  ]);
});

it('a picture holds at most 400 components and counts the rest', () => {
  const many = Array.from({ length: 450 }, (_, index) => reached(`c${index}`, 1, 'db'));
  const prepared = prepareRings({ ...answer, components: many, counts: { ...answer.counts, components: 900 } }, null);
  expect(prepared.picture.nodes).toHaveLength(402);
  expect(prepared.leftOut).toBe(500);
});

it('the path to a component leads back to the origin', () => {
  expect(pathTo(answer, 'web')).toEqual({ components: ['web', 'api', 'db'], dependencies: ['web>api', 'api>db'] });
  expect(pathTo(answer, 'db')).toEqual({ components: [], dependencies: [] });
  expect(pathTo(answer, null)).toEqual({ components: [], dependencies: [] });
});

it('the chosen path is lit and the rest steps back', () => {
  const { picture } = prepareRings(answer, null);
  expect(Object.fromEntries(markPath(picture, answer, 'web'))).toEqual({
    db: ['lit'],
    api: ['lit'],
    web: ['selected'],
    job: ['faded'],
    'api>db': ['lit'],
    'web>api': ['lit'],
    'job>api': ['faded'],
  });
  expect(markPath(picture, answer, null).size).toBe(0);
});
