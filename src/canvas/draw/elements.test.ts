import { expect, it } from 'vitest';
import type { CanvasNode, CanvasPicture } from '@/canvas/model/picture';
import { bareText } from '@/canvas/still/svgPicture';
import { PLAIN_LOOK } from '@/test/plainLook';
import { elementsOf } from './elements';

const CARDS = 40;

/** A map of so many tiles, in two colours. */
function mapOf(tiles: number): CanvasPicture {
  const card = (place: number): CanvasNode[] => {
    const box = { x: place * 300, y: 0, width: 290, height: 300 };
    return [
      { id: `card ${place}`, layer: 'card', box, label: '', classes: [] },
      { id: `title ${place}`, layer: 'title', box: { ...box, height: 20 }, label: `Card ${place}`, classes: [] },
      ...Array.from({ length: tiles / CARDS }, (_, at): CanvasNode => ({
        id: `tile ${place} ${at}`,
        layer: 'row',
        box: { x: box.x + (at % 40) * 7, y: 30 + Math.floor(at / 40) * 7, width: 5, height: 5 },
        label: '',
        fill: at % 2 === 0 ? '#a00' : '#0a0',
        classes: [],
      })),
    ];
  };
  return { size: { width: 12_000, height: 300 }, nodes: Array.from({ length: CARDS }, (_, place) => card(place)).flat(), lines: [] };
}

it('however many tiles a map has, the canvas gets its cards and titles alone, and the tiles are a few paths', () => {
  const map = mapOf(8_000);
  expect(elementsOf(map, PLAIN_LOOK, [])).toHaveLength(2 * CARDS);
  const paths = bareText(map.nodes, PLAIN_LOOK);
  expect(paths.match(/<[a-z]+/g)).toHaveLength(2 * CARDS);
  expect(paths.match(/M/g)).toHaveLength(8_000);
});

it('a mere shape at which a line ends is an element of the canvas', () => {
  const map = mapOf(80);
  const line = { id: 'line', from: 'tile 0 0', to: 'card 1', points: [], classes: [] };
  const ids = (lit: readonly (typeof line)[]): unknown[] => elementsOf(map, PLAIN_LOOK, lit).map(({ data }) => data.id);
  expect(ids([line]).filter((id) => !ids([]).includes(id))).toEqual(['tile 0 0', 'line']);
});
