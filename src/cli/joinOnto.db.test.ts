/** Two sources of one landscape, imported and pushed as a user does: they never conflict, and neither overwrites the other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCliPeople } from '@/test/cliPeople';
import { useTestDatabase } from '@/test/database';

const { database } = await useTestDatabase();
const { directory, newPerson } = useCliPeople(database);

const file = (name: string, text: string): string => {
  writeFileSync(join(directory, name), text);
  return name;
};
const catalogOf = (description: string): string => `apiVersion: backstage.io/v1alpha1
kind: System
metadata: { name: orders }
spec: { owner: team-orders }
---
apiVersion: backstage.io/v1alpha1
kind: Component
metadata: { name: order-api, description: ${description} }
spec: { type: service, lifecycle: production, owner: team-orders, system: orders, dependsOn: ['resource:order-db'] }
---
apiVersion: backstage.io/v1alpha1
kind: Resource
metadata: { name: order-db }
spec: { type: database, owner: team-orders, system: orders }
`;
const tableOf = (name: string): string => `sys_id,name,sys_class_name\n41,${name},cmdb_ci_appl\n42,till-rows,cmdb_ci_db_instance\n`;
const composeOf = (postgres: number): string =>
  `name: till\nservices:\n  order-api:\n    image: nginx:1.29\n    depends_on: [order-db, mailer]\n  order-db: { image: "postgres:${postgres}" }\n  mailer: { image: "example/mailer:1" }\n`;
const clusterOf = (zones: readonly string[]): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      ...zones.map((zone) => ({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: {
          name: `node-${zone}`,
          labels: { 'topology.kubernetes.io/zone': zone, 'topology.kubernetes.io/region': 'eu-1' },
        },
      })),
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'order-api', namespace: 'shop' },
        spec: {
          replicas: 2,
          selector: { matchLabels: { app: 'order-api' } },
          template: {
            metadata: { labels: { app: 'order-api' } },
            spec: {
              topologySpreadConstraints: [{ topologyKey: 'topology.kubernetes.io/zone' }],
              containers: [{ name: 'main', image: 'example/order-api:3' }],
            },
          },
        },
      },
    ],
  });
const UNCHANGED = /: 0 to create, 0 to update, 0 to delete, \d+ unchanged\n/;

describe('a catalog, and then what runs, joined onto it by name', () => {
  it.each([
    {
      source: 'compose',
      before: ['compose.yaml', composeOf(16)],
      after: ['compose.yaml', composeOf(17)],
      changed: ['/components/order-db', 'technologyIds'],
    },
    {
      source: 'kubernetes',
      before: ['cluster.json', clusterOf(['eu-1a'])],
      after: ['cluster.json', clusterOf(['eu-1a', 'eu-1b'])],
      changed: ['/components/order-api', 'hostingZoneIds'],
    },
  ] as const)('of $source: no conflict, nothing overwritten, nothing changed by a second import, updates of each', async (one) => {
    const { tenant, run } = await newPerson();
    const component = async (path: string): Promise<Record<string, unknown>> => (await tenant.call('GET', path)).body as never;
    const importCatalog = async (description: string): Promise<string> => {
      const text = file('catalog-info.yaml', catalogOf(description));
      const { code, stderr } = await run(['import', 'backstage', text, '--name', 'catalog', '-o', 'catalog.manifest.yaml']);
      expect(code, stderr).toBe(0);
      const pushed = await run(['push', '--prune', '--yes', 'catalog.manifest.yaml']);
      expect(pushed.code, pushed.stderr).toBe(0);
      return pushed.stdout;
    };
    const importRunning = async ([name, text]: readonly [string, string]): Promise<string> => {
      const { code, stderr } = await run([
        'import',
        file(name, text),
        '--name',
        'runtime',
        '--join-on',
        'name',
        '-o',
        'runtime.manifest.yaml',
      ]);
      expect(code, stderr).toBe(0);
      const pushed = await run(['push', '--prune', '--yes', 'runtime.manifest.yaml']);
      expect(pushed.code, pushed.stdout + pushed.stderr).toBe(0);
      return pushed.stdout;
    };

    await importCatalog('Takes orders');
    const described = await component('/components/order-api');
    await importRunning(one.before);
    const joined = await component('/components/order-api');
    for (const field of ['id', 'name', 'description', 'kind', 'applicationId', 'runtime', 'isExternal'] as const)
      expect([field, joined[field]]).toEqual([field, described[field]]);
    const [path, field] = one.changed;
    expect((await component(path))[field]).toHaveLength(1);

    expect(await importRunning(one.before)).toMatch(UNCHANGED);
    expect(await importCatalog('Takes orders')).toMatch(UNCHANGED);
    await importCatalog('Takes all orders');
    const ids = (await component(path))[field];
    await importRunning(one.after);
    expect((await component(path))[field]).not.toEqual(ids);
    expect(await component('/components/order-api')).toMatchObject({ description: 'Takes all orders', kind: described.kind });
    expect(await importRunning(one.after)).toMatch(UNCHANGED);
    expect(await importCatalog('Takes all orders')).toMatch(UNCHANGED);
  });
});

it('a source that is imported again with --previous renames what was renamed there, and doubles nothing', async () => {
  const person = await newPerson();
  file('cmdb_ci.csv', tableOf('till-pages'));
  for (const words of [
    ['import', 'table', 'cmdb_ci.csv', '--name', 'cmdb', '-o', 'cmdb.yaml'],
    ['push', 'cmdb.yaml'],
  ])
    expect((await person.run(words)).code).toBe(0);
  file('old.csv', tableOf('till-pages'));
  file('cmdb_ci.csv', tableOf('shop-pages'));
  const imported = await person.run(['import', 'table', 'cmdb_ci.csv', '--previous', 'old.csv', '--name', 'cmdb', '-o', 'cmdb.yaml']);
  expect([imported.code, imported.stderr]).toEqual([
    0,
    expect.stringContaining('the component shop-pages was till-pages before, by its key'),
  ]);
  expect((await person.run(['push', 'cmdb.yaml'])).code).toBe(0);
  const { stdout } = await person.run(['export', '--json']);
  expect([...stdout.matchAll(/"technicalName": "([^"]*pages|[^"]*rows)"/g)].map(([, name]) => name).sort()).toEqual([
    'shop-pages',
    'shop-pages',
    'till-rows',
    'till-rows',
  ]);
});
