import { expect, it } from 'vitest';
import type { Picture } from '@/ui/graph/picture';
import { markLandscape } from './markLandscape';

const node = (id: string, parent?: string) => ({
  id,
  label: id,
  width: 1,
  height: 1,
  classes: parent === undefined && id === 'box' ? ['box'] : [],
  ...(parent === undefined ? {} : { parent }),
});
const edge = (source: string, target: string) => ({ id: `${source}>${target}`, source, target, classes: [] });
const picture: Picture = {
  nodes: [node('box'), node('a', 'box'), node('b', 'box'), node('c'), node('d'), node('e')],
  edges: [edge('a', 'b'), edge('b', 'c'), edge('d', 'b'), edge('e', 'd')],
};

it('a chosen component lights what it depends on and what depends on it; the rest steps back, boxes excepted', () => {
  expect(Object.fromEntries(markLandscape(picture, 'b'))).toEqual({
    b: ['selected'],
    a: ['near'],
    c: ['near'],
    d: ['near'],
    e: ['faded'],
    'a>b': ['dependent'],
    'b>c': ['dependency'],
    'd>b': ['dependent'],
    'e>d': ['faded'],
  });
});

it('a chosen box counts as all that lies in it', () => {
  const marks = markLandscape(picture, 'box');
  expect(marks.get('a')).toEqual(['near']);
  expect(marks.get('a>b')).toEqual([]);
  expect(marks.get('b>c')).toEqual(['dependency']);
  expect(marks.get('e')).toEqual(['faded']);
});

it('without a choice, or with one that is not in the picture, nothing is marked', () => {
  expect(markLandscape(picture, null).size).toBe(0);
  expect(markLandscape(picture, 'elsewhere').size).toBe(0);
});

it('lit lines of a picture that is seen from afar are landmarks, which are wider from there', () => {
  const distant: Picture = { nodes: picture.nodes, edges: picture.edges.map((line) => ({ ...line, classes: ['distant'] })) };
  const marks = markLandscape(distant, 'b');
  expect([marks.get('b>c'), marks.get('d>b'), marks.get('e>d')]).toEqual([
    ['dependency', 'landmark'],
    ['dependent', 'landmark'],
    ['faded'],
  ]);
});
