import { describe, expect, it } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { Picture, PictureMark, PictureMarks } from '@/contract/picture';
import { pictureRow } from '@/test/pictureRow';
import { highlightLine, highlightLinks, highlightOutage, highlightThing, withCauses } from './highlight';
import { landscapeLook } from './landscapeLook';
import { toCanvas } from './toCanvas';

const palette = paletteOf('light');
const row = (id: string, y: number) => pictureRow({ id, of: id, name: id, kind: 'Database', box: { x: 0, y, width: 180, height: 20 } });
const look = { dependencyType: 'Reads' as const, mode: 'Hard' as const, required: true, propagates: true };
const joined = (source: string) => ({
  id: source,
  source: { id: source, name: source },
  target: { id: 'ledger', name: 'Ledger' },
  look,
});
const picture: Picture = {
  landscapeVersion: 3,
  grouping: 'application',
  level: 'cards',
  levels: ['cards'],
  size: { width: 500, height: 100 },
  cards: [
    {
      id: 'shop',
      group: 'shop',
      kind: 'application',
      title: 'Shop',
      count: 14,
      isOpen: false,
      box: { x: 0, y: 0, width: 180, height: 100 },
      rows: [row('web', 30), row('db', 50)],
      titleHeight: 30,
      more: { count: 12, box: { x: 0, y: 70, width: 180, height: 20 } },
      shares: null,
    },
    {
      id: 'bank',
      group: 'bank',
      kind: 'application',
      title: 'Bank',
      count: 1,
      isOpen: false,
      box: { x: 300, y: 0, width: 180, height: 60 },
      rows: [{ ...row('ledger', 30), box: { x: 300, y: 30, width: 180, height: 20 } }],
      titleHeight: 30,
      more: null,
      shares: null,
    },
  ],
  headings: [],
  boxes: [],
  stacks: [],
  lines: [{ id: 'l', from: 'shop', to: 'bank', count: 2, look, dependencies: [joined('web'), joined('gone')], points: [] }],
  omitted: { components: 12, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 15, applications: 2, dependencies: 3 },
  matching: { components: 15, dependencies: 3, groups: 2 },
};
const mark = (id: string, health: PictureMark['health'], more: object = {}) => ({
  id,
  health,
  isUnderMaintenance: false,
  isCause: false,
  unhealthy: health === 'Healthy' || health === 'Unreported' ? 0 : 1,
  colour: health,
  text: null,
  shares: [],
  ...more,
});
const marks: PictureMarks = {
  landscapeVersion: 3,
  colourBy: 'health',
  marks: [
    mark('shop', 'Outage', { unhealthy: 3, isCause: true }),
    mark('web', 'Degraded'),
    mark('db', 'Outage', { isCause: true }),
    mark('more shop', 'Warning'),
    mark('ledger', 'Healthy'),
  ],
  legend: [],
  failing: [],
  withheld: false,
};

const counts = { dependencies: 1, dependents: 0 };
const nodesOf = (with_: PictureMarks | undefined) => new Map(toCanvas(picture, with_, palette).nodes.map((node) => [node.id, node]));

describe('a card', () => {
  it('says how many of its components are affected, and so does the row for the rest', () => {
    const nodes = nodesOf(marks);
    expect(nodes.get('title shop')).toMatchObject({ label: 'Shop', aside: '3 of 14', chooses: 'shop' });
    expect(nodes.get('more shop')).toMatchObject({ label: '12 more', aside: '1 affected', chooses: 'shop' });
    expect(nodes.get('title bank')?.aside).toBe('1');
  });

  it('stays in its position, whatever its health', () => {
    const boxes = (with_: PictureMarks | undefined) => [...nodesOf(with_).values()].map(({ id, box }) => [id, box]);
    expect(boxes(marks)).toEqual(boxes(undefined));
  });

  it('has a title that ends where its rows begin', () => {
    expect(nodesOf(marks).get('title shop')?.box).toEqual({ x: 0, y: 0, width: 180, height: 30 });
  });
});

describe('a row', () => {
  it('names its state if something is wrong, and a cause looks different from what it affects', () => {
    const nodes = nodesOf(marks);
    expect([nodes.get('web')?.aside, nodes.get('db')?.aside, nodes.get('ledger')?.aside]).toEqual(['Degraded', 'Cause', undefined]);
    const styled = (id: string) => landscapeLook(palette).node(nodes.get(id)!);
    expect(styled('db').fill).toBe(palette.states.Outage);
    expect(styled('web').fill).toBe(palette.tints.Degraded);
    expect(styled('ledger').fill).toBeNull();
    // Not by colour alone: healthy has its own symbol.
    expect(nodes.get('ledger')?.mark).toBeDefined();
  });

  it('says in a word what the chosen colour means', () => {
    const byTier: PictureMarks = {
      ...marks,
      colourBy: 'tier',
      marks: [mark('web', 'Outage', { colour: 'MissionCritical' })],
      legend: [{ colour: 'MissionCritical', label: 'Mission critical', count: 1 }],
    };
    const nodes = nodesOf(byTier);
    expect(nodes.get('web')).toMatchObject({ aside: 'Mission', classes: ['row'] });
    expect(nodes.get('db')?.aside).toBeUndefined();
  });
});

describe('a map', () => {
  const shares = { x: 5, y: 23, width: 100, height: 4 };
  const cells = [pictureRow({ id: 'a', of: 'a', name: 'Named' }), pictureRow({ id: 'b', of: 'b', name: 'Tile', isNamed: false })];
  const map: Picture = { ...picture, level: 'map', cards: [{ ...picture.cards[1]!, rows: cells, shares }], lines: [] };
  const counted = [
    { colour: 'Outage', count: 1 },
    { colour: 'Healthy', count: 3 },
  ];
  const seen: PictureMarks = { ...marks, marks: [mark('bank', 'Outage', { shares: counted }), mark('a', 'Healthy'), mark('b', 'Outage')] };
  const nodes = new Map(toCanvas(map, seen, palette).nodes.map((node) => [node.id, node]));

  it('shows the shares of a group side by side, as wide as they are many', () => {
    const [worst, healthy] = [nodes.get('share 0 bank'), nodes.get('share 1 bank')];
    expect([worst?.box, worst?.fill]).toEqual([{ ...shares, width: 25 }, palette.states.Outage]);
    expect([healthy?.box, healthy?.fill, healthy?.chooses]).toEqual([{ ...shares, x: 30, width: 75 }, palette.states.Healthy, 'bank']);
  });

  it('names a cell that has room, and shows trouble of a tile in the full colour', () => {
    expect([nodes.get('a')?.label, nodes.get('b')?.label]).toEqual(['Named', '']);
    expect(landscapeLook(palette).node(nodes.get('b')!).fill).toBe(palette.states.Outage);
    expect(landscapeLook(palette).node(nodes.get('a')!).fill).toBe(palette.calm);
  });

  it('marks what depends on a cell and what it depends on by borders, without lines', () => {
    const lit = highlightLinks(map, { at: ['a'], counts, links: [{ from: 'b', to: 'a', count: 1, look }] });
    expect([lit?.lines, [...(lit?.accents ?? [])]]).toEqual([[], [['b', 'dependent']]]);
  });
});

describe('an outage', () => {
  const failing: PictureMarks = { ...marks, failing: ['l'] };

  it('lights up from cause to victim while nothing is chosen, and a line that passes it on is red', () => {
    expect([...(highlightOutage(picture, failing)?.ids ?? [])].sort()).toEqual(['db', 'l', 'more shop', 'shop', 'title shop', 'web']);
    const [line] = toCanvas(picture, failing, palette).lines;
    expect(landscapeLook(palette).line(line!).colour).toBe(palette.states.Outage);
  });

  it('under maintenance dims nothing, and neither does a Warning', () => {
    const calm = { ...failing, marks: failing.marks.map((one) => ({ ...one, isUnderMaintenance: true })) };
    expect(highlightOutage(picture, calm)).toBeNull();
    expect(highlightOutage(picture, { ...failing, marks: [mark('web', 'Warning', { isCause: true })] })).toBeNull();
  });

  it('keeps its causes in sight, whatever is chosen', () => {
    const chosen = withCauses(picture, failing, highlightThing(picture, 'bank'));
    expect([...(chosen?.ids ?? [])]).toContain('db');
  });
});

describe('the highlight', () => {
  it('of a line: what it joins, and the rows of its dependencies', () => {
    expect([...highlightLine(picture, picture.lines[0]!).ids].sort()).toEqual([
      'bank',
      'l',
      'ledger',
      'shop',
      'title bank',
      'title shop',
      'web',
    ]);
  });

  it('of a component: both ends of each dependency, the lines between them, and the names of their cards', () => {
    const lit = highlightLinks(picture, { at: ['web'], counts, links: [{ from: 'web', to: 'ledger', count: 2, look }] });
    expect([...(lit?.ids ?? [])].sort()).toEqual(['bank', 'ledger', 'shop', 'title bank', 'title shop', 'web']);
    expect(lit?.lines).toMatchObject([{ from: 'web', to: 'ledger', label: '2', isCurved: true }]);
    expect(lit?.lines[0]?.classes).toContain('dependency');
  });

  it('of a component that is not in the picture: nothing', () => {
    expect(highlightLinks(picture, { at: [], counts, links: [] })).toBeNull();
  });

  it('of a card: its rows, its lines and what they lead to, rows and all', () => {
    expect([...highlightThing(picture, 'bank').ids].sort()).toEqual([
      'bank',
      'db',
      'l',
      'ledger',
      'more bank',
      'more shop',
      'shop',
      'title bank',
      'title shop',
      'web',
    ]);
  });
});
