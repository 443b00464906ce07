/** What one series of a known metric says: who depends on whom. One function a metric, each with the traps of its labels. Pure. */
import type { Reason } from './observed';
import type { ComponentKind, DependencyMode, DependencyType } from '@/domain/vocabulary';

export interface Series {
  name: string;
  labels: Readonly<Record<string, string>>;
  /** Calls within the window; for metrics that only state an edge, anything. */
  value: number;
}

export interface End {
  name: string;
  namespace: string | null;
  kind?: ComponentKind;
  /** Not a service that reports itself: a database, a broker, a host. */
  isPeer?: boolean;
}

export interface SeriesEdge {
  source: End;
  target: End;
  dependencyType: DependencyType;
  isFailed: boolean;
  /** Of one edge, each observer counts the same calls: the largest number is right, and never the sum. */
  observer: string;
  isEncrypted?: boolean;
  protocol?: string;
  /** As its owner declares it. */
  declared?: { mode: DependencyMode; isRequired: boolean };
  /** Where the target answers, if the series says so. */
  endpoint?: string;
  /** Known by connections alone, which a service, a store and a broker take alike. */
  isOpaque?: boolean;
  /** Default: calls, of which some may have failed. */
  counted?: 'calls' | 'failures' | 'nothing';
}

/** Several edges for a message; a reason why there is none; and whoever is called from outside. */
export type Told = { edges: SeriesEdge[] } | { left: Reason } | { calledFromOutside: End };

export type MetricReader = (labels: Series['labels'], context: SeriesContext) => Told | null;

/** What other series say about names. */
export interface SeriesContext {
  /** By namespace and workload: the service that it belongs to. */
  canonical: ReadonlyMap<string, string>;
}

interface Metric {
  matches(name: string): boolean;
  /** Of a counter, the increase over the window counts; of a gauge, that it is there. */
  isCounter: boolean;
  read: MetricReader;
}

export const UNNAMED_BROKER = 'message-broker';
const ends =
  (name: string) =>
  (metric: string): boolean =>
    metric === name || metric.endsWith(`_${name}`);
const given = (value: string | undefined): string | null => (value === undefined || value === '' || value === 'unknown' ? null : value);
const endNamed = (name: string | null, namespace: string | undefined): End | null =>
  name === null ? null : { name, namespace: given(namespace) };
const oneEdge = (source: End, target: End, more: Partial<SeriesEdge> = {}): Told => ({
  edges: [{ source, target, dependencyType: 'Calls', isFailed: false, observer: '', ...more }],
});
const withoutPort = (name: string): string => name.replace(/:\d+$/, '');

/**
 * Calls, whatever their label `failed` says: a collector sends one series for each of its values, Tempo sends one without it. Failures have
 * a metric of their own.
 */
const serviceGraph =
  (counted: 'calls' | 'failures'): MetricReader =>
  (labels) => {
    const { client = '', server = '', connection_type: connection = '', source = '' } = labels;
    const namespaceOf = (side: 'client' | 'server') => given(labels[`${side}_service_namespace`] ?? labels[`${side}_k8s_namespace_name`]);
    const from: End = { name: client, namespace: namespaceOf('client') };
    const to: End = { name: withoutPort(server), namespace: namespaceOf('server') };
    if (server === '' || server === 'unknown') return { left: 'series whose server has no name' };
    if (client === 'user' || (connection === 'virtual_node' && labels.virtual_node === 'client')) return { calledFromOutside: to };
    if (client === '' || client === 'unknown') return { left: 'series whose client has no name' };
    if (connection === 'messaging_system') {
      const system = labels.client_messaging_system ?? labels.messaging_system ?? labels.server_messaging_system;
      const broker: End = { name: given(system) ?? UNNAMED_BROKER, namespace: null, kind: 'Queue', isPeer: true };
      const common = { isFailed: false, counted, observer: source };
      // The series reads as if the sender called the receiver: read so, the sender would fail with its receiver.
      return {
        edges: [
          { ...common, source: from, target: broker, dependencyType: 'Publishes' },
          { ...common, source: { ...to, name: server }, target: broker, dependencyType: 'Consumes' },
        ],
      };
    }
    if (connection === 'database') {
      const target: End = { ...to, kind: 'Database', isPeer: true };
      return oneEdge(from, target, { dependencyType: 'ReadsWrites', counted, observer: source });
    }
    const target = connection === 'virtual_node' ? { ...to, isPeer: true } : to;
    return oneEdge(from, target, { counted, observer: source });
  };

const istio =
  (protocol: string | undefined): MetricReader =>
  (labels, { canonical }) => {
    const source = istioEnd(labels, 'source', canonical);
    const target = istioEnd(labels, 'destination', canonical) ?? passedThrough(labels);
    if (target === null) return { left: 'series whose destination has no name' };
    if (source === null) return { calledFromOutside: target };
    const policy = labels.connection_security_policy;
    return oneEdge(source, target, {
      isFailed: /^5|^0$/.test(labels.response_code ?? ''),
      observer: labels.reporter ?? '',
      isOpaque: protocol === undefined,
      // A source that does not know is no evidence of plain text.
      ...(policy === 'mutual_tls' ? { isEncrypted: true } : policy === 'none' ? { isEncrypted: false } : {}),
      ...(protocol === undefined ? {} : { protocol: labels.request_protocol === 'grpc' ? 'gRPC' : protocol }),
    });
  };

function istioEnd(labels: Series['labels'], side: 'source' | 'destination', canonical: SeriesContext['canonical']): End | null {
  const namespace = given(labels[`${side}_workload_namespace`]);
  const workload = given(labels[`${side}_workload`]);
  const name =
    given(labels[`${side}_canonical_service`]) ?? (workload === null ? null : (canonical.get(`${namespace}/${workload}`) ?? workload));
  return name === null ? null : { name, namespace };
}

/** Traffic that left the mesh: only the host is known. */
function passedThrough(labels: Series['labels']): End | null {
  const host = given(labels.destination_service);
  return host === null || !host.includes('.') ? null : { name: host, namespace: null, isPeer: true };
}

const WORKLOADS = ['deployment', 'statefulset', 'daemonset', 'service'] as const;

const linkerd: MetricReader = (labels) => {
  if (labels.direction !== 'outbound') return null;
  const source = linkerdEnd(labels, '');
  const target = linkerdEnd(labels, 'dst_');
  if (source === null || target === null) return { left: 'series whose destination has no name' };
  const tls = labels.tls === 'true' ? { isEncrypted: true } : {};
  return oneEdge(source, target, { isFailed: labels.classification === 'failure', ...tls });
};

function linkerdEnd(labels: Series['labels'], prefix: string): End | null {
  const name = WORKLOADS.map((kind) => given(labels[`${prefix}${kind}`])).find((one) => one !== null);
  return endNamed(name ?? null, labels[`${prefix}namespace`]);
}

const linkerdRoute: MetricReader = (labels) => {
  const source = linkerdEnd(labels, '');
  const backend = given(labels.backend_name);
  if (source === null || backend === null) return { left: 'series whose destination has no name' };
  const target = { name: backend, namespace: given(labels.backend_namespace) };
  return oneEdge(source, target, { observer: 'route' });
};

const hubble: MetricReader = (labels) => {
  const endOf = (side: 'source' | 'destination'): End | null =>
    endNamed(given(labels[`${side}_workload`]) ?? given(labels[`${side}_app`]), labels[`${side}_namespace`]);
  const [source, target] = [endOf('source'), endOf('destination')];
  if (source === null || target === null) return { left: 'series whose source or destination has no name' };
  return oneEdge(source, target, { isFailed: /^5/.test(labels.status ?? ''), observer: labels.reporter ?? '', protocol: 'HTTP' });
};

const topology: MetricReader = (labels) => {
  const endOf = (side: 'source' | 'destination'): End | null =>
    endNamed(given(labels[`${side}_service_name`]), labels[`${side}_service_namespace`]);
  const [source, target] = [endOf('source'), endOf('destination')];
  if (source === null || target === null) return { left: 'series whose source or destination has no name' };
  return oneEdge(source, target, { counted: 'nothing' });
};

const STORES: Readonly<Record<string, ComponentKind>> = {
  postgres: 'Database',
  mysql: 'Database',
  mongodb: 'Database',
  redis: 'Cache',
  memcached: 'Cache',
};
const BROKERS: Readonly<Record<string, ComponentKind>> = { kafka: 'EventBus', amqp: 'Queue', rabbitmq: 'Queue', nats: 'EventBus' };

const dependencyHealth: MetricReader = (labels) => {
  const { name = '', group, dependency = '', type = '', host = '', port = '', critical } = labels;
  if (name === '' || dependency === '') return { left: 'series whose source or destination has no name' };
  const kind = STORES[type] ?? BROKERS[type];
  const target: End = { name: dependency, namespace: null, isPeer: true, ...(kind === undefined ? {} : { kind }) };
  return oneEdge({ name, namespace: given(group) }, target, {
    dependencyType: STORES[type] === undefined ? 'Calls' : 'ReadsWrites',
    declared: critical === 'no' ? { mode: 'Soft', isRequired: false } : { mode: 'Hard', isRequired: true },
    endpoint: `${host}:${port}`,
    counted: 'nothing',
  });
};

/** In the order in which a name is looked up. */
const METRICS: readonly Metric[] = [
  { matches: ends('service_graph_request_total'), isCounter: true, read: serviceGraph('calls') },
  { matches: ends('service_graph_request_failed_total'), isCounter: true, read: serviceGraph('failures') },
  { matches: (name) => name === 'istio_requests_total', isCounter: true, read: istio('HTTP') },
  { matches: (name) => name === 'istio_tcp_connections_opened_total', isCounter: true, read: istio(undefined) },
  { matches: (name) => name === 'request_total', isCounter: true, read: linkerd },
  { matches: ends('outbound_http_route_backend_requests_total'), isCounter: true, read: linkerdRoute },
  { matches: (name) => name === 'hubble_http_requests_total', isCounter: true, read: hubble },
  { matches: ends('topology_edge'), isCounter: false, read: topology },
  { matches: ends('app_dependency_health'), isCounter: false, read: dependencyHealth },
];

/** Null for a metric that says nothing about dependencies. */
export function metricNamed(name: string): Metric | null {
  return METRICS.find(({ matches }) => matches(name)) ?? null;
}
