import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { realDisk } from '@/cli/disk';
import { memoryDisk } from '@/test/memoryDisk';
import { importCompose } from './composeImport';
import { COMPOSE } from './importCompose';
import { readProject } from './composeProject';
import { ImportReport } from '@/sources/proposal/importReport';
import { writeImported } from '@/sources/proposal/importedManifest';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

const samples = fileURLToPath(new URL('../../test/landscapes/import', import.meta.url));

function run(disk: SourceFiles, files: readonly string[], variables: ReadonlyMap<string, string> = new Map()) {
  const report = new ImportReport();
  const project = readProject(files, disk, variables, report);
  const imported = importCompose(project, project.name ?? 'shop', '', report);
  const { manifest } = imported;
  const told = report
    .all()
    .map(
      ({ type, message, file, line, column, count }) =>
        `${file === undefined ? '' : `${file}:${line}:${column} `}${type}: ${message}${count === undefined ? '' : ` (${count})`}`,
    );
  const components = (manifest.applications?.[0]?.components ?? []).map(({ technicalName, kind = 'unknown', technologies }) =>
    [technicalName, kind, ...(technologies ?? [])].join(' '),
  );
  const dependencies = (manifest.dependencies ?? []).map(({ source, target, dependencyType, mode, required, propagates }) =>
    [
      `${source} → ${target} ${dependencyType} ${mode}`,
      ...(required === false ? ['optional'] : []),
      ...(propagates === false ? ['stops'] : []),
    ].join(' '),
  );
  return { manifest, text: writeImported(imported, []), told, components, dependencies };
}

const runText = (text: string) => run(memoryDisk({ 'compose.yaml': text }), ['compose.yaml']);

describe('a project of several files', () => {
  const { text, told } = run(realDisk(samples), ['compose/compose.yaml', 'compose/override.yaml']);

  it('becomes this manifest', () => expect(text).toBe(readFileSync(`${samples}/expected/compose.yaml`, 'utf8')));

  it('is reported in full if something is left out or decided', () => {
    expect(told).toEqual([
      'decided: no kind is stated where none could be determined: legacy_report',
      'decided: the kind was guessed from name, ports and use: vote (WebAPI), result (WebAPI), worker (Worker)',
      'compose/compose.yaml:33:12 notMapped: the image of migrate is example.com/team/result:${TAG}, whose variables are unknown, so it got no technology',
      'compose/compose.yaml:45:5 notMapped: sidecar runs only with the profile debug, but was mapped as if it always ran',
      'compose/compose.yaml:47:12 notMapped: the image ubuntu of legacy_report is not a known product, so it got no technology',
      'compose/compose.yaml:49:22 notMapped: legacy_report links to mainframe, which is outside this project',
      'compose/compose.yaml:4:3 notMapped: restart has no equivalent in a landscape (2)',
      'compose/compose.yaml:5:3 notMapped: networks has no equivalent in a landscape (2)',
      'compose/compose.yaml:39:5 notMapped: volumes has no equivalent in a landscape (1)',
      'compose/compose.yaml:51:1 notMapped: top-level volumes has no equivalent in a landscape (1)',
      'compose/compose.yaml:53:1 notMapped: top-level networks has no equivalent in a landscape (1)',
    ]);
  });

  it('takes variables from outside', () => {
    const { components, manifest } = run(
      realDisk(samples),
      ['compose/compose.yaml'],
      new Map([
        ['DB_IMAGE', 'mysql:8.4'],
        ['COMPOSE_NAME', 'polls'],
      ]),
    );
    expect(components).toContain('db Database mysql-8');
    expect(manifest.name).toBe('polls');
  });
});

describe('the OpenTelemetry demo', () => {
  const { components, dependencies, told } = run(realDisk(samples), [
    'opentelemetry-demo.compose.yaml',
    'opentelemetry-demo.compose.full.yaml',
  ]);

  it('has all its services, with kinds derived from names, ports and uses', () => {
    expect(components).toEqual([
      'ad WebAPI',
      'cart WebAPI',
      'checkout WebAPI',
      'currency WebAPI',
      'email WebAPI',
      'frontend WebApp',
      'frontend-proxy Infrastructure',
      'image-provider WebAPI',
      'load-generator unknown',
      'payment WebAPI',
      'product-catalog WebAPI',
      'quote WebAPI',
      'recommendation WebAPI',
      'shipping WebAPI',
      'flagd Infrastructure',
      'flagd-ui WebApp',
      'telemetry-docs WebAPI',
      'astronomy-db Database',
      'valkey-cart Cache',
      'otel-collector Infrastructure',
      'accounting Worker',
      'fraud-detection Worker',
      'kafka EventBus',
    ]);
  });

  it('merges what the second file says about a service of the first', () => {
    expect(dependencies.filter((line) => line.startsWith('checkout '))).toEqual([
      'checkout → cart Calls Soft',
      'checkout → currency Calls Hard',
      'checkout → email Calls Hard',
      'checkout → payment Calls Hard',
      'checkout → product-catalog Calls Soft',
      'checkout → shipping Calls Soft',
      'checkout → otel-collector Publishes Async optional',
      'checkout → flagd Calls Soft',
      'checkout → kafka PubSub Hard',
    ]);
  });

  it('makes no technology from images with unknown variables', () => {
    expect(told.filter((line) => line.includes('whose variables'))).toHaveLength(4);
    expect(dependencies).toHaveLength(51);
  });
});

describe('how a service is needed', () => {
  const service = (needs: string): string =>
    `services:\n  a: { image: a/a, ${needs} }\n  app: { image: x/y }\n  db: { image: postgres }\n  redis: { image: redis }\n  grafana: { image: grafana/grafana, depends_on: [prometheus] }\n  prometheus: { image: prom/prometheus:v3.1.0 }\n`;

  it.each([
    ['the short form for a stateless service', 'depends_on: [app]', 'a → app Calls Soft'],
    ['the short form for a database', 'depends_on: [db]', 'a → db ReadsWrites Hard'],
    ['started', 'depends_on: { app: { condition: service_started } }', 'a → app Calls Soft'],
    ['healthy', 'depends_on: { redis: { condition: service_healthy } }', 'a → redis ReadsWrites Hard'],
    ['not required', 'depends_on: { db: { condition: service_healthy, required: false } }', 'a → db ReadsWrites Hard optional'],
    [
      'telemetry, whatever the condition',
      'depends_on: { prometheus: { condition: service_healthy } }',
      'a → prometheus Publishes Async optional',
    ],
    ['a link', 'links: ["db:database"]', 'a → db ReadsWrites Hard'],
    ['another network', 'network_mode: "service:app"', 'a → app TrafficFlow Hard'],
    ["another's volumes", 'volumes_from: ["app:ro"]', 'a → app ReadsWrites Hard'],
    [
      'a link in addition to depends_on changes nothing',
      'links: [app], depends_on: { app: { condition: service_healthy } }',
      'a → app Calls Hard',
    ],
  ])('%s', (_name, needs, expected) => {
    expect(runText(service(needs)).dependencies).toEqual([expected, 'grafana → prometheus Reads Hard']);
  });

  it('a job that has to complete first is not needed once it has', () => {
    const { components, dependencies } = runText(
      'services:\n  a: { image: a/a, depends_on: { setup: { condition: service_completed_successfully } } }\n  setup: { image: postgres:17 }\n',
    );
    expect(components).toEqual(['a unknown', 'setup ScheduledJob postgresql-17']);
    expect(dependencies).toEqual(['a → setup Calls Soft optional stops']);
  });

  it('an unknown condition is read as service_started, and reported', () => {
    expect(runText(service('depends_on: { app: { condition: service_ready } }')).told).toContain(
      'compose.yaml:2:52 decided: a needs app as service_ready, which is not a compose condition; it was read as service_started',
    );
  });
});

describe('compose files of every age', () => {
  it('extends a service of the same file or another, and reports a circle', () => {
    const disk = memoryDisk({
      'compose.yaml':
        'services:\n  a: { extends: b, depends_on: [db] }\n  b: { extends: { service: c, file: sub/base.yaml } }\n  db: { image: postgres }\n  x: { extends: y }\n  y: { extends: { service: x } }\n  z: { extends: nobody }\n',
      'sub/base.yaml': 'services:\n  c: { image: redis, depends_on: [db], extends: d }\n  d: { links: [db] }\n',
    });
    const { components, dependencies, told } = run(disk, ['compose.yaml']);
    expect(components).toEqual(['a Cache redis', 'b Cache redis', 'db Database postgresql', 'x unknown', 'y unknown', 'z unknown']);
    expect(dependencies).toEqual(['a → db ReadsWrites Hard', 'b → db ReadsWrites Hard']);
    expect(told.filter((line) => line.includes('extends'))).toEqual([
      'compose.yaml:5:17 notMapped: extends y, which extends itself',
      'compose.yaml:6:17 notMapped: extends x, which extends itself',
      'compose.yaml:7:17 notMapped: extends nobody, which compose.yaml does not have',
    ]);
  });

  it('reads the first format, with services at the top', () => {
    expect(runText('web:\n  build: .\n  ports: ["80"]\n  links: [db]\ndb:\n  image: postgres:9.6\n').dependencies).toEqual([
      'web → db ReadsWrites Hard',
    ]);
  });

  it('refuses files that are not compose files', () => {
    expect(() => runText('apiVersion: v1\nkind: Service\n')).toThrow('compose.yaml is not a compose file: it has no services');
    expect(() => runText('services: [\n')).toThrow('compose.yaml is not a readable compose file');
    expect(() => run(memoryDisk({}), ['compose.yaml'])).toThrow('compose.yaml: there is no such file');
  });

  it('includes that lead back to themselves do not loop', () => {
    const disk = memoryDisk({
      'a.yaml': 'include: [b.yaml, gone.yaml]\nservices:\n  a: { image: redis }\n',
      'b.yaml': 'include: [{ path: a.yaml }]\nservices:\n  b: { image: redis }\n',
    });
    const { components, told } = run(disk, ['a.yaml']);
    expect(components).toEqual(['b Cache redis', 'a Cache redis']);
    expect(told).toEqual([
      'a.yaml:1:19 notMapped: the included file gone.yaml is not on this machine',
      'b.yaml:1:19 notMapped: a.yaml includes itself',
    ]);
  });

  it('invalid technicalNames are turned into valid ones, without clashes', () => {
    const { components } = runText('services:\n  "_db": { image: postgres }\n  db: { image: redis }\n');
    expect(components).toEqual(['db Database postgresql', 'db-2 Cache redis']);
  });
});

/** The whole import of files in memory, as the command does it. */
function whole(files: Record<string, string>, named: readonly string[] = ['compose.yaml'], profiles?: readonly string[]) {
  const report = new ImportReport();
  const { manifest } = COMPOSE.read(named, memoryDisk(files), { name: 'shop', own: { prefix: false, profile: profiles } }, report);
  return {
    components: (manifest.applications?.[0]?.components ?? []).map(({ technicalName, kind = 'unknown' }) => `${technicalName} ${kind}`),
    dependencies: (manifest.dependencies ?? []).map(
      ({ source, target, dependencyType, mode }) => `${source} → ${target} ${dependencyType} ${mode}`,
    ),
    told: report.all().map(({ message }) => message),
  };
}

describe('what a later file resets', () => {
  it('is gone, for every field, and what it overrides replaces the rest', () => {
    const { components, dependencies, told } = whole(
      {
        'compose.yaml': `services:
  web: { image: nginx:1, command: [--upstream=http://api:80], network_mode: "service:vpn", profiles: [debug], environment: { DB_HOST: db }, depends_on: [db] }
  api: { image: node:22 }
  vpn: { image: example/vpn:1 }
  db: { image: postgres:16 }
`,
        'later.yaml': `services:
  web: { command: !reset null, network_mode: !reset null, profiles: !reset [], environment: !reset {}, depends_on: !override [api] }
  db: { image: !reset null, build: ./db }
`,
      },
      ['compose.yaml', 'later.yaml'],
    );
    expect(components).toEqual(['web Infrastructure', 'api WebAPI', 'vpn unknown', 'db Database']);
    expect(dependencies).toEqual(['web → api Calls Soft']);
    expect(told.filter((line) => line.includes('profile'))).toEqual([]);
  });
});

describe('an included file', () => {
  const files = {
    'compose.yaml': `include:
  - { path: part/compose.yaml, env_file: part/values.env }
services:
  web: { image: nginx:1, depends_on: [store] }
`,
    'part/compose.yaml':
      'services:\n  store: { image: "${STORE_IMAGE}" }\n  other: { image: busybox, environment: { DB_HOST: "${STORE_HOST}" } }\n',
    'part/values.env': 'STORE_IMAGE=postgres:16\nSTORE_HOST=store\n',
  };

  it('has variables of its own, over which those of the project win', () => {
    expect(whole(files).dependencies).toEqual(['web → store ReadsWrites Hard', 'other → store ReadsWrites Hard']);
    expect(whole({ ...files, '.env': 'STORE_IMAGE=nginx:1\n' }).components).toContain('store Infrastructure');
  });

  it('has its paths start from its project_directory', () => {
    const { dependencies, told } = whole({
      'compose.yaml': 'include:\n  - { path: app/compose.yaml, project_directory: . }\nservices:\n  db: { image: postgres:16 }\n',
      'app/compose.yaml':
        'services:\n  api: { image: example/api:1, env_file: shared.env, extends: { file: ./base.yaml, service: base } }\n',
      'base.yaml': 'services:\n  base: { image: example/base:1, depends_on: [db] }\n',
      'shared.env': 'DB_HOST=db\n',
    });
    expect(dependencies).toEqual(['api → db ReadsWrites Hard']);
    expect(told.filter((line) => line.includes('not on this machine'))).toEqual([]);
  });
});

describe('services that do not run', () => {
  const text = `services:
  api: { image: example/api:1, depends_on: { pg: { condition: service_healthy }, my: { condition: service_healthy, required: false } } }
  pg: { image: postgres:16, profiles: [postgres] }
  my: { image: mysql:8.4, profiles: [mysql] }
`;

  it('because their profile is not chosen are left out, with what needs them', () => {
    const { components, dependencies, told } = whole({ 'compose.yaml': text, '.env': 'COMPOSE_PROFILES=postgres\n' });
    expect([components, dependencies]).toEqual([['api WebAPI', 'pg Database'], ['api → pg ReadsWrites Hard']]);
    expect(told).toContain('the service my, because its profile mysql is not chosen');
    expect(told).toContain('api needs my, which is switched off: its profile mysql is not chosen');
    expect(told.some((line) => line.includes('as if it always ran'))).toBe(false);
  });

  it.each([
    [['mysql'], ['api WebAPI', 'my Database']],
    [['*'], ['api WebAPI', 'pg Database', 'my Database']],
    [undefined, ['api WebAPI', 'pg Database', 'my Database']],
  ])('are those of other profiles than %j', (profiles, components) => {
    expect(whole({ 'compose.yaml': text }, ['compose.yaml'], profiles).components).toEqual(components);
  });

  it('because zero replicas are wanted are left out', () => {
    const { components, told } = whole({
      'compose.yaml': `services:
  api: { image: example/api:1, depends_on: [old-db, new-db] }
  old-db: { image: mysql:5.7, deploy: { replicas: 0 } }
  older-db: { image: mysql:5.6, scale: 0 }
  new-db: { image: postgres:16, deploy: { replicas: 3 } }
`,
    });
    expect(components).toEqual(['api WebAPI', 'new-db Database']);
    expect(told).toContain('api needs old-db, which is switched off: 0 replicas of it are wanted');
    expect(told).toContain('the service older-db, because 0 replicas of it are wanted');
  });
});

describe('a kind that is guessed from a word in the name', () => {
  it('is none that keeps data for several services of one image, and decides no mode', () => {
    const { components, dependencies } = whole({
      'compose.yaml': `services:
  api: { image: example/app:1, command: serve, depends_on: [queue-short, cache-warmer, ledger-db, kafka] }
  queue-short: { image: example/app:1, command: worker --queue short }
  cache-warmer: { image: example/app:1, command: warm }
  ledger-db: { build: ./ledger }
  kafka: { image: "\${OUR_KAFKA}" }
`,
    });
    expect(components).toEqual(['api WebAPI', 'queue-short Worker', 'cache-warmer WebApp', 'ledger-db Database', 'kafka EventBus']);
    expect(dependencies).toEqual([
      'api → queue-short Calls Soft',
      'api → cache-warmer Calls Soft',
      'api → ledger-db ReadsWrites Soft',
      'api → kafka PubSub Hard',
    ]);
  });
});
