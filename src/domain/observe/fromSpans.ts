/** Draws from spans what calls what, and counts for each dependency how often a failure of the target reached the caller. Pure. */
import { byCodeUnit } from '@/plain/order';
import type { ComponentKind, CriticalityTier, DependencyType, Runtime } from '@/domain/vocabulary';
import { LeftOut, type Observed, type ObservedEdge, type ObservedNode } from './observed';
import type { Attributes, Span } from './span';
import { isNetworkDetail, peerHost, targetOf, type NoTarget, type Target } from './target';

/** What a component is, by a word of its name; null if none is known. */
export type KindOfName = (name: string) => ComponentKind | null;

const PROBE_PATH = /^\/(?:health|healthz|livez?|readyz?|ping|status|actuator\/health)\b/i;
const PROBE_AGENT = /kube-probe|ELB-HealthChecker|GoogleHC/i;
const TIERS: Readonly<Record<string, CriticalityTier>> = {
  critical: 'MissionCritical',
  high: 'BusinessCritical',
  medium: 'BusinessOperational',
  low: 'Administrative',
};
/** Answers of a target that works: the caller asked for the wrong thing, or gave up itself. */
const HARMLESS_GRPC = new Set(['0', '1', '3', '5', '6', '7', '9', '10', '11', '12', '16']);
const WHY_NOT: Readonly<Record<NoTarget, string>> = {
  ip: 'calls to IP addresses, which name no component',
  local: 'calls to localhost',
  unnamed: 'calls that do not name their target',
  detail: 'steps of name look-ups and connections',
};

interface Tallied extends ObservedEdge {
  reads: number;
  writes: number;
  others: number;
  encrypted: number;
  plain: number;
}

export function observeSpans(spans: Iterable<Span>, kindOfName: KindOfName = () => null): Observed {
  return new Observation(spans, kindOfName).observed();
}

class Observation {
  private readonly spans = new Map<string, Span>();
  private readonly services = new Map<string, ObservedNode>();
  private readonly peers = new Map<string, ObservedNode>();
  private readonly edges = new Map<string, Tallied>();
  private readonly left = new LeftOut();
  /** Ids of spans whose target has answered in another span. */
  private readonly paired = new Set<string>();
  /** By the id of a span: the host that a connection below it went to. */
  private readonly connections = new Map<string, string>();
  private readonly unitOf = new Map<string, string | null>();
  /** By unit of work and edge: how its calls ended. */
  private readonly units = new Map<string, Map<Tallied, { ok: number; failed: number }>>();

  constructor(
    spans: Iterable<Span>,
    private readonly kindOfName: KindOfName,
  ) {
    // The same span comes twice if an exporter tries again.
    for (const span of spans) this.spans.set(span.id, span);
  }

  observed(): Observed {
    for (const span of this.spans.values()) this.meet(span);
    this.nameKinds();
    for (const span of this.spans.values()) if (span.kind === 'SERVER') this.pair(span);
    for (const span of this.spans.values()) if (span.kind !== 'SERVER' && span.kind !== 'INTERNAL') this.follow(span);
    this.judgeUnits();
    const used = new Set([...this.edges.values()].flatMap(({ source, target }) => [source, target]));
    const nodes = [...this.services.values(), ...[...this.peers.values()].filter(({ key }) => used.has(key))];
    return {
      unit: 'span',
      count: this.spans.size,
      nodes: nodes.sort((left, right) => byCodeUnit(left.key, right.key)),
      edges: [...this.edges.values()].map(settled).sort((left, right) => byCodeUnit(keyOf(left), keyOf(right))),
      left: this.left.list(),
    };
  }

  /** Notes the service of a span, and what its kind says about it. */
  private meet(span: Span): void {
    const key = serviceKey(span.resource);
    if (key === null) {
      this.left.add('spans of services without a name', span.resource['service.name']);
      return;
    }
    if (isNetworkDetail(span.name) && span.parentId !== null) {
      const host = peerHost(span.attributes);
      if (host !== null && span.kind === 'INTERNAL' && !this.connections.has(span.parentId)) this.connections.set(span.parentId, host);
    }
    if (isProbe(span)) {
      this.left.add('health checks', span.resource['service.name']);
      return;
    }
    const node = this.services.get(key) ?? serviceNode(key, span.resource);
    this.services.set(key, node);
    if (span.kind === 'SERVER' && span.parentId === null) node.isCalledFromOutside = true;
  }

  private nameKinds(): void {
    const kinds = new Map<string, Set<string>>();
    for (const { resource, kind, attributes } of this.spans.values()) {
      const key = serviceKey(resource);
      if (key === null) continue;
      const seen = kinds.get(key) ?? new Set();
      kinds.set(key, seen.add(kind));
      if (attributes['upstream_cluster.name'] !== undefined) seen.add('proxy');
    }
    for (const [key, node] of this.services) node.kind = this.kindOf(node, kinds.get(key) ?? new Set());
  }

  private kindOf({ kind, name }: ObservedNode, seen: ReadonlySet<string>): ComponentKind {
    if (kind !== 'Other') return kind;
    if (seen.has('proxy') || /(?:^|[-_.])(?:proxy|ingress|envoy|gateway)(?:[-_.]|$)/i.test(name)) return 'Infrastructure';
    if (seen.has('CONSUMER') && !seen.has('SERVER')) return 'Worker';
    return this.kindOfName(name) ?? (seen.has('SERVER') ? 'WebAPI' : 'Other');
  }

  /** A SERVER whose parent is in another service: that one calls it. */
  private pair(span: Span): void {
    const target = serviceKey(span.resource);
    const parent = span.parentId === null ? undefined : this.spans.get(span.parentId);
    if (target === null || !this.services.has(target)) return;
    if (span.parentId !== null && parent === undefined) this.left.add('spans whose parent is missing', span.resource['service.name']);
    const source = parent === undefined ? null : serviceKey(parent.resource);
    if (parent === undefined || source === null || source === target) return;
    for (let at: Span | undefined = parent; at?.kind === 'CLIENT'; at = this.parentIn(at, source)) this.paired.add(at.id);
    const how = parent.kind === 'CLIENT' ? 'seen on both sides' : `its parent is a span of the kind ${parent.kind}`;
    const edge = this.edge(source, target, 'Calls', how);
    const isFailed = parent.kind === 'CLIENT' ? isFailedCall(parent) : isFailedWork(span);
    this.count(edge, parent, isFailed, [parent.attributes, span.attributes]);
  }

  /** A span that calls, sends or receives, by what it says of its target. */
  private follow(span: Span): void {
    const source = serviceKey(span.resource);
    if (source === null || !this.services.has(source) || this.paired.has(span.id)) return;
    const parent = this.parentIn(span, source);
    if (parent !== undefined && (parent.kind === 'CLIENT' || parent.kind === 'PRODUCER')) {
      // A library over another one: the outer call counts, if it names its target.
      if (this.paired.has(parent.id) || typeof targetOf(parent) === 'object') {
        if (isNetworkDetail(span.name)) this.left.add(WHY_NOT.detail);
        return;
      }
    }
    const connected = this.connections.get(span.id);
    const told = targetOf(span);
    const target =
      told === 'unnamed' && connected !== undefined ? targetOf({ ...span, attributes: { 'server.address': connected } }) : told;
    if (typeof target === 'string') {
      // Whoever receives a message without saying where is told of by its sender.
      this.left.add(WHY_NOT[target], span.resource['service.name']);
      return;
    }
    const known = target.isHost ? this.serviceCalled(target.name) : null;
    if (known === source) return;
    const key = known ?? this.peer(target).key;
    const edge = this.edge(
      source,
      key,
      target.dependencyType,
      known === null ? 'named by the caller' : 'named by the caller, as a known service',
    );
    edge.isTelemetry = target.isTelemetry;
    this.count(edge, span, isFailedCall(span), [span.attributes]);
    if (target.dependencyType === 'Reads') edge.reads += 1;
    else if (target.dependencyType === 'Writes') edge.writes += 1;
    else edge.others += 1;
  }

  private parentIn(span: Span, service: string): Span | undefined {
    const parent = span.parentId === null ? undefined : this.spans.get(span.parentId);
    return parent !== undefined && serviceKey(parent.resource) === service ? parent : undefined;
  }

  /** The service that a host stands for: by its name, or by the first part of a name within the cluster. */
  private serviceCalled(host: string): string | null {
    const [first = '', namespace] = /\.(?:svc|local|internal)$/.test(host) || !host.includes('.') ? host.split('.') : [host];
    const found = [...this.services.values()].filter(
      (node) => node.name.toLowerCase() === first && (namespace === undefined || node.namespace === null || node.namespace === namespace),
    );
    return found.length === 1 ? found[0]!.key : null;
  }

  private peer({ name, kind, isExternal, runtime, destination, isNamedBySystem = false, isHost }: Target): ObservedNode {
    const key = `peer ${name.toLowerCase()}`;
    const node = this.peers.get(key) ?? {
      ...{ key, name, namespace: null, kind, isExternal, isNamedBySystem, zone: null, tier: null },
      runtime: runtime ?? null,
      isService: false,
      isCalledFromOutside: false,
      destinations: [],
      databases: [],
    };
    this.peers.set(key, node);
    if (node.kind === 'Other' && !isHost) node.kind = kind;
    if (destination !== undefined && !node.destinations.includes(destination)) node.destinations.push(destination);
    return node;
  }

  private edge(source: string, target: string, dependencyType: DependencyType, how: string): Tallied {
    const isData = dependencyType === 'Reads' || dependencyType === 'Writes' || dependencyType === 'ReadsWrites';
    const key = `${source}\n${target}\n${isData ? 'data' : dependencyType}`;
    const known = this.edges.get(key);
    if (known !== undefined) return known;
    const tallies = { calls: 0, failed: 0, alone: 0, reached: 0, retried: 0, reads: 0, writes: 0, others: 0, encrypted: 0, plain: 0 };
    const edge = { ...tallies, source, target, dependencyType, how, isTelemetry: false, protocol: null, isEncrypted: null };
    this.edges.set(key, edge);
    return edge;
  }

  private count(edge: Tallied, caller: Span, isFailed: boolean, said: readonly Attributes[]): void {
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
    if (unit === null) return;
    const calls = this.units.get(unit) ?? new Map<Tallied, { ok: number; failed: number }>();
    this.units.set(unit, calls);
    const ends = calls.get(edge) ?? { ok: 0, failed: 0 };
    calls.set(edge, ends);
    ends[isFailed ? 'failed' : 'ok'] += 1;
  }

  /** The unit of work that a span belongs to: what its service was asked to do. Null if that is not among the spans. */
  private unit(span: Span): string | null {
    const way: string[] = [];
    let found: string | null = null;
    for (let at: Span | undefined = span; at !== undefined; at = this.parentIn(at, serviceKey(span.resource) ?? '')) {
      const known = this.unitOf.get(at.id);
      if (known !== undefined || way.includes(at.id)) {
        found = known ?? null;
        break;
      }
      way.push(at.id);
      if (at.kind === 'SERVER' || at.kind === 'CONSUMER') {
        found = at.id;
        break;
      }
    }
    for (const id of way) this.unitOf.set(id, found);
    return found;
  }

  /** Only units in which exactly one target failed say anything about that target. */
  private judgeUnits(): void {
    for (const [unit, calls] of this.units) {
      const failed = [...calls].filter(([, ends]) => ends.failed > 0 && ends.ok === 0).map(([edge]) => edge);
      for (const [edge, ends] of calls) if (ends.failed > 0 && ends.ok > 0) edge.retried += 1;
      const [only] = failed;
      if (failed.length !== 1 || only === undefined) continue;
      only.alone += 1;
      if (isFailedWork(this.spans.get(unit)!)) only.reached += 1;
    }
  }
}

function keyOf({ source, target, dependencyType }: ObservedEdge): string {
  return `${source} ${target} ${dependencyType}`;
}

function settled({ reads, writes, others, encrypted, plain, ...edge }: Tallied): ObservedEdge {
  const { dependencyType } = edge;
  const isData = dependencyType === 'Reads' || dependencyType === 'Writes' || dependencyType === 'ReadsWrites';
  const type = others > 0 || (reads > 0 && writes > 0) ? 'ReadsWrites' : reads > 0 ? 'Reads' : 'Writes';
  return {
    ...edge,
    dependencyType: isData ? type : dependencyType,
    isEncrypted: encrypted > 0 === plain > 0 ? null : encrypted > 0,
  };
}

/** By resource, because each span asks for it several times. */
const keys = new WeakMap<Attributes, string | null>();

/** Null for services without a name. */
function serviceKey(resource: Attributes): string | null {
  const known = keys.get(resource);
  if (known !== undefined) return known;
  const name = resource['service.name'] ?? '';
  const namespace = resource['service.namespace'] ?? resource['k8s.namespace.name'];
  const key = name === '' || name.startsWith('unknown_service') ? null : `service ${namespace ?? ''}/${name}`;
  keys.set(resource, key);
  return key;
}

function serviceNode(key: string, resource: Attributes): ObservedNode {
  const zone = resource['cloud.availability_zone'];
  return {
    key,
    name: resource['service.name'] ?? '',
    namespace: resource['service.namespace'] ?? resource['k8s.namespace.name'] ?? null,
    kind: kindOfResource(resource),
    runtime: runtimeOf(resource),
    isExternal: false,
    isService: true,
    zone: zone === undefined ? null : { area: resource['cloud.region'] ?? zone, name: zone },
    tier: TIERS[resource['service.criticality']?.toLowerCase() ?? ''] ?? null,
    isCalledFromOutside: false,
    destinations: [],
    databases: [],
    isNamedBySystem: false,
  };
}

function kindOfResource(resource: Attributes): ComponentKind {
  if (resource['telemetry.sdk.language'] === 'webjs') return 'WebApp';
  if (/^(?:android|ios)$/i.test(resource['os.name'] ?? '')) return 'MobileApp';
  return resource.component === 'proxy' ? 'Infrastructure' : 'Other';
}

function runtimeOf(resource: Attributes): Runtime | null {
  if (resource['faas.name'] !== undefined) return 'Serverless';
  if (Object.keys(resource).some((name) => name.startsWith('k8s.') || name === 'container.id')) return 'Containers';
  return resource['host.name'] !== undefined || resource['host.id'] !== undefined ? 'Vm' : null;
}

function isProbe({ kind, parentId, attributes }: Span): boolean {
  if (kind !== 'SERVER' || parentId !== null) return false;
  return (
    PROBE_AGENT.test(attributes['user_agent.original'] ?? '') || PROBE_PATH.test(attributes['url.path'] ?? attributes['http.target'] ?? '')
  );
}

const statusOf = (attributes: Attributes): number => Number(attributes['http.response.status_code'] ?? attributes['http.status_code'] ?? 0);

/** A target that refuses a wrong request works. */
function isFailedCall({ attributes, isError }: Span): boolean {
  const status = statusOf(attributes);
  if (status >= 500 || status === 408 || status === 429) return true;
  if (status >= 400) return false;
  const grpc = attributes['rpc.grpc.status_code'];
  return grpc === undefined ? isError : !HARMLESS_GRPC.has(grpc);
}

function isFailedWork({ attributes, isError }: Span): boolean {
  const status = statusOf(attributes);
  return status >= 500 || (isError && status < 400);
}

function protocolIn(attributes: Attributes): string | null {
  const rpc = attributes['rpc.system'];
  if (rpc !== undefined) return rpc === 'grpc' ? 'gRPC' : rpc === 'aws-api' ? 'HTTPS' : rpc;
  const scheme = attributes['url.scheme'] ?? attributes['http.scheme'];
  if (scheme === 'http' || scheme === 'https') return 'HTTP';
  return attributes['network.protocol.name']?.toUpperCase() ?? null;
}
