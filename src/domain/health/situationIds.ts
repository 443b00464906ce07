/** Which incidents belong to which situation, and what changed since the last turn. */
import type { Situation } from './situation';

/** An incident that is not over. */
export interface MemberIncident {
  id: string;
  /** Lower for older incidents. */
  number: number;
  /** The component that it is about. */
  causeId: string;
  /** Whether its cause has recovered, so that it only waits to be resolved. */
  isRecovered: boolean;
  /** The situation that it was last in; null for a new one. */
  situationId: string | null;
}

/**
 * Gives the situations of a live pass their incidents and ids. An incident whose cause has recovered stays with the other incidents of its
 * last situation: after a split, with the oldest of them. If none is left, those that stay behind are a situation without causes.
 */
export function withMembers(situations: readonly Situation[], incidents: readonly MemberIncident[]): Situation[] {
  const oldestFirst = [...incidents].sort((a, b) => a.number - b.number);
  const homeOf = new Map(situations.flatMap(({ causes }, home) => causes.map(({ componentId }) => [componentId, home])));
  const members = situations.map((): MemberIncident[] => []);
  const heirOf = new Map<string, number>();
  const recovered: MemberIncident[] = [];
  for (const incident of oldestFirst) {
    const home = incident.isRecovered ? undefined : homeOf.get(incident.causeId);
    if (home === undefined) {
      recovered.push(incident);
      continue;
    }
    members[home]!.push(incident);
    if (incident.situationId !== null && !heirOf.has(incident.situationId)) heirOf.set(incident.situationId, home);
  }
  const behind = new Map<string, MemberIncident[]>();
  for (const incident of recovered) {
    const former = incident.situationId ?? incident.id;
    const heir = heirOf.get(former);
    if (heir !== undefined) members[heir]!.push(incident);
    else behind.set(former, [...(behind.get(former) ?? []), incident]);
  }
  return [
    ...situations.map((situation, home) => withIncidents(situation, members[home]!)),
    ...[...behind.values()].map((left) => withIncidents(endedSituation(null), left)),
  ];
}

function withIncidents(situation: Situation, members: readonly MemberIncident[]): Situation {
  const incidents = [...members].sort((a, b) => a.number - b.number);
  const byCause = new Map(incidents.filter(({ isRecovered }) => !isRecovered).map(({ id, causeId }) => [causeId, id]));
  return {
    ...situation,
    id: incidents[0]?.id ?? null,
    incidents: incidents.map(({ id }) => id),
    causes: situation.causes.map((cause) => ({ ...cause, incidentId: byCause.get(cause.componentId) ?? null })),
  };
}

/** A situation in which nothing is wrong any more. */
export function endedSituation(id: string | null): Situation {
  const counts = { components: 0, applications: 0, capabilities: 0, processes: 0, audiences: 0, people: 0, audiencesWithoutNumber: 0 };
  return { id, incidents: [], causes: [], counts, exposure: { perHour: 0, expectedPerHour: 0 } };
}

/** By the id of each incident that is not over: the id of its situation. */
export function situationIds(situations: readonly Situation[]): Map<string, string> {
  return new Map(situations.flatMap(({ id, incidents }) => (id === null ? [] : incidents.map((incident) => [incident, id]))));
}

export interface SituationChange {
  situation: Situation;
  /** technicalNames of the causes that are new in it. */
  joined: string[];
  /** technicalNames of those that are no longer in it. */
  left: string[];
  /** The ids of former situations that are now part of it. */
  mergedFrom: string[];
  /** The id of the former situation from which it was split off. */
  splitFrom: string | null;
}

/**
 * How the situations with incidents differ from those before, in their causes or ids. A former id is merged if everything of it is in one
 * situation now, otherwise it was split. A situation that is gone and is not part of another comes last, without causes.
 */
export function changesOf(before: readonly Situation[], after: readonly Situation[]): SituationChange[] {
  const known = before.filter(({ id }) => id !== null);
  const named = after.filter(({ id }) => id !== null);
  const formerOf = new Map(known.flatMap((situation) => membersOf(situation).map((member) => [member, situation.id!])));
  const heirsOf = new Map<string, Set<string>>();
  for (const situation of named)
    for (const former of membersOf(situation).flatMap((member) => formerOf.get(member) ?? []))
      heirsOf.set(former, (heirsOf.get(former) ?? new Set()).add(situation.id!));
  const goesOn = new Set(named.map(({ id }) => id!));
  const isSplit = (former: string): boolean => goesOn.has(former) || heirsOf.get(former)!.size > 1;
  const changes = named.map((situation): SituationChange => {
    const formers = [...heirsOf].filter(([id, heirs]) => id !== situation.id && heirs.has(situation.id!)).map(([id]) => id);
    const mergedFrom = formers.filter((id) => !isSplit(id));
    // If its oldest incident is over, it goes on under another id.
    const own = known.find(({ id, causes }) => id === situation.id && causes.length > 0);
    const former = own ?? known.find(({ id }) => id === mergedFrom[0]) ?? endedSituation(null);
    return {
      situation,
      joined: namesMissingIn(situation, former),
      left: namesMissingIn(former, situation),
      mergedFrom,
      splitFrom: formers.find(isSplit) ?? null,
    };
  });
  const gone = known.filter(({ id, causes }) => causes.length > 0 && !goesOn.has(id!) && heirsOf.get(id!)?.size !== 1);
  return [
    ...changes.filter(
      ({ joined, left, mergedFrom, splitFrom }) => joined.length + left.length + mergedFrom.length > 0 || splitFrom !== null,
    ),
    ...gone.map((former) => ({
      situation: endedSituation(former.id),
      joined: [],
      left: namesMissingIn(former, endedSituation(null)),
      mergedFrom: [],
      splitFrom: null,
    })),
  ];
}

function membersOf({ incidents, causes }: Situation): string[] {
  return [...incidents, ...causes.map(({ componentId }) => componentId)];
}

function namesMissingIn({ causes }: Situation, other: Situation): string[] {
  const present = new Set(other.causes.map(({ componentId }) => componentId));
  return causes.filter(({ componentId }) => !present.has(componentId)).map(({ technicalName }) => technicalName);
}
