/** Strongly connected groups: their order, and that a deep graph does not overflow the stack. */
import { expect, test } from 'vitest';
import { TRAVELS } from '@/domain/graph/arrays/edgeAttributes';
import { RowArena } from '@/domain/graph/arrays/rowArena';
import { NodePositions, StronglyConnected } from './stronglyConnected';
import { finish } from '@/plain/steps';

const VERDICTS = new Uint8Array(256).fill(TRAVELS);

/** Groups in their order, each sorted; `pairs` are node and dependency. */
function groupsOf(nodeCount: number, members: number[], pairs: [number, number][]): number[][] {
  const rows = new RowArena(true);
  finish(
    rows.fill(
      nodeCount,
      pairs.length,
      Int32Array.from(pairs, ([node]) => node),
      Int32Array.from(pairs, ([, dependency]) => dependency),
      new Int32Array(pairs.length),
    ),
  );
  const nodes = new NodePositions();
  nodes.assign(Int32Array.from(members), members.length, nodeCount);
  const connected = new StronglyConnected();
  finish(connected.find(nodes, rows, VERDICTS));
  return Array.from({ length: connected.groupCount }, (_, group) =>
    members.map((_member, position) => position).filter((position) => connected.groups[position] === group),
  ).map((positions) => positions.map((position) => connected.order[position] ?? -1).sort((a, b) => a - b));
}

test('a group comes after everything that it depends on', () => {
  // 0 → 1 ⇄ 2 → 3 ⇄ 4, and 5 alone.
  const pairs: [number, number][] = [
    [0, 1],
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 4],
    [4, 3],
  ];
  expect(groupsOf(6, [0, 1, 2, 3, 4, 5], pairs)).toEqual([[3, 4], [1, 2], [0], [5]]);
});

test('only edges among members count', () => {
  // The cycle 0 → 1 → 2 → 0 is broken if 1 is not a member.
  expect(
    groupsOf(
      3,
      [0, 2],
      [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    ),
  ).toEqual([[0], [2]]);
});

test('a chain of 300,000 and a ring of 300,000 overflow nothing', { timeout: 60_000 }, () => {
  const count = 300_000;
  const members = Array.from({ length: count }, (_, node) => node);
  const rows = new RowArena(true);
  const nodes = new NodePositions();
  const connected = new StronglyConnected();
  nodes.assign(Int32Array.from(members), count, count);
  finish(
    rows.fill(
      count,
      count - 1,
      Int32Array.from(members),
      Int32Array.from(members, (node) => node + 1),
      new Int32Array(count),
    ),
  );
  finish(connected.find(nodes, rows, VERDICTS));
  expect(connected.groupCount).toBe(count);
  rows.append(count - 1, 0, 0);
  finish(connected.find(nodes, rows, VERDICTS));
  expect(connected.groupCount).toBe(1);
});
