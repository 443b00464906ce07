/** Makes a map: groups with cells, without lines. */
import type { PictureCard, PictureRow } from '@/contract/picture';
import type { Steps } from '@/plain/steps';
import type { Fixed } from '@/server/picture/planOf';
import type { Subject } from '@/server/picture/subject';
import { mapContents, type MapCell, type MapContents } from './mapContents';
import { mapLayout, type PlacedGroup } from './mapLayout';

/** Reads the graph. `dependencies`: how many pass the filters; none of them is drawn. */
export function* makeMap(subject: Subject, dependencies: number): Steps<Fixed> {
  const contents = yield* mapContents(subject);
  yield;
  const ranks = ranksOf(contents);
  const { width, height } = subject.input;
  const { size, groups } = mapLayout(
    contents.groups.map(({ title, nodes, cells }) => ({
      title,
      count: nodes.length,
      cells: cells.map((cell) => ({ name: cell.name, rank: ranks.get(cell.id) ?? 0 })),
    })),
    { width, height },
  );
  const members = new Map<string, readonly number[]>();
  const cards = contents.groups.flatMap((group, place): PictureCard[] => {
    const placed = groups[place];
    if (placed === undefined) return [];
    members.set(group.key, group.nodes);
    const rows = group.cells.map((cell, at) => {
      const row = rowOf(cell, group.key, placed.cells[at]);
      members.set(row.id, cell.nodes);
      return row;
    });
    const { box, titleHeight, shares } = placed;
    const { key: id, title, nodes } = group;
    return [
      { id, group: id, kind: contents.grouping, title, count: nodes.length, isOpen: false, box, rows, titleHeight, more: null, shares },
    ];
  });
  const omitted = { components: 0, lines: 0, dependencies: 0, within: dependencies };
  return {
    drawn: { grouping: contents.grouping, level: 'map', size, cards, headings: [], boxes: [], stacks: [], lines: [], omitted },
    members,
  };
}

/** The place of the last cell of each thing, the thing with the most dependents first: what has a cell in many groups takes as many names. */
function ranksOf({ groups }: MapContents): Map<string, number> {
  const cells = groups.flatMap((group) => group.cells);
  const counts = new Map<string, number>();
  for (const { id } of cells) counts.set(id, (counts.get(id) ?? 0) + 1);
  const inOrder = [...new Map(cells.map((cell) => [cell.id, cell])).values()].sort(
    (a, b) => b.dependents - a.dependents || b.tier - a.tier || (a.technicalName < b.technicalName ? -1 : 1),
  );
  let cellsSoFar = 0;
  return new Map(
    inOrder.map(({ id }) => {
      cellsSoFar += counts.get(id) ?? 0;
      return [id, cellsSoFar - 1];
    }),
  );
}

function rowOf(cell: MapCell, card: string, placed: PlacedGroup['cells'][number] | undefined): PictureRow {
  const { id: of, technicalName, name, kind, isExternal, nodes, isInSeveral } = cell;
  const { box, isNamed } = placed ?? { box: { x: 0, y: 0, width: 0, height: 0 }, isNamed: false };
  const id = isInSeveral ? `${of} in ${card}` : of;
  return { id, of, technicalName, name, kind, isExternal, count: nodes.length, isNamed, box };
}
