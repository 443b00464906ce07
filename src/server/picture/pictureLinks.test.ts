/** What one component is connected to: the smallest thing in the picture that represents the other end. */
import { expect, it } from 'vitest';
import type { PictureInput } from '@/contract/picture';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { LiveStates } from '@/server/health/liveStates';
import { applicationId, componentId, sketchGraph, zoneId } from '@/test/graphSketch';
import { plainInput } from './keptPictures';
import { firstLegible } from './layout/firstLegible';
import { atOnce, makePicture } from './makePicture';
import { linksOf } from './pictureLinks';

const QUIET: LiveStates = {
  impacted: new Map(),
  causes: new Set(),
  reported: new Set(),
  flapping: new Set(),
  maintained: new Set(),
  rolledUp: new Map(),
};
const WHOLE: PictureInput = { grouping: null, level: 'cards', open: [], filters: {}, question: null, width: 1280, height: 800 };

/** `big` has twelve components, of which two are beyond its rows; `x` depends on all of them, and on its own neighbour. */
const big = Array.from({ length: 12 }, (_, place) => `big.${String(place).padStart(2, '0')}`);
const graph = sketchGraph({
  edges: [...big.map((name, place) => `a.x -> ${name} ${place === 11 ? 'Soft' : 'Reads'}`), 'a.x -> a.y', 'a.y -> a.x Async'],
});

async function linksIn(of: LandscapeGraph, name: string, asked: Partial<PictureInput> = {}) {
  const input = plainInput({ ...WHOLE, ...asked });
  const made = await makePicture({ graph: of, live: QUIET, input }, firstLegible, atOnce);
  return linksOf(of, [of.components.find(componentId(name))], input.filters, made);
}

it('rows are joined to rows, in their card too, and to what represents those beyond the rows', async () => {
  const { at: found, counts, links } = await linksIn(graph, 'a.x');
  const [at = ''] = found;
  expect([found, counts]).toEqual([[componentId('a.x')], { dependencies: 13, dependents: 1 }]);
  expect(links.filter(({ from }) => from === at)).toHaveLength(12);
  const more = links.find(({ to }) => to === `more ${applicationId('big')}`);
  // Two dependencies, a Reads and a Soft one: the style is that of the stronger.
  expect(more).toMatchObject({ count: 2, look: { dependencyType: 'Reads', mode: 'Hard' } });
  expect(links.filter(({ from }) => from === componentId('a.y'))).toMatchObject([{ to: at, count: 1, look: { mode: 'Async' } }]);
});

it('a component beyond the rows is represented as itself', async () => {
  const { at, links } = await linksIn(graph, 'big.11');
  expect([at, links.map(({ from }) => from)]).toEqual([[`more ${applicationId('big')}`], [componentId('a.x')]]);
});

it('the stacks of an open card represent their components', async () => {
  const { links } = await linksIn(graph, 'a.x', { open: [applicationId('big')] });
  expect(links.filter(({ to }) => to.startsWith('stack '))).toMatchObject([{ count: 12 }]);
});

it('only what passes the filters and is near enough is joined', async () => {
  expect((await linksIn(graph, 'a.x', { filters: { modes: ['Async'] } })).links).toMatchObject([{ from: componentId('a.y'), count: 1 }]);
  const near = { around: [componentId('a.y')], hops: 0 };
  expect(await linksIn(graph, 'a.x', { question: near })).toEqual({ at: [], counts: { dependencies: 0, dependents: 0 }, links: [] });
});

it('on a map, what is in several groups is joined in each', async () => {
  const zoned = sketchGraph({ edges: ['a.x -> b.y'], zones: { 'a.x': ['eu.a'], 'b.y': ['eu.a', 'eu.b'] } });
  const { at, counts, links } = await linksIn(zoned, 'b.y', { grouping: 'hosting-zone', level: null });
  const places = [zoneId('eu.a'), zoneId('eu.b')].map((zone) => `${componentId('b.y')} in ${zone}`);
  expect([at, counts]).toEqual([places, { dependencies: 0, dependents: 1 }]);
  expect(links.map(({ from, to }) => [from, to])).toEqual(places.map((place) => [componentId('a.x'), place]));
});
