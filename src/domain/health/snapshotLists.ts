/**
 * The long lists of a snapshot as they are stored in the database: ids, states and causes, packed into 32-bit words. Names are not stored.
 * They are those of the snapshot's landscape version, and the reader supplies them.
 */
import { stateOf } from '@/domain/graph/questions/blastRadius';
import type { OriginComponent } from '@/domain/graph/questions/blastRadiusAnswer';
import type { Landscape } from '@/domain/graph/landscape/views';
import { MOST_NAMED_CAUSES } from '@/domain/graph/questions/live/contributions';
import type { Contributions } from '@/domain/graph/questions/live/contributions';
import type { ContributedComponent, ContributedPositions } from './healthImpact';
import { rolledUpColumns } from '@/domain/graph/questions/live/liveRollUp';
import { WORDS_OF_AN_ID, idsIn, packApplicationIds, packComponentIds } from '@/domain/graph/questions/live/packedIds';
import type { LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import { isUnderMaintenance } from './maintenance';
import type { ActiveMaintenance } from './maintenance';
import type { EffectiveApplicationRow, ImpactedRow, UnhealthyRow } from './snapshotRows';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';

/** What is shown about a component besides its id and its state. */
export type ComponentNames = Pick<OriginComponent, 'technicalName' | 'name' | 'applicationId'>;
export type ApplicationNames = Omit<EffectiveApplicationRow, 'id' | 'effectiveState'>;

/** Throws if it is unknown. */
export interface NamesById {
  component: (id: string) => ComponentNames;
  application: (id: string) => ApplicationNames;
}

export interface SnapshotLists {
  unhealthy: UnhealthyRow[];
  impacted: ImpactedRow[];
  applications: EffectiveApplicationRow[];
}

/** The lists, unpacked far enough to look up the names that they need. */
export interface OpenLists {
  /** Ids of the impacted components, in order. The unhealthy ones are among them. */
  componentIds: string[];
  applicationIds: string[];
  columns: Columns;
}

/** Views into the packed words. */
interface Columns {
  /** For each impacted component: the number of the set of its causes, whether it is under maintenance, its severity. */
  impacted: Uint32Array;
  /** For each unhealthy component: its position among the impacted, and its own severity. */
  unhealthy: Uint32Array;
  /** For each unhealthy component: since when, in milliseconds since 1970. */
  since: Float64Array;
  /** Severities. */
  applications: Uint32Array;
  /** The sets one after another: how many causes each names, then the position of each cause among the unhealthy, by technicalName. */
  causeSets: Uint32Array;
}

/** Three counts, and the number of words that the sets of causes take. */
const HEADER = 4;
const SEVERITY_BITS = 2;
const SEVERITY = 3;
const MAINTENANCE = 4;
const CAUSE_BITS = 3;

/** By node: its position among the unhealthy, plus one. Work space of one synchronous pass, all 0 in between. */
let unhealthyPositions = new Int32Array(0);

/**
 * Packs the result of a live pass, with the affected applications that its roll-up has just found. The words are in the machine's byte
 * order.
 */
export function packLists(impact: LiveImpact, maintenance: ActiveMaintenance): Uint8Array<ArrayBuffer> {
  const { graph, nodes, severities, contributions, unhealthy } = impact;
  const applications = rolledUpColumns(graph);
  if (unhealthyPositions.length < graph.components.capacity)
    unhealthyPositions = new Int32Array(Math.ceil(graph.components.capacity * 1.05));
  unhealthy.nodes.forEach((node, position) => (unhealthyPositions[node] = position + 1));
  // A cause explains by its own signal, so it is among the unhealthy.
  const { numbers, causeSets } = packSets(nodes, contributions, (cause) => unhealthyPositions[cause]! - 1);
  const words = new Uint32Array(
    HEADER + nodes.length * 5 + unhealthy.nodes.length * 3 + applications.indexes.length * 5 + causeSets.length,
  );
  words.set([nodes.length, unhealthy.nodes.length, applications.indexes.length, causeSets.length]);
  const { componentWords, applicationWords, ...columns } = columnsIn(words);
  columns.causeSets.set(causeSets);
  const isAnythingMaintained = maintenance.windows.length > 0;
  for (let position = 0; position < nodes.length; position++) {
    const node = nodes[position]!;
    const isMaintained = isAnythingMaintained && isNodeMaintained(graph, node, maintenance);
    const set = numbers.get(contributions.setByNode[node]!)!;
    columns.impacted[position] = (set << CAUSE_BITS) | (isMaintained ? MAINTENANCE : 0) | severities[position]!;
    const own = unhealthyPositions[node]! - 1;
    if (own !== -1) columns.unhealthy[own] = (position << SEVERITY_BITS) | unhealthy.severities[own]!;
  }
  unhealthy.nodes.forEach((node) => (unhealthyPositions[node] = 0));
  packComponentIds(graph, nodes, componentWords);
  columns.since.set(unhealthy.since);
  packApplicationIds(graph, applications.indexes, applicationWords);
  columns.applications.set(applications.severities);
  return new Uint8Array(words.buffer);
}

/** The sets that these nodes have, each with the first causes it names, and the number of each set. */
function packSets(
  nodes: Int32Array,
  { causes, sets, setByNode }: Contributions,
  positionOf: (cause: number) => number,
): { numbers: Map<number, number>; causeSets: number[] } {
  const numbers = new Map<number, number>();
  const causeSets: number[] = [];
  for (const node of nodes) {
    const set = setByNode[node]!;
    if (!numbers.has(set)) {
      numbers.set(set, numbers.size);
      const named = sets.sets[set]!.subarray(0, MOST_NAMED_CAUSES);
      causeSets.push(named.length, ...Array.from(named, (rank) => positionOf(causes[rank]!)));
    }
  }
  return { numbers, causeSets };
}

/** Reads the lists of a stored snapshot. */
export function openLists(packed: Uint8Array): OpenLists {
  // A copy, because the database driver's buffer may start at any byte.
  const words = new Uint32Array(new Uint8Array(packed).buffer);
  const { componentWords, applicationWords, ...columns } = columnsIn(words);
  return { componentIds: idsIn(componentWords), applicationIds: idsIn(applicationWords), columns };
}

/** The rows as they are shown. */
export function rowsOf({ componentIds, applicationIds, columns }: OpenLists, names: NamesById): SnapshotLists {
  const shown = componentIds.map((id, position) => {
    const { technicalName, name, applicationId } = names.component(id);
    return { id, technicalName, name, applicationId, isUnderMaintenance: (columns.impacted[position]! & MAINTENANCE) !== 0 };
  });
  const componentOf = (unhealthyPosition: number) => shown[columns.unhealthy[unhealthyPosition]! >>> SEVERITY_BITS]!;
  const causesOf = causeNames(columns, (unhealthyPosition) => componentOf(unhealthyPosition).technicalName);
  return {
    unhealthy: Array.from(columns.unhealthy, (word, position) => {
      const { id, technicalName, name, applicationId, isUnderMaintenance: isMaintained } = componentOf(position);
      const since = new Date(columns.since[position]!).toISOString();
      return { id, technicalName, name, applicationId, isUnderMaintenance: isMaintained, state: failureState(word), since };
    }),
    impacted: shown.map(({ id, technicalName, name, applicationId, isUnderMaintenance: isMaintained }, position) => {
      const word = columns.impacted[position]!;
      const causes = causesOf[word >>> CAUSE_BITS]!;
      const effectiveState = failureState(word);
      return { id, technicalName, name, applicationId, isUnderMaintenance: isMaintained, effectiveState, cause: causes[0]!, causes };
    }),
    applications: applicationIds.map((id, position) => {
      const { technicalName, name, criticalityTier, ownerTeam, lifecycleState } = names.application(id);
      return {
        id,
        technicalName,
        name,
        criticalityTier,
        ownerTeam,
        lifecycleState,
        effectiveState: stateOf(columns.applications[position]!),
      };
    }),
  };
}

/** An impacted component that reports no trouble itself; components with the same causes share the list of their ids. */
export interface SilentComponent {
  id: string;
  effectiveState: FailureState;
  causeIds: readonly string[];
}

/** In the order of the impacted components. */
export function silentComponents({ componentIds, columns }: OpenLists): SilentComponent[] {
  const positions = Array.from(columns.unhealthy, (word) => word >>> SEVERITY_BITS);
  const reporting = new Set(positions);
  const causesOf = causeNames(columns, (unhealthyPosition) => componentIds[positions[unhealthyPosition]!]!);
  return componentIds.flatMap((id, position) => {
    const word = columns.impacted[position]!;
    return reporting.has(position) ? [] : [{ id, effectiveState: failureState(word), causeIds: causesOf[word >>> CAUSE_BITS]! }];
  });
}

/** For each set of causes: their technicalNames, or whatever `nameOf` says of them. */
function causeNames({ causeSets }: Columns, nameOf: (unhealthyPosition: number) => string): string[][] {
  const names: string[][] = [];
  for (let at = 0; at < causeSets.length; at += 1 + causeSets[at]!)
    names.push(Array.from(causeSets.subarray(at + 1, at + 1 + causeSets[at]!), nameOf));
  return names;
}

/** The components that a cause contributes to: the first `limit` of those that were stored, with the given names. */
export function contributedComponents(
  { componentIds, columns }: OpenLists,
  names: NamesById,
  cause: { technicalName: string; contributesTo: ContributedPositions },
  limit: number,
): ContributedComponent[] {
  const componentAt = (position: number): ComponentNames => names.component(componentIds[position]!);
  const causesOf = causeNames(columns, (at) => componentAt(columns.unhealthy[at]! >>> SEVERITY_BITS).technicalName);
  const { places, alone } = cause.contributesTo;
  return places.slice(0, limit).map((position, i) => {
    const { technicalName, name } = componentAt(position);
    const word = columns.impacted[position]!;
    const others = causesOf[word >>> CAUSE_BITS]!.filter((other) => other !== cause.technicalName);
    return {
      id: componentIds[position]!,
      technicalName,
      name,
      effectiveState: failureState(word),
      alone: stateOf(alone[i]!),
      jointlyWith: alone[i]! < (word & SEVERITY) ? others : [],
    };
  });
}

/** The names that a graph contains, valid until its next edit. */
export function namesIn(graph: Landscape): NamesById {
  return {
    component: (id) => graph.componentView(graph.components.find(id)),
    application: (id) => graph.applications.at(graph.applications.indexOf(id)),
  };
}

function isNodeMaintained(graph: Landscape, node: number, maintenance: ActiveMaintenance): boolean {
  const { id, applicationId } = graph.componentView(node);
  return isUnderMaintenance(maintenance, id, applicationId);
}

function failureState(word: number): FailureState {
  return HEALTH_STATES[word & SEVERITY] as FailureState;
}

function columnsIn(
  words: Uint32Array<ArrayBuffer>,
): Columns & { componentWords: Uint32Array<ArrayBuffer>; applicationWords: Uint32Array<ArrayBuffer> } {
  const [impacted = 0, unhealthy = 0, applications = 0, causeSets = 0] = words;
  let from = HEADER;
  const next = (length: number): Uint32Array<ArrayBuffer> => words.subarray(from, (from += length));
  const since = new Float64Array(words.buffer, from * 4, unhealthy);
  from += unhealthy * 2;
  return {
    since,
    componentWords: next(impacted * WORDS_OF_AN_ID),
    impacted: next(impacted),
    unhealthy: next(unhealthy),
    applicationWords: next(applications * WORDS_OF_AN_ID),
    applications: next(applications),
    causeSets: next(causeSets),
  };
}
