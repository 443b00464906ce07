import { expect, it } from 'vitest';
import type { Picture, PictureMarks } from '@/contract/picture';
import { pictureRow } from '@/test/pictureRow';
import { spokenThing } from './spokenThing';

const box = { x: 0, y: 0, width: 1, height: 1 };
const row = pictureRow({ id: 'a in x', of: 'a', name: 'Shop', kind: 'Application', count: 4 });
const card = {
  id: 'x',
  group: 'x',
  kind: 'capability' as const,
  title: 'Sales',
  count: 9,
  isOpen: false,
  box,
  rows: [row],
  titleHeight: 1,
};
const also = { ...card, id: 'y', group: 'y', title: 'Billing', rows: [{ ...row, id: 'a in y' }] };
const picture: Picture = {
  landscapeVersion: 1,
  grouping: 'capability',
  level: 'map',
  levels: ['map'],
  size: { width: 1, height: 1 },
  cards: [card, also].map((one) => ({ ...one, more: null, shares: box })),
  headings: [],
  boxes: [],
  stacks: [{ id: 'stack w', name: '18 workers like mail', kind: 'Worker', count: 18, memberIds: [], cardId: null, box }],
  lines: [],
  omitted: { components: 0, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 9, applications: 2, dependencies: 0 },
  matching: { components: 9, dependencies: 0, groups: 1 },
};
const mark = {
  id: 'a in x',
  health: 'Outage' as const,
  isUnderMaintenance: false,
  isCause: true,
  unhealthy: 1,
  colour: 'Outage',
  text: null,
  shares: [],
};
const marks: PictureMarks = { landscapeVersion: 1, colourBy: 'health', marks: [mark], legend: [], failing: [], withheld: false };

it.each([
  ['a cell of a map', picture, 'a in x', 'Shop, application, 4 components, in Sales, also in Billing, Outage, a cause'],
  ['a group', picture, 'x', 'Sales, 9 components'],
  ['a stack', picture, 'stack w', '18 workers like mail, a stack of similar components'],
  [
    'a card of a focus',
    {
      ...picture,
      level: 'focus' as const,
      cards: [{ ...card, id: '-2 x', more: null, shares: null }],
      headings: [{ hop: -2, count: 9, box }],
    },
    '-2 x',
    'Sales, 9 components, depends on it, 2 hops',
  ],
])('%s', (_, data, id, words) => {
  expect(spokenThing(data, marks, id)).toBe(words);
});
