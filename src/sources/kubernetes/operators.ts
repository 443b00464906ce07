/** Resources of operators and of clouds that stand for something that runs: databases, brokers, caches, queues and buckets. */
import type { ComponentKind } from '@/domain/vocabulary';
import { fieldOf, textOf } from '@/sources/proposal/locatedYaml';
import { productNamed, type Product } from '@/sources/words/products';
import type { Resource } from './resources';
import { numberOf } from './workloads';

export interface Operated {
  resource: Resource;
  kind: ComponentKind;
  /** A cloud runs it. */
  isManaged: boolean;
  product: Product | null;
  /** Names of the Services that the operator makes for it. */
  services: readonly string[];
  /** Names of the Secrets in which the operator puts how to reach it. */
  secrets: readonly string[];
  replicas: number | null;
}

/** What operators run, by group and kind. In the names of Services and Secrets, `*` stands for the name of the resource. */
const OPERATORS: readonly (readonly [
  resource: string | RegExp,
  is: ComponentKind,
  product: string,
  services: string,
  secrets?: string,
  replicas?: string,
])[] = [
  ['postgresql.cnpg.io Cluster', 'Database', 'postgresql', '*-rw *-ro *-r', '*-app *-superuser', 'spec.instances'],
  ['acid.zalan.do postgresql', 'Database', 'postgresql', '* *-repl *-pooler', '', 'spec.numberOfInstances'],
  ['postgres-operator.crunchydata.com PostgresCluster', 'Database', 'postgresql', '*-primary *-replicas *-pgbouncer *-ha', '*-pguser-*'],
  ['kafka.strimzi.io Kafka', 'EventBus', 'kafka', '*-kafka-bootstrap *-kafka-brokers', '', 'spec.kafka.replicas'],
  ['kafka.strimzi.io KafkaConnect', 'Integration', 'kafka-connect', '*-connect-api', '', 'spec.replicas'],
  ['rabbitmq.com RabbitmqCluster', 'Queue', 'rabbitmq', '* *-nodes', '*-default-user', 'spec.replicas'],
  [
    /^redis\.redis\.opstreelabs\.in Redis/,
    'Cache',
    'redis',
    '* *-leader *-master *-follower *-replica *-additional',
    '',
    'spec.clusterSize',
  ],
  ['databases.spotahome.com RedisFailover', 'Cache', 'redis', 'rfs-* rfr-* rfrm-* rfrs-*', '', 'spec.redis.replicas'],
  ['elasticsearch.k8s.elastic.co Elasticsearch', 'Database', 'elasticsearch', '*-es-http *-es-transport', '*-es-elastic-user'],
  ['kibana.k8s.elastic.co Kibana', 'WebApp', 'kibana', '*-kb-http', '', 'spec.count'],
  ['opensearch.opster.io OpenSearchCluster', 'Database', 'opensearch', '* *-discovery'],
  ['mongodbcommunity.mongodb.com MongoDBCommunity', 'Database', 'mongodb', '*-svc', '', 'spec.members'],
  ['psmdb.percona.com PerconaServerMongoDB', 'Database', 'mongodb', '*-rs0 *-mongos', '*-secrets'],
  ['pxc.percona.com PerconaXtraDBCluster', 'Database', 'mysql', '*-haproxy *-proxysql *-pxc', '*-secrets', 'spec.pxc.size'],
  ['mysql.oracle.com InnoDBCluster', 'Database', 'mysql', '* *-instances', '', 'spec.instances'],
  ['k8s.mariadb.com MariaDB', 'Database', 'mariadb', '* *-primary *-secondary', '', 'spec.replicas'],
  [
    /^(?:cassandra\.datastax\.com|k8ssandra\.io) (?:CassandraDatacenter|K8ssandraCluster)$/,
    'Database',
    'cassandra',
    '*-service',
    '*-superuser',
    'spec.size',
  ],
  ['clickhouse.altinity.com ClickHouseInstallation', 'Database', 'clickhouse', 'clickhouse-*'],
  ['minio.min.io Tenant', 'Storage', 'minio', 'minio *-hl *-console'],
  ['k8s.keycloak.org Keycloak', 'Identity', 'keycloak', '*-service', '*-initial-admin', 'spec.instances'],
];
/** Crossplane, ACK, Config Connector and Azure Service Operator: one resource per thing that a cloud runs. */
const CLOUDS: readonly (readonly [is: ComponentKind, group: RegExp, kind: RegExp])[] = [
  ['Database', /^(?:rds|docdb|neptune|redshift)\./, /^(?:RDSInstance|DBInstance|DBCluster|Instance|Cluster|ClusterInstance)$/],
  [
    'Database',
    /^database\..*crossplane|^sql\.cnrm\.|^sql\.gcp\.|^alloydb\.|^spanner\.|^dynamodb\.|^bigtable\.|^firestore\./,
    /^(?:SQLInstance|DatabaseInstance|CloudSQLInstance|RDSInstance|Table|SpannerInstance|Instance|BigtableInstance|PostgreSQLInstance|MySQLInstance|AlloyDBCluster|AlloyDBInstance)$/,
  ],
  ['Database', /^(?:dbforpostgresql|dbformysql|documentdb|sql)\.azure/, /^(?:FlexibleServer|Server|DatabaseAccount|Account)$/],
  ['Cache', /^(?:elasticache|memorydb|cache)\./, /^(?:ReplicationGroup|CacheCluster|Cluster|ServerlessCache|Redis|RedisCache)$/],
  ['Cache', /^redis\.(?:cnrm|gcp)/, /^(?:RedisInstance|Instance)$/],
  ['Queue', /^sqs\./, /^Queue$/],
  ['Queue', /^mq\.|^servicebus\./, /^(?:Broker|Namespace|Queue)$/],
  [
    'EventBus',
    /^(?:sns|kinesis|kafka|pubsub|eventhub)\.(?:.*\.)?(?:aws|services\.k8s\.aws|gcp|cnrm|azure)/,
    /^(?:Topic|Stream|Cluster|PubSubTopic|Namespace|EventhubNamespace)$/,
  ],
  ['Storage', /^(?:s3|storage)\./, /^(?:Bucket|StorageBucket|StorageAccount|Account)$/],
];

/** Null if the resource stands for nothing that runs. */
export function operatedBy(resource: Resource): Operated | null {
  const { group, name, root } = resource;
  const isOne = (wanted: string | RegExp, text: string): boolean => (typeof wanted === 'string' ? wanted === text : wanted.test(text));
  const named = (patterns: string): string[] => patterns.split(' ').flatMap((one) => (one === '' ? [] : [one.replace('*', name)]));
  const [, kind, product, services = '', secrets = '', replicas] =
    OPERATORS.find(([wanted]) => isOne(wanted, `${group} ${resource.kind}`)) ?? [];
  const ofCloud = kind === undefined ? CLOUDS.find(([, groups, kinds]) => groups.test(group) && kinds.test(resource.kind))?.[0] : undefined;
  const is = kind ?? ofCloud;
  if (is === undefined) return null;
  const connection = textOf(fieldOf(root, 'spec', 'writeConnectionSecretToRef', 'name'));
  return {
    resource,
    kind: is,
    isManaged: kind === undefined,
    product: product === undefined ? null : productNamed(product),
    services: named(services),
    secrets: [...named(secrets), ...(connection === undefined ? [] : [connection])],
    replicas: replicas === undefined ? null : numberOf(fieldOf(root, ...replicas.split('.')), 1),
  };
}
