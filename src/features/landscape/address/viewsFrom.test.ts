import { describe, expect, it } from 'vitest';
import type { Picture, PictureCard } from '@/contract/picture';
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
  kind: 'application',
  title: id,
  count: 3,
  groups: 1,
  isOpen: false,
  box,
  rows: [{ id: `${id} row`, technicalName: 'row', name: 'Row', kind: 'WebAPI', isExternal: false, count: 1, box }],
  more: null,
  ...more,
});
const picture = (more: Partial<Picture> = {}): Picture => ({
  landscapeVersion: 1,
  grouping: 'application',
  level: 'cards',
  levels: ['cards', 'components'],
  size: { width: 1, height: 1 },
  cards: [card('shop'), card('bank', { isOpen: true }), card('rest', { kind: 'rest', groups: 9 })],
  boxes: [],
  stacks: [{ id: 'stack a', name: 'a', kind: 'Worker', count: 4, memberIds: [], cardId: 'bank', box }],
  lines: [],
  omitted: { cards: 0, components: 0, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 9, applications: 3, dependencies: 0 },
  matching: { components: 9, dependencies: 0, groups: 3 },
  ...more,
});

describe('selecting', () => {
  it.each([
    ['a row', 'shop row', { component: 'shop row', group: null }],
    ['a card', 'shop', { component: null, group: 'shop' }],
    ['a stack, which opens it', 'stack a', { open: ['stack a'] }],
    ['the card of the rest, which the table lists', 'rest', { view: 'table', component: null, group: null }],
  ])('%s', (_, id, change) => {
    expect(viewsFrom(view, picture()).choose(id)).toEqual(change);
  });

  it('an application in a card of applications is a group, whatever the grouping', () => {
    const views = viewsFrom(view, picture({ level: 'groups', grouping: 'team' }));
    expect(views.choose('shop row')).toEqual({ component: null, group: 'shop row' });
    expect(views.kindOf('shop row')).toBe('application');
    expect(views.kindOf('shop')).toBe('team');
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

  it('a component can be shown with its neighbours, and then with theirs', () => {
    expect(viewsFrom(view, picture()).open('shop row')).toMatchObject({ focus: ['shop row'], hops: 1, component: 'shop row' });
    const further = viewsFrom({ ...view, focus: ['x'] }, picture()).open('shop row');
    expect(further.focus).toEqual(['x', 'shop row']);
    expect(further).not.toHaveProperty('hops');
  });
});

it('a found application is shown among applications', () => {
  expect(viewsFrom(view, picture({ grouping: 'team' })).find({ kind: 'application', id: 'a' })).toMatchObject({
    grouping: 'application',
    group: 'a',
  });
  expect(viewsFrom(view, picture()).find({ kind: 'component', id: 'c' })).toEqual({ component: 'c', group: null });
});
