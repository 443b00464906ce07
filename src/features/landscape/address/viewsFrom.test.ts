import { describe, expect, it } from 'vitest';
import type { Picture, PictureCard } from '@/contract/picture';
import { pictureRow } from '@/test/pictureRow';
import type { LandscapeView } from './landscapeAddress';
import { viewsFrom } from './viewsFrom';

const view = {
  view: 'picture',
  grouping: null,
  level: null,
  colour: 'health',
  component: null,
  group: null,
  open: [],
  focus: [],
  hops: 1,
} as unknown as LandscapeView;
const box = { x: 0, y: 0, width: 1, height: 1 };
const card = (id: string, more: Partial<PictureCard> = {}): PictureCard => ({
  id,
  group: id,
  kind: 'application',
  title: id,
  count: 3,
  isOpen: false,
  box,
  rows: [pictureRow({ id: `${id} row`, of: `${id} row` })],
  titleHeight: 1,
  more: null,
  shares: null,
  ...more,
});
const picture = (more: Partial<Picture> = {}): Picture => ({
  landscapeVersion: 1,
  grouping: 'application',
  level: 'cards',
  levels: ['cards', 'components'],
  size: { width: 1, height: 1 },
  cards: [card('shop'), card('bank', { isOpen: true })],
  headings: [],
  boxes: [],
  stacks: [{ id: 'stack a', name: 'a', kind: 'Worker', count: 4, memberIds: [], cardId: 'bank', box }],
  lines: [],
  omitted: { components: 0, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 9, applications: 3, dependencies: 0 },
  matching: { components: 9, dependencies: 0, groups: 3 },
  ...more,
});

describe('selecting', () => {
  it.each([
    ['a row', 'shop row', { component: 'shop row', group: null, line: null }],
    ['a card', 'shop', { component: null, group: 'shop', line: null }],
    ['a stack, which opens it', 'stack a', { open: ['stack a'] }],
  ])('%s', (_, id, change) => {
    expect(viewsFrom(view, picture()).choose(id)).toEqual(change);
  });

  const cell = pictureRow({ id: 'a in shop', of: 'a', kind: 'Application' });
  const map = picture({ level: 'map', grouping: 'capability', cards: [card('shop', { rows: [cell] }), card('none')] });

  it('an application on a map is a group, wherever it is drawn and whatever the grouping', () => {
    const views = viewsFrom(view, map);
    expect(views.choose('a in shop')).toEqual({ component: null, group: 'a', line: null });
    expect([views.kindOf('a'), views.kindOf('shop')]).toEqual(['application', 'capability']);
    expect(views.open('a in shop')).toMatchObject({ focus: ['a'], hops: 1 });
    expect(views.find({ kind: 'application', id: 'a' })).toEqual({ component: null, group: 'a', line: null });
  });

  it('a group of a map opens by itself, without its grouping; what belongs nowhere needs it', () => {
    expect(viewsFrom(view, map).open('shop')).toMatchObject({ focus: ['shop'], hops: 0, grouping: null });
    expect(viewsFrom(view, map).open('none')).not.toHaveProperty('grouping');
  });
});

describe('opening and closing', () => {
  it('a closed card opens, and one that was opened closes', () => {
    expect(viewsFrom(view, picture()).open('shop')).toEqual({ open: ['shop'] });
    expect(viewsFrom({ ...view, open: ['shop', 'bank'] }, picture()).open('bank')).toEqual({ open: ['shop'] });
  });

  it('a card that opened automatically closes on request', () => {
    expect(viewsFrom(view, picture()).open('bank')).toEqual({ level: 'cards', open: null });
  });

  it('in a focus, a card opens into all its rows, and what has no room opens when it is pressed', () => {
    const folded = card('column 1', { kind: 'none' });
    const focus = picture({ level: 'focus', cards: [card('1 shop', { group: 'shop' }), folded] });
    const views = viewsFrom({ ...view, focus: ['x'] }, focus);
    expect(views.choose('1 shop')).toEqual({ component: null, group: 'shop', line: null });
    expect(views.open('1 shop')).toEqual({ open: ['1 shop'] });
    expect(views.choose('column 1')).toEqual({ open: ['column 1'] });
    expect(views.choose('more 1 shop')).toEqual({ open: ['1 shop'] });
  });

  it('a component can be put into focus, and then one of its neighbours, at the same distance', () => {
    expect(viewsFrom(view, picture()).open('shop row')).toMatchObject({ focus: ['shop row'], hops: 1, component: null });
    const further = viewsFrom({ ...view, focus: ['x'], hops: 2 }, picture()).open('shop row');
    expect([further.focus, further.hops]).toEqual([['shop row'], 2]);
  });
});

it('a found application is shown among applications', () => {
  expect(viewsFrom(view, picture({ grouping: 'team' })).find({ kind: 'application', id: 'a' })).toMatchObject({
    grouping: 'application',
    group: 'a',
  });
  expect(viewsFrom(view, picture()).find({ kind: 'component', id: 'c' })).toEqual({ component: 'c', group: null, line: null });
});
