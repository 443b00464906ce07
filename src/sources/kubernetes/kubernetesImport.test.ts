/** What each sort of resource becomes, one small input a rule. */
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { all, componentsOf, edgesOf, imported, namesOf, resource, saidBy, service, workload } from '@/test/kubernetesResources';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { KUBERNETES } from './importKubernetes';

describe('workloads become components', () => {
  it.each([
    ['Deployment', 'apps/v1', 'api', 'api/api WebAPI'],
    ['StatefulSet', 'apps/v1', 'api', 'api/api WebAPI'],
    ['DaemonSet', 'apps/v1', 'fluent-bit', 'fluent-bit/fluent-bit Infrastructure'],
    ['Rollout', 'argoproj.io/v1alpha1', 'api', 'api/api WebAPI'],
    ['Service', 'serving.knative.dev/v1', 'api', 'api/api WebAPI'],
    ['CronJob', 'batch/v1', 'api', 'api/api ScheduledJob'],
    ['Job', 'batch/v1', 'api', 'api/api ScheduledJob'],
  ])('%s', (kind, apiVersion, name, expected) => {
    expect(componentsOf(imported(workload(name, { kind, apiVersion })))).toEqual([expected]);
  });

  it.each([
    ['by its image', { image: 'registry.test/library/postgres:16.2' }, 'x', 'Database'],
    ['by its name', {}, 'order-worker', 'Worker'],
    ['by the name of its image', { image: 'acme/order-api:1' }, 'x', 'WebAPI'],
    ['by its port', { pod: { containers: [{ name: 'c', ports: [{ containerPort: 5672 }] }] } }, 'x', 'Queue'],
    ['not at all', {}, 'x', 'unknown'],
  ])('whose kind is known %s', (_how, stated, name, kind) => {
    expect(componentsOf(imported(workload(name, stated)))).toEqual([`${name}/${name} ${kind}`]);
  });

  it.each([
    [
      'a hook of Helm',
      workload('x', { kind: 'Job', apiVersion: 'batch/v1', annotations: { 'helm.sh/hook': 'pre-install' } }),
      'it runs only while Helm installs',
    ],
    ['one with no replicas', workload('x', { spec: { replicas: 0 } }), '0 replicas of it are wanted'],
    [
      'a Rollout with the pods of a Deployment',
      resource('argoproj.io/v1alpha1', 'Rollout', 'x', { spec: { workloadRef: { name: 'y' } } }),
      'it has no pods of its own',
    ],
  ])('except %s', (_case, document, why) => {
    const result = imported(all(workload('y'), document));
    expect(namesOf(result)).toEqual(['y']);
    expect(saidBy(result).join('\n')).toContain(why);
  });

  it('with no replicas, if something else decides how many there are', () => {
    const scaler = resource('autoscaling/v2', 'HorizontalPodAutoscaler', 'x', { spec: { scaleTargetRef: { name: 'api' } } });
    const result = imported(all(workload('api', { spec: { replicas: 0 } }), scaler));
    expect(result.manifest.applications?.[0]?.components?.[0]?.description).toBe('0 replicas, scaled automatically.');
  });

  it('once, whatever else of them a running cluster lists', () => {
    const owned = (kind: string, apiVersion: string, name: string): string =>
      resource(apiVersion, kind, name, {}).replace('"metadata":{', '"metadata":{"ownerReferences":[{"kind":"x"}],');
    expect(namesOf(imported(all(workload('api'), owned('ReplicaSet', 'apps/v1', 'api-1'), owned('Pod', 'v1', 'api-1-2'))))).toEqual([
      'api',
    ]);
  });

  it('renamed by their namespace where two are called the same', () => {
    const two = imported(all(workload('api', { namespace: 'b' }), workload('api', { namespace: 'a' })));
    expect(namesOf(two)).toEqual(['api', 'b-api']);
  });
});

describe('applications', () => {
  const partOf = (value: string): Record<string, string> => ({ 'app.kubernetes.io/part-of': value });
  const instance = (value: string): Record<string, string> => ({ 'app.kubernetes.io/instance': value });

  it.each([
    ['part-of', [partOf('shop'), partOf('shop')], ['shop/a', 'shop/b']],
    ['a release of several', [instance('one'), instance('one')], ['one/a', 'one/b']],
    ['themselves, where a release holds only one', [instance('one'), instance('two')], ['a/a', 'b/b']],
    ['themselves, without labels', [{}, {}], ['a/a', 'b/b']],
  ])('are named by %s', (_case, [first, second], expected) => {
    const result = imported(all(workload('a', { labels: first! }), workload('b', { labels: second! })));
    expect(componentsOf(result).map((line) => line.split(' ')[0])).toEqual(expected);
  });

  it('are namespaces only if somebody asks for that', () => {
    const text = all(workload('a', { namespace: 'n' }), workload('b', { namespace: 'n' }));
    expect(componentsOf(imported(text, { groupBy: 'namespace' }))).toEqual(['n/a unknown', 'n/b unknown']);
  });

  it('and names, tiers and owners are taken from annotations of faultline.io and backstage.io', () => {
    const annotations = {
      'faultline.io/application': 'Shop',
      'faultline.io/tier': 'mission-critical',
      'faultline.io/owner': 'Team Till',
      'backstage.io/kubernetes-id': 'till',
    };
    const { manifest } = imported(workload('a', { annotations }));
    expect(manifest.applications).toMatchObject([
      { technicalName: 'Shop', criticalityTier: 'MissionCritical', ownerTeam: 'Team Till', components: [{ technicalName: 'till' }] },
    ]);
  });
});

describe('Services', () => {
  it('are names of one workload, however many there are', () => {
    const result = imported(
      all(workload('api'), service('api'), service('api-public', 'api'), workload('web', { env: { API_HOST: 'api-public' } })),
    );
    expect(edgesOf(result)).toEqual(['web → api Calls Soft']);
    expect(saidBy(result)).toContain('decided: api, api-public are Services of one workload, api');
  });

  it('that lead out of the cluster are external components', () => {
    const legacy = resource('v1', 'Service', 'legacy-db', { spec: { type: 'ExternalName', externalName: 'db.example.test' } });
    const bare = resource('v1', 'Service', 'mainframe', { spec: { ports: [{ port: 1521 }] } });
    const result = imported(all(legacy, bare, workload('api', { env: { DB_HOST: 'legacy-db', MF_HOST: 'mainframe' } })));
    expect(result.manifest.applications?.flatMap((one) => one.components ?? [])).toMatchObject([
      { technicalName: 'api' },
      { technicalName: 'legacy-db', kind: 'Database', isExternal: true },
      { technicalName: 'mainframe', kind: 'Database', isExternal: true },
    ]);
    expect(edgesOf(result)).toEqual(['api → legacy-db ReadsWrites Soft', 'api → mainframe ReadsWrites Soft']);
  });

  it('of a StatefulSet lead to it by the names of its pods', () => {
    const db = workload('db', { kind: 'StatefulSet', image: 'mongo:7', spec: { serviceName: 'db-nodes' } });
    expect(edgesOf(imported(all(db, workload('api', { env: { X: 'mongodb://db-0.db-nodes:27017,db-1.db-nodes:27017' } }))))).toEqual([
      'api → db ReadsWrites Hard',
    ]);
  });
});

describe('what operators and clouds run', () => {
  it.each([
    ['postgresql.cnpg.io/v1', 'Cluster', 'x-rw', 'Database', 'Containers'],
    ['kafka.strimzi.io/v1beta2', 'Kafka', 'x-kafka-bootstrap', 'EventBus', 'Containers'],
    ['rabbitmq.com/v1beta1', 'RabbitmqCluster', 'x', 'Queue', 'Containers'],
    ['redis.redis.opstreelabs.in/v1beta2', 'RedisCluster', 'x-leader', 'Cache', 'Containers'],
    ['elasticsearch.k8s.elastic.co/v1', 'Elasticsearch', 'x-es-http', 'Database', 'Containers'],
    ['rds.services.k8s.aws/v1alpha1', 'DBInstance', null, 'Database', 'Managed'],
    ['sqs.aws.upbound.io/v1beta1', 'Queue', null, 'Queue', 'Managed'],
    ['storage.cnrm.cloud.google.com/v1beta1', 'StorageBucket', null, 'Storage', 'Managed'],
  ])('%s %s', (apiVersion, kind, host, as, runtime) => {
    const result = imported(all(resource(apiVersion, kind, 'x'), workload('api', { env: { X_HOST: host ?? 'none' } })));
    const part = result.manifest.applications?.flatMap((one) => one.components ?? []).find(({ technicalName }) => technicalName === 'x');
    expect([part?.kind, part?.runtime ?? 'Containers']).toEqual([as, runtime]);
    expect(edgesOf(result).map((edge) => edge.split(' ').slice(0, 3).join(' '))).toEqual(host === null ? [] : ['api → x']);
  });
});

describe('what leads into the cluster', () => {
  const backend = { service: { name: 'web', port: { number: 80 } } };
  const WEB = all(workload('web'), service('web'));
  it.each([
    [
      'an Ingress',
      [
        resource('networking.k8s.io/v1', 'Ingress', 'i', {
          spec: { ingressClassName: 'nginx', rules: [{ http: { paths: [{ backend }] } }] },
        }),
      ],
      'ingress-nginx',
    ],
    [
      'a route of a Gateway',
      [
        resource('gateway.networking.k8s.io/v1', 'Gateway', 'g', { spec: { gatewayClassName: 'envoy' } }),
        resource('gateway.networking.k8s.io/v1', 'HTTPRoute', 'r', {
          spec: { parentRefs: [{ name: 'g' }], rules: [{ backendRefs: [{ name: 'web' }] }] },
        }),
      ],
      'ingress-envoy',
    ],
    [
      'a VirtualService at a gateway',
      [
        resource('networking.istio.io/v1', 'VirtualService', 'v', {
          spec: { gateways: ['g'], http: [{ route: [{ destination: { host: 'web' } }] }] },
        }),
      ],
      'ingress-istio',
    ],
  ])('%s', (_case, documents, name) => {
    expect(edgesOf(imported(all(WEB, ...documents)))).toEqual([`${name} → web TrafficFlow Soft`]);
  });

  it('is the controller itself where it is among the files', () => {
    const controller = workload('gate', { image: 'registry.k8s.io/ingress-nginx/controller:v1' });
    const ingress = resource('networking.k8s.io/v1', 'Ingress', 'i', { spec: { ingressClassName: 'nginx', defaultBackend: backend } });
    expect(edgesOf(imported(all(WEB, controller, ingress)))).toEqual(['gate → web TrafficFlow Soft']);
  });
});

describe('places', () => {
  const node = (name: string, zone: string): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { 'topology.kubernetes.io/zone': zone, 'topology.kubernetes.io/region': 'eu' } },
    });
  const pod = (app: string, nodeName: string): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `${app}-1`, labels: { app }, ownerReferences: [{}] },
      spec: { nodeName },
    });
  const spread = { topologySpreadConstraints: [{ topologyKey: 'topology.kubernetes.io/zone' }] };
  const zonesOf = (result: Imported): unknown =>
    Object.fromEntries(
      (result.manifest.applications ?? []).flatMap((one) => one.components ?? []).map((one) => [one.technicalName, one.hostingZones]),
    );

  it('are the zones of nodes on which pods run, or over which a workload is spread, or for which it asks', () => {
    const result = imported(
      all(
        node('n1', 'eu-1'),
        node('n2', 'eu-2'),
        workload('api'),
        pod('api', 'n2'),
        workload('web', { pod: { ...spread, containers: [{ name: 'x' }] }, spec: { replicas: 3 } }),
        workload('one', { pod: { nodeSelector: { 'topology.kubernetes.io/zone': 'eu-1' }, containers: [] } }),
      ),
    );
    expect(zonesOf(result)).toEqual({ api: ['eu-2'], one: ['eu-1'], web: ['eu-1', 'eu-2'] });
    expect(result.manifest.hostingAreas).toEqual([
      {
        technicalName: 'eu',
        name: 'eu',
        zones: [
          { technicalName: 'eu-1', name: 'eu-1' },
          { technicalName: 'eu-2', name: 'eu-2' },
        ],
      },
    ]);
  });

  it('are not known from replicas, which are one component and no redundancy', () => {
    const result = imported(
      all(workload('api', { spec: { replicas: 3 } }), workload('web', { env: { API: 'http://api:80' } }), service('api')),
    );
    expect(result.manifest.hostingAreas).toEqual([]);
    expect(result.manifest.applications?.[0]?.components).toMatchObject([{ technicalName: 'api', description: '3 replicas.' }]);
    expect(saidBy(result)).toContain('decided: 1 workload has one replica: web');
    expect(result.manifest.dependencies?.[0]).not.toHaveProperty('redundancyGroup');
  });

  it('and budgets are described', () => {
    const budget = resource('policy/v1', 'PodDisruptionBudget', 'b', {
      spec: { minAvailable: 2, selector: { matchLabels: { app: 'api' } } },
    });
    const { manifest } = imported(all(workload('api', { spec: { replicas: 3 } }), budget));
    expect(manifest.applications?.[0]?.components?.[0]?.description).toBe('3 replicas, a disruption budget keeps at least 2.');
  });
});

describe('environments', () => {
  const text = all(
    workload('api', { namespace: 'live', env: { DB_HOST: 'db' } }),
    workload('db'),
    service('db'),
    workload('api', { namespace: 'test' }),
  );

  it('--namespace maps one namespace, to which resources without one belong', () => {
    const result = imported(text, { namespace: 'live' });
    expect(namesOf(result)).toEqual(['api', 'db']);
    expect(edgesOf(result)).toHaveLength(1);
    expect(saidBy(result)).toContain('decided: 1 resource of other namespaces was left out');
  });

  it('--context-name comes before every name', () => {
    const { manifest } = imported(workload('api'), { contextName: 'eu' });
    expect(manifest).toMatchObject({
      name: 'eu-shop',
      applications: [{ technicalName: 'eu-api', components: [{ technicalName: 'eu-api' }] }],
    });
  });
});

describe('files', () => {
  it('of a list, as kubectl prints it, are the same as documents', () => {
    const list = `{ "apiVersion": "v1", "kind": "List", "items": [${workload('a')}, ${workload('b')}] }`;
    expect(imported({ 'all.json': list }).manifest).toEqual(imported(all(workload('a'), workload('b'))).manifest);
  });

  it('of a kustomization are read where they are here, and what it would change is said', () => {
    const files = {
      'shop/kustomization.yaml': 'resources: [a.yaml, ../base, https://example.test/x]\nnamePrefix: live-\npatches: []\n',
      'shop/a.yaml': workload('a'),
      'base/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [b.yaml]\n',
      'base/b.yaml': workload('b'),
    };
    const result = KUBERNETES.read(['shop/kustomization.yaml'], memoryDisk(files), { own: {} }, new ImportReport());
    expect(namesOf(result)).toEqual(['a', 'b']);
    expect(saidBy(result)).toContain(
      'decided: this is input for kustomize: the resources that it names were read, and nothing was built; run `kustomize build` and import what it prints',
    );
    expect(saidBy(result).filter((line) => line.startsWith('notMapped'))).toEqual([
      'notMapped: names resources that are not among these files',
      'notMapped: namePrefix of a kustomization has no effect here: run `kustomize build` and import what it prints',
      'notMapped: patches of a kustomization has no effect here: run `kustomize build` and import what it prints',
    ]);
  });

  it('with a resource and a patch of it keep the resource', () => {
    const patch = resource('apps/v1', 'Deployment', 'a', { spec: { replicas: 5 } });
    expect(namesOf(imported({ 'a-patch.yaml': patch, 'b.yaml': workload('a') }))).toEqual(['a']);
  });

  it('that are templates are refused with what to do', () => {
    const template = 'apiVersion: apps/v1\\nkind: {{ .Values.kind }}\\nmetadata: {{- include "x" . }}\\n';
    expect(() => imported(template)).toThrow(
      expect.objectContaining({ code: 'invalid_yaml', more: expect.objectContaining({ hint: expect.stringContaining('helm template') }) }),
    );
  });
});
