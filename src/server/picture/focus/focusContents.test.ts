/** What is around something: in which column, on which side, and what is drawn when there is no room. */
import { expect, it } from 'vitest';
import type { PictureInput } from '@/contract/picture';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { applicationId, componentId, sketchGraph } from '@/test/graphSketch';
import { NOTHING_LIVE } from '@/server/health/liveStates';
import { plainInput } from '@/server/picture/keptPictures';
import { firstLegible } from '@/server/picture/layout/firstLegible';
import { atOnce, makePicture } from '@/server/picture/makePicture';

const WIDE = { width: 1_280, height: 720 };

async function focus(graph: LandscapeGraph, around: string, hops: number, more: Partial<PictureInput> = {}) {
  const question = { around: [around], hops };
  const input = plainInput({ grouping: null, level: null, open: [], filters: {}, question, ...WIDE, ...more });
  return (await makePicture({ graph, live: NOTHING_LIVE, input }, firstLegible, atOnce)).picture;
}

const namesOf = (picture: Awaited<ReturnType<typeof focus>>) =>
  picture.cards.map(({ id, title, rows }) => [Number(id.split(' ')[0]), title, ...rows.map(({ technicalName }) => technicalName)]);

it('what depends on it is left of it, what it depends on is right, each in the column of its distance', async () => {
  const graph = sketchGraph({ edges: ['far.a -> near.b', 'near.b -> it.c', 'it.c -> next.d', 'next.d -> last.e', 'other.f -> next.d'] });
  const picture = await focus(graph, componentId('it.c'), 2);
  expect(namesOf(picture)).toEqual([
    [-2, 'far', 'far.a'],
    [-1, 'near', 'near.b'],
    [0, 'it', 'it.c'],
    [1, 'next', 'next.d'],
    [2, 'last', 'last.e'],
  ]);
  expect(picture.headings.map(({ hop, count }) => [hop, count])).toEqual([-2, -1, 0, 1, 2].map((hop) => [hop, 1]));
  const left = picture.cards.map(({ box }) => box.x);
  expect(left).toEqual([...left].sort((a, b) => a - b));
  expect(picture.lines.map(({ dependencies: [only] }) => `${only?.source.name} ${only?.target.name}`).sort()).toEqual([
    'far.a near.b',
    'it.c next.d',
    'near.b it.c',
    'next.d last.e',
  ]);
});

it('what is on both sides is drawn on both, and a row for each', async () => {
  const picture = await focus(sketchGraph({ edges: ['a.x -> b.y', 'b.y -> a.x'] }), componentId('a.x'), 1);
  expect(namesOf(picture)).toEqual([
    [-1, 'b', 'b.y'],
    [0, 'a', 'a.x'],
    [1, 'b', 'b.y'],
  ]);
  expect(picture.matching.components).toBe(2);
});

it('rows without room are counted, lines lead to them together, and the card opens', async () => {
  const edges = Array.from({ length: 300 }, (_, place) => `many.m${place} -> it.c`);
  const graph = sketchGraph({ edges });
  const picture = await focus(graph, componentId('it.c'), 1);
  const [card] = picture.cards;
  expect((card?.rows.length ?? 0) + (card?.more?.count ?? 0)).toBe(300);
  expect(picture.lines.find(({ from }) => from === `more ${card!.id}`)?.count).toBe(card?.more?.count);
  const open = await focus(graph, componentId('it.c'), 1, { open: [card!.id] });
  expect(open.cards[0]?.rows).toHaveLength(200);
});

it('applications without room stand together below the others, and the column opens', async () => {
  const graph = sketchGraph({ edges: Array.from({ length: 80 }, (_, place) => `app${place}.m -> it.c`) });
  const picture = await focus(graph, componentId('it.c'), 1);
  const folded = picture.cards.find(({ kind }) => kind === 'none');
  const shown = picture.cards.filter(({ id, kind }) => id.startsWith('-1') && kind !== 'none').length;
  expect(folded).toMatchObject({ title: `${80 - shown} more applications`, count: 80 - shown });
  expect(picture.size.height).toBeLessThanOrEqual(WIDE.height);
  const open = await focus(graph, componentId('it.c'), 1, { open: [folded!.id] });
  expect(open.cards.filter(({ id }) => id.startsWith('-1'))).toHaveLength(80);
});

it('an application in focus has all its components in the middle', async () => {
  const graph = sketchGraph({ edges: ['a.x -> a.y', 'b.z -> a.y'] });
  expect(namesOf(await focus(graph, applicationId('a'), 1))).toEqual([
    [-1, 'b', 'b.z'],
    [0, 'a', 'a.y', 'a.x'],
  ]);
});

it('in a narrow window the columns are below each other, without lines', async () => {
  const graph = sketchGraph({ edges: ['b.z -> a.y', 'a.y -> c.w'] });
  const { headings, lines, size } = await focus(graph, componentId('a.y'), 1, { width: 320, height: 640 });
  expect(headings.map(({ hop, box }) => [hop, box.x])).toEqual([-1, 0, 1].map((hop) => [hop, headings[0]!.box.x]));
  expect(headings.map(({ box }) => box.y)).toEqual(headings.map(({ box }) => box.y).sort((a, b) => a - b));
  expect([lines, size.width <= 320]).toEqual([[], true]);
});
