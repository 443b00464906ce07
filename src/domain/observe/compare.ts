/** Compares what was seen with what a landscape declares. Says nothing about what was not seen: absence needs a longer look. Pure. */
import type { DependencyMode, DependencyType } from '@/domain/vocabulary';
import { bareCountOf } from '@/plain/counts';
import { byCodeUnit } from '@/plain/order';
import type { ComponentNames } from './mapping';
import { modeOf } from './mode';
import type { Observed, ObservedEdge, ObservedNode } from './observed';
import type { Unit } from './units';

/** Fewer calls may be an accident. */
const FEWEST_CALLS = 3;

export interface DeclaredDependency {
  source: string;
  target: string;
  dependencyType: DependencyType;
  mode: DependencyMode;
  required: boolean;
  isEncrypted: boolean;
}

export interface AtOdds {
  source: string;
  target: string;
  /** What differs. `hidden-outage` is the worst: the map calls soft what takes its caller down. */
  what: 'hidden-outage' | 'overstated' | 'understated' | 'required' | 'type' | 'direction' | 'encryption';
  /** One sentence without a period. */
  why: string;
}

export interface Undeclared {
  source: string;
  target: string;
  dependencyType: DependencyType;
  calls: number;
  why: string;
}

export interface Unmapped {
  name: string;
  /** Several components fit. */
  candidates: string[];
  nearest: string[];
  /** What a person's own names say it is, although no component is called that. */
  meant?: string;
}

export interface Comparison {
  atOdds: AtOdds[];
  undeclared: Undeclared[];
  unmapped: Unmapped[];
  /** Names that were seen and stand for a component of another name. */
  renamed: { name: string; component: string; how: string }[];
  /** How many of the names seen are mapped. */
  mapped: number;
  names: number;
  /** Edges that contradict nothing that is declared. */
  agreeing: number;
  /** How many of these had failures enough to measure the mode that is declared; of the others it is not known. */
  measured: number;
}

const CLASSES: Readonly<Record<DependencyType, 'calls' | 'data' | 'messages'>> = {
  Calls: 'calls',
  TrafficFlow: 'calls',
  UsesIdp: 'calls',
  Reads: 'data',
  Writes: 'data',
  ReadsWrites: 'data',
  Publishes: 'messages',
  Consumes: 'messages',
  PubSub: 'messages',
};
const ORDER: readonly AtOdds['what'][] = ['hidden-outage', 'overstated', 'understated', 'required', 'direction', 'type', 'encryption'];

export function compareObserved(
  { unit, nodes, edges }: Observed,
  declared: readonly DeclaredDependency[],
  names: ComponentNames,
): Comparison {
  const nodeOf = new Map(nodes.map((node) => [node.key, node]));
  const { componentOf, unmapped, renamed } = mapNodes(nodes, names);
  const pairs = new Map<string, DeclaredDependency[]>();
  for (const one of declared) pairs.set(pairKey(one), [...(pairs.get(pairKey(one)) ?? []), one]);
  const comparison: Comparison = {
    atOdds: [],
    undeclared: [],
    unmapped,
    renamed,
    mapped: componentOf.size,
    names: nodes.length,
    agreeing: 0,
    measured: 0,
  };
  for (const edge of edges) {
    const [source, target] = [componentOf.get(edge.source), componentOf.get(edge.target)];
    if (source === undefined || target === undefined || source === target) continue;
    const own = pairs.get(pairKey({ source, target })) ?? [];
    const found = own.length > 0 ? differencesOf(edge, nodeOf.get(edge.target)!, own, unit) : null;
    if (found !== null) for (const one of found) comparison.atOdds.push({ source, target, ...one });
    else if (pairs.has(pairKey({ source: target, target: source })))
      comparison.atOdds.push({ source, target, what: 'direction', why: `declared only the other way round; ${seenWords(edge)}` });
    else if (edge.calls >= FEWEST_CALLS || edge.declared !== undefined)
      comparison.undeclared.push({ source, target, dependencyType: edge.dependencyType, calls: edge.calls, why: seenWords(edge) });
    if (found?.length !== 0) continue;
    comparison.agreeing += 1;
    if (isMeasuredAs(edge, nodeOf.get(edge.target)!, own, unit)) comparison.measured += 1;
  }
  comparison.atOdds.sort((one, other) => ORDER.indexOf(one.what) - ORDER.indexOf(other.what) || byCodeUnit(pairKey(one), pairKey(other)));
  comparison.undeclared.sort((one, other) => other.calls - one.calls || byCodeUnit(pairKey(one), pairKey(other)));
  return comparison;
}

function mapNodes(
  nodes: readonly ObservedNode[],
  names: ComponentNames,
): Pick<Comparison, 'unmapped' | 'renamed'> & { componentOf: Map<string, string> } {
  const componentOf = new Map<string, string>();
  const unmapped: Unmapped[] = [];
  const renamed: Comparison['renamed'] = [];
  for (const node of nodes) {
    const mapped = names.mapped(node);
    if ('component' in mapped) {
      componentOf.set(node.key, mapped.component);
      if (mapped.component !== node.name) renamed.push({ name: node.name, ...mapped });
    } else
      unmapped.push({
        name: node.name,
        candidates: 'candidates' in mapped ? mapped.candidates : [],
        nearest: 'nearest' in mapped ? mapped.nearest : [],
        ...('meant' in mapped ? { meant: mapped.meant } : {}),
      });
  }
  const byName = (one: { name: string }, other: { name: string }): number => byCodeUnit(one.name, other.name);
  return { componentOf, unmapped: unmapped.sort(byName), renamed: renamed.sort(byName) };
}

const pairKey = ({ source, target }: { source: string; target: string }): string => `${source}\n${target}`;

const seenWords = ({ calls, failed }: ObservedEdge): string =>
  calls === 0 ? 'its owner states it' : `seen ${bareCountOf(Math.round(calls), 'time')}, ${Math.round(failed)} failed`;

type Difference = Pick<AtOdds, 'what' | 'why'>;

function differencesOf(edge: ObservedEdge, target: ObservedNode, own: readonly DeclaredDependency[], unit: Unit): Difference[] {
  const isSame = ({ dependencyType }: DeclaredDependency): boolean => CLASSES[dependencyType] === CLASSES[edge.dependencyType];
  const alike = own.filter(isSame);
  if (alike.length === 0) {
    // Of a target that nobody instruments, and of connections, the kind is not known: a call may be how a store or a broker is reached.
    if (edge.dependencyType === 'Calls' && (!target.isService || edge.isOpaque === true)) return [];
    return [
      { what: 'type', why: `declared ${own.map(({ dependencyType }) => dependencyType).join(' and ')}, ${edge.dependencyType} seen` },
    ];
  }
  return [...modeDifferences(edge, target, alike, unit), ...encryptionDifferences(edge, alike)];
}

function modeDifferences(edge: ObservedEdge, target: ObservedNode, alike: readonly DeclaredDependency[], unit: Unit): Difference[] {
  const { mode, basis, why } = modeOf(edge, edge.dependencyType, target.kind, unit);
  if (basis === 'declared')
    return mode === 'Soft' && alike.some(({ required }) => required)
      ? [{ what: 'required', why: 'its owner says that it can do without, required here' }]
      : [];
  if (basis === 'assumed') return [];
  return alike.flatMap(({ mode: declared }): Difference[] => {
    if ((declared === 'Soft' || declared === 'Async') && mode === 'Hard')
      return [{ what: 'hidden-outage', why: `declared ${declared}, measured Hard: your map hides an outage; ${why}` }];
    if (declared === 'Degraded' && mode === 'Hard')
      return [{ what: 'understated', why: `declared Degraded, measured Hard: your map understates it; ${why}` }];
    if ((declared === 'Hard' || declared === 'Degraded') && mode === 'Soft')
      return [{ what: 'overstated', why: `declared ${declared}, measured Soft: your map overstates it; ${why}` }];
    return [];
  });
}

function isMeasuredAs(edge: ObservedEdge, target: ObservedNode, own: readonly DeclaredDependency[], unit: Unit): boolean {
  const { mode, basis } = modeOf(edge, edge.dependencyType, target.kind, unit);
  return basis === 'measured' && own.some((one) => CLASSES[one.dependencyType] === CLASSES[edge.dependencyType] && one.mode === mode);
}

function encryptionDifferences({ isEncrypted }: ObservedEdge, alike: readonly DeclaredDependency[]): Difference[] {
  return isEncrypted === false && alike.some((one) => one.isEncrypted)
    ? [{ what: 'encryption', why: 'declared encrypted, plain text seen' }]
    : [];
}
