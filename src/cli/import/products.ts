/** Products that run from well-known container images: what they are called, what kind of component they are. */
import type { ComponentKind } from '@/domain/vocabulary';

export interface Product {
  technicalName: string;
  name: string;
  /** Null: the image is only what something else is built on. */
  kind: ComponentKind | null;
  /** Others send it what they observe and do not need it to do their work. */
  isTelemetry: boolean;
}

type Row = [technicalName: string, name: string, kind: ComponentKind | null, images: string];

const ROWS: readonly Row[] = [
  ['postgresql', 'PostgreSQL', 'Database', 'postgres postgresql postgis postgresql-repmgr pgvector spilo'],
  ['timescaledb', 'TimescaleDB', 'Database', 'timescaledb timescaledb-ha'],
  ['mysql', 'MySQL', 'Database', 'mysql mysql-server percona percona-server'],
  ['mariadb', 'MariaDB', 'Database', 'mariadb mariadb-galera'],
  ['sql-server', 'Microsoft SQL Server', 'Database', 'mssql/server mssql-server-linux azure-sql-edge'],
  ['oracle-database', 'Oracle Database', 'Database', 'oracle-xe oracle-free database/free'],
  ['mongodb', 'MongoDB', 'Database', 'mongo mongodb mongodb-community-server'],
  ['cassandra', 'Apache Cassandra', 'Database', 'cassandra'],
  ['scylladb', 'ScyllaDB', 'Database', 'scylla'],
  ['cockroachdb', 'CockroachDB', 'Database', 'cockroach'],
  ['clickhouse', 'ClickHouse', 'Database', 'clickhouse-server clickhouse'],
  ['influxdb', 'InfluxDB', 'Database', 'influxdb'],
  ['neo4j', 'Neo4j', 'Database', 'neo4j'],
  ['couchdb', 'Apache CouchDB', 'Database', 'couchdb'],
  ['elasticsearch', 'Elasticsearch', 'Database', 'elasticsearch'],
  ['opensearch', 'OpenSearch', 'Database', 'opensearch'],
  ['solr', 'Apache Solr', 'Database', 'solr'],
  ['meilisearch', 'Meilisearch', 'Database', 'meilisearch'],
  ['typesense', 'Typesense', 'Database', 'typesense'],
  ['qdrant', 'Qdrant', 'Database', 'qdrant'],
  ['weaviate', 'Weaviate', 'Database', 'weaviate'],
  ['milvus', 'Milvus', 'Database', 'milvus'],
  ['trino', 'Trino', 'Database', 'trino'],
  ['redis', 'Redis', 'Cache', 'redis redis-stack redis-stack-server redis-sentinel redis-cluster'],
  ['valkey', 'Valkey', 'Cache', 'valkey valkey-cluster'],
  ['keydb', 'KeyDB', 'Cache', 'keydb'],
  ['dragonfly', 'Dragonfly', 'Cache', 'dragonfly'],
  ['memcached', 'Memcached', 'Cache', 'memcached'],
  ['varnish', 'Varnish', 'Cache', 'varnish'],
  ['rabbitmq', 'RabbitMQ', 'Queue', 'rabbitmq'],
  ['activemq', 'Apache ActiveMQ', 'Queue', 'activemq-classic activemq-artemis activemq'],
  ['elasticmq', 'ElasticMQ', 'Queue', 'elasticmq elasticmq-native'],
  ['beanstalkd', 'beanstalkd', 'Queue', 'beanstalkd'],
  ['kafka', 'Apache Kafka', 'EventBus', 'kafka cp-kafka cp-server kafka-native confluent-local'],
  ['redpanda', 'Redpanda', 'EventBus', 'redpanda'],
  ['nats', 'NATS', 'EventBus', 'nats nats-streaming'],
  ['pulsar', 'Apache Pulsar', 'EventBus', 'pulsar pulsar-all'],
  ['mosquitto', 'Eclipse Mosquitto', 'EventBus', 'eclipse-mosquitto mosquitto'],
  ['emqx', 'EMQX', 'EventBus', 'emqx'],
  ['zookeeper', 'Apache ZooKeeper', 'Infrastructure', 'zookeeper cp-zookeeper'],
  ['schema-registry', 'Schema Registry', 'WebAPI', 'cp-schema-registry schema-registry'],
  ['kafka-connect', 'Kafka Connect', 'Integration', 'cp-kafka-connect debezium/connect kafka-connect'],
  ['minio', 'MinIO', 'Storage', 'minio'],
  ['azurite', 'Azurite', 'Storage', 'azurite azure-storage/azurite'],
  ['nginx', 'nginx', 'Infrastructure', 'nginx nginx-unprivileged nginx-proxy openresty'],
  ['apache-httpd', 'Apache HTTP Server', 'Infrastructure', 'httpd'],
  ['traefik', 'Traefik', 'Infrastructure', 'traefik'],
  ['envoy', 'Envoy', 'Infrastructure', 'envoy'],
  ['haproxy', 'HAProxy', 'Infrastructure', 'haproxy'],
  ['caddy', 'Caddy', 'Infrastructure', 'caddy'],
  ['kong', 'Kong', 'Infrastructure', 'kong kong-gateway'],
  ['pgbouncer', 'PgBouncer', 'Infrastructure', 'pgbouncer'],
  ['vault', 'HashiCorp Vault', 'Infrastructure', 'vault'],
  ['consul', 'HashiCorp Consul', 'Infrastructure', 'consul'],
  ['etcd', 'etcd', 'Infrastructure', 'etcd'],
  ['localstack', 'LocalStack', 'Infrastructure', 'localstack'],
  ['docker-registry', 'Docker Registry', 'Infrastructure', 'registry'],
  ['flagd', 'flagd', 'Infrastructure', 'flagd'],
  ['unleash', 'Unleash', 'WebAPI', 'unleash-server'],
  ['mailhog', 'MailHog', 'Infrastructure', 'mailhog'],
  ['mailpit', 'Mailpit', 'Infrastructure', 'mailpit'],
  ['keycloak', 'Keycloak', 'Identity', 'keycloak'],
  ['dex', 'Dex', 'Identity', 'dex'],
  ['authentik', 'authentik', 'Identity', 'goauthentik/server'],
  ['zitadel', 'ZITADEL', 'Identity', 'zitadel'],
  ['ory-hydra', 'Ory Hydra', 'Identity', 'oryd/hydra'],
  ['ory-kratos', 'Ory Kratos', 'Identity', 'oryd/kratos'],
  ['openldap', 'OpenLDAP', 'Identity', 'openldap'],
  ['oauth2-proxy', 'OAuth2 Proxy', 'Identity', 'oauth2-proxy'],
  ['temporal', 'Temporal', 'Infrastructure', 'temporalio/server temporalio/auto-setup'],
  ['airflow', 'Apache Airflow', 'ScheduledJob', 'airflow'],
  ['wordpress', 'WordPress', 'WebApp', 'wordpress'],
  ['nextcloud', 'Nextcloud', 'WebApp', 'nextcloud'],
  ['adminer', 'Adminer', 'WebApp', 'adminer'],
  ['pgadmin', 'pgAdmin', 'WebApp', 'pgadmin4'],
  ['phpmyadmin', 'phpMyAdmin', 'WebApp', 'phpmyadmin'],
  ['mongo-express', 'mongo-express', 'WebApp', 'mongo-express'],
  ['redis-commander', 'Redis Commander', 'WebApp', 'redis-commander'],
  ['kafka-ui', 'Kafka UI', 'WebApp', 'kafka-ui akhq cp-enterprise-control-center'],
  ['kibana', 'Kibana', 'WebApp', 'kibana'],
  ['opensearch-dashboards', 'OpenSearch Dashboards', 'WebApp', 'opensearch-dashboards'],
  ['grafana', 'Grafana', 'WebApp', 'grafana grafana-oss grafana-enterprise'],
  ['metabase', 'Metabase', 'WebApp', 'metabase'],
  ['superset', 'Apache Superset', 'WebApp', 'superset'],
  ['node', 'Node.js', null, 'node'],
  ['python', 'Python', null, 'python'],
  ['php', 'PHP', null, 'php'],
  ['ruby', 'Ruby', null, 'ruby'],
  ['java', 'Java', null, 'openjdk eclipse-temurin amazoncorretto'],
  ['go', 'Go', null, 'golang'],
  ['dotnet', '.NET', null, 'dotnet/aspnet dotnet/runtime dotnet/sdk'],
];

const TELEMETRY: readonly Row[] = [
  [
    'opentelemetry-collector',
    'OpenTelemetry Collector',
    'Infrastructure',
    'opentelemetry-collector opentelemetry-collector-contrib opentelemetry-collector-k8s otelcol',
  ],
  ['jaeger', 'Jaeger', 'Infrastructure', 'jaegertracing/all-in-one jaegertracing/jaeger jaeger jaeger-collector'],
  ['zipkin', 'Zipkin', 'Infrastructure', 'zipkin zipkin-slim'],
  ['tempo', 'Grafana Tempo', 'Infrastructure', 'tempo'],
  ['loki', 'Grafana Loki', 'Database', 'loki'],
  ['prometheus', 'Prometheus', 'Database', 'prometheus'],
  ['alertmanager', 'Alertmanager', 'Infrastructure', 'alertmanager'],
  ['fluentd', 'Fluentd', 'Infrastructure', 'fluentd fluent-bit'],
  ['logstash', 'Logstash', 'Infrastructure', 'logstash'],
  ['vector', 'Vector', 'Infrastructure', 'timberio/vector'],
  ['datadog-agent', 'Datadog Agent', 'Infrastructure', 'datadog/agent'],
  ['statsd', 'StatsD', 'Infrastructure', 'statsd statsd-exporter'],
];

function productsIn(rows: readonly Row[], isTelemetry: boolean): [string, Product][] {
  return rows.flatMap(([technicalName, name, kind, images]) =>
    images.split(' ').map((image): [string, Product] => [image, { technicalName, name, kind, isTelemetry }]),
  );
}

const BY_IMAGE = new Map([...productsIn(ROWS, false), ...productsIn(TELEMETRY, true)]);

const BY_NAME = new Map([...BY_IMAGE, ...[...BY_IMAGE.values()].map((product): [string, Product] => [product.technicalName, product])]);

export interface ImageFacts {
  product: Product | null;
  /** The first number of the tag (`0.9` before 1.0): what two installations of one technology share. */
  version: string | undefined;
}

/** What an image reference tells. A reference with variables that are not known tells nothing. */
export function readImage(image: string): ImageFacts {
  const nothing: ImageFacts = { product: null, version: undefined };
  if (image.includes('$')) return nothing;
  const [, path = '', tag = ''] = /^([^@]*?)(?::([^:/@]*))?(?:@.*)?$/.exec(image) ?? [];
  const parts = path.toLowerCase().split('/');
  const product = BY_IMAGE.get(parts.slice(-2).join('/')) ?? BY_IMAGE.get(parts.at(-1) ?? '');
  if (product === undefined) return nothing;
  const [, zero, major] = /^v?(?:(0\.\d+)|(\d{1,4})(?![\da-z]))/i.exec(tag) ?? [];
  return { product, version: zero ?? major };
}

/** The product that a service is named after. */
export function productNamed(name: string): Product | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

/** Telemetry by the name that people give to such a service, for images that are not told. */
export function isTelemetryName(name: string): boolean {
  return /(?:^|[^a-z])(?:otel|otelcol|opentelemetry|jaeger|zipkin|prometheus|loki|tempo|fluentd?|fluent-?bit|logstash|statsd|telemetry-collector)(?:[^a-z]|$)/i.test(
    name,
  );
}
