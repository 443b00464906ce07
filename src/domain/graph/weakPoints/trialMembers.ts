/** Edits to try: a redundancy group with one more member, or with one member moved to a separate zone. */
import { TRAVELS, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { ComponentFact, HostingZoneFact } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { byCodeUnit } from '@/plain/order';
import type { Margin } from './margins';
import { componentFactOf, dependencyFactOf, type TrialEdits } from '@/domain/graph/landscape/whileEdited';

/** Ids that no row of the database has, because their UUID version is never issued. */
const trialId = (number: number): string => `00000000-0000-0000-0000-${number.toString(16).padStart(12, '0')}`;
const ZONE = 1;
const COMPONENT = 2;
const FIRST_DEPENDENCY = 3;

/** An ordinal that no component has. */
export function freeOrdinal(graph: LandscapeGraph): number {
  let ordinal = 0;
  for (const node of graph.nodes()) ordinal = Math.max(ordinal, graph.components.ordinalOf(node) + 1);
  return ordinal;
}

/** One more target like the first by name, with the same dependencies and this ordinal, in a separate zone. */
export function addedMember(
  graph: LandscapeGraph,
  { owner, group }: Pick<Margin, 'owner' | 'group'>,
  ordinal: number,
): { member: number; edits: TrialEdits } {
  const { edges } = graph;
  const member = membersByName(graph, group)[0]!;
  const like = componentFactOf(graph, member);
  const zone = zoneOfItsOwn(graph, like);
  const added: ComponentFact = {
    ...like,
    id: trialId(COMPONENT),
    technicalName: trialId(COMPONENT),
    ordinal,
    hostingZoneIds: zone.map(({ id }) => id),
  };
  const copies = [
    ...[...edges.groups.members.row(group)]
      .filter((slot) => edges.targetOf(slot) === member && edges.sourceOf(slot) === owner)
      .map((slot) => ({ ...dependencyFactOf(graph, slot), targetOrdinal: ordinal })),
    ...[...edges.dependencies.companionsIn(member)].map((slot) => ({ ...dependencyFactOf(graph, slot), sourceOrdinal: ordinal })),
  ];
  const dependencies = copies.map((fact, number) => ({ ...fact, id: trialId(FIRST_DEPENDENCY + number) }));
  return { member, edits: { components: [added], dependencies, hostingZones: zone } };
}

/** The edits that move `member` into a new zone where nothing else runs. */
export function movedMember(graph: LandscapeGraph, member: number): TrialEdits {
  const fact = componentFactOf(graph, member);
  const zone = zoneOfItsOwn(graph, fact);
  return { components: [{ ...fact, hostingZoneIds: zone.map(({ id }) => id) }], hostingZones: zone };
}

/** The targets of a group whose failure propagates, by technicalName. */
export function membersByName({ components, edges }: LandscapeGraph, group: number): number[] {
  const travelling = Array.from(edges.groups.members.row(group)).filter((slot) => UNFILTERED.verdicts[edges.attributes[slot]!] === TRAVELS);
  // Not by rank, because all ranks would have to be recalculated after each trial.
  const name = (node: number): string => components.technicalNameOf(node);
  return [...new Set(travelling.map((slot) => edges.targetOf(slot)))].sort((left, right) => byCodeUnit(name(left), name(right)));
}

/** A new zone in the area of a zone of the component; none if the component is in no zone. */
function zoneOfItsOwn({ hostingZones }: LandscapeGraph, { hostingZoneIds }: ComponentFact): HostingZoneFact[] {
  const [first] = hostingZoneIds;
  if (first === undefined) return [];
  const { hostingAreaId } = hostingZones.at(hostingZones.indexOf(first));
  return [{ id: trialId(ZONE), technicalName: trialId(ZONE), name: 'A zone of its own', hostingAreaId }];
}
