/** Files larger than anybody writes by hand: if the report took quadratic time, these tests would not finish. */
import { expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { importTables } from '@/test/tableImports';
import { BACKSTAGE } from './backstage/importBackstage';
import { COMPOSE } from './compose/importCompose';
import { KUBERNETES } from './kubernetes/importKubernetes';
import { IMPORTERS } from './importers';
import type { Imported } from './proposal/imported';
import { ImportReport } from './proposal/importReport';

const compose = (text: string): Imported =>
  COMPOSE.read(['c.yaml'], memoryDisk({ 'c.yaml': text }), { name: 'shop', own: {} }, new ImportReport());
const backstage = (text: string): Imported =>
  BACKSTAGE.read(['c.yaml'], memoryDisk({ 'c.yaml': text }), { name: 'shop', own: {} }, new ImportReport());
const componentsOf = (imported: Imported): string[] =>
  (imported.manifest.applications ?? []).flatMap(({ components }) => (components ?? []).map(({ technicalName }) => technicalName));
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

it('20,000 services are read', () => {
  const text = `services:\n${many(20_000, (index) => `  s${index}: { image: redis, environment: { NEXT_HOST: s${index + 1} } }`)}\n`;
  const imported = compose(text);
  expect([componentsOf(imported).length, imported.manifest.dependencies?.length]).toEqual([20_000, 19_999]);
});

it('20,000 services whose names all map to one technicalName get different ones', () => {
  const text = `services:\n${many(20_000, (index) => `  "${'!'.repeat(1 + (index % 150))}${'?'.repeat(1 + Math.floor(index / 150))}": {}`)}\n`;
  expect(new Set(componentsOf(compose(text))).size).toBe(20_000);
});

it('10,000 workloads of Kubernetes with 30,000 uses are read', () => {
  const text = many(10_000, (index) => {
    const env = [1, 2, 3].map((step) => `{ name: A${step}_HOST, value: s${(index + step) % 10_000} }`).join(', ');
    const meta = `metadata: { name: s${index}`;
    return `- { apiVersion: apps/v1, kind: Deployment, ${meta} }, spec: { template: { metadata: { labels: { app: s${index} } }, spec: { containers: [{ name: x, env: [${env}] }] } } } }
- { apiVersion: v1, kind: Service, ${meta} }, spec: { selector: { app: s${index} } } }`;
  });
  const imported = KUBERNETES.read(['c.yaml'], memoryDisk({ 'c.yaml': text }), { own: {} }, new ImportReport());
  expect([componentsOf(imported).length, imported.manifest.dependencies?.length]).toEqual([10_000, 30_000]);
});

it('a long chain of extends is read', () => {
  const text = `services:\n${many(20_000, (index) => `  s${index}: { extends: s${index + 1} }`)}\n  s20000: { image: redis }\n`;
  expect(componentsOf(compose(text))).toHaveLength(20_001);
});

it('20,000 components that provide one API and share one system are read', () => {
  const text = many(
    20_000,
    (index) =>
      `- { apiVersion: backstage.io/v1alpha1, kind: Component, metadata: { name: c${index} }, spec: { type: service, lifecycle: production, system: s, providesApis: [x] } }`,
  );
  expect(componentsOf(backstage(text))).toHaveLength(20_000);
});

it('10,000 rows of things and 30,000 of relations between them are read', () => {
  const things = `sys_id,name,sys_class_name,busines_criticality,owned_by\n${many(10_000, (index) => `${index},component ${index},cmdb_ci_appl,${1 + (index % 4)} - x,Team ${index % 50}`)}\n`;
  const relations = `parent,type,child\n${many(30_000, (index) => `${index % 10_000},Depends on::Used by,${(index % 10_000) + 1 + Math.floor(index / 10_000)}`)}\n`;
  const imported = importTables({ 'cmdb_ci.csv': things, 'cmdb_rel_ci.csv': relations });
  expect([componentsOf(imported).length, imported.manifest.dependencies?.length]).toEqual([10_000, 29_994]);
});

it('20,000 applications that each need the next one are read', () => {
  const text = `name,application,depends on\n${many(20_000, (index) => `c${index},a${index},a${index + 1}`)}\n`;
  expect(importTables({ 'systems.csv': text }).manifest.applications).toHaveLength(20_000);
});

const LINKED = 10_000;
const RELATIONS = 30_000;
const linkedTo = (at: number): number => (at * 7 + Math.floor(at / LINKED) + 1) % LINKED;
const LARGE: readonly [kind: string, file: string, text: () => string][] = [
  [
    'structurizr',
    'w.dsl',
    () =>
      `workspace "W" {\nmodel {\n${many(LINKED, (at) => `s${at} = softwareSystem "S ${at}"`)}\n${many(RELATIONS, (at) => `s${at % LINKED} -> s${linkedTo(at)} "Uses" "HTTPS"`)}\n}\n}`,
  ],
  [
    'likec4',
    'm.c4',
    () =>
      `model {\n${many(LINKED, (at) => `s${at} = system 'S ${at}'`)}\n${many(RELATIONS, (at) => `s${at % LINKED} -> s${linkedTo(at)} 'uses'`)}\n}`,
  ],
  [
    'calm',
    'a.json',
    () =>
      JSON.stringify({
        nodes: Array.from({ length: LINKED }, (_, at) => ({ 'unique-id': `n${at}`, 'node-type': 'service', name: `Service ${at}` })),
        relationships: Array.from({ length: RELATIONS }, (_, at) => ({
          'relationship-type': { connects: { source: { node: `n${at % LINKED}` }, destination: { node: `n${linkedTo(at)}` } } },
        })),
      }),
  ],
  [
    'catalog',
    'entities.yaml',
    () =>
      Array.from(
        { length: LINKED },
        (_, at) =>
          `apiVersion: v3\nkind: service\nmetadata: { name: s${at} }\nspec:\n  dependsOn: [${[0, 1, 2].map((turn) => `"service:s${linkedTo(at + turn * LINKED)}"`).join(', ')}]\n`,
      ).join('---\n'),
  ],
  [
    'archimate',
    'm.xml',
    () =>
      `<model xmlns="http://www.opengroup.org/xsd/archimate/3.0/" xmlns:xsi="x"><elements>${many(LINKED, (at) => `<element identifier="e${at}" xsi:type="ApplicationComponent"><name>S ${at}</name></element>`)}</elements><relationships>${many(RELATIONS, (at) => `<relationship source="e${linkedTo(at)}" target="e${at % LINKED}" xsi:type="Serving"/>`)}</relationships></model>`,
  ],
];

it.each(LARGE)('10,000 things and 30,000 relations of %s are read', (kind, file, text) => {
  const importer = IMPORTERS.find((one) => one.kind === kind)!;
  const imported = importer.read([file], memoryDisk({ [file]: text() }), { name: 'large', own: {} }, new ImportReport());
  expect([componentsOf(imported).length, imported.manifest.dependencies?.length]).toEqual([LINKED, 29_998]);
});
