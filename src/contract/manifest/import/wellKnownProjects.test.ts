import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ManifestDependency } from '@/contract/manifest/schema';
import { realDisk } from '@/cli/disk';
import { memoryDisk } from '@/test/memoryDisk';
import { importComposeFiles } from './importCompose';
import { ImportReport } from './importReport';

/** Compose files in the shapes of well-known projects, and all that is read from each. */
const PROJECTS = [
  {
    file: 'wordpress/compose.yaml',
    components: ['wordpress-db Database', 'wordpress WebApp'],
    stated: [],
    suggested: ['wordpress → wordpress-db ReadsWrites Hard'],
    decided: [],
  },
  {
    file: 'nextcloud/docker-compose.yml',
    components: [
      'nextcloud-db Database',
      'nextcloud-redis Cache',
      'nextcloud-app WebApp',
      'nextcloud-web Infrastructure',
      'nextcloud-cron ScheduledJob',
    ],
    stated: ['nextcloud-web → nextcloud-app Calls Soft'],
    suggested: [
      'nextcloud-app → nextcloud-db ReadsWrites Hard',
      'nextcloud-app → nextcloud-redis ReadsWrites Soft',
      'nextcloud-cron → nextcloud-db ReadsWrites Hard',
      'nextcloud-cron → nextcloud-redis ReadsWrites Soft',
    ],
    decided: [],
  },
  {
    file: 'gitea/compose.yaml',
    components: ['gitea WebApp', 'gitea-db Database', 'gitea-cache Cache', 'gitea-runner Worker'],
    stated: [],
    suggested: ['gitea → gitea-db ReadsWrites Hard', 'gitea → gitea-cache ReadsWrites Soft', 'gitea-runner → gitea Calls Soft'],
    decided: ['the kind was guessed from names, ports and uses: runner (Worker)'],
  },
  {
    file: 'supabase/docker/docker-compose.yml',
    components: [
      'supabase-studio WebApp',
      'supabase-kong Infrastructure',
      'supabase-auth Identity',
      'supabase-rest WebAPI',
      'supabase-storage WebAPI',
      'supabase-imgproxy WebAPI',
      'supabase-meta WebAPI',
      'supabase-analytics WebAPI',
      'supabase-db Database',
      'supabase-vector Infrastructure',
    ],
    stated: [
      'supabase-studio → supabase-analytics Calls Hard',
      'supabase-kong → supabase-analytics Calls Hard',
      'supabase-auth → supabase-db ReadsWrites Hard',
      'supabase-db → supabase-vector Publishes Async optional',
    ],
    suggested: [
      'supabase-studio → supabase-meta Calls Soft',
      'supabase-studio → supabase-kong Calls Soft',
      'supabase-rest → supabase-db ReadsWrites Hard',
      'supabase-storage → supabase-rest Calls Soft',
      'supabase-storage → supabase-db ReadsWrites Hard',
      'supabase-storage → supabase-imgproxy Calls Soft',
      'supabase-meta → supabase-db ReadsWrites Hard',
      'supabase-analytics → supabase-db ReadsWrites Hard',
    ],
    decided: [
      'nothing says what this is called, and many directories are called docker: it is named supabase, --name changes that',
      'there is no .env: variables are read from this example of one',
    ],
  },
  {
    file: 'mastodon/docker-compose.yml',
    components: [
      'mastodon-db Database',
      'mastodon-redis Cache',
      'mastodon-es Database',
      'mastodon-web WebApp',
      'mastodon-streaming WebAPI',
      'mastodon-sidekiq Worker',
    ],
    stated: ['mastodon-web → mastodon-db ReadsWrites Hard', 'mastodon-web → mastodon-redis ReadsWrites Soft'],
    suggested: [
      'mastodon-web → mastodon-es ReadsWrites Hard',
      'mastodon-streaming → mastodon-redis ReadsWrites Soft',
      'mastodon-streaming → mastodon-db ReadsWrites Hard',
      'mastodon-streaming → mastodon-es ReadsWrites Hard',
      'mastodon-sidekiq → mastodon-redis ReadsWrites Soft',
      'mastodon-sidekiq → mastodon-db ReadsWrites Hard',
      'mastodon-sidekiq → mastodon-es ReadsWrites Hard',
    ],
    decided: [],
  },
  {
    file: 'sentry/docker-compose.yml',
    components: [
      'sentry-self-hosted-memcached Cache',
      'sentry-self-hosted-redis Cache',
      'sentry-self-hosted-postgres Database',
      'sentry-self-hosted-pgbouncer Infrastructure',
      'sentry-self-hosted-kafka EventBus',
      'sentry-self-hosted-clickhouse Database',
      'sentry-self-hosted-snuba-api WebAPI',
      'sentry-self-hosted-snuba-errors-consumer Worker',
      'sentry-self-hosted-symbolicator WebAPI',
      'sentry-self-hosted-vroom WebAPI',
      'sentry-self-hosted-web WebApp',
      'sentry-self-hosted-worker Worker',
      'sentry-self-hosted-nginx Infrastructure',
      'sentry-self-hosted-relay WebAPI',
    ],
    stated: [
      'sentry-self-hosted-snuba-api → sentry-self-hosted-clickhouse ReadsWrites Hard',
      'sentry-self-hosted-snuba-api → sentry-self-hosted-kafka PubSub Hard',
      'sentry-self-hosted-snuba-errors-consumer → sentry-self-hosted-clickhouse ReadsWrites Hard',
      'sentry-self-hosted-snuba-errors-consumer → sentry-self-hosted-kafka PubSub Hard',
      'sentry-self-hosted-web → sentry-self-hosted-redis ReadsWrites Hard',
      'sentry-self-hosted-web → sentry-self-hosted-kafka PubSub Hard',
      'sentry-self-hosted-web → sentry-self-hosted-postgres ReadsWrites Hard',
      'sentry-self-hosted-web → sentry-self-hosted-memcached ReadsWrites Soft',
      'sentry-self-hosted-web → sentry-self-hosted-snuba-api Calls Soft',
      'sentry-self-hosted-worker → sentry-self-hosted-redis ReadsWrites Hard',
      'sentry-self-hosted-worker → sentry-self-hosted-kafka PubSub Hard',
      'sentry-self-hosted-worker → sentry-self-hosted-postgres ReadsWrites Hard',
      'sentry-self-hosted-worker → sentry-self-hosted-memcached ReadsWrites Soft',
      'sentry-self-hosted-worker → sentry-self-hosted-snuba-api Calls Soft',
      'sentry-self-hosted-nginx → sentry-self-hosted-web Calls Soft',
      'sentry-self-hosted-nginx → sentry-self-hosted-relay Calls Soft',
      'sentry-self-hosted-relay → sentry-self-hosted-kafka PubSub Hard',
      'sentry-self-hosted-relay → sentry-self-hosted-web Calls Hard',
    ],
    suggested: [
      'sentry-self-hosted-pgbouncer → sentry-self-hosted-postgres ReadsWrites Hard',
      'sentry-self-hosted-snuba-api → sentry-self-hosted-redis ReadsWrites Soft',
      'sentry-self-hosted-snuba-errors-consumer → sentry-self-hosted-redis ReadsWrites Soft',
      'sentry-self-hosted-vroom → sentry-self-hosted-kafka PubSub Hard',
      'sentry-self-hosted-web → sentry-self-hosted-vroom Calls Soft',
      'sentry-self-hosted-worker → sentry-self-hosted-vroom Calls Soft',
    ],
    decided: [
      'the kind was guessed from names, ports and uses: clickhouse (Database)',
      'variables are read from here, as docker compose does',
    ],
  },
  {
    file: 'orders/compose.yaml',
    components: [
      'orders WebAPI',
      'orders-payments WebAPI',
      'orders-eureka Infrastructure',
      'orders-bunny Queue',
      'orders-db Database',
      'orders-kafka1 EventBus',
      'orders-kafka2 EventBus',
      'orders-mongo-a Database',
      'orders-mongo-b Database',
      'orders-prometheus Database',
      'orders-grafana WebApp',
      'orders-postgres-exporter Infrastructure',
    ],
    stated: [],
    suggested: [
      'orders → orders-db ReadsWrites Hard',
      'orders → orders-kafka1 PubSub Hard group kafka',
      'orders → orders-kafka2 PubSub Hard group kafka',
      'orders → orders-eureka Calls Soft',
      'orders → orders-payments Calls Soft',
      'orders → orders-mongo-a ReadsWrites Hard group mongodb',
      'orders → orders-mongo-b ReadsWrites Hard group mongodb',
      'orders-payments → orders-db ReadsWrites Hard',
      'orders-payments → orders-bunny PubSub Hard',
      'orders-grafana → orders-db ReadsWrites Hard',
      'orders-grafana → orders-prometheus Reads Hard',
      'orders-postgres-exporter → orders-db ReadsWrites Hard',
    ],
    decided: [
      'the kind was guessed from names, ports and uses: orders (WebAPI), payments (WebAPI)',
      'KAFKA_CFG_CONTROLLER_QUORUM_VOTERS of kafka1 names kafka2, which names it in turn and is the same product: members of one cluster, no dependency',
      'KAFKA_CFG_CONTROLLER_QUORUM_VOTERS of kafka2 names kafka1, which names it in turn and is the same product: members of one cluster, no dependency',
    ],
  },
  {
    file: 'eshop/docker-compose.yml',
    components: [
      'eshop-sqldata Database',
      'eshop-basketdata Cache',
      'eshop-rabbitmq Queue',
      'eshop-identity-api WebAPI',
      'eshop-basket-api WebAPI',
      'eshop-webspa WebAPI',
    ],
    stated: [],
    suggested: [
      'eshop-identity-api → eshop-sqldata ReadsWrites Hard',
      'eshop-basket-api → eshop-basketdata ReadsWrites Soft',
      'eshop-basket-api → eshop-rabbitmq PubSub Hard',
      'eshop-basket-api → eshop-identity-api Calls Soft',
      'eshop-webspa → eshop-basket-api Calls Soft',
    ],
    decided: ['the kind was guessed from names, ports and uses: identity-api (WebAPI), basket-api (WebAPI), webspa (WebAPI)'],
  },
  {
    file: 'search/docker-compose.yml',
    components: ['search-es01 Database', 'search-es02 Database', 'search-kibana WebApp', 'search-filebeat Infrastructure'],
    stated: [],
    suggested: [
      'search-kibana → search-es01 ReadsWrites Hard group elasticsearch',
      'search-kibana → search-es02 ReadsWrites Hard group elasticsearch',
      'search-filebeat → search-es01 ReadsWrites Hard',
    ],
    decided: [
      'discovery.seed_hosts of es01 names es02, which names it in turn and is the same product: members of one cluster, no dependency',
      'discovery.seed_hosts of es02 names es01, which names it in turn and is the same product: members of one cluster, no dependency',
    ],
  },
  {
    file: 'laravel/docker-compose.yml',
    components: [
      'laravel-laravel.test WebAPI',
      'laravel-mysql Database',
      'laravel-redis Cache',
      'laravel-meilisearch Database',
      'laravel-mailpit Infrastructure',
      'laravel-selenium Infrastructure',
    ],
    stated: [],
    suggested: [
      'laravel-laravel.test → laravel-mysql ReadsWrites Hard',
      'laravel-laravel.test → laravel-redis ReadsWrites Soft',
      'laravel-laravel.test → laravel-meilisearch ReadsWrites Hard',
      'laravel-laravel.test → laravel-mailpit Calls Soft',
    ],
    decided: ['the kind was guessed from names, ports and uses: laravel.test (WebAPI)'],
  },
  {
    file: 'airflow/docker-compose.yaml',
    components: [
      'airflow-postgres Database',
      'airflow-redis Cache',
      'airflow-webserver WebApp',
      'airflow-init ScheduledJob',
      'airflow-flower WebApp',
    ],
    stated: ['airflow-webserver → airflow-init Calls Soft optional stops'],
    suggested: [
      'airflow-webserver → airflow-postgres ReadsWrites Hard',
      'airflow-webserver → airflow-redis ReadsWrites Soft',
      'airflow-init → airflow-postgres ReadsWrites Hard',
      'airflow-init → airflow-redis ReadsWrites Soft',
      'airflow-flower → airflow-postgres ReadsWrites Hard',
      'airflow-flower → airflow-redis ReadsWrites Soft',
    ],
    decided: [],
  },
  {
    file: 'keycloak/compose.yaml',
    components: [
      'keycloak-proxy Infrastructure',
      'keycloak Identity',
      'keycloak-db Database',
      'keycloak-portal WebApp',
      'keycloak-minio Storage',
      'keycloak-cache Cache',
    ],
    stated: [],
    suggested: [
      'keycloak → keycloak-db ReadsWrites Hard',
      'keycloak-portal → keycloak UsesIdp Hard',
      'keycloak-portal → keycloak-minio ReadsWrites Hard',
      'keycloak-portal → keycloak-cache ReadsWrites Soft',
    ],
    decided: ['the kind was guessed from names, ports and uses: portal (WebApp)'],
  },
  {
    file: 'analytics/docker-compose.yml',
    components: [
      'analytics-proxy Infrastructure',
      'analytics-capture WebAPI',
      'analytics-enricher Worker',
      'analytics-web WebApp',
      'analytics-nightly-cleanup ScheduledJob',
      'analytics-temporal Infrastructure',
      'analytics-temporal-ui WebApp',
      'analytics-kafka EventBus',
      'analytics-db Database',
      'analytics-search Database',
      'analytics-maildev Infrastructure',
      'analytics-beacon Other',
    ],
    stated: [],
    suggested: [
      'analytics-proxy → analytics-capture Calls Soft',
      'analytics-proxy → analytics-web Calls Soft',
      'analytics-capture → analytics-kafka PubSub Hard',
      'analytics-enricher → analytics-kafka PubSub Hard',
      'analytics-enricher → analytics-db ReadsWrites Hard',
      'analytics-web → analytics-db ReadsWrites Hard',
      'analytics-web → analytics-temporal Calls Soft',
      'analytics-web → analytics-maildev Calls Soft',
      'analytics-nightly-cleanup → analytics-db ReadsWrites Hard',
      'analytics-nightly-cleanup → analytics-temporal Calls Soft',
      'analytics-nightly-cleanup → analytics-maildev Calls Soft',
      'analytics-temporal → analytics-db ReadsWrites Hard',
      'analytics-temporal → analytics-search ReadsWrites Hard',
      'analytics-temporal-ui → analytics-temporal Calls Soft',
    ],
    decided: [
      'no kind could be told, so Other: beacon',
      'the kind was guessed from names, ports and uses: capture (WebAPI), enricher (Worker), web (WebApp), nightly-cleanup (ScheduledJob), kafka (EventBus)',
    ],
  },
];

const disk = realDisk(fileURLToPath(new URL('../../../test/landscapes/import/projects', import.meta.url)));

const words = ({ source, target, dependencyType, mode, required, propagates, redundancyGroup }: ManifestDependency): string =>
  [
    `${source} → ${target} ${dependencyType} ${mode}`,
    ...(required === false ? ['optional'] : []),
    ...(propagates === false ? ['stops'] : []),
    ...(redundancyGroup == null ? [] : [`group ${redundancyGroup}`]),
  ].join(' ');

describe('a compose file of a well-known project', () => {
  it.each(PROJECTS)('$file has these components and dependencies', ({ file, components, stated, suggested, decided }) => {
    const { manifest, report, text } = importComposeFiles([file], disk, {}, new ImportReport());
    const told = new Set(report.flatMap(({ dependency }) => (dependency === undefined ? [] : [Object.values(dependency).join(' ')])));
    const isSuggested = ({ source, target, dependencyType }: ManifestDependency): boolean =>
      told.has(`${source} ${target} ${dependencyType}`);
    const dependencies = manifest.dependencies ?? [];
    expect(manifest.applications?.[0]?.components?.map(({ technicalName, kind }) => `${technicalName} ${kind}`)).toEqual(components);
    expect(dependencies.filter((dependency) => !isSuggested(dependency)).map(words)).toEqual(stated);
    expect(dependencies.filter(isSuggested).map(words)).toEqual(suggested);
    expect(text.match(/^ {2}# suggested: /gm) ?? []).toHaveLength(suggested.length);
    const always = /^every (?:technicalName begins with|project in a directory called) /;
    expect(report.flatMap(({ type, message }) => (type === 'decided' && !always.test(message) ? [message] : []))).toEqual(decided);
  });
});

describe('what an import says', () => {
  it('names variable and position of a suggestion, in the report and in the text, and never a value', () => {
    const { text, report } = importComposeFiles(['supabase/docker/docker-compose.yml'], disk, {}, new ImportReport());
    expect(text).toContain(
      '  # suggested: PGRST_DB_URI names db, supabase/docker/docker-compose.yml:28\n  - source: supabase-rest\n    target: supabase-db\n',
    );
    expect(text).toContain('# 8 dependencies marked "suggested" were read from host names: keep what is true, delete the rest.\n');
    expect(report).toContainEqual({
      type: 'suggested',
      message: 'rest depends on db, since PGRST_DB_URI names it',
      dependency: { source: 'supabase-rest', target: 'supabase-db', dependencyType: 'ReadsWrites' },
      file: 'supabase/docker/docker-compose.yml',
      line: 28,
      column: 21,
    });
    expect(text + JSON.stringify(report)).not.toContain('your-super-secret');
  });
});

describe('names', () => {
  const namesWith = (options: Parameters<typeof importComposeFiles>[2]) => {
    const { manifest, report } = importComposeFiles(['gitea/compose.yaml'], disk, options, new ImportReport());
    return {
      manifest: manifest.name,
      application: manifest.applications?.[0]?.technicalName,
      components: manifest.applications?.[0]?.components?.map(({ technicalName }) => technicalName),
      isPrefixTold: report.some(({ message }) => message.startsWith('every technicalName begins with ')),
    };
  };

  it('bear the name of the project, which is said', () =>
    expect(namesWith({})).toEqual({
      manifest: 'gitea',
      application: 'gitea',
      components: ['gitea', 'gitea-db', 'gitea-cache', 'gitea-runner'],
      isPrefixTold: true,
    }));

  it('bear the name that is given, or the prefix, or none', () => {
    expect(namesWith({ name: 'Code Forge' })).toMatchObject({
      manifest: 'Code Forge',
      application: 'Code-Forge',
      components: ['Code-Forge-gitea', 'Code-Forge-db', 'Code-Forge-cache', 'Code-Forge-runner'],
    });
    expect(namesWith({ prefix: 'eu-' })).toMatchObject({ manifest: 'gitea', components: ['eu-gitea', 'eu-db', 'eu-cache', 'eu-runner'] });
    expect(namesWith({ prefix: false })).toEqual({
      manifest: 'gitea',
      application: 'gitea',
      components: ['gitea', 'db', 'cache', 'runner'],
      isPrefixTold: false,
    });
  });

  it('come from .env before name, and from the directory where a variable of the name is not known', () => {
    const nameOf = (files: Record<string, string>): string =>
      importComposeFiles(['c.yaml'], memoryDisk(files), {}, new ImportReport()).manifest.name;
    expect(nameOf({ 'c.yaml': 'name: ${TEAM}-x\nservices: { a: {} }\n' })).toBe('shop');
    expect(nameOf({ 'c.yaml': 'name: ${TEAM}-x\nservices: { a: {} }\n', '.env': 'TEAM=red\n' })).toBe('red-x');
    expect(nameOf({ 'c.yaml': 'name: blue\nservices: { a: {} }\n', '.env': 'COMPOSE_PROJECT_NAME=green\n' })).toBe('green');
  });

  it('are never shared by two projects that both have a db', () => {
    const declared = ['wordpress/compose.yaml', 'gitea/compose.yaml', 'mastodon/docker-compose.yml'].flatMap(
      (file) =>
        importComposeFiles([file], disk, {}, new ImportReport()).manifest.applications?.[0]?.components?.map(
          ({ technicalName }) => technicalName,
        ) ?? [],
    );
    expect(declared.filter((name) => name.endsWith('db'))).toEqual(['wordpress-db', 'gitea-db', 'mastodon-db']);
    expect(new Set(declared).size).toBe(declared.length);
  });
});
