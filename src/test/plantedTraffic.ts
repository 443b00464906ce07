/** Spans and series as a landscape would send them, with planted differences from what it declares; and the lists that must come out. */
import { randomFrom } from '@/lab/randomFrom';
import type { DeclaredDependency } from '@/domain/observe/compare';
import type { Series } from '@/domain/observe/seriesEdges';
import type { DependencyType } from '@/domain/vocabulary';
import type { SaidSpan } from './spans';

export interface DeclaredLandscape {
  components: string[];
  dependencies: DeclaredDependency[];
}

type Planted = 'nothing' | 'hidden-outage' | 'overstated' | 'encryption' | 'type' | 'direction' | 'undeclared' | 'unmapped';

interface Traffic {
  source: string;
  target: string;
  dependencyType: DependencyType;
  planted: Planted;
}

export interface PlantedTraffic {
  declared: DeclaredDependency[];
  /** One list a trace. */
  traces: SaidSpan[][];
  series: Series[];
  /** The same as a mesh counts it, and of each edge its calls. */
  istio: Series[];
  istioCalls: number;
  /** `source → target what`, sorted; those that metrics can show in `ofSeries`, and a mesh in `ofIstio`. */
  atOdds: string[];
  ofSeries: string[];
  ofIstio: string[];
  undeclared: string[];
  unmapped: string[];
}

const CALLS: ReadonlySet<DependencyType> = new Set(['Calls', 'TrafficFlow', 'UsesIdp']);
const DATA: ReadonlySet<DependencyType> = new Set(['Reads', 'Writes', 'ReadsWrites']);
/** Enough failures to measure a mode, and enough traces that a tenth of them still says something. */
const UNITS = 60;
const QUIET_UNITS = 4;
const CALLS_A_SERIES = 5;

/** A landscape of services that call each other, stores and brokers. */
export function randomLandscape(size: number, seed: number): DeclaredLandscape {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const services = Array.from({ length: Math.ceil(size * 0.7) }, (_, at) => `svc-${at}x`);
  const stores = Array.from({ length: Math.floor(size * 0.2) }, (_, at) => `db-${at}x`);
  const brokers = Array.from({ length: size - services.length - stores.length }, (_, at) => `mq-${at}x`);
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
  const pairs = new Map<string, DeclaredDependency>();
  for (let at = 0; at < size * 2; at++) {
    const source = one(services);
    const sort = below(10);
    const [target, dependencyType] =
      sort < 6 || stores.length * brokers.length === 0
        ? [one(services), 'Calls' as const]
        : sort < 8
          ? [one(stores), one(['Reads', 'Writes', 'ReadsWrites'] as const)]
          : [one(brokers), one(['Publishes', 'Consumes'] as const)];
    const key = [source, target].sort().join(' ');
    if (source !== target && !pairs.has(key))
      pairs.set(key, {
        source,
        target,
        dependencyType,
        mode: one(['Hard', 'Soft', 'Degraded'] as const),
        required: true,
        isEncrypted: false,
      });
  }
  return { components: [...services, ...stores, ...brokers], dependencies: [...pairs.values()] };
}

export function plant({ components, dependencies }: DeclaredLandscape, seed: number): PlantedTraffic {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pairs = new Map<string, number>();
  const pairOf = ({ source, target }: { source: string; target: string }): string => [source, target].sort().join('\n');
  for (const one of dependencies) pairs.set(pairOf(one), (pairs.get(pairOf(one)) ?? 0) + 1);
  const traffic: Traffic[] = [];
  const declared = dependencies.map((one): DeclaredDependency => {
    const { source, target, dependencyType } = one;
    const isAlone = pairs.get(pairOf(one)) === 1 && source !== target;
    const choices: readonly Planted[] = ['nothing', 'nothing', 'hidden-outage', 'overstated', 'encryption', 'type', 'direction'];
    const planted: Planted = isAlone && CALLS.has(dependencyType) ? choices[below(choices.length)]! : 'nothing';
    traffic.push({ source, target, dependencyType, planted });
    if (planted === 'hidden-outage') return { ...one, mode: 'Soft' };
    if (planted === 'overstated') return { ...one, mode: 'Hard' };
    if (planted === 'encryption') return { ...one, isEncrypted: true };
    if (planted === 'type') return { ...one, dependencyType: 'Publishes' };
    return planted === 'direction' ? { ...one, source: target, target: source } : one;
  });
  const services = [...new Set(dependencies.map(({ source }) => source))];
  for (let at = 0; at < Math.ceil(components.length / 10); at++) {
    const [source, target] = [services[below(services.length)], services[below(services.length)]];
    if (source === undefined || target === undefined || source === target || pairs.has(pairOf({ source, target }))) continue;
    pairs.set(pairOf({ source, target }), 1);
    traffic.push({ source, target, dependencyType: 'Calls', planted: 'undeclared' });
    traffic.push({ source, target: `quite-unknown-${at}`, dependencyType: 'Calls', planted: 'unmapped' });
  }
  const named = (planted: readonly Planted[]): string[] =>
    traffic.flatMap((one) => (planted.includes(one.planted) ? [`${one.source} → ${one.target} ${one.planted}`] : [])).sort();
  return {
    declared,
    traces: traffic.flatMap((one, at) => tracesOf(one, at)),
    series: traffic.flatMap(seriesOf),
    istio: traffic.flatMap(istioOf),
    istioCalls: OF_SOURCE.length * CALLS_A_SERIES,
    atOdds: named(['hidden-outage', 'overstated', 'encryption', 'type', 'direction']),
    ofSeries: named(['type', 'direction']),
    ofIstio: named(['type', 'direction', 'encryption']),
    undeclared: named(['undeclared']).map((line) => line.replace(/ undeclared$/, '')),
    unmapped: traffic.flatMap(({ target, planted }) => (planted === 'unmapped' ? [target] : [])).sort(),
  };
}

function tracesOf({ source, target, dependencyType, planted }: Traffic, edge: number): SaidSpan[][] {
  const isMeasured = planted === 'hidden-outage' || planted === 'overstated';
  return Array.from({ length: isMeasured ? UNITS : QUIET_UNITS }, (_, at): SaidSpan[] => {
    const id = `${edge.toString(36)}.${at.toString(36)}`;
    const fails = isMeasured && at % 3 !== 0;
    const work: SaidSpan = { service: source, kind: 'SERVER', id: `w${id}`, isError: fails && planted === 'hidden-outage' };
    const called = { service: source, id: `c${id}`, parent: `w${id}`, isError: fails };
    if (DATA.has(dependencyType)) {
      const verb = { Reads: 'SELECT', Writes: 'INSERT' }[dependencyType as string];
      const attributes = {
        'db.system.name': 'postgresql',
        'server.address': target,
        ...(verb === undefined ? {} : { 'db.operation.name': verb }),
      };
      return [work, { ...called, kind: 'CLIENT', attributes }];
    }
    if (!CALLS.has(dependencyType)) {
      const attributes = { 'messaging.system': 'kafka', 'server.address': target, 'messaging.destination.name': `topic-${at}` };
      return [work, { ...called, kind: dependencyType === 'Consumes' ? 'CONSUMER' : 'PRODUCER', attributes }];
    }
    const attributes = { 'server.address': target, ...(planted === 'encryption' ? { 'url.scheme': 'http' } : {}) };
    return [
      work,
      { ...called, kind: 'CLIENT', attributes },
      { service: target, kind: 'SERVER', id: `s${id}`, parent: `c${id}`, isError: fails },
    ];
  });
}

/** As the collector's connector counts it: each series twice, by its label `failed`. */
function seriesOf({ source, target, dependencyType }: Traffic): Series[] {
  const name = 'traces_service_graph_request_total';
  const labels: Record<string, string> = CALLS.has(dependencyType)
    ? { client: source, server: target, connection_type: '' }
    : DATA.has(dependencyType)
      ? { client: source, server: target, connection_type: 'database' }
      : { client: source, server: source, connection_type: 'messaging_system', client_messaging_system: target };
  return ['true', 'false'].map((failed) => ({ name, labels: { ...labels, failed }, value: CALLS_A_SERIES }));
}

/** What the sidecar of the source saw: two answers and one that never came. */
const OF_SOURCE = ['200', '404', '0'];

/**
 * As the sidecars of both ends count it, of which the target's missed one call, and the source's does not know whether it was encrypted.
 * Requests of a store or a broker are connections to Istio.
 */
function istioOf({ source, target, dependencyType, planted }: Traffic): Series[] {
  const end = (side: 'source' | 'destination', name: string): Record<string, string> => ({
    [`${side}_workload`]: `${name}-v1`,
    [`${side}_workload_namespace`]: 'mesh',
    [`${side}_canonical_service`]: name,
  });
  const ends = { ...end('source', source), ...end('destination', target) };
  const isRequest = CALLS.has(dependencyType);
  const ofTarget = OF_SOURCE.filter((code) => code !== '0');
  const reports = [
    ...OF_SOURCE.map((code) => ({ reporter: 'source', code, policy: 'unknown' })),
    ...ofTarget.map((code) => ({ reporter: 'destination', code, policy: planted === 'encryption' ? 'none' : 'mutual_tls' })),
  ];
  return reports.map(({ reporter, code, policy }) => ({
    name: isRequest ? 'istio_requests_total' : 'istio_tcp_connections_opened_total',
    labels: {
      ...ends,
      reporter,
      connection_security_policy: policy,
      ...(isRequest ? { request_protocol: 'http', response_code: code } : { response_flags: code === '0' ? 'UF' : '-' }),
    },
    value: CALLS_A_SERIES,
  }));
}
