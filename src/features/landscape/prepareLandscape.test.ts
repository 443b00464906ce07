/** A picture says what the server decided to show, and nothing of it by colour alone. */
import { expect, it } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { DrawnComponent, LandscapePicture, PictureBundle, PictureDependency, PictureGroup } from '@/contract/landscapePicture';
import { prepareLandscape } from './prepareLandscape';

const group = (key: string, componentCount: number, more: Partial<PictureGroup> = {}): PictureGroup => ({
  key,
  kind: 'application',
  id: key,
  technicalName: key,
  name: key.toUpperCase(),
  criticalityTier: 'BusinessCritical',
  ownerTeam: null,
  componentCount,
  troubled: { Warning: 0, Degraded: 0, Outage: 0 },
  isFolded: false,
  health: 'Unreported',
  isUnderMaintenance: false,
  ...more,
});
const component = (id: string, groupKey: string | null, more: Partial<DrawnComponent> = {}): DrawnComponent => ({
  id,
  technicalName: id,
  name: id,
  kind: 'WebAPI',
  isExternal: false,
  applicationId: groupKey ?? 'shop',
  applicationName: 'Shop',
  groupKey,
  otherGroups: 0,
  health: 'Unreported',
  isUnderMaintenance: false,
  ...more,
});
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
const bundle = (sourceId: string, targetId: string, parts: PictureBundle['parts']): PictureBundle => ({
  sourceId,
  targetId,
  parts,
  count: parts.reduce((sum, { count }) => sum + count, 0),
});
const part = (more: Partial<PictureBundle['parts'][number]> = {}): PictureBundle['parts'][number] => ({
  dependencyType: 'Calls',
  mode: 'Hard',
  propagates: true,
  count: 1,
  ...more,
});

const whole: LandscapePicture = {
  landscapeVersion: 1,
  grouping: 'application',
  isAggregated: false,
  counts: { components: 4, applications: 2, dependencies: 4 },
  matching: { components: 4, dependencies: 4, groups: 2 },
  groups: [group('shop', 2), group('data', 2)],
  components: [
    component('web', 'shop'),
    component('cart', 'shop'),
    component('db', 'data', { kind: 'Database' }),
    component('cache', 'data', { kind: 'Cache' }),
  ],
  dependencies: [
    dependency('web', 'cart'),
    dependency('web', 'db', { dependencyType: 'Reads', mode: 'Soft', required: false }),
    dependency('cart', 'db', { dependencyType: 'Writes' }),
    dependency('cart', 'cache', { mode: 'Async', propagates: false }),
  ],
  bundles: [],
  omitted: { groups: 0, components: 0, dependencies: 0 },
  notOpened: [],
};
const light = paletteOf('light');
const picture = (data: LandscapePicture, more: PictureBundle[] = []) => prepareLandscape(data, light, more).picture;

it('components lie in the box of their group, and boxes come first', () => {
  expect(picture(whole).nodes.map(({ id, parent }) => [id, parent])).toEqual([
    ['shop', undefined],
    ['data', undefined],
    ['web', 'shop'],
    ['cart', 'shop'],
    ['db', 'data'],
    ['cache', 'data'],
  ]);
});

it('without grouping there are no boxes', () => {
  const components = whole.components.map((one) => ({ ...one, groupKey: null }));
  expect(picture({ ...whole, grouping: 'none', groups: [], components }).nodes.map(({ id, parent }) => [id, parent])).toEqual([
    ['web', undefined],
    ['cart', undefined],
    ['db', undefined],
    ['cache', undefined],
  ]);
});

it('an edge shows its mode, whether it is optional, and whether it propagates', () => {
  const classes = new Map(picture(whole).edges.map(({ id, classes: names }) => [id, names]));
  expect(classes.get('web>db')).toEqual(['mode-Soft', 'optional']);
  expect(classes.get('cart>cache')).toEqual(['mode-Async', 'blocked']);
});

it('a folded group is one node that says how many it holds or what is wrong in it, and joins are counted', () => {
  const folded: LandscapePicture = {
    ...whole,
    groups: [
      group('shop', 2, { isFolded: true }),
      group('data', 12, { isFolded: true, health: 'Outage', troubled: { Warning: 1, Degraded: 0, Outage: 2 } }),
    ],
    components: [],
    dependencies: [],
    bundles: [bundle('shop', 'data', [part(), part({ mode: 'Soft', count: 2 })])],
  };
  const { nodes, edges } = picture(folded);
  expect(nodes.map(({ id, label, classes }) => [id, label, classes])).toEqual([
    ['shop', 'SHOP\n2 components', ['folded', 'landmark', 'health-Unreported']],
    ['data', 'DATA\n12: 2 out, 1 warning', ['folded', 'landmark', 'health-Outage']],
  ]);
  expect(edges).toEqual([{ id: 'bundle shop data', source: 'shop', target: 'data', classes: ['bundle'], label: '3' }]);
});

it('a bundle looks like its parts where they agree', () => {
  const edgesOf = (parts: PictureBundle['parts']) =>
    picture({ ...whole, dependencies: [], bundles: [bundle('shop', 'data', parts)] }).edges.map(({ classes, label }) => [classes, label]);
  expect(edgesOf([part({ mode: 'Soft', propagates: false })])).toEqual([[['bundle', 'mode-Soft', 'blocked'], undefined]]);
  expect(edgesOf([part({ mode: 'Soft' }), part({ mode: 'Soft', propagates: false, count: 4 })])).toEqual([[['bundle', 'mode-Soft'], '5']]);
});

it('joins of a chosen group are added where both of their ends are drawn, and never twice', () => {
  const folded = {
    ...whole,
    groups: [group('shop', 2, { isFolded: true }), group('data', 2, { isFolded: true })],
    components: [],
    dependencies: [],
    bundles: [bundle('shop', 'data', [part()])],
  };
  const more = [bundle('shop', 'data', [part()]), bundle('data', 'shop', [part()]), bundle('shop', 'elsewhere', [part()])];
  expect(picture(folded, more).edges.map(({ id }) => id)).toEqual(['bundle shop data', 'bundle data shop']);
});

it('joins of a chosen component with a group that is unfolded are not added: what is in it is joined one by one', () => {
  const more = [bundle('web', 'data', [part()]), bundle('data', 'web', [part()])];
  const drawnWith = (isFolded: boolean): string[] =>
    picture(
      { ...whole, groups: [group('shop', 1), group('data', 2, { isFolded })], components: [component('web', 'shop')], dependencies: [] },
      more,
    ).edges.map(({ id }) => id);
  expect(drawnWith(false)).toEqual([]);
  expect(drawnWith(true)).toEqual(['bundle web data', 'bundle data web']);
});

it('a state is a class and a mark of its own; maintenance never wears that of Healthy; what never reported wears none', () => {
  const look = (more: Partial<DrawnComponent>) =>
    picture({ ...whole, components: [component('web', 'shop', more)], dependencies: [] }).nodes.find(({ id }) => id === 'web');
  const images = [
    { health: 'Healthy' },
    { health: 'Warning' },
    { health: 'Degraded' },
    { health: 'Outage' },
    { health: 'Healthy', isUnderMaintenance: true },
    { health: 'Unreported' },
  ] as const;
  expect(new Set(images.map((live) => look(live)?.icon)).size).toBe(images.length);
  expect(look({ health: 'Outage' })?.classes).toEqual(['component', 'marked', 'health-Outage']);
  expect(look({ health: 'Healthy', isUnderMaintenance: true })?.classes).toEqual(['component', 'marked', 'health-Healthy', 'maintenance']);
  expect(decodeURIComponent(look({ health: 'Healthy', isUnderMaintenance: true })?.icon ?? '')).not.toContain(light.states.Healthy);
  expect(look({ health: 'Unreported' })?.classes).toEqual(['component', 'health-Unreported']);
});

it('many groups, which are only seen whole from afar, are joined by quiet and thicker lines', () => {
  const groups = Array.from({ length: 201 }, (_, at) => group(`g${at}`, 2, { isFolded: true }));
  const classesAmong = (shown: typeof groups) =>
    picture({ ...whole, groups: shown, components: [], dependencies: [], bundles: [bundle('g0', 'g1', [part()])] }).edges.map(
      ({ classes }) => classes,
    );
  expect(classesAmong(groups)).toEqual([['bundle', 'mode-Hard', 'quiet', 'distant']]);
  expect(classesAmong(groups.slice(0, 200))).toEqual([['bundle', 'mode-Hard']]);
});

it('what the joins of a chosen group add nothing to stays the same object, so that it is not drawn again; other data or colours are another', () => {
  const aggregated: LandscapePicture = {
    ...whole,
    groups: [group('shop', 2, { isFolded: true }), group('data', 2, { isFolded: true })],
    components: [],
    dependencies: [],
    bundles: [bundle('shop', 'data', [part()])],
  };
  const held = prepareLandscape(aggregated, light, []);
  expect(prepareLandscape(aggregated, light, [bundle('shop', 'data', [part()]), bundle('shop', 'not drawn', [part()])])).toBe(held);
  expect(prepareLandscape(aggregated, light, [bundle('data', 'shop', [part()])])).not.toBe(held);
  expect(prepareLandscape(aggregated, light, [])).toBe(held);
  expect(prepareLandscape({ ...aggregated }, light, [])).not.toBe(held);
  expect(prepareLandscape(aggregated, paletteOf('dark'), [])).not.toBe(held);
});
