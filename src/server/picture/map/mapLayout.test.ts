import { expect, it } from 'vitest';
import { mapLayout, type MapGroup } from './mapLayout';

/** Groups of applications with names as people give them. */
function groupsOf(sizes: readonly number[]): MapGroup[] {
  let rank = 0;
  return sizes.map((size, at) => ({
    title: `Manage claims ${at}`,
    count: size * 6,
    cells: Array.from({ length: size }, () => ({ name: `Us payment eligibility ${rank}`, rank: rank++ })),
  }));
}

const columnsIn = (groups: ReturnType<typeof mapLayout>['groups']): number => new Set(groups.map(({ box }) => box.x)).size;

it.each([
  ['a desk', { width: 1_120, height: 720 }, 5],
  ['a phone', { width: 320, height: 640 }, 1],
])('on %s, 66 applications are all named', (_where, window, columns) => {
  const { groups, size } = mapLayout(groupsOf([6, 7, 6, 8, 7, 4, 4, 4, 5, 7, 8]), window);
  expect(groups.flatMap(({ cells }) => cells).filter(({ isNamed }) => !isNamed)).toEqual([]);
  expect(columnsIn(groups)).toBe(columns);
  expect(size.width).toBeLessThanOrEqual(window.width);
});

it('where not all fit, the most important are named, and nothing is left out or lies on something else', () => {
  const groups = groupsOf(Array.from({ length: 24 }, () => 40));
  const window = { width: 1_120, height: 720 };
  const placed = mapLayout(groups, window);
  expect(placed.size.height).toBeLessThanOrEqual(window.height);
  const named = placed.groups.flatMap(({ cells }, at) =>
    cells.map(({ isNamed }, place) => [groups[at]!.cells[place]!.rank, isNamed] as const),
  );
  const lastNamed = Math.max(...named.filter(([, isNamed]) => isNamed).map(([rank]) => rank));
  expect(named.filter(([rank, isNamed]) => isNamed !== rank <= lastNamed)).toEqual([]);
  for (const { box, cells } of placed.groups) {
    expect(cells).toHaveLength(40);
    for (const cell of cells) {
      expect(cell.box.x).toBeGreaterThanOrEqual(box.x);
      expect(cell.box.y + cell.box.height).toBeLessThanOrEqual(box.y + box.height);
    }
  }
});
