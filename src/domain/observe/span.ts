/** A span as the readers of traces hand it over: what is needed to draw a landscape, and nothing else of what it carried. */

export const SPAN_KINDS = ['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

/** The attributes that are read, by name; everything else is dropped while reading. */
export const SPAN_ATTRIBUTES = [
  'aws.dynamodb.table_names',
  'aws.kinesis.stream_name',
  'aws.s3.bucket',
  'aws.sns.topic.arn',
  'aws.sqs.queue.url',
  'db.name',
  'db.namespace',
  'db.operation',
  'db.operation.name',
  'db.system',
  'db.system.name',
  'http.response.status_code',
  'http.scheme',
  'http.status_code',
  'http.target',
  'messaging.destination.name',
  'messaging.operation',
  'messaging.operation.type',
  'messaging.system',
  'net.peer.name',
  'network.protocol.name',
  'rpc.grpc.status_code',
  'rpc.method',
  'rpc.service',
  'rpc.system',
  'server.address',
  'upstream_cluster.name',
  'url.path',
  'url.scheme',
  'user_agent.original',
] as const;
/** Read for a part of their value alone: of a statement its first word, as `db.verb`; of an address `url.scheme`, `url.host` and `url.path`. */
export const PARTLY_READ = ['db.query.text', 'db.statement', 'http.url', 'url.full'] as const;

export const RESOURCE_ATTRIBUTES = [
  'cloud.availability_zone',
  'cloud.region',
  'component',
  'container.id',
  'faultline.component',
  'faas.name',
  'host.id',
  'host.name',
  'k8s.namespace.name',
  'k8s.pod.name',
  'os.name',
  'service.criticality',
  'service.name',
  'service.namespace',
  'telemetry.sdk.language',
] as const;

/** How the names of steps begin that networking libraries tell of one call. */
export const NETWORK_STEP = /^(?:dns|tls|tcp|net)\./;

export type Attributes = Readonly<Record<string, string>>;

export interface Span {
  /** Of the trace and the span together. */
  id: string;
  /** Of the same trace; null for a root. */
  parentId: string | null;
  /** Only the beginning that makes it a step of the network, such as `dns.`; empty for all others. */
  name: string;
  kind: SpanKind;
  /** Whether its status is an error. */
  isError: boolean;
  /** When it ended, in milliseconds since 1970; NaN if it does not say. */
  endMs: number;
  /** One object for all spans of a resource. A reader may still fill it until it has read all of the resource. */
  resource: Attributes;
  attributes: Attributes;
}
