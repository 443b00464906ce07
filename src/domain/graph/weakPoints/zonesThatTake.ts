/** Which hosting zones alone take down more of a redundancy group than it can lose. */
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { simulateInPart } from './failuresInPart';
import { partBehind } from './landscapePart';
import { MarginWatch, groupsIn, singleCausesIn, type Margin } from './margins';

/** Indexes of the zones, in the graph as it is now. */
export function zonesThatTake(graph: LandscapeGraph, { owner, group }: Pick<Margin, 'owner' | 'group'>): number[] {
  const part = partBehind(graph, [owner]);
  const watch = new MarginWatch(
    groupsIn(graph, part).filter((candidate) => candidate.group === group),
    part,
  );
  const zones = singleCausesIn(graph, part).filter(({ kind }) => kind === 'hosting-zone');
  simulateInPart(
    part,
    zones.map(({ failure }) => failure),
    (planes, first, count, suffering) => watch.look(planes, zones, first, count, suffering),
  );
  return watch.margins[0]?.sharedCauses.map(({ cause }) => cause.index) ?? [];
}
