import { expect, it } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { toSvg } from '@/canvas/export/toSvg';
import type { Picture } from '@/contract/picture';
import { pictureRow } from '@/test/pictureRow';
import { markedPicture } from './differenceMarks';
import { landscapeLook } from './landscapeLook';

const palette = paletteOf('light');
const row = (id: string, y: number) => pictureRow({ id, of: id, name: id, kind: 'Database', box: { x: 0, y, width: 180, height: 20 } });
const look = { dependencyType: 'Reads' as const, mode: 'Hard' as const, required: true, propagates: true };
const card = (id: string, x: number) => ({
  id,
  group: id,
  kind: 'application' as const,
  title: id,
  count: 3,
  isOpen: false,
  box: { x, y: 0, width: 180, height: 100 },
  rows: [row(`${id} new`, 30), row(`${id} gone`, 50), row(`${id} same`, 70)],
  titleHeight: 20,
  more: null,
  shares: null,
});
const line = (id: string, from: string, to: string) => ({ id, from, to, count: 2, look, dependencies: [], points: [] });
const data: Picture = {
  landscapeVersion: 3,
  grouping: 'application',
  level: 'cards',
  levels: ['cards'],
  size: { width: 500, height: 100 },
  cards: [card('shop', 0), card('bank', 300)],
  headings: [],
  boxes: [],
  stacks: [],
  lines: [line('all', 'shop', 'bank'), line('some', 'bank', 'shop')],
  omitted: { components: 0, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 6, applications: 2, dependencies: 4 },
  matching: { components: 6, dependencies: 4, groups: 2 },
};
const none = { appeared: 0, vanished: 0, changed: 0, own: null };
const differences = {
  marks: [
    { id: 'shop', count: 3, ...none, appeared: 1, vanished: 1, own: 'changed' as const },
    { id: 'shop new', count: 1, ...none, appeared: 1 },
    { id: 'shop gone', count: 1, ...none, vanished: 1 },
  ],
  lines: [
    { id: 'all', count: 2, appeared: 0, vanished: 2, changed: 0 },
    { id: 'some', count: 2, appeared: 1, vanished: 0, changed: 0 },
  ],
};

it('marks differences with a word and a sign, and nothing else', () => {
  const { nodes, lines } = markedPicture({ data, marks: undefined, differences }, palette);
  const said = new Map(nodes.map(({ id, aside, mark }) => [id, [aside, mark !== undefined]]));
  expect(said.get('shop new')).toEqual(['New', true]);
  expect(said.get('shop gone')).toEqual(['Gone', true]);
  expect(said.get('shop same')).toEqual([undefined, false]);
  expect(said.get('title shop')).toEqual(['Changed +1 −1', true]);
  expect(said.get('title bank')).toEqual(['3', false]);
  expect(lines.map(({ label }) => label)).toEqual(['−2', '+1']);
});

it('draws removed things with dashes, so that colours are not needed to tell', () => {
  const { nodes, lines } = markedPicture({ data, marks: undefined, differences }, palette);
  const { node, line: style } = landscapeLook(palette);
  const dashed = nodes.filter((one) => node(one).isDashed).map(({ id }) => id);
  expect(dashed).toEqual(['shop gone']);
  expect(lines.map((one) => style(one).dashes)).toEqual([[2, 4], null]);
  expect(toSvg({ size: data.size, nodes, lines }, landscapeLook(palette), null).text).toContain('>Gone<');
});

it('on a map, tiles that differ are in the colour of their difference, and what is gone is hollow', () => {
  const tile = (id: string, y: number) => ({ ...row(id, y), kind: 'Application' as const, isNamed: false });
  const map: Picture = {
    ...data,
    level: 'map',
    lines: [],
    cards: [
      {
        ...card('shop', 0),
        shares: { x: 0, y: 20, width: 180, height: 4 },
        rows: [tile('new', 30), tile('gone', 50), tile('edited', 60), tile('same', 70)],
      },
    ],
  };
  const marks = [
    { id: 'new', count: 2, ...none, appeared: 2 },
    { id: 'gone', count: 2, ...none, vanished: 2 },
    { id: 'edited', count: 2, ...none, own: 'changed' as const },
  ];
  const { nodes } = markedPicture({ data: map, marks: undefined, differences: { marks, lines: [] } }, palette);
  const drawn = new Map(
    nodes.map((node) => [node.id, [node.fill, landscapeLook(palette).node(node).stroke, landscapeLook(palette).node(node).isDashed]]),
  );
  expect(drawn.get('new')).toEqual([palette.states.Healthy, palette.states.Healthy, false]);
  expect(drawn.get('gone')).toEqual([undefined, palette.states.Outage, true]);
  expect(drawn.get('edited')).toEqual([palette.states.Warning, palette.states.Warning, false]);
  expect(drawn.get('same')).toEqual([undefined, palette.cellLine, false]);
});
