import { expect, it } from 'vitest';
import { nearestInDirection } from './nearestInDirection';

const positions = new Map([
  ['middle', { x: 0, y: 0 }],
  ['east', { x: 10, y: 0 }],
  ['far east', { x: 50, y: 0 }],
  ['north-east', { x: 6, y: -8 }],
  ['south', { x: 1, y: 20 }],
  ['west', { x: -30, y: 3 }],
]);

it.each([
  ['right', 'east'],
  ['up', 'north-east'],
  ['down', 'south'],
  ['left', 'west'],
] as const)('from the middle, %s leads to %s', (direction, expected) => {
  expect(nearestInDirection(positions, 'middle', direction)).toBe(expected);
});

it('at the edge of the picture there is no further node', () => {
  expect(nearestInDirection(positions, 'far east', 'right')).toBeNull();
});

it('without a start, the node nearest to the top left is chosen', () => {
  expect(nearestInDirection(positions, null, 'right')).toBe('west');
});
