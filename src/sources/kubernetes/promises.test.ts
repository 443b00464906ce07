/** What holds for any resources: all are accounted for, in any order, and what nobody may see stays where it was. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { all, imported, resource, saidBy, service, workload } from '@/test/kubernetesResources';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { KUBERNETES } from './importKubernetes';

/** The sentence of a refusal, or what was imported. */
function outcome(files: Record<string, string>, areMistakesShown = false): string | Imported {
  try {
    return imported(files);
  } catch (error) {
    if (error instanceof UnreadableSource) return areMistakesShown ? JSON.stringify([error.message, error.more]) : error.message;
    throw error;
  }
}

const name = fc.constantFrom('api', 'db', 'web', 'cart', 'queue', 'x');
const document = fc.oneof(
  fc
    .record({
      name,
      namespace: fc.constantFrom('a', 'b'),
      host: name,
      replicas: fc.nat(3),
      kind: fc.constantFrom('Deployment', 'StatefulSet', 'DaemonSet'),
    })
    .map((one) =>
      workload(one.name, { kind: one.kind, namespace: one.namespace, env: { X_HOST: one.host }, spec: { replicas: one.replicas } }),
    ),
  fc.tuple(name, name).map(([one, app]) => service(one, app, 'a')),
  fc
    .tuple(
      name,
      fc.constantFrom(
        ['v1', 'ConfigMap'],
        ['v1', 'Secret'],
        ['v1', 'ServiceAccount'],
        ['rabbitmq.com/v1', 'RabbitmqCluster'],
        ['acme.test/v1', 'Thing'],
        ['v1', 'Node'],
        ['networking.k8s.io/v1', 'Ingress'],
        ['networking.k8s.io/v1', 'NetworkPolicy'],
      ),
    )
    .map(([one, [apiVersion = '', kind = '']]) => resource(apiVersion, kind, one, {}, 'a')),
);

/** How many resources a report speaks of, beside those that became components of their own. */
function reported(result: Imported): number {
  const lines = saidBy(result);
  const counted = result.report.filter(({ field }) => field !== undefined && field !== 'second containers of a pod');
  const read = lines
    .filter((line) => line.startsWith('decided: read for'))
    .flatMap((line) => [...line.matchAll(/(?:: |, )(\d+) /g)].map(([, count]) => Number(count)));
  const left = lines.filter((line) => /stated twice|, because /.test(line) && line.startsWith('notMapped'));
  return counted.reduce((sum, { count = 0 }) => sum + count, 0) + read.reduce((sum, count) => sum + count, 0) + left.length;
}

it('every resource is a component or is reported', () => {
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 25 }), (documents) => {
      const result = outcome({ 'all.yaml': all(workload('anchor', { namespace: 'c' }), ...documents) });
      if (typeof result === 'string') throw new Error(result);
      const components = (result.manifest.applications ?? []).flatMap((one) => one.components ?? []);
      const own = components.filter(({ technicalName, isExternal }) => isExternal !== true && technicalName !== 'ingress');
      expect(own.length + reported(result)).toBe(documents.length + 1);
    }),
    randomRuns(50),
  );
});

it('the same files in any order give the same bytes', () => {
  fc.assert(
    fc.property(fc.array(document, { minLength: 2, maxLength: 12 }), fc.nat(), (documents, turn) => {
      const files = Object.fromEntries([workload('anchor'), ...documents].map((text, at) => [`${at}.yaml`, text]));
      const paths = Object.keys(files);
      const turned = [...paths.slice(turn % paths.length), ...paths.slice(0, turn % paths.length)].reverse();
      const text = (order: readonly string[]): string => KUBERNETES.read(order, memoryDisk(files), { own: {} }, new ImportReport()).text;
      expect(text(turned)).toBe(text(paths));
    }),
    randomRuns(40),
  );
});

it('fifty planted secrets occur in no manifest, report or refusal', () => {
  const secrets = Array.from({ length: 50 }, (_, at) => `s3cr3t${at}zq`);
  const [first = '', ...rest] = secrets;
  const take = (): string => rest.pop() ?? first;
  const container = {
    name: 'x',
    image: 'postgres:16',
    command: ['run', `--password=${take()}`, `--api-key ${take()}`, `postgres://u:${take()}@db/x`],
    env: ['PASSWORD', 'DB_URL', 'TOKEN', 'X_HOST', 'CONNECTION_STRING', 'ANY'].flatMap((key) => [
      { name: key, value: take() },
      { name: `${key}_2`, value: `postgres://user:${take()}@db:5432/x?key=${take()}` },
      { name: `${key}_3`, value: `Host=db;Password=${take()}` },
    ]),
    livenessProbe: { httpGet: { httpHeaders: [{ name: 'Authorization', value: take() }] } },
  };
  const documents = [
    workload('api', {
      annotations: { note: take(), 'kubectl.kubernetes.io/last-applied-configuration': take() },
      pod: { containers: [container], volumes: [{ configMap: { name: 'c' } }] },
    }),
    workload('db', { image: 'postgres:16' }),
    service('db'),
    resource('v1', 'Secret', 's', { stringData: { a: take(), b: take() }, data: { c: take() } }),
    resource('v1', 'ConfigMap', 'c', { data: { 'app.yaml': `password: ${take()}\nurl: db://x:${take()}@db:5432\n`, plain: take() } }),
    resource('policy/v1', 'PodDisruptionBudget', 'p', { spec: { minAvailable: take(), selector: { matchLabels: { app: 'api' } } } }),
    resource('postgresql.cnpg.io/v1', 'Cluster', 'k', { spec: { bootstrap: { initdb: { secret: take() } }, instances: take() } }),
    resource('acme.test/v1', 'Thing', 't', { spec: { token: take() } }),
  ];
  while (rest.length > 0) documents.push(resource('v1', 'Secret', `s${rest.length}`, { data: { [`k${rest.length}`]: take() } }));
  const said = [
    outcome({ 'all.yaml': all(...documents) }),
    outcome({ 'broken.yaml': `a: [${first}\nb: "${first}` }, true),
    ...[
      `a: |${first}\n b: 1\n`,
      `a: '1\nb: '${first}'\n'c: [`,
      `a: b: ${first}: c\n- ${first}\n`,
      `%${first}\n---\n!${first} "\\${first}"\n`,
      `"${first}": 1\n"${first}": 2\n? [${first}]\n`,
    ].map((text) => outcome({ 'broken.yaml': text }, true)),
    outcome({ 'half.yaml': `${documents[0]}\n---\nkey: *${first}\nother: {{ ${first} }}\n` }),
  ].map((one) => (typeof one === 'string' ? one : `${one.text}${JSON.stringify(one.report)}`));
  expect(secrets.filter((secret) => said.some((text) => text.includes(secret)))).toEqual([]);
  // They were read: what stands beside them is known.
  expect(said[0]).toContain('DB_URL_2');
});

it('a thousand workloads that repeat a thousand variables are refused', () => {
  const variables = `&a [${Array.from({ length: 1_000 }, () => '{ name: A, value: b }').join(', ')}]`;
  const line = (at: number): string =>
    `- { apiVersion: apps/v1, kind: Deployment, metadata: { name: d${at} }, spec: { template: { spec: { containers: [{ name: x, env: ${at === 0 ? variables : '*a'} }] } } } }`;
  expect(outcome({ 'all.yaml': Array.from({ length: 1_000 }, (_, at) => line(at)).join('\n') })).toMatch(/expand to more than/);
});

it('one large ConfigMap may be mounted by many workloads', () => {
  const map = resource('v1', 'ConfigMap', 'c', {
    data: { 'big.yaml': Array.from({ length: 2_000 }, (_, at) => `key${at}: value`).join('\n') },
  });
  const mounts = Array.from({ length: 400 }, (_, at) =>
    workload(`w${at}`, { pod: { volumes: [{ configMap: { name: 'c' } }], containers: [] } }),
  );
  expect(typeof outcome({ 'all.yaml': all(map, ...mounts) })).toBe('object');
});

it('any values at all in any field are read or refused in a sentence', () => {
  const value = fc.oneof(
    { withCrossShrink: true },
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('db', '__proto__', 'constructor', '$(A)', 'http://db', [{ name: 'x' }], { matchLabels: { app: 'x' } }),
  );
  const spec = fc.dictionary(
    fc.constantFrom(
      'template',
      'selector',
      'containers',
      'replicas',
      'ports',
      'rules',
      'jobTemplate',
      'podSelector',
      'ingress',
      'externalName',
      'gateways',
      'http',
      'parentRefs',
    ),
    value,
  );
  const one = fc.record({
    apiVersion: fc.constantFrom(
      'v1',
      'apps/v1',
      'batch/v1',
      'networking.k8s.io/v1',
      'gateway.networking.k8s.io/v1',
      'kafka.strimzi.io/v1',
      '__proto__',
    ),
    kind: fc.oneof(
      fc.constantFrom(
        'Deployment',
        'CronJob',
        'Service',
        'Ingress',
        'HTTPRoute',
        'NetworkPolicy',
        'Kafka',
        'ConfigMap',
        'Node',
        'List',
        '__proto__',
      ),
      value,
    ),
    metadata: fc.oneof(fc.record({ name: value, namespace: value, labels: value, annotations: value }), value),
    spec: fc.oneof(
      spec,
      fc.record({
        template: fc.record({
          spec: fc.record({
            containers: fc.array(fc.record({ name: value, env: value, envFrom: value, command: value, ports: value })),
            volumes: value,
          }),
        }),
      }),
      value,
    ),
    data: value,
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (documents) => {
      outcome({ 'all.yaml': documents.map((each) => JSON.stringify(each)).join('\n---\n') });
    }),
    randomRuns(80),
  );
});
