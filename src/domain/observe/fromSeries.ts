/** Draws from metrics of service graphs and meshes what calls what. They never say whether a failure reached the caller. Pure. */
import { byCodeUnit } from '@/plain/order';
import type { KindOfName } from './fromSpans';
import { LeftOut, unknownNode, type Observed, type ObservedEdge, type ObservedNode, type Reason } from './observed';
import { UNITS, type Unit } from './units';
import { metricNamed, UNNAMED_BROKER, type End, type Series, type SeriesEdge, type Told } from './seriesEdges';
import { isInternalName, isIpAddress } from './target';

const TO_ADDRESS: Reason = [
  'series of calls to an IP address, which names no component',
  'series of calls to IP addresses, which name no component',
];
const TO_ITSELF: Reason = ['series of calls of a service to itself', 'series of calls of services to themselves'];
const WITHOUT_BROKER: Reason = ['series of messages that does not name its broker', 'series of messages that do not name their broker'];

interface Tally {
  edge: ObservedEdge;
  /** By observer: calls, and how many of them failed. */
  calls: Map<string, { calls: number; failed: number }>;
  encrypted: boolean | null;
  endpoints: Set<string>;
  isOpaque: boolean;
}

/** `unit`: of links and the like, which are read as if they were series. */
export function observeSeries(all: readonly Series[], kindOfName: KindOfName = () => null, unit: Unit = 'series'): Observed {
  const context = { canonical: canonicalNames(all) };
  const metrics = new Map([...new Set(all.map(({ name }) => name))].map((name) => [name, metricNamed(name)]));
  const said = all.flatMap(({ name, labels, value }): Said[] => {
    const metric = metrics.get(name);
    if (metric === null || metric === undefined) return [];
    const isQuiet = metric.isCounter && !(value > 0);
    const told = isQuiet ? { left: 'series without calls in the window' } : metric.read(labels, context);
    return told === null ? [] : [{ told, value, times: 1, name: isQuiet ? undefined : (labels.client ?? labels.source_workload) }];
  });
  return new Observation(kindOfName, unit).observed(said, all.length);
}

/** `value` is how often it was said. */
export function observeFlows(said: readonly { told: Told; value: number }[], kindOfName: KindOfName = () => null): Observed {
  const count = said.reduce((sum, { value }) => sum + value, 0);
  return new Observation(kindOfName, 'flow').observed(
    said.map(({ told, value }) => ({ told, value, times: value })),
    count,
  );
}

interface Said {
  told: Told;
  value: number;
  /** How often it is counted as left out. */
  times: number;
  /** Whom it concerns. */
  name?: string | undefined;
}

/** With its ends, as far as they are services. */
interface SaidEdge {
  edge: SeriesEdge;
  value: number;
  from: ObservedNode | null;
  to: ObservedNode | null;
}

class Observation {
  private readonly nodes = new Map<string, ObservedNode>();
  private readonly byName = new Map<string, ObservedNode[]>();
  private readonly tallies = new Map<string, Tally>();
  private readonly left = new LeftOut();

  constructor(
    private readonly kindOfName: KindOfName,
    private readonly unit: Unit,
  ) {}

  observed(said: readonly Said[], count: number): Observed {
    const edges: SaidEdge[] = [];
    for (const { told, value, times, name } of said)
      if ('left' in told) this.left.add(told.left, name, times);
      else if ('calledFromOutside' in told) this.node(told.calledFromOutside).isCalledFromOutside = true;
      else for (const edge of told.edges) edges.push({ edge, value, from: this.service(edge.source), to: this.service(edge.target) });
    // A host may have the name of a service that only a later series tells of.
    for (const edge of edges) this.add(edge);
    return {
      unit: this.unit,
      count,
      nodes: [...this.nodes.values()].sort((one, other) => byCodeUnit(one.key, other.key)),
      edges: [...this.tallies.values()]
        .map(settled)
        .map((edge) => ({ edge, place: `${edge.source} ${edge.target}` }))
        .sort((one, other) => byCodeUnit(one.place, other.place))
        .map(({ edge }) => edge),
      left: this.left.list(),
    };
  }

  private add({ edge, value, from: service, to: called }: SaidEdge): void {
    const {
      source,
      target,
      dependencyType,
      isFailed,
      observer,
      isEncrypted,
      protocol,
      declared,
      endpoint,
      isOpaque,
      counted = 'calls',
    } = edge;
    if (isIpAddress(target.name)) {
      this.left.add(TO_ADDRESS, target.name);
      return;
    }
    const [from, to] = [service ?? this.node(source), called ?? this.node(target)];
    if (from === to) {
      this.left.add(TO_ITSELF, from.name);
      return;
    }
    if (to.name === UNNAMED_BROKER) this.left.add(WITHOUT_BROKER, from.name);
    const key = `${from.key}\n${to.key}\n${dependencyType}`;
    const tally = this.tallies.get(key) ?? emptyTally(from.key, to.key, dependencyType, `seen in ${UNITS[this.unit].source}`);
    this.tallies.set(key, tally);
    const counts = tally.calls.get(observer) ?? { calls: 0, failed: 0 };
    tally.calls.set(observer, counts);
    if (counted === 'calls') counts.calls += value;
    if (counted === 'failures' || isFailed) counts.failed += value;
    if (isEncrypted !== undefined) tally.encrypted = isEncrypted || tally.encrypted === true;
    if (protocol !== undefined) tally.edge.protocol ??= protocol;
    if (declared !== undefined) tally.edge.declared = declared;
    if (endpoint !== undefined) tally.endpoints.add(endpoint);
    if (isOpaque !== true) tally.isOpaque = false;
  }

  /** A host that has the name of one service is that service. */
  private serviceNamed(name: string): ObservedNode | undefined {
    const found = this.byName.get(name.toLowerCase()) ?? [];
    return found.length === 1 ? found[0] : undefined;
  }

  private service(end: End): ObservedNode | null {
    return end.isPeer === true ? null : this.node(end);
  }

  private node({ name, namespace, kind, isPeer = false }: End): ObservedNode {
    const known = isPeer && kind === undefined ? this.serviceNamed(name) : undefined;
    if (known !== undefined) return known;
    const key = isPeer ? `peer ${name.toLowerCase()}` : `service ${namespace ?? ''}/${name}`;
    // Each end is asked for once a series, so that a known one must cost no more than looking it up.
    const found = this.nodes.get(key);
    if (found !== undefined) return found;
    const isHost = isPeer && kind === undefined;
    const isExternal = isHost && !isInternalName(name);
    const node: ObservedNode = {
      ...unknownNode(key, name),
      namespace,
      isExternal,
      kind: kind ?? (isExternal ? 'Other' : (this.kindOfName(name) ?? 'Other')),
      runtime: isExternal ? 'Saas' : null,
      isService: !isPeer,
    };
    if (!isPeer) this.byName.set(name.toLowerCase(), [...(this.byName.get(name.toLowerCase()) ?? []), node]);
    this.nodes.set(key, node);
    return node;
  }
}

function emptyTally(source: string, target: string, dependencyType: ObservedEdge['dependencyType'], how: string): Tally {
  const edge: ObservedEdge = {
    source,
    target,
    dependencyType,
    calls: 0,
    failed: 0,
    alone: 0,
    reached: 0,
    retried: 0,
    outlived: 0,
    isTelemetry: false,
    protocol: null,
    isEncrypted: null,
    how,
  };
  return { edge, calls: new Map(), encrypted: null, endpoints: new Set(), isOpaque: true };
}

function settled({ edge, calls, encrypted, endpoints, isOpaque }: Tally): ObservedEdge {
  const [most = { calls: 0, failed: 0 }] = [...calls.values()].sort((one, other) => other.calls - one.calls);
  return {
    ...edge,
    calls: most.calls,
    failed: most.failed,
    isEncrypted: encrypted,
    ...(isOpaque ? { isOpaque } : {}),
    ...(endpoints.size > 1 ? { endpoints: [...endpoints].sort(byCodeUnit) } : {}),
  };
}

/** Connections of TCP name workloads alone; requests say which service each workload belongs to. */
function canonicalNames(all: readonly Series[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { name: metric, labels } of all) {
    if (!metric.startsWith('istio_')) continue;
    for (const side of ['source', 'destination'] as const) {
      const [workload, service] = [labels[`${side}_workload`], labels[`${side}_canonical_service`]];
      if (workload !== undefined && service !== undefined && service !== '' && service !== 'unknown')
        names.set(`${labels[`${side}_workload_namespace`] ?? null}/${workload}`, service);
    }
  }
  return names;
}
