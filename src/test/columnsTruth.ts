/**
 * What is true of a failure, in the plainest form: which components, applications and outcomes are harmed, how far away they are, and along
 * which dependencies it travels. Made from answers of the REST interface, without anything that draws.
 */
import type { DependencyMode, DependencyType, Direction, EntityKind, HealthState } from '@/domain/vocabulary';

export interface TrueComponent {
  id: string;
  name: string;
  applicationId: string;
  state: HealthState;
  depth: number;
}

export interface TrueThing {
  id: string;
  name: string;
  state: HealthState;
}

export interface ColumnsTruth {
  direction: Direction;
  /** What the picture starts from. */
  causes: readonly { id: string; kind: EntityKind; name: string }[];
  /** What stands under "Fails": components that have no card. */
  failing: ReadonlySet<string>;
  /** By a cause that is no component, which of them fail with it; without an entry, all. */
  failingBy: ReadonlyMap<string, ReadonlySet<string>>;
  applicationOf: ReadonlyMap<string, string>;
  /** Everything else that is reached. */
  components: ReadonlyMap<string, TrueComponent>;
  applications: ReadonlyMap<string, TrueThing & { ownerTeam: string | null }>;
  /** By what groups are called, the ids of all applications of each team, and of those below each highest capability; null: without. */
  groups: Readonly<Record<'team' | 'capability', ReadonlyMap<string | null, readonly string[]>>>;
  outcomes: ReadonlyMap<string, TrueThing & { people?: number | null; expectedPerHour?: number }>;
  /** On which the failure travels, from what passes it on to what it harms; one entry for each dependency. */
  travelled: readonly { from: string; to: string }[];
  /** The capabilities, processes and audiences that an application or capability leads to directly. */
  supports: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The answer to a question, as REST gives it. */
export interface AnswerRead {
  entity: { id: string; type: EntityKind; name: string };
  direction: Direction;
  filters: { modes: readonly DependencyMode[] | null; types: readonly DependencyType[] | null };
  origin: readonly ReachedRow[];
  components: readonly (ReachedRow & { depth: number })[];
  applications: readonly (Row & { ownerTeam: string | null })[];
  capabilities: readonly Row[];
  processes: readonly Row[];
  audiences: readonly (Row & { people: number | null })[];
  revenueExposure?: { byAudience: readonly { id: string; expectedPerHour: number }[] } | undefined;
}

interface Row {
  id: string;
  name: string;
  expectedState: HealthState;
}
type ReachedRow = Row & { applicationId: string };

/** What the landscape holds, as the lists of the REST interface give it. */
export interface LandscapeRead {
  applications: readonly {
    id: string;
    name: string;
    ownerTeam: string | null;
    capabilityIds: readonly string[];
    processIds: readonly string[];
  }[];
  components: readonly { id: string; name: string; applicationId: string }[];
  dependencies: readonly {
    sourceComponentId: string;
    targetComponentId: string;
    mode: DependencyMode;
    dependencyType: DependencyType;
    propagates: boolean;
  }[];
  capabilities: readonly { id: string; name: string; parentId: string | null }[];
  processes: readonly { id: string; capabilityIds: readonly string[] }[];
  segments: readonly { id: string; capabilityIds: readonly string[] }[];
}

export function truthOf(answer: AnswerRead, landscape: LandscapeRead): ColumnsTruth {
  const { entity, direction, origin } = answer;
  const standsAlone = direction === 'upstream' || entity.type === 'component' || entity.type === 'application';
  const stateOf = ({ id, name, applicationId, expectedState }: ReachedRow, depth: number): [string, TrueComponent] => [
    id,
    { id, name, applicationId, state: expectedState, depth },
  ];
  const components = new Map([
    ...(standsAlone ? [] : origin.map((one) => stateOf(one, 0))),
    ...answer.components.map((one) => stateOf(one, one.depth)),
  ]);
  const failing = new Set(standsAlone ? origin.map(({ id }) => id) : []);
  const { modes, types } = answer.filters;
  const isReached = (id: string): boolean => components.has(id) || failing.has(id);
  const travelled = landscape.dependencies
    .filter(
      ({ mode, dependencyType, propagates }) => propagates && (modes?.includes(mode) ?? true) && (types?.includes(dependencyType) ?? true),
    )
    .filter(({ sourceComponentId, targetComponentId }) => isReached(sourceComponentId) && isReached(targetComponentId))
    .map(({ sourceComponentId, targetComponentId }) => ({ from: targetComponentId, to: sourceComponentId }));
  const exposures = new Map(answer.revenueExposure?.byAudience.map(({ id, expectedPerHour }) => [id, expectedPerHour]));
  const outcomes = new Map([
    ...[...answer.capabilities, ...answer.processes].map(
      ({ id, name, expectedState }) => [id, { id, name, state: expectedState }] as const,
    ),
    ...answer.audiences.map(
      ({ id, name, expectedState, people }) =>
        [id, { id, name, state: expectedState, people, expectedPerHour: exposures.get(id) ?? 0 }] as const,
    ),
  ]);
  const reached = new Map(answer.applications.map(({ id, expectedState }) => [id, expectedState]));
  return {
    direction,
    causes: [{ id: entity.id, kind: entity.type, name: entity.name }],
    failing,
    failingBy: new Map(),
    applicationOf: new Map(landscape.components.map(({ id, applicationId }) => [id, applicationId])),
    components,
    applications: new Map(
      landscape.applications.map(({ id, name, ownerTeam }) => [id, { id, name, ownerTeam, state: reached.get(id) ?? 'Healthy' }]),
    ),
    groups: groupsOf(landscape),
    outcomes,
    travelled,
    supports: supportsOf(landscape),
  };
}

function groupsOf({ applications, capabilities }: LandscapeRead): ColumnsTruth['groups'] {
  const byId = new Map(capabilities.map((one) => [one.id, one]));
  const highest = (id: string): string => {
    let at = byId.get(id)!;
    while (at.parentId !== null) at = byId.get(at.parentId)!;
    return at.name;
  };
  const groups = { team: new Map<string | null, string[]>(), capability: new Map<string | null, string[]>() };
  const add = (by: keyof typeof groups, name: string | null, id: string): void =>
    void groups[by].set(name, [...(groups[by].get(name) ?? []), id]);
  for (const { id, ownerTeam, capabilityIds } of applications) {
    add('team', ownerTeam, id);
    const names = new Set(capabilityIds.map(highest));
    for (const name of names.size === 0 ? [null] : names) add('capability', name, id);
  }
  return groups;
}

/** An application leads to the capabilities that it supports, the processes that use it or one of these; a capability to its audiences. */
function supportsOf({ applications, processes, segments }: LandscapeRead): Map<string, Set<string>> {
  const supports = new Map<string, Set<string>>();
  for (const { id, capabilityIds, processIds } of applications) {
    const used = processes.filter((process) => process.capabilityIds.some((one) => capabilityIds.includes(one)));
    supports.set(id, new Set([...capabilityIds, ...processIds, ...used.map((process) => process.id)]));
  }
  for (const { id, capabilityIds } of segments)
    for (const capability of capabilityIds) supports.set(capability, new Set([...(supports.get(capability) ?? []), id]));
  return supports;
}
