import { describe, expect, test } from 'vitest';
import { requestLayout } from './requestLayout';
import type { Picture, Positions } from './picture';
import { addPositions, onPositionsAdded, positionsOf } from './storedPositions';

function pictureOf(...ids: string[]): Picture {
  return { nodes: ids.map((id) => ({ id, label: id, width: 10, height: 10, classes: [] })), edges: [] };
}

const inARow = ({ nodes }: Picture): Promise<Positions> => Promise.resolve(new Map(nodes.map(({ id }, at) => [id, { x: at * 100, y: 0 }])));

describe('the places of an arrangement', () => {
  test('are found once, though two ask for them at the same time', async () => {
    const asked: Picture[] = [];
    const find = (picture: Picture): Promise<Positions> => {
      asked.push(picture);
      return inARow(picture);
    };
    await Promise.all([requestLayout('twice', pictureOf('a', 'b'), find), requestLayout('twice', pictureOf('a', 'b'), find)]);
    expect(asked).toHaveLength(1);
    expect([...positionsOf('twice')]).toEqual([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 100, y: 0 }],
    ]);
  });

  test('are found for a second picture of which the first tells too little', async () => {
    await Promise.all([requestLayout('apart', pictureOf('a'), inARow), requestLayout('apart', pictureOf('x', 'y', 'z'), inARow)]);
    expect([...positionsOf('apart').keys()]).toEqual(['a', 'x', 'y', 'z']);
  });

  test('can be asked for again after they could not be found, by whoever waited too', async () => {
    const fail = (): Promise<Positions> => Promise.reject(new Error('The worker is gone'));
    const first = requestLayout('failing', pictureOf('a'), fail);
    const second = requestLayout('failing', pictureOf('a'), inARow);
    await expect(first).rejects.toThrow('The worker is gone');
    await second;
    expect(positionsOf('failing').get('a')).toEqual({ x: 0, y: 0 });
  });
});

test('all pictures of an arrangement hear of places that are added, and hold the same until then', () => {
  let heard = 0;
  const end = onPositionsAdded(() => heard++);
  const before = positionsOf('shared');
  expect(positionsOf('shared')).toBe(before);
  addPositions('shared', new Map([['a', { x: 1, y: 2 }]]));
  end();
  addPositions('shared', new Map([['b', { x: 3, y: 4 }]]));
  expect(heard).toBe(1);
  expect([...positionsOf('shared').keys()]).toEqual(['a', 'b']);
});
