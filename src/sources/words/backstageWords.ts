/** Maps the free words that companies use in Backstage for types and lifecycles to the vocabulary of Faultline, with one table each. */
import type { ComponentKind, LifecycleState, Runtime } from '@/domain/vocabulary';

export interface KindOfType {
  kind: ComponentKind;
  runtime?: Runtime;
  /** Needed to build and not to run, so its failure affects nobody at run time. */
  isBuildTime?: true;
}

/** Looked up as a whole first, then word by word (`kafka-topic` → `kafka`, `topic`). */
const TYPES: readonly [ComponentKind, readonly string[]][] = [
  [
    'WebAPI',
    [
      'service',
      'api',
      'backend',
      'microservice',
      'server',
      'rest',
      'grpc',
      'graphql',
      'openapi',
      'bff',
      'function',
      'lambda',
      'faas',
      'serverless',
    ],
  ],
  ['WebApp', ['website', 'webapp', 'web', 'frontend', 'spa', 'ui', 'portal', 'dashboard', 'app', 'application', 'site', 'webserver']],
  [
    'Database',
    [
      'database',
      'db',
      'postgres',
      'postgresql',
      'mysql',
      'mariadb',
      'mongodb',
      'mongo',
      'sql',
      'rds',
      'aurora',
      'dynamodb',
      'cassandra',
      'oracle',
      'elasticsearch',
      'opensearch',
      'datastore',
      'warehouse',
      'bigquery',
      'snowflake',
      'redshift',
      'spanner',
      'cosmosdb',
      'schema',
      'index',
    ],
  ],
  ['Cache', ['cache', 'redis', 'valkey', 'memcached', 'elasticache']],
  ['Queue', ['queue', 'sqs', 'rabbitmq', 'activemq', 'servicebus', 'mq']],
  [
    'EventBus',
    ['topic', 'kafka', 'eventbus', 'events', 'stream', 'kinesis', 'sns', 'pubsub', 'eventhub', 'nats', 'pulsar', 'broker', 'asyncapi'],
  ],
  ['Storage', ['storage', 'bucket', 's3', 'blob', 'gcs', 'filesystem', 'efs', 'volume', 'disk', 'nfs']],
  [
    'Worker',
    ['worker', 'consumer', 'daemon', 'processor', 'agent', 'subscriber', 'job', 'runner', 'sidekiq', 'celery', 'resque', 'horizon'],
  ],
  [
    'ScheduledJob',
    ['cronjob', 'cron', 'batch', 'schedule', 'scheduled', 'scheduler', 'celerybeat', 'cleanup', 'cleaner', 'backup', 'prune'],
  ],
  ['Integration', ['integration', 'connector', 'pipeline', 'etl', 'adapter', 'workflow', 'bridge']],
  ['Identity', ['identity', 'idp', 'auth', 'authentication', 'sso', 'iam', 'keycloak', 'okta', 'auth0', 'cognito', 'ldap', 'directory']],
  ['MobileApp', ['mobile', 'mobileapp', 'ios', 'android']],
  ['DesktopApp', ['desktop', 'desktopapp', 'electron']],
  [
    'Infrastructure',
    [
      'infrastructure',
      'cluster',
      'kubernetes',
      'k8s',
      'gateway',
      'proxy',
      'loadbalancer',
      'cdn',
      'dns',
      'network',
      'vpc',
      'vm',
      'node',
      'host',
      'ingress',
      'mesh',
      'router',
      'firewall',
      'registry',
      'vault',
      'secrets',
    ],
  ],
  [
    'Other',
    ['library', 'lib', 'package', 'sdk', 'plugin', 'template', 'documentation', 'docs', 'tool', 'cli', 'other', 'model', 'dataset', 'data'],
  ],
];
const SERVERLESS = new Set(['function', 'lambda', 'faas', 'serverless']);
const MANAGED = new Set([
  'rds',
  'aurora',
  'dynamodb',
  's3',
  'sqs',
  'sns',
  'kinesis',
  'bigquery',
  'snowflake',
  'redshift',
  'spanner',
  'cosmosdb',
  'elasticache',
  'efs',
  'gcs',
  'cognito',
  'servicebus',
  'eventhub',
]);
const BUILD_TIME = new Set(['library', 'lib', 'package', 'sdk', 'template', 'documentation', 'docs']);
/** Words that make a pipeline or workflow one that builds: a pipeline of data runs all the time. */
const BUILD_TOOLS = new Set([
  ...['ci', 'cicd', 'build', 'buildkite', 'github', 'gitlab', 'jenkins', 'circleci', 'travis', 'teamcity', 'tekton', 'bamboo', 'drone'],
  ...['buildpipeline', 'cipipeline', 'githubaction', 'githubworkflow', 'gitlabci', 'azurepipeline', 'azuredevop', 'jenkinsfile'],
]);

/** In `redis-cluster` and `db-server` these words say less than the ones before them. */
const FORMS = new Set(['cluster', 'server', 'node', 'host', 'instance', 'app', 'application', 'schema', 'index']);

const BY_WORD = new Map(TYPES.flatMap(([kind, words]) => words.map((word) => [word, kind] as const)));

/** Null if no word of the type is known. */
export function kindOfType(type: string): KindOfType | null {
  const whole = type.toLowerCase().replace(/[^a-z0-9]/g, '');
  const words = type
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .reverse();
  const parts = [whole, ...words.filter((word) => !FORMS.has(word)), ...words.filter((word) => FORMS.has(word))].flatMap((part) => [
    part,
    part.replace(/s$/, ''),
  ]);
  const known = parts.find((part) => BY_WORD.has(part));
  const isBuilt = parts.some((part) => BUILD_TOOLS.has(part));
  const kind = BY_WORD.get(known ?? '') ?? (isBuilt ? 'Other' : undefined);
  if (kind === undefined) return null;
  const has = (words: ReadonlySet<string>): boolean => parts.some((part) => words.has(part));
  const runtime: Runtime | undefined = has(SERVERLESS) ? 'Serverless' : has(MANAGED) ? 'Managed' : undefined;
  return {
    kind,
    ...(runtime === undefined ? {} : { runtime }),
    ...(isBuilt || (known !== undefined && BUILD_TIME.has(known)) ? { isBuildTime: true } : {}),
  };
}

/** The kind alone. Null if no word of the name is known. */
export function kindOfName(name: string): ComponentKind | null {
  return kindOfType(name)?.kind ?? null;
}

/** The same, and null also for a word that says no kind. */
export function tellingKind(name: string): ComponentKind | null {
  const kind = kindOfName(name);
  return kind === 'Other' ? null : kind;
}

const LIFECYCLES: readonly [LifecycleState, readonly string[]][] = [
  ['Production', ['production', 'prod', 'live', 'ga', 'stable', 'released', 'active', 'maintained', 'maintenance', 'operational']],
  ['Pilot', ['pilot', 'beta', 'preview', 'staging', 'trial', 'rc', 'acceptance']],
  ['Development', ['experimental', 'development', 'dev', 'alpha', 'wip', 'poc', 'prototype', 'incubating', 'sandbox', 'test', 'testing']],
  ['Planning', ['planning', 'planned', 'proposed', 'idea', 'design', 'concept']],
  ['Sunset', ['deprecated', 'sunset', 'legacy', 'obsolete', 'phaseout', 'endoflife', 'eol']],
  ['Retired', ['retired', 'decommissioned', 'archived', 'discontinued', 'removed', 'inactive']],
];
const LIFECYCLE_BY_WORD = new Map(LIFECYCLES.flatMap(([state, words]) => words.map((word) => [word, state] as const)));

/** The state that a Backstage lifecycle means, ignoring everything but its letters; null for an unknown word. */
export function lifecycleOf(word: string): LifecycleState | null {
  return LIFECYCLE_BY_WORD.get(word.toLowerCase().replace(/[^a-z]/g, '')) ?? null;
}

/** For an application with several components: the most active of their states. */
export function mostAlive(states: ReadonlySet<LifecycleState>): LifecycleState | undefined {
  return LIFECYCLES.map(([state]) => state).find((state) => states.has(state));
}

const PROTOCOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grpc: 'gRPC',
    openapi: 'HTTP',
    graphql: 'HTTP',
    trpc: 'HTTP',
    rest: 'HTTP',
    soap: 'SOAP',
  }),
);

/** The protocol of an API, if its type says so. */
export function protocolOf(apiType: string): string | undefined {
  return PROTOCOLS.get(apiType.toLowerCase());
}
