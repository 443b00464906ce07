import { describe, expect, it } from 'vitest';
import type { Picture, PictureBox, PictureCard } from '@/contract/picture';
import { pictureRow } from '@/test/pictureRow';
import { contentOf } from './areaContent';

const box = { x: 0, y: 0, width: 1, height: 1 };
const row = (id: string) => pictureRow({ id, of: id, name: id });
const card = (id: string, more: Partial<PictureCard> = {}): PictureCard => ({
  id,
  group: id,
  kind: 'application',
  title: id,
  count: 5,
  isOpen: false,
  box,
  rows: [row(`${id} a`), row(`${id} b`)],
  titleHeight: 1,
  more: { count: 3, box },
  shares: null,
  ...more,
});
const picture = (more: Partial<Picture> = {}): Picture => ({
  landscapeVersion: 1,
  grouping: 'application',
  level: 'cards',
  levels: ['cards'],
  size: { width: 1, height: 1 },
  cards: [card('shop'), card('bank', { isOpen: true, rows: [], more: null })],
  headings: [],
  boxes: [{ ...row('vault'), kind: 'WebAPI', cardId: 'bank', stackId: null } as PictureBox],
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
  omitted: { components: 0, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 9, applications: 2, dependencies: 0 },
  matching: { components: 9, dependencies: 0, groups: 2 },
  ...more,
});
const told = (data: Picture, ids: string[]) => {
  const { components, asked, words } = contentOf(data, ids);
  return { components: [...components], asked, words };
};

describe('what a frame over the landscape holds', () => {
  it('rows and boxes count as themselves, stacks as their members', () => {
    expect(told(picture(), ['shop a', 'vault', 'stack till'])).toEqual({
      components: ['shop a', 'vault', 'till', 'till 2', 'till 3'],
      asked: [],
      words: '5 components',
    });
  });

  it('a whole card includes the components that it does not draw', () => {
    expect(told(picture(), ['shop', 'shop a', 'shop b', 'more shop'])).toEqual({
      components: [],
      asked: ['shop'],
      words: '5 components',
    });
    expect(told(picture(), ['bank', 'vault', 'stack till'])).toEqual({
      components: [],
      asked: ['bank'],
      words: '5 components',
    });
  });

  it('what the rows of a card leave out can be selected separately', () => {
    expect(told(picture(), ['shop b', 'more shop'])).toEqual({
      components: ['shop b'],
      asked: ['more shop'],
      words: '4 components',
    });
  });

  it('an application in two groups of a map counts once, and the server knows its components', () => {
    const cell = (group: string) => pictureRow({ id: `app in ${group}`, of: 'app', kind: 'Application', count: 7 });
    const map = picture({
      level: 'map',
      cards: [
        card('a', { rows: [cell('a')], more: null }),
        card('b', { rows: [cell('b'), pictureRow({ kind: 'Application' })], more: null }),
      ],
      boxes: [],
      stacks: [],
    });
    expect(told(map, ['app in a', 'app in b'])).toEqual({ components: [], asked: ['app in a', 'app in b'], words: '1 application' });
    expect(told(map, ['a', 'b'])).toEqual({ components: [], asked: ['a', 'b'], words: '2 applications' });
  });

  it('what is no longer in the picture has no content', () => {
    expect(told(picture(), ['gone'])).toEqual({ components: [], asked: [], words: '0 components' });
  });
});
