/** Which dependencies are suggested, and how hard they are. */
import { describe, expect, it } from 'vitest';
import { all, edgesOf, imported, resource, saidBy, service, workload, type Stated } from '@/test/kubernetesResources';

describe('what a workload is given suggests what it uses', () => {
  const DB = all(workload('db', { image: 'postgres:16' }), service('db'));
  const uses = (env: Record<string, string>, others: string = DB, own: Stated = {}): string[] =>
    edgesOf(imported(all(workload('api', { env, ...own }), others)));
  const HARD = ['api → db ReadsWrites Hard'];

  it.each([
    ['a Service', { DB_HOST: 'db' }],
    ['a Service in a namespace', { DB_HOST: 'db.default' }],
    ['a full name', { DB_HOST: 'db.default.svc.cluster.local' }],
    ['a port', { X: 'db:5432' }],
    ['an address', { X: 'postgres://u:p@db/shop' }],
    ['a key', { CONNECTION_STRING: 'Host=db;Password=p' }],
    ['an earlier variable', { NAME: 'db', X_URL: 'postgres://$(NAME):5432/x' }],
  ])('by %s', (_case, env) => {
    expect(uses(env)).toEqual(HARD);
  });

  it.each([
    ['another namespace', { DB_HOST: 'db.other' }],
    ['a likeness of names', { DB_NAME: 'db' }],
    ['who may call it', { ALLOWED_HOSTS: 'db' }],
    ['itself', { OWN_URL: 'http://api:80' }],
  ])('but not by %s', (_case, env) => {
    expect(uses(env)).toEqual([]);
  });

  it('by the values of ConfigMaps: as variables, one by one, and as mounted files, with their lines', () => {
    const map = resource('v1', 'ConfigMap', 'c', {
      data: { DB_HOST: 'db', 'app.yaml': 'a: 1\nurl: db:5432\n', 'setup.sql': 'connect db:5432' },
    });
    const given = (container: object, pod: object = {}): string[] =>
      edgesOf(imported(all(DB, map, workload('api', { pod: { containers: [{ name: 'x', ...container }], ...pod } }))));
    expect(given({ envFrom: [{ configMapRef: { name: 'c' } }] })).toEqual(HARD);
    expect(given({ env: [{ name: 'A_HOST', valueFrom: { configMapKeyRef: { name: 'c', key: 'DB_HOST' } } }] })).toEqual(HARD);
    expect(given({}, { volumes: [{ configMap: { name: 'c' } }] })).toEqual(HARD);
    expect(given({}, { volumes: [{ configMap: { name: 'gone' } }] })).toEqual([]);
    const block = imported(
      all(
        DB,
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c }\ndata:\n  app.yaml: |\n    a: 1\n    url: db:5432\n',
        workload('api', { pod: { volumes: [{ configMap: { name: 'c' } }] } }),
      ),
    );
    expect(block.text).toContain('# suggested: app.yaml names db, all.yaml:11');
  });

  it('hard where it waits before it starts', () => {
    const wait = (command: string): string[] =>
      uses({}, all(workload('cart', {}), service('cart')), {
        pod: { containers: [{ name: 'x' }], initContainers: [{ name: 'start', command: ['sh', '-c', command] }] },
      });
    expect(wait('until nc -z cart 6379; do sleep 1; done')).toEqual(['api → cart Calls Hard']);
    expect(wait('curl http://cart:80/warm')).toEqual(['api → cart Calls Soft']);
  });

  it('as telemetry, which nobody needs to work', () => {
    const others = all(workload('gate', {}), service('gate'), workload('jaeger', { image: 'jaegertracing/jaeger:2' }), service('jaeger'));
    expect(uses({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://gate:4317', TRACES_URL: 'http://jaeger:4317' }, others)).toEqual([
      'api → gate Publishes Async optional',
      'api → jaeger Publishes Async optional',
    ]);
  });

  it('by the Secret in which an operator puts the address, and never by its values', () => {
    const cluster = resource('postgresql.cnpg.io/v1', 'Cluster', 'orders', { spec: { instances: 3 } });
    const secret = resource('v1', 'Secret', 'orders-app', { stringData: { url: 'postgres://u:s3cret@elsewhere/x' } });
    const pod = { containers: [{ name: 'x', env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'orders-app', key: 'url' } } }] }] };
    const result = imported(all(cluster, secret, workload('api', { pod })));
    expect(edgesOf(result)).toEqual(['api → orders ReadsWrites Hard']);
    expect(saidBy(result)).toContain('notMapped: Secret has no equivalent in a landscape (1)');
  });

  it('and a host that no Service has is said, but never what it is', () => {
    const env = {
      CART_HOST: 'cart',
      BANK_URL: 'https://bank.test/x',
      DEBUG_HOST: 'localhost',
      DATABASE_URL: 'postgres://me:s3cret@db:5432/x',
    };
    const result = imported(workload('api', { env }));
    expect(
      saidBy(result)
        .filter((line) => line.startsWith('notMapped'))
        .sort(),
    ).toEqual([
      'notMapped: BANK_URL of api names a host outside of these files, so it got no component',
      'notMapped: CART_HOST of api names a host that no Service here has',
      'notMapped: DATABASE_URL of api names a host that no Service here has',
    ]);
  });
});

describe('network policies', () => {
  const policy = resource('networking.k8s.io/v1', 'NetworkPolicy', 'p', {
    spec: {
      podSelector: { matchLabels: { app: 'db' } },
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 'api' } } }, { ipBlock: { cidr: '10.0.0.0/8' } }] }],
    },
  });
  const text = all(workload('api'), workload('db', { image: 'postgres:16' }), policy);

  it('suggest what they allow, weakly', () => {
    const result = imported(text);
    expect(edgesOf(result)).toEqual(['api → db ReadsWrites Soft']);
    expect(result.text).toContain('# suggested, weakly: the network policy p allows it');
  });

  it('suggest nothing with --no-policies, nor what something says better', () => {
    expect(edgesOf(imported(text, { policies: false }))).toEqual([]);
    expect(edgesOf(imported(all(text, service('db'), workload('api', { env: { DB_HOST: 'db' } }))))).toHaveLength(1);
  });
});
