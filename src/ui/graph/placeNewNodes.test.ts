import { expect, it } from 'vitest';
import type { Picture, PictureNode } from './picture';
import { placeNewNodes } from './placeNewNodes';

const node = (id: string, parent?: string): PictureNode => ({
  id,
  label: id,
  width: 10,
  height: 10,
  classes: [],
  ...(parent === undefined ? {} : { parent }),
});
const picture: Picture = {
  nodes: [node('box'), node('a', 'box'), node('b', 'box'), node('c'), node('d')],
  edges: [{ id: 'e', source: 'c', target: 'd', classes: [] }],
};
const a = { x: 0, y: 0 };
const b = { x: 100, y: 50 };
const c = { x: 300, y: 10 };
const d = { x: 400, y: 20 };

it('nodes that are known stay where they are, and boxes have no place of their own', () => {
  const known = new Map([
    ['a', a],
    ['b', b],
    ['c', c],
    ['d', d],
    ['gone', { x: 9, y: 9 }],
  ]);
  expect(placeNewNodes(picture, known)).toEqual(
    new Map([
      ['a', a],
      ['b', b],
      ['c', c],
      ['d', d],
    ]),
  );
});

it('a new node goes below those of its box', () => {
  expect(
    placeNewNodes(
      picture,
      new Map([
        ['a', a],
        ['c', c],
        ['d', d],
      ]),
    )?.get('b'),
  ).toEqual({ x: 0, y: 64 });
});

it('a new node outside of boxes goes below what it is joined to', () => {
  expect(
    placeNewNodes(
      picture,
      new Map([
        ['a', a],
        ['b', b],
        ['c', c],
      ]),
    )?.get('d'),
  ).toEqual({ x: 300, y: 74 });
});

it('when more than a third is unknown there is nothing to settle on', () => {
  expect(
    placeNewNodes(
      picture,
      new Map([
        ['a', a],
        ['b', b],
      ]),
    ),
  ).toBeNull();
});

it('an empty picture is settled at once', () => {
  expect(placeNewNodes({ nodes: [], edges: [] }, new Map())).toEqual(new Map());
});

it('a group that is opened lies where it was folded, what it would cover moves out of it, and nothing else moves', () => {
  const node = (id: string, parent?: string) => ({
    id,
    label: id,
    width: 100,
    height: 30,
    classes: [],
    ...(parent === undefined ? {} : { parent }),
  });
  const picture = { nodes: [node('box'), node('a', 'box'), node('b', 'box'), node('beside'), node('far')], edges: [] };
  const known = new Map([
    ['box', { x: 500, y: 500 }],
    ['beside', { x: 560, y: 500 }],
    ['far', { x: 5_000, y: 500 }],
  ]);
  const settled = placeNewNodes(picture, known);
  expect([settled?.get('a'), settled?.get('b')]).toEqual([
    { x: 500, y: 477 },
    { x: 500, y: 523 },
  ]);
  expect(settled?.get('beside')).toEqual({ x: 500 + 58 + 34 + 50, y: 500 });
  expect(settled?.get('far')).toEqual({ x: 5_000, y: 500 });
});

/** `count` folded groups in rows, as close as they are laid out, and `opened` of them opened with thirty components each. */
function estate(count: number, opened: readonly number[]): { picture: Picture; known: Map<string, { x: number; y: number }> } {
  const size = { width: 200, height: 46 };
  const groups = Array.from({ length: count }, (_, at): PictureNode => ({ id: `group ${at}`, label: '', classes: [], ...size }));
  const components = opened.flatMap((at) =>
    Array.from({ length: 30 }, (_, one): PictureNode => ({
      id: `${at}.${one}`,
      parent: `group ${at}`,
      label: '',
      width: 120,
      height: 32,
      classes: [],
    })),
  );
  return {
    picture: { nodes: [...groups, ...components], edges: [] },
    known: new Map(groups.map(({ id }, at) => [id, { x: (at % 10) * 228, y: Math.floor(at / 10) * 74 }])),
  };
}

it.each([[[44]], [[0]], [[44, 45]], [[3, 4, 13, 14, 90]]])(
  'with groups %j opened nothing lies over anything else, and what was covered by none stays',
  (opened) => {
    const { picture, known } = estate(100, opened);
    const settled = placeNewNodes(picture, known);
    const isOpen = (id: string): boolean => opened.some((at) => id === `group ${at}`);
    const outlines = picture.nodes.flatMap(({ id, width, height }) => {
      const inside = picture.nodes.filter(({ parent }) => parent === id).flatMap((one) => settled?.get(one.id) ?? []);
      const place = settled?.get(id);
      if (isOpen(id))
        return [
          {
            id,
            left: Math.min(...inside.map(({ x }) => x)) - 60,
            right: Math.max(...inside.map(({ x }) => x)) + 60,
            top: Math.min(...inside.map(({ y }) => y)) - 16,
            bottom: Math.max(...inside.map(({ y }) => y)) + 16,
          },
        ];
      return place === undefined || id.includes('.')
        ? []
        : [{ id, left: place.x - width / 2, right: place.x + width / 2, top: place.y - height / 2, bottom: place.y + height / 2 }];
    });
    expect(outlines).toHaveLength(100);
    const over = outlines.flatMap((one, at) =>
      outlines
        .slice(at + 1)
        .flatMap((other) =>
          one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
            ? [`${one.id} over ${other.id}`]
            : [],
        ),
    );
    expect(over).toEqual([]);
    const boxes = outlines.filter(({ id }) => isOpen(id));
    const moved = picture.nodes.filter(({ id, parent }) => parent === undefined && !isOpen(id) && settled?.get(id) !== known.get(id));
    // A box reaches 42 beyond the outlines of what lies in it: half a gap, and the room around.
    const coveredBy = ({ id, width, height }: PictureNode): boolean => {
      const { x, y } = known.get(id) ?? { x: 0, y: 0 };
      return boxes.some(
        ({ left, right, top, bottom }) =>
          x + width / 2 > left - 42 && x - width / 2 < right + 42 && y + height / 2 > top - 42 && y - height / 2 < bottom + 42,
      );
    };
    expect(moved.filter((node) => !coveredBy(node))).toEqual([]);
    expect(moved.length).toBeGreaterThan(0);
  },
);
