/** Makes the change that a fix proposes, in plain facts. */
import { expect } from 'vitest';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Change } from '@/domain/graph/weakPoints/fixes';
import { testGuid } from './graphArbitrary';

const NEW_ZONE = testGuid(6, 999);
export const NEW_COMPONENT = testGuid(1, 999);

/** The facts with the change made to them, as somebody would make it by hand. */
export function changedByHand(facts: LandscapeFacts, graph: LandscapeGraph, fix: Change): LandscapeFacts {
  const { components, edges } = graph;
  if (fix.kind === 'makeSofter') {
    const id = edges.idOf(fix.dependency!);
    expect(facts.dependencies.find((edge) => edge.id === id)!.mode).toBe(fix.from);
    return { ...facts, dependencies: facts.dependencies.map((edge) => (edge.id === id ? { ...edge, mode: fix.to as 'Soft' } : edge)) };
  }
  const member = facts.components.find((component) => component.id === components.idOf(fix.member!))!;
  const [first] = member.hostingZoneIds;
  const area = facts.hostingZones.find((zone) => zone.id === first)?.hostingAreaId;
  const zones = area === undefined ? [] : [{ id: NEW_ZONE, technicalName: 'new', name: 'new', hostingAreaId: area }];
  const hostingZones = [...facts.hostingZones, ...zones];
  const moved = { ...member, hostingZoneIds: zones.map(({ id }) => id) };
  if (fix.kind === 'separate')
    return { ...facts, hostingZones, components: facts.components.map((component) => (component === member ? moved : component)) };
  const added = { ...moved, id: NEW_COMPONENT, technicalName: 'new', ordinal: 9_999_999 };
  const owner = components.ordinalOf(fix.group!.owner);
  const group = edges.groups.nameOf(fix.group!.group);
  const ofGroup = facts.dependencies.filter(
    (edge) => edge.sourceOrdinal === owner && edge.redundancyGroup === group && edge.targetOrdinal === member.ordinal,
  );
  const copies = [
    ...ofGroup.map((edge) => ({ ...edge, targetOrdinal: added.ordinal })),
    ...facts.dependencies
      .filter((edge) => edge.sourceOrdinal === member.ordinal)
      .map((edge) => ({ ...edge, sourceOrdinal: added.ordinal })),
  ].map((edge, number) => ({ ...edge, id: testGuid(9, 9_000 + number) }));
  return { ...facts, hostingZones, components: [...facts.components, added], dependencies: [...facts.dependencies, ...copies] };
}
