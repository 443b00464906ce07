import { expect, it } from 'vitest';
import type { CanvasLook } from '@/canvas/model/look';
import type { CanvasLine, CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import { PLAIN_LOOK } from '@/test/plainLook';
import { highlightedText, litText, pictureText } from './svgPicture';

const node = (id: string, x: number): CanvasNode => ({
  id,
  layer: 'card',
  box: { x, y: 0, width: 80, height: 30 },
  label: `Card ${id}`,
  classes: [],
});
const line = (id: string, from: string, to: string): CanvasLine => ({ id, from, to, points: [], label: id, classes: [] });
const picture: CanvasPicture = {
  size: { width: 400, height: 40 },
  nodes: [node('a', 0), node('b', 150), node('c', 300)],
  lines: [line('1', 'a', 'b'), line('2', 'b', 'c')],
};
/** Cards by the opacity of the group around them. */
const cards = (text: string): string[] => {
  const document = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, 'image/svg+xml');
  return [...document.querySelectorAll('text')]
    .filter(({ textContent }) => textContent.startsWith('Card'))
    .map((words) => `${words.textContent} ${words.closest('g')?.getAttribute('opacity') ?? 'whole'}`);
};

it('everything fades, and what is highlighted lies whole over it, with its lines', () => {
  const highlight = {
    ids: new Set(['a', 'b', '1']),
    lines: [
      {
        ...line('9', 'a', 'c'),
        points: [
          { x: 40, y: 30 },
          { x: 40, y: 80 },
          { x: 340, y: 80 },
          { x: 340, y: 30 },
        ],
      },
    ],
  };
  expect(cards(pictureText(picture, PLAIN_LOOK))).toEqual(['Card a whole', 'Card b whole', 'Card c whole']);
  const text = highlightedText(picture, PLAIN_LOOK, highlight);
  expect(cards(text)).toEqual(['Card a 0.22', 'Card b 0.22', 'Card c 0.22', 'Card a whole', 'Card b whole']);
  expect([...text.matchAll(/>(1|2|9)<\/text>/g)].map(([, label]) => label)).toEqual(['1', '2', '1', '9']);
});

it('a highlighted card does not hide what is faded on it', () => {
  const row = (id: string, x: number): CanvasNode => ({ ...node(id, x), layer: 'row', box: { x, y: 5, width: 60, height: 20 } });
  const held: CanvasPicture = { ...picture, nodes: [node('a', 0), row('a1', 10), node('b', 150), row('b1', 160)], lines: [] };
  const text = litText(held, PLAIN_LOOK, { ids: new Set(['a', 'b', 'b1']), lines: [] }, null);
  expect([...text.matchAll(/<rect x="(\d+)"[^>]+ fill="([^"]+)"/g)].map(([, x, fill]) => `${x} ${fill}`)).toEqual(['150 #eee', '160 #eee']);
});

it('what is selected has a border in the accent of the look, what a highlight accents one in its own, and nothing else has any', () => {
  const coloured = { ...PLAIN_LOOK, accents: { dependent: '#0a0' } };
  const highlight = { ids: new Set<string>(), lines: [], accents: new Map([['b', 'dependent']]) };
  expect(litText(picture, coloured, highlight, 'a').match(/<rect x="[^"]+"|stroke="[^"]+"/g)).toEqual([
    '<rect x="1.25"',
    'stroke="#00f"',
    '<rect x="151.25"',
    'stroke="#0a0"',
  ]);
  expect(litText(picture, coloured, null, null)).toBe('');
});

it('mere shapes of one look on a card are one path, each where its box is, over the card and below nothing', () => {
  const tile = (id: string, x: number, fill?: string): CanvasNode => ({
    id,
    layer: 'row',
    box: { x, y: 5, width: 6, height: 6 },
    label: '',
    ...(fill === undefined ? {} : { fill }),
    classes: ['tile'],
  });
  const held: CanvasPicture = {
    ...picture,
    nodes: [node('a', 0), tile('a1', 10), tile('a2', 20, '#f00'), tile('a3', 30), node('b', 150), tile('b1', 160)],
    lines: [],
  };
  const square: CanvasLook = {
    ...PLAIN_LOOK,
    node: (one) => ({ ...PLAIN_LOOK.node(one), radius: 0, ...(one.id === 'b1' ? { stroke: '#333', strokeWidth: 1 } : {}) }),
  };
  const drawn = [...pictureText(held, square).matchAll(/<(rect|path) (?:x="(\d+)"|d="([^"]+)")[^>]* fill="([^"]+)"/g)];
  expect(drawn.map(([, shape, x, way, fill]) => [shape, x ?? way, fill])).toEqual([
    ['rect', '0', '#eee'],
    ['rect', '150', '#eee'],
    ['path', 'M10 5h6v6h-6zM30 5h6v6h-6z', '#eee'],
    ['path', 'M20 5h6v6h-6z', '#f00'],
    ['path', 'M160.5 5.5h5v5h-5z', '#eee'],
  ]);
  expect(/d="([^"]+)"/.exec(pictureText({ ...held, nodes: [tile('a1', 10)] }, PLAIN_LOOK))?.[1]).toBe(
    'M13 5h0a3 3 0 0 1 3 3v0a3 3 0 0 1 -3 3h-0a3 3 0 0 1 -3 -3v-0a3 3 0 0 1 3 -3z',
  );
});

it('a bent line has round corners, which never overlap on a short piece', () => {
  const bent: CanvasPicture = {
    ...picture,
    lines: [
      {
        ...line('1', 'a', 'b'),
        points: [
          { x: 80, y: 10 },
          { x: 110, y: 10 },
          { x: 110, y: 14 },
          { x: 150, y: 14 },
        ],
      },
    ],
  };
  expect(/d="(M80[^"]+)"/.exec(pictureText(bent, PLAIN_LOOK))?.[1]).toBe('M80 10L104 10Q110 10 110 12L110 12Q110 14 116 14L150 14');
});
