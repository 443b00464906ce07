import { describe, expect, it } from 'vitest';
import type { Picture, PictureCard } from '@/contract/picture';
import { contentOf } from './areaContent';

const box = { x: 0, y: 0, width: 1, height: 1 };
const row = (id: string, count = 1) => ({
  id,
  technicalName: id,
  name: id,
  kind: 'WebAPI' as const,
  isExternal: false,
  count,
  box,
});
const card = (id: string, more: Partial<PictureCard> = {}): PictureCard => ({
  id,
  kind: 'application',
  title: id,
  count: 5,
  groups: 1,
  isOpen: false,
  box,
  rows: [row(`${id} a`), row(`${id} b`)],
  more: { count: 3, components: 3, box },
  ...more,
});
const picture = (more: Partial<Picture> = {}): Picture => ({
  landscapeVersion: 1,
  grouping: 'application',
  level: 'cards',
  levels: ['cards'],
  size: { width: 1, height: 1 },
  cards: [card('shop'), card('bank', { isOpen: true, rows: [], more: null })],
  boxes: [{ ...row('vault'), kind: 'WebAPI', cardId: 'bank', stackId: null }],
  stacks: [
    {
      id: 'stack till',
      name: 'till',
      kind: 'WebAPI',
      count: 3,
      memberIds: ['till', 'till 2', 'till 3'],
      cardId: 'bank',
      box,
    },
  ],
  lines: [],
  omitted: { cards: 0, components: 0, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 9, applications: 2, dependencies: 0 },
  matching: { components: 9, dependencies: 0, groups: 2 },
  ...more,
});
const told = (data: Picture, ids: string[]) => {
  const { components, asked, count } = contentOf(data, ids);
  return { components: [...components], asked, count };
};

describe('what a frame over the landscape holds', () => {
  it('rows and boxes count as themselves, stacks as their members', () => {
    expect(told(picture(), ['shop a', 'vault', 'stack till'])).toEqual({
      components: ['shop a', 'vault', 'till', 'till 2', 'till 3'],
      asked: [],
      count: 5,
    });
  });

  it('a whole card includes the components that it does not draw', () => {
    expect(told(picture(), ['shop', 'shop a', 'shop b', 'more shop'])).toEqual({
      components: [],
      asked: ['shop'],
      count: 5,
    });
    expect(told(picture(), ['bank', 'vault', 'stack till'])).toEqual({
      components: [],
      asked: ['bank'],
      count: 5,
    });
  });

  it('what the rows of a card leave out can be selected separately', () => {
    expect(told(picture(), ['shop b', 'more shop'])).toEqual({
      components: ['shop b'],
      asked: ['more shop'],
      count: 4,
    });
  });

  it('a row that is an application stands for its components', () => {
    const groups = picture({
      level: 'groups',
      cards: [card('team x', { rows: [row('app', 7)], more: null })],
    });
    expect(told(groups, ['app'])).toEqual({ components: [], asked: ['app'], count: 7 });
  });

  it('what is no longer in the picture has no content', () => {
    expect(told(picture(), ['gone'])).toEqual({ components: [], asked: [], count: 0 });
  });
});
