/** What one span says about the target of its work: a host, a database, a broker, a managed service. Pure. */
import type { ComponentKind, DependencyType, Runtime } from '@/domain/vocabulary';
import { NETWORK_STEP, type Attributes, type SpanKind } from './span';
import { isTelemetryCall } from './spanOutcome';

export interface Target {
  name: string;
  kind: ComponentKind;
  dependencyType: DependencyType;
  /** Another company runs it. */
  isExternal: boolean;
  runtime?: Runtime;
  /** Named by a host: it may turn out to be a service that is known. */
  isHost: boolean;
  /** Telemetry is sent there: its failure harms nobody. */
  isTelemetry: boolean;
  /** For the description of a broker. */
  destination?: string;
  /** A database that only its name or its system names. */
  isNamedBySystem?: boolean;
}

/** Why a span that calls something gives no target. */
export type NoTarget = 'ip' | 'local' | 'unnamed' | 'detail';

const CACHES = new Set(['redis', 'memcached', 'valkey', 'hazelcast', 'infinispan', 'ignite', 'coherence', 'dragonfly', 'keydb']);
const EVENT_BUSES = new Set(['kafka', 'nats', 'pulsar', 'gcp_pubsub', 'eventhubs', 'eventgrid', 'aws_sns', 'kinesis', 'redpanda']);
const READS = new Set(
  'select get mget hget hmget hgetall find findone aggregate count scan exists ttl lrange zrange smembers show describe keys query'.split(
    ' ',
  ),
);
const WRITES = new Set(
  'insert update delete set setex hset hmset del incr decr expire lpush rpush sadd zadd merge replace upsert create drop alter truncate bulkwrite'.split(
    ' ',
  ),
);
const INTERNAL_NAME = /^[^.]+$|\.(?:svc|local|internal|lan|cluster\.local)$/i;
/** Some write a whole address where its host belongs. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/(\[[^\]]*\]|[^/:]*).*$/;
const IP = /^\[?[0-9a-f:]*:[0-9a-f:.]+\]?$|^\d{1,3}(?:\.\d{1,3}){3}$/i;
const TELEMETRY_NAME =
  /(?:^|[-.])(?:otel-?collector|otelcol|opentelemetry-collector|jaeger|zipkin|tempo|loki|prometheus|alloy|grafana-agent|datadog-agent|fluent(?:d|-?bit))(?:[-.]|$)/i;
export const isNetworkDetail = (name: string): boolean => NETWORK_STEP.test(name);

const AWS: Readonly<Record<string, { kind: ComponentKind; named: readonly string[] }>> = {
  DynamoDB: { kind: 'Database', named: ['aws.dynamodb.table_names'] },
  SQS: { kind: 'Queue', named: ['aws.sqs.queue.url', 'messaging.destination.name'] },
  SNS: { kind: 'EventBus', named: ['aws.sns.topic.arn', 'messaging.destination.name'] },
  Kinesis: { kind: 'EventBus', named: ['aws.kinesis.stream_name'] },
  S3: { kind: 'Storage', named: ['aws.s3.bucket'] },
  Lambda: { kind: 'WebAPI', named: [] },
};

/** The host that a span names as its peer, in the old and the new conventions; null if it names none. */
export function peerHost(attributes: Attributes): string | null {
  const named =
    attributes['server.address'] ?? attributes['net.peer.name'] ?? attributes['url.host'] ?? attributes['upstream_cluster.name'];
  return named === undefined || named === '' ? null : named.toLowerCase().replace(ADDRESS, '$1').replace(/\.$/, '');
}

export const isInternalName = (host: string): boolean => INTERNAL_NAME.test(host);
export const isIpAddress = (host: string): boolean => IP.test(host);

/** Of a CLIENT, PRODUCER or CONSUMER span. */
export function targetOf(kind: SpanKind, { name, attributes }: { name: string; attributes: Attributes }): Target | NoTarget {
  if (isNetworkDetail(name)) return 'detail';
  return messagingTarget(kind, attributes) ?? databaseTarget(kind, attributes) ?? awsTarget(attributes) ?? hostTarget(attributes);
}

function messagingTarget(kind: SpanKind, attributes: Attributes): Target | null {
  const system = attributes['messaging.system'];
  if (system === undefined) return null;
  const operation = attributes['messaging.operation.type'] ?? attributes['messaging.operation'] ?? '';
  const isSent = kind === 'PRODUCER' || /^(?:send|publish|create)$/.test(operation);
  const isReceived = kind === 'CONSUMER' || /^(?:receive|process|settle|deliver)$/.test(operation);
  if (!isSent && !isReceived) return null;
  const host = peerHost(attributes);
  const destination = attributes['messaging.destination.name'];
  return {
    name: host === null || isIpAddress(host) ? system : host,
    kind: EVENT_BUSES.has(system) ? 'EventBus' : 'Queue',
    dependencyType: isSent ? 'Publishes' : 'Consumes',
    isExternal: host !== null && !INTERNAL_NAME.test(host) && !isIpAddress(host),
    isHost: false,
    isTelemetry: false,
    ...(destination === undefined ? {} : { destination }),
  };
}

function databaseTarget(kind: SpanKind, attributes: Attributes): Target | null {
  const system = attributes['db.system.name'] ?? attributes['db.system'];
  if (system === undefined || kind !== 'CLIENT') return null;
  const host = peerHost(attributes);
  const isHosted = host !== null && !isIpAddress(host) && host !== 'localhost';
  const verb = (attributes['db.operation.name'] ?? attributes['db.operation'] ?? attributes['db.verb'] ?? '').toLowerCase();
  return {
    name: isHosted ? host : (attributes['db.namespace'] ?? attributes['db.name'] ?? system),
    kind: CACHES.has(system) ? 'Cache' : 'Database',
    dependencyType: READS.has(verb) ? 'Reads' : WRITES.has(verb) ? 'Writes' : 'ReadsWrites',
    isExternal: isHosted && !INTERNAL_NAME.test(host),
    isHost: false,
    isTelemetry: false,
    isNamedBySystem: !isHosted,
  };
}

function awsTarget(attributes: Attributes): Target | null {
  if (attributes['rpc.system'] !== 'aws-api') return null;
  const service = attributes['rpc.service'] ?? 'AWS';
  const { kind, named } = AWS[service] ?? { kind: 'Other' as const, named: [] };
  const resource = named.map((key) => attributes[key]).find((value) => value !== undefined && value !== '');
  const method = attributes['rpc.method'] ?? '';
  return {
    name: resource?.split(/[/:]/).at(-1) ?? service.toLowerCase(),
    kind,
    dependencyType: awsType(kind, method),
    isExternal: true,
    runtime: 'Managed',
    isHost: false,
    isTelemetry: false,
  };
}

function awsType(kind: ComponentKind, method: string): DependencyType {
  if (kind === 'Queue' || kind === 'EventBus') return /^(?:Receive|Get|Delete)/.test(method) ? 'Consumes' : 'Publishes';
  if (kind !== 'Database' && kind !== 'Storage') return 'Calls';
  return /^(?:Get|Query|Scan|BatchGet|List|Head|Describe)/.test(method)
    ? 'Reads'
    : /^(?:Put|Update|Delete|BatchWrite)/.test(method)
      ? 'Writes'
      : 'ReadsWrites';
}

function hostTarget(attributes: Attributes): Target | NoTarget {
  const host = peerHost(attributes);
  if (host === null) return 'unnamed';
  if (isIpAddress(host)) return 'ip';
  if (host === 'localhost') return 'local';
  const isTelemetry = isTelemetryCall(attributes) || TELEMETRY_NAME.test(host);
  const isExternal = !INTERNAL_NAME.test(host);
  return {
    name: host,
    kind: isTelemetry ? 'Infrastructure' : 'Other',
    dependencyType: isTelemetry ? 'Publishes' : 'Calls',
    isExternal,
    ...(isExternal ? { runtime: 'Saas' as const } : {}),
    isHost: true,
    isTelemetry,
  };
}
