/** Resources of operators and of clouds that stand for something that runs: databases, brokers, caches, queues and buckets. */
import type { ComponentKind, Runtime } from '@/domain/vocabulary';
import { fieldOf, textOf } from '@/sources/proposal/locatedYaml';
import { productNamed, type Product } from '@/sources/words/products';
import type { Resource } from './resources';
import { numberOf } from './workloads';

export interface Operated {
  resource: Resource;
  kind: ComponentKind;
  runtime: Runtime;
  product: Product | null;
  /** Names of the Services that the operator makes for it. */
  services: readonly string[];
  /** Names of the Secrets in which the operator puts how to reach it. */
  secrets: readonly string[];
  replicas: number | null;
}

type Row = readonly [
  group: RegExp,
  kind: RegExp,
  is: ComponentKind,
  runtime: Runtime,
  product: string | null,
  /** `*` stands for the name of the resource. */
  services: string,
  secrets: string,
  replicas: string,
];

/** The first row that fits counts. */
const ROWS: readonly Row[] = [
  [/^postgresql\.cnpg\.io$/, /^Cluster$/, 'Database', 'Containers', 'postgresql', '*-rw *-ro *-r', '*-app *-superuser', 'spec.instances'],
  [/^acid\.zalan\.do$/, /^postgresql$/, 'Database', 'Containers', 'postgresql', '* *-repl *-pooler', '', 'spec.numberOfInstances'],
  [
    /^postgres-operator\.crunchydata\.com$/,
    /^PostgresCluster$/,
    'Database',
    'Containers',
    'postgresql',
    '*-primary *-replicas *-pgbouncer *-ha',
    '*-pguser-*',
    '',
  ],
  [/^kafka\.strimzi\.io$/, /^Kafka$/, 'EventBus', 'Containers', 'kafka', '*-kafka-bootstrap *-kafka-brokers', '', 'spec.kafka.replicas'],
  [/^kafka\.strimzi\.io$/, /^KafkaConnect$/, 'Integration', 'Containers', 'kafka-connect', '*-connect-api', '', 'spec.replicas'],
  [/^rabbitmq\.com$/, /^RabbitmqCluster$/, 'Queue', 'Containers', 'rabbitmq', '* *-nodes', '*-default-user', 'spec.replicas'],
  [
    /^redis\.redis\.opstreelabs\.in$/,
    /^Redis/,
    'Cache',
    'Containers',
    'redis',
    '* *-leader *-master *-follower *-replica *-additional',
    '',
    'spec.clusterSize',
  ],
  [
    /^databases\.spotahome\.com$/,
    /^RedisFailover$/,
    'Cache',
    'Containers',
    'redis',
    'rfs-* rfr-* rfrm-* rfrs-*',
    '',
    'spec.redis.replicas',
  ],
  [
    /^elasticsearch\.k8s\.elastic\.co$/,
    /^Elasticsearch$/,
    'Database',
    'Containers',
    'elasticsearch',
    '*-es-http *-es-transport',
    '*-es-elastic-user',
    '',
  ],
  [/^kibana\.k8s\.elastic\.co$/, /^Kibana$/, 'WebApp', 'Containers', 'kibana', '*-kb-http', '', 'spec.count'],
  [/^opensearch\.opster\.io$/, /^OpenSearchCluster$/, 'Database', 'Containers', 'opensearch', '* *-discovery', '', ''],
  [/^mongodbcommunity\.mongodb\.com$/, /^MongoDBCommunity$/, 'Database', 'Containers', 'mongodb', '*-svc', '', 'spec.members'],
  [/^psmdb\.percona\.com$/, /^PerconaServerMongoDB$/, 'Database', 'Containers', 'mongodb', '*-rs0 *-mongos', '*-secrets', ''],
  [
    /^pxc\.percona\.com$/,
    /^PerconaXtraDBCluster$/,
    'Database',
    'Containers',
    'mysql',
    '*-haproxy *-proxysql *-pxc',
    '*-secrets',
    'spec.pxc.size',
  ],
  [/^mysql\.oracle\.com$/, /^InnoDBCluster$/, 'Database', 'Containers', 'mysql', '* *-instances', '', 'spec.instances'],
  [/^k8s\.mariadb\.com$/, /^MariaDB$/, 'Database', 'Containers', 'mariadb', '* *-primary *-secondary', '', 'spec.replicas'],
  [
    /^(?:cassandra\.datastax\.com|k8ssandra\.io)$/,
    /^(?:CassandraDatacenter|K8ssandraCluster)$/,
    'Database',
    'Containers',
    'cassandra',
    '*-service',
    '*-superuser',
    'spec.size',
  ],
  [/^clickhouse\.altinity\.com$/, /^ClickHouseInstallation$/, 'Database', 'Containers', 'clickhouse', 'clickhouse-*', '', ''],
  [/^minio\.min\.io$/, /^Tenant$/, 'Storage', 'Containers', 'minio', 'minio *-hl *-console', '', ''],
  [/^k8s\.keycloak\.org$/, /^Keycloak$/, 'Identity', 'Containers', 'keycloak', '*-service', '*-initial-admin', 'spec.instances'],
  // Crossplane, ACK, Config Connector and Azure Service Operator: one resource per thing that a cloud runs.
  [
    /^(?:rds|docdb|neptune|redshift)\./,
    /^(?:RDSInstance|DBInstance|DBCluster|Instance|Cluster|ClusterInstance)$/,
    'Database',
    'Managed',
    null,
    '',
    '',
    '',
  ],
  [
    /^database\..*crossplane|^sql\.cnrm\.|^sql\.gcp\.|^alloydb\.|^spanner\.|^dynamodb\.|^bigtable\.|^firestore\./,
    /^(?:SQLInstance|DatabaseInstance|CloudSQLInstance|RDSInstance|Table|SpannerInstance|Instance|BigtableInstance|PostgreSQLInstance|MySQLInstance|AlloyDBCluster|AlloyDBInstance)$/,
    'Database',
    'Managed',
    null,
    '',
    '',
    '',
  ],
  [
    /^(?:dbforpostgresql|dbformysql|documentdb|sql)\.azure/,
    /^(?:FlexibleServer|Server|DatabaseAccount|Account)$/,
    'Database',
    'Managed',
    null,
    '',
    '',
    '',
  ],
  [
    /^(?:elasticache|memorydb|cache)\./,
    /^(?:ReplicationGroup|CacheCluster|Cluster|ServerlessCache|Redis|RedisCache)$/,
    'Cache',
    'Managed',
    null,
    '',
    '',
    '',
  ],
  [/^redis\.(?:cnrm|gcp)/, /^(?:RedisInstance|Instance)$/, 'Cache', 'Managed', null, '', '', ''],
  [/^sqs\./, /^Queue$/, 'Queue', 'Managed', null, '', '', ''],
  [/^mq\.|^servicebus\./, /^(?:Broker|Namespace|Queue)$/, 'Queue', 'Managed', null, '', '', ''],
  [
    /^(?:sns|kinesis|kafka|pubsub|eventhub)\.(?:.*\.)?(?:aws|services\.k8s\.aws|gcp|cnrm|azure)/,
    /^(?:Topic|Stream|Cluster|PubSubTopic|Namespace|EventhubNamespace)$/,
    'EventBus',
    'Managed',
    null,
    '',
    '',
    '',
  ],
  [/^(?:s3|storage)\./, /^(?:Bucket|StorageBucket|StorageAccount|Account)$/, 'Storage', 'Managed', null, '', '', ''],
];

/** Null if the resource stands for nothing that runs. */
export function operatedBy(resource: Resource): Operated | null {
  const row = ROWS.find(([group, kind]) => group.test(resource.group) && kind.test(resource.kind));
  if (row === undefined) return null;
  const [, , kind, runtime, product, services, secrets, replicas] = row;
  const named = (pattern: string): string[] => pattern.split(' ').flatMap((one) => (one === '' ? [] : [one.replace('*', resource.name)]));
  const connection = textOf(fieldOf(resource.root, 'spec', 'writeConnectionSecretToRef', 'name'));
  return {
    resource,
    kind,
    runtime,
    product: product === null ? null : productNamed(product),
    services: named(services),
    secrets: [...named(secrets), ...(connection === undefined ? [] : [connection])],
    replicas: replicas === '' ? null : numberOf(fieldOf(resource.root, ...replicas.split('.')), 1),
  };
}
