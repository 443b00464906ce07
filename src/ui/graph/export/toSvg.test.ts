import { expect, it } from 'vitest';
import { toSvg, type DrawnEdge, type DrawnNode } from './toSvg';

const node: DrawnNode = {
  shape: 'rectangle',
  at: { x: 50, y: 20 },
  width: 60,
  height: 20,
  fill: '#fff',
  fillOpacity: 1,
  stroke: '#000',
  strokeWidth: 1,
  dashes: null,
  cornerRadius: 6,
  opacity: 1,
  image: null,
  text: { lines: ['Cart & "co"', '<2>'], at: { x: 50, y: 20 }, size: 12, colour: '#111', isBold: false },
};
const edge: DrawnEdge = {
  from: { x: 0, y: 0 },
  to: { x: 10, y: 0 },
  bends: [],
  stroke: '#999',
  strokeWidth: 1.5,
  dashes: [4, 4],
  opacity: 1,
  head: { at: 'to', form: 'hollow' },
  text: null,
};
const frame = { background: '#f7f8fa', font: 'sans-serif', left: -5, top: -5, width: 120.126, height: 60 };

it('writes nodes, their words escaped, in a frame of its own size', () => {
  expect(toSvg({ ...frame, nodes: [node], edges: [], below: 0 })).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 120.13 60" width="120.13" height="60" font-family="sans-serif" text-anchor="middle"><rect x="-5" y="-5" width="120.13" height="60" fill="#f7f8fa"/>' +
      '<g opacity="1"><rect x="20" y="10" width="60" height="20" rx="6" fill="#fff" fill-opacity="1" stroke="#000" stroke-width="1"/>' +
      '<text x="50" y="24.2" font-size="12" fill="#111">Cart &amp; &quot;co&quot;</text><text x="50" y="39.2" font-size="12" fill="#111">&lt;2&gt;</text></g></svg>',
  );
});

it('draws boxes below the edges and everything else above them', () => {
  const text = toSvg({
    ...frame,
    nodes: [
      { ...node, fill: 'box' },
      { ...node, fill: 'leaf' },
    ],
    edges: [edge],
    below: 1,
  });
  expect(
    ['fill="box"', 'stroke-dasharray="4 4"', 'fill="leaf"']
      .map((part) => text.indexOf(part))
      .every((place, index, all) => place > (all[index - 1] ?? 0)),
  ).toBe(true);
});

it.each([
  ['hollow', 'fill="none" stroke="#999" stroke-width="1.2"'],
  ['filled', 'fill="#999" stroke="#999" stroke-width="1.2"'],
  ['bar', 'M0 -5V5'],
] as const)('a head that is %s looks so', (form, expected) => {
  expect(toSvg({ ...frame, nodes: [], edges: [{ ...edge, head: { at: 'to', form } }], below: 0 })).toContain(expected);
});

it('an edge bends by its control points', () => {
  expect(toSvg({ ...frame, nodes: [], edges: [{ ...edge, bends: [{ x: 5, y: 9 }] }], below: 0 })).toContain('M0 0Q5 9 10 0');
});
