/** The technicalNames nearest to a mistyped one, for whoever asked about an entity that is not there. */
import { rowsIn } from './blastRadius';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { editDistance } from '@/domain/manifest/closest';
import type { EntityKind } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { inStretches, type Steps } from '@/plain/steps';

/** How many names are suggested. */
export const MOST_NEAREST = 3;

/** The names of entities of `kind` that differ from `name` in the fewest letters, whatever their case: nearest first, then by code unit. */
export function* nearestNames(landscape: Landscape, kind: EntityKind, name: string): Steps<string[]> {
  const graph = graphOf(landscape);
  const names =
    kind === 'component'
      ? Array.from(graph.nodes(), (node) => graph.components.technicalNameOf(node))
      : Array.from(graph.tableOf(kind), ({ technicalName }) => technicalName);
  const wanted = name.toLowerCase();
  let nearest: { technicalName: string; away: number }[] = [];
  yield* inStretches(names.length, rowsIn(graph.traversal.portion), (from, end) => {
    for (const technicalName of names.slice(from, end)) {
      const limit = nearest.length < MOST_NEAREST ? Infinity : nearest.at(-1)!.away;
      const away = editDistance(wanted, technicalName.toLowerCase(), limit);
      if (away > limit) continue;
      nearest = [...nearest, { technicalName, away }]
        .sort((left, right) => left.away - right.away || byCodeUnit(left.technicalName, right.technicalName))
        .slice(0, MOST_NEAREST);
    }
  });
  return nearest.map(({ technicalName }) => technicalName);
}
