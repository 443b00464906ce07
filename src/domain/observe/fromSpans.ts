/** Draws from spans what calls what, and counts for each dependency how often a failure of the target reached the caller. Pure. */
import { byCodeUnit } from '@/plain/order';
import type { ComponentKind, DependencyType } from '@/domain/vocabulary';
import { LeftOut, unknownNode, type Observed, type ObservedEdge, type ObservedNode, type Reason } from './observed';
import { learn, serviceKey, serviceNode, type OwnAttributes } from './serviceNode';
import type { Attributes } from './span';
import { asksForHealth, isFailedCall, isFailedWork, protocolIn } from './spanOutcome';
import { MISSING_ROW, NO_ROW, type Said, type SpanTable } from './spanTable';
import { isNetworkDetail, peerHost, targetOf, type NoTarget, type Target } from './target';
import { UnitsOfWork } from './unitsOfWork';

/** What a component is, by a word of its name; null if none is known. */
export type KindOfName = (name: string) => ComponentKind | null;

export interface SpanChoices extends OwnAttributes {
  kindOfName?: KindOfName;
  /** Each destination of a broker is a component, instead of a word in the description of the broker. */
  isTopicEach?: boolean;
}

const WHY_NOT: Readonly<Record<NoTarget, Reason>> = {
  ip: ['call to an IP address, which names no component', 'calls to IP addresses, which name no component'],
  local: ['call to localhost', 'calls to localhost'],
  unnamed: ['call that does not name its target', 'calls that do not name their target'],
  detail: ['step of a name look-up or connection', 'steps of name look-ups and connections'],
};
const NAMELESS: Reason = ['span of a service without a name', 'spans of services without a name'];
const PROBE: Reason = ['health check', 'health checks'];
const ORPHAN: Reason = ['span whose parent is missing', 'spans whose parent is missing'];
/** Clocks of one machine differ by less. */
const CLOCK_MS = 1;

interface Tallied extends ObservedEdge {
  /** Its place in the list of edges. */
  at: number;
  reads: number;
  writes: number;
  others: number;
  encrypted: number;
  plain: number;
}

export function observeSpans(table: SpanTable, choices: SpanChoices = {}): Observed {
  return new Observation(table, choices).observed();
}

/** What is not known yet of the unit of a row. */
const UNKNOWN = -3;

class Observation {
  private readonly services = new Map<string, ObservedNode>();
  private readonly kinds = new Map<string, Set<string>>();
  private readonly peers = new Map<string, ObservedNode>();
  private readonly edges = new Map<string, Tallied>();
  private readonly left = new LeftOut();
  private readonly keys = new Map<Attributes, string | null>();
  private readonly learned = new Set<Attributes>();
  /** Rows whose target has answered in another span. */
  private readonly paired: Uint8Array;
  /** By row: where in `hosts` the host is that a connection below it went to, plus one. */
  private readonly connections: Int32Array;
  private readonly hosts: string[] = [];
  private readonly unitOf: Int32Array;
  private readonly units = new UnitsOfWork();
  private readonly targets = new Map<Said, Partial<Record<string, Target | NoTarget>>>();
  private readonly called = new Map<string, string | null>();

  constructor(
    private readonly table: SpanTable,
    private readonly choices: SpanChoices,
  ) {
    this.paired = new Uint8Array(table.size);
    this.connections = new Int32Array(table.size);
    this.unitOf = new Int32Array(table.size).fill(UNKNOWN);
  }

  observed(): Observed {
    const { table } = this;
    const rows = table.inOrder();
    for (const row of rows) this.meet(row);
    for (const [key, node] of this.services) node.kind = this.kindOf(node, this.kinds.get(key) ?? new Set());
    for (const row of rows) if (table.kind(row) === 'SERVER') this.pair(row);
    for (const row of rows) if (table.kind(row) !== 'SERVER' && table.kind(row) !== 'INTERNAL') this.follow(row);
    this.judgeUnits();
    const used = new Set([...this.edges.values()].flatMap(({ source, target }) => [source, target]));
    const nodes = [...this.services.values(), ...[...this.peers.values()].filter(({ key }) => used.has(key))];
    for (const { destinations, databases } of nodes) for (const list of [destinations, databases]) list.sort(byCodeUnit);
    return {
      unit: 'span',
      count: table.size,
      nodes: nodes.sort((left, right) => byCodeUnit(left.key, right.key)),
      edges: [...this.edges.values()].map(settled).sort((left, right) => byCodeUnit(keyOf(left), keyOf(right))),
      left: this.left.list(),
    };
  }

  /** Notes the service of a span, and what its kind says about it. */
  private meet(row: number): void {
    const { table } = this;
    const [resource, key] = [table.resource(row), this.serviceAt(row)];
    if (key === null) {
      this.left.add(NAMELESS, resource['service.name']);
      return;
    }
    const { name, attributes } = table.saidBy(row);
    const kind = table.kind(row);
    if (isNetworkDetail(name) && kind === 'INTERNAL') this.noteConnection(table.parent(row), attributes);
    const seen = this.kinds.get(key) ?? new Set();
    this.kinds.set(key, seen.add(kind));
    if (attributes['upstream_cluster.name'] !== undefined) seen.add('proxy');
    if (kind === 'SERVER' && table.isRoot(row) && asksForHealth(attributes)) {
      this.left.add(PROBE, resource['service.name']);
      return;
    }
    const node = this.services.get(key) ?? serviceNode(key, resource);
    this.services.set(key, node);
    if (!this.learned.has(resource)) learn(node, resource, this.choices);
    this.learned.add(resource);
    if (kind === 'SERVER' && table.isRoot(row)) node.isCalledFromOutside = true;
  }

  private noteConnection(parent: number, attributes: Attributes): void {
    const host = peerHost(attributes);
    if (host !== null && parent >= 0 && this.connections[parent] === 0) this.connections[parent] = this.hosts.push(host);
  }

  private kindOf({ kind, name }: ObservedNode, seen: ReadonlySet<string>): ComponentKind {
    if (kind !== 'Other') return kind;
    if (seen.has('proxy') || /(?:^|[-_.])(?:proxy|ingress|envoy|gateway)(?:[-_.]|$)/i.test(name)) return 'Infrastructure';
    if (seen.has('CONSUMER') && !seen.has('SERVER')) return 'Worker';
    return this.choices.kindOfName?.(name) ?? (seen.has('SERVER') ? 'WebAPI' : 'Other');
  }

  /** A SERVER whose parent is in another service: that one calls it. */
  private pair(row: number): void {
    const { table } = this;
    const target = this.serviceAt(row);
    if (target === null || !this.services.has(target)) return;
    const parent = table.parent(row);
    if (parent === MISSING_ROW) this.left.add(ORPHAN, table.resource(row)['service.name']);
    const source = parent < 0 ? null : this.serviceAt(parent);
    if (source === null || source === target) return;
    const kind = table.kind(parent);
    for (let at = parent; at >= 0 && table.kind(at) === 'CLIENT' && this.paired[at] === 0; at = this.parentIn(at, source))
      this.paired[at] = 1;
    const isClient = kind === 'CLIENT';
    const edge = this.edge(source, target, 'Calls', isClient ? 'seen on both sides' : `its parent is a span of the kind ${kind}`);
    const { attributes } = table.saidBy(row);
    const ofParent = table.saidBy(parent).attributes;
    const isFailed = isClient ? isFailedCall(ofParent, table.isError(parent)) : isFailedWork(attributes, table.isError(row));
    this.count(edge, parent, table.endMs(isClient ? parent : row), isFailed, [ofParent, attributes]);
  }

  /** A span that calls, sends or receives, by what it says of its target. */
  private follow(row: number): void {
    const { table } = this;
    const source = this.serviceAt(row);
    if (source === null || !this.services.has(source) || this.paired[row] === 1) return;
    const said = table.saidBy(row);
    if (this.isWithinCall(row, source)) {
      if (isNetworkDetail(said.name)) this.left.add(WHY_NOT.detail);
      return;
    }
    const connected = this.hosts[this.connections[row]! - 1];
    const told = this.targetAt(row);
    const target =
      told === 'unnamed' && connected !== undefined
        ? targetOf(table.kind(row), { name: said.name, attributes: { ...said.attributes, 'server.address': connected } })
        : told;
    if (typeof target === 'string') {
      this.left.add(WHY_NOT[target], table.resource(row)['service.name']);
      return;
    }
    const known = target.isHost ? this.serviceCalled(target.name) : null;
    if (known === source) return;
    const how = known === null ? 'named by the caller' : 'named by the caller, as a known service';
    const edge = this.edge(source, known ?? this.peer(target).key, target.dependencyType, how);
    edge.isTelemetry = target.isTelemetry;
    this.count(edge, row, table.endMs(row), isFailedCall(said.attributes, table.isError(row)), [said.attributes]);
    if (target.dependencyType === 'Reads') edge.reads += 1;
    else if (target.dependencyType === 'Writes') edge.writes += 1;
    else edge.others += 1;
  }

  /** A library over another one: the outer call counts, if it names its target. */
  private isWithinCall(row: number, source: string): boolean {
    const parent = this.parentIn(row, source);
    if (parent < 0) return false;
    const kind = this.table.kind(parent);
    return (kind === 'CLIENT' || kind === 'PRODUCER') && (this.paired[parent] === 1 || typeof this.targetAt(parent) === 'object');
  }

  private serviceAt(row: number): string | null {
    const resource = this.table.resource(row);
    const known = this.keys.get(resource);
    if (known !== undefined) return known;
    const key = serviceKey(resource);
    this.keys.set(resource, key);
    return key;
  }

  private targetAt(row: number): Target | NoTarget {
    const [said, kind] = [this.table.saidBy(row), this.table.kind(row)];
    const known = this.targets.get(said) ?? {};
    this.targets.set(said, known);
    return (known[kind] ??= targetOf(kind, said));
  }

  private parentIn(row: number, service: string): number {
    const parent = this.table.parent(row);
    return parent >= 0 && this.serviceAt(parent) === service ? parent : NO_ROW;
  }

  /** The service that a host stands for: by its name, or by the first part of a name within the cluster. */
  private serviceCalled(host: string): string | null {
    const known = this.called.get(host);
    if (known !== undefined) return known;
    const [first = '', namespace] = /\.(?:svc|local|internal)$/.test(host) || !host.includes('.') ? host.split('.') : [host];
    const found = [...this.services.values()].filter(
      (node) => node.name.toLowerCase() === first && (namespace === undefined || node.namespace === null || node.namespace === namespace),
    );
    const key = found.length === 1 ? found[0]!.key : null;
    this.called.set(host, key);
    return key;
  }

  private peer(target: Target): ObservedNode {
    const { kind, isExternal, runtime, destination, isNamedBySystem = false, isHost } = target;
    const isTopic = this.choices.isTopicEach === true && destination !== undefined;
    const name = isTopic ? destination : target.name;
    const key = isTopic ? `peer ${target.name.toLowerCase()} ${name}` : `peer ${name.toLowerCase()}`;
    const node = this.peers.get(key) ?? {
      ...unknownNode(key, name),
      isExternal,
      isNamedBySystem,
      kind: isTopic ? 'Queue' : kind,
      runtime: runtime ?? null,
      ...(isTopic ? { broker: target.name } : {}),
    };
    this.peers.set(key, node);
    if (node.kind === 'Other' && !isHost) node.kind = kind;
    if (!isTopic && destination !== undefined && !node.destinations.includes(destination)) node.destinations.push(destination);
    return node;
  }

  private edge(source: string, target: string, dependencyType: DependencyType, how: string): Tallied {
    const key = `${source}\n${target}\n${isOfData(dependencyType) ? 'data' : dependencyType}`;
    const known = this.edges.get(key);
    if (known !== undefined) return known;
    const tallies = { calls: 0, failed: 0, alone: 0, reached: 0, retried: 0, outlived: 0, reads: 0, writes: 0, others: 0 };
    const wire = { encrypted: 0, plain: 0, protocol: null, isEncrypted: null };
    const edge = { ...tallies, ...wire, at: this.edges.size, source, target, dependencyType, how, isTelemetry: false };
    this.edges.set(key, edge);
    return edge;
  }

  /** `caller` is a row, `endMs` when the call ended. */
  private count(edge: Tallied, caller: number, endMs: number, isFailed: boolean, said: readonly Attributes[]): void {
    edge.calls += 1;
    if (isFailed) edge.failed += 1;
    for (const attributes of said) {
      const scheme = attributes['url.scheme'] ?? attributes['http.scheme'];
      if (scheme === 'https') edge.encrypted += 1;
      if (scheme === 'http') edge.plain += 1;
      edge.protocol ??= protocolIn(attributes);
      const database = attributes['db.namespace'] ?? attributes['db.name'];
      const node = this.peers.get(edge.target);
      if (database !== undefined && node !== undefined && !node.databases.includes(database)) node.databases.push(database);
    }
    const unit = this.unit(caller);
    if (unit < 0) return;
    if (endMs > this.table.endMs(unit) + CLOCK_MS) edge.outlived += 1;
    this.units.add(unit, edge.at, isFailed);
  }

  /** The unit of work that a span belongs to: what its service was asked to do. NO_ROW if that is not among the spans. */
  private unit(row: number): number {
    const { table, unitOf } = this;
    const service = this.serviceAt(row) ?? '';
    const way: number[] = [];
    let at = row;
    let found = NO_ROW;
    for (; at >= 0; at = this.parentIn(at, service)) {
      if (unitOf[at] !== UNKNOWN) {
        found = unitOf[at]!;
        break;
      }
      // Until it is known, so that a circle of parents ends.
      unitOf[at] = NO_ROW;
      way.push(at);
      if (table.kind(at) === 'SERVER' || table.kind(at) === 'CONSUMER') {
        found = at;
        break;
      }
    }
    for (const one of way) unitOf[one] = found;
    return found;
  }

  /** Only units in which exactly one target failed say anything about that target. */
  private judgeUnits(): void {
    const { table } = this;
    const edges = [...this.edges.values()];
    this.units.each((unit, targets) => {
      const failed = [...targets].filter(([, ends]) => ends.failed > 0 && ends.ok === 0);
      for (const [at, ends] of targets) if (ends.failed > 0 && ends.ok > 0) edges[at]!.retried += 1;
      if (failed.length !== 1) return;
      const only = edges[failed[0]![0]]!;
      only.alone += 1;
      if (isFailedWork(table.saidBy(unit).attributes, table.isError(unit))) only.reached += 1;
    });
  }
}

const keyOf = ({ source, target, dependencyType }: ObservedEdge): string => `${source} ${target} ${dependencyType}`;
const isOfData = (type: DependencyType): boolean => type === 'Reads' || type === 'Writes' || type === 'ReadsWrites';

function settled({ at: _, reads, writes, others, encrypted, plain, ...edge }: Tallied): ObservedEdge {
  const type = others > 0 || (reads > 0 && writes > 0) ? 'ReadsWrites' : reads > 0 ? 'Reads' : 'Writes';
  return {
    ...edge,
    dependencyType: isOfData(edge.dependencyType) ? type : edge.dependencyType,
    isEncrypted: encrypted > 0 === plain > 0 ? null : encrypted > 0,
  };
}
