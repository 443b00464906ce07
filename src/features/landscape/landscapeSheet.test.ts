/** What a shared picture of the landscape says in words: what is on it, how bad that is, and how it is looked at. */
import { expect, it } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { Picture, PictureMark, PictureMarks } from '@/contract/picture';
import { pictureRow } from '@/test/pictureRow';
import { landscapeSheet } from './landscapeSheet';

const box = { x: 0, y: 0, width: 200, height: 100 };
const picture: Picture = {
  landscapeVersion: 3,
  grouping: 'team',
  level: 'cards',
  levels: ['cards'],
  size: { width: 500, height: 200 },
  cards: [
    {
      id: 'team web',
      group: 'team web',
      kind: 'team',
      title: 'Web',
      count: 5,
      isOpen: false,
      box,
      rows: [pictureRow({ id: 'row', name: 'Shop' }), pictureRow({ id: 'calm', name: 'Blog' })],
      titleHeight: 30,
      more: { count: 3, box },
      shares: null,
    },
  ],
  headings: [],
  boxes: [],
  stacks: [],
  lines: [
    {
      id: 'line',
      from: 'row',
      to: 'more team web',
      count: 2,
      look: { dependencyType: 'Calls', mode: 'Hard', required: true, propagates: true },
      dependencies: [],
      points: [],
    },
  ],
  omitted: { components: 0, lines: 4, dependencies: 4, within: 0 },
  counts: { components: 9, applications: 2, dependencies: 6 },
  matching: { components: 5, dependencies: 6, groups: 1 },
};
const mark = (id: string, health: PictureMark['health'], isCause = false): PictureMark => ({
  ...{ id, health, isCause, isUnderMaintenance: false, unhealthy: 1, colour: null, text: null, shares: [] },
});
const marks: PictureMarks = {
  landscapeVersion: 3,
  colourBy: 'health',
  marks: [mark('team web', 'Outage', true), mark('row', 'Outage', true), mark('calm', 'Healthy'), mark('more team web', 'Degraded')],
  legend: [],
  failing: [],
  withheld: false,
};

it('says what is on it, what failed by itself, how much is left out, and what depends on what', async () => {
  const shared = {
    page: 'landscape' as const,
    picture,
    marks,
    differences: null,
    filters: { zones: ['z1'] },
    filterNames: { z1: 'Zone 1' },
  };
  const sheet = landscapeSheet({ ...shared, around: null, at: null, since: null }, paletteOf('dark'));
  expect([sheet.title, sheet.note]).toEqual([
    'Landscape',
    'Grouped by team · Coloured by health · Hosting zone: Zone 1 · Landscape version 3',
  ]);
  expect(sheet.figures).toEqual([
    { label: 'Components', value: '5', note: 'of 9' },
    { label: 'Dependencies', value: '6', note: '4 weakest lines not drawn' },
  ]);
  expect(sheet.draw?.('sheet').words).toEqual([
    { heading: 'Web: Outage', items: ['Shop: Outage, failed by itself', 'Blog', '3 more components: Degraded'] },
  ]);
  expect(await sheet.tables[0]?.rows()).toEqual([['Shop', 'More of Web', 2]]);
});
