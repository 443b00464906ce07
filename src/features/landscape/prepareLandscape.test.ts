import { expect, it } from 'vitest';
import type { LandscapePicture, PictureApplication, PictureComponent, PictureDependency } from '@/contract/landscapePicture';
import { prepareLandscape, type LandscapeChoice } from './prepareLandscape';

const application = (id: string, componentCount: number): PictureApplication => ({ id, technicalName: id, name: id.toUpperCase(), criticalityTier: 'BusinessCritical', ownerTeam: null, componentCount });
const component = (id: string, applicationId: string, kind: PictureComponent['kind'] = 'WebAPI'): PictureComponent => ({ id, technicalName: id, name: id, kind, isExternal: false, applicationId });
const dependency = (source: string, target: string, more: Partial<PictureDependency> = {}): PictureDependency => ({
  id: `${source}>${target}`,
  sourceComponentId: source,
  targetComponentId: target,
  dependencyType: 'Calls',
  mode: 'Hard',
  required: true,
  propagates: true,
  redundancyGroup: null,
  redundancyMinimum: 1,
  ...more,
});

const whole: LandscapePicture = {
  landscapeVersion: 1,
  isFolded: false,
  counts: { components: 4, applications: 2, dependencies: 4 },
  applications: [application('shop', 2), application('data', 2)],
  applicationsOmitted: 0,
  components: [component('web', 'shop'), component('cart', 'shop'), component('db', 'data', 'Database'), component('cache', 'data', 'Cache')],
  dependencies: [
    dependency('web', 'cart'),
    dependency('web', 'db', { dependencyType: 'Reads', mode: 'Soft', required: false }),
    dependency('cart', 'db', { dependencyType: 'Writes' }),
    dependency('cart', 'cache', { mode: 'Async', propagates: false }),
  ],
  bundles: [],
  notOpened: [],
};
const all: LandscapeChoice = { isGrouped: true, folded: new Set(), kinds: [], types: [], modes: [] };
const nodeIds = (choice: LandscapeChoice, data = whole): string[] => prepareLandscape(data, choice).picture.nodes.map(({ id }) => id);
const edgeIds = (choice: LandscapeChoice, data = whole): string[] => prepareLandscape(data, choice).picture.edges.map(({ id }) => id);

it('components lie in the box of their application, and boxes come first', () => {
  const { nodes } = prepareLandscape(whole, all).picture;
  expect(nodes.map(({ id, parent }) => [id, parent])).toEqual([['shop', undefined], ['data', undefined], ['web', 'shop'], ['cart', 'shop'], ['db', 'data'], ['cache', 'data']]);
});

it('without grouping there are no boxes', () => {
  expect(nodeIds({ ...all, isGrouped: false })).toEqual(['web', 'cart', 'db', 'cache']);
});

it('an edge shows its mode, whether it is optional, and whether it propagates', () => {
  const classes = new Map(prepareLandscape(whole, all).picture.edges.map(({ id, classes: names }) => [id, names]));
  expect(classes.get('web>db')).toEqual(['mode-Soft', 'optional']);
  expect(classes.get('cart>cache')).toEqual(['mode-Async', 'blocked']);
});

it('a folded application is one node, and its dependencies become counted bundles', () => {
  const { picture, bundles } = prepareLandscape(whole, { ...all, folded: new Set(['data', 'shop']) });
  expect(picture.nodes.map(({ id }) => id)).toEqual(['shop', 'data']);
  expect(picture.edges).toEqual([{ id: 'bundle shop data', source: 'shop', target: 'data', classes: ['bundle'], label: '3' }]);
  expect(bundles[0]?.count).toBe(3);
});

it('dependencies inside a folded application are not drawn', () => {
  expect(edgeIds({ ...all, folded: new Set(['shop']) })).toEqual(['bundle shop db', 'bundle shop cache']);
});

it('a filter of kinds takes out components with their dependencies', () => {
  expect(nodeIds({ ...all, kinds: ['Database'] })).toEqual(['data', 'db']);
  expect(edgeIds({ ...all, kinds: ['Database'] })).toEqual([]);
});

it('filters of modes and types both have to agree', () => {
  expect(edgeIds({ ...all, modes: ['Hard'] })).toEqual(['web>cart', 'cart>db']);
  expect(edgeIds({ ...all, modes: ['Hard'], types: ['Writes'] })).toEqual(['cart>db']);
});

it('what the server has folded stays folded, and filters reach into its bundles', () => {
  const folded: LandscapePicture = {
    ...whole,
    isFolded: true,
    components: [component('web', 'shop'), component('cart', 'shop')],
    dependencies: [dependency('web', 'cart')],
    bundles: [
      { sourceId: 'web', targetId: 'data', parts: [{ dependencyType: 'Reads', mode: 'Soft', propagates: true, count: 1 }] },
      { sourceId: 'cart', targetId: 'data', parts: [{ dependencyType: 'Writes', mode: 'Hard', propagates: true, count: 2 }, { dependencyType: 'Calls', mode: 'Async', propagates: false, count: 1 }] },
    ],
  };
  expect(nodeIds(all, folded)).toEqual(['shop', 'data', 'web', 'cart']);
  expect(edgeIds(all, folded)).toEqual(['web>cart', 'bundle web data', 'bundle cart data']);
  const { edges } = prepareLandscape(folded, { ...all, modes: ['Hard'] }).picture;
  expect(edges.map(({ id, label }) => [id, label])).toEqual([['web>cart', undefined], ['bundle cart data', '2']]);
});
