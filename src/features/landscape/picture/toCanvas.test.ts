import { describe, expect, it } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { Picture, PictureMarks } from '@/contract/picture';
import { highlightLinks, highlightThing } from './highlight';
import { landscapeLook } from './landscapeLook';
import { toCanvas } from './toCanvas';

const palette = paletteOf('light');
const row = (id: string, y: number) => ({
  id,
  technicalName: id,
  name: id,
  kind: 'Database' as const,
  isExternal: false,
  count: 1,
  box: { x: 0, y, width: 180, height: 20 },
});
const look = { dependencyType: 'Reads' as const, mode: 'Hard' as const, required: true, propagates: true };
const picture: Picture = {
  landscapeVersion: 3,
  grouping: 'application',
  level: 'cards',
  levels: ['cards'],
  size: { width: 500, height: 100 },
  cards: [
    {
      id: 'shop',
      kind: 'application',
      title: 'Shop',
      count: 14,
      groups: 1,
      isOpen: false,
      box: { x: 0, y: 0, width: 180, height: 100 },
      rows: [row('web', 30), row('db', 50)],
      more: { count: 12, components: 12, box: { x: 0, y: 70, width: 180, height: 20 } },
    },
    {
      id: 'bank',
      kind: 'application',
      title: 'Bank',
      count: 1,
      groups: 1,
      isOpen: false,
      box: { x: 300, y: 0, width: 180, height: 60 },
      rows: [{ ...row('ledger', 30), box: { x: 300, y: 30, width: 180, height: 20 } }],
      more: null,
    },
  ],
  boxes: [],
  stacks: [],
  lines: [{ id: 'l', from: 'shop', to: 'bank', count: 3, look, points: [] }],
  omitted: { cards: 0, components: 12, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 15, applications: 2, dependencies: 3 },
  matching: { components: 15, dependencies: 3, groups: 2 },
};
const mark = (id: string, health: PictureMarks['marks'][number]['health'], more: object = {}) => ({
  id,
  health,
  isUnderMaintenance: false,
  isCause: false,
  unhealthy: health === 'Healthy' || health === 'Unreported' ? 0 : 1,
  colour: health,
  text: null,
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
  withheld: false,
};

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

describe('the highlight', () => {
  it('of a component: both ends of each dependency, the lines between them, and the names of their cards', () => {
    const lit = highlightLinks(picture, { at: 'web', links: [{ from: 'web', to: 'ledger', count: 2, look }] });
    expect([...(lit?.ids ?? [])].sort()).toEqual(['bank', 'ledger', 'shop', 'title bank', 'title shop', 'web']);
    expect(lit?.lines).toMatchObject([{ from: 'web', to: 'ledger', label: '2', isCurved: true }]);
    expect(lit?.lines[0]?.classes).toContain('dependency');
  });

  it('of a component that is not in the picture: nothing', () => {
    expect(highlightLinks(picture, { at: null, links: [] })).toBeNull();
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
