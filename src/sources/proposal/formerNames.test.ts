/** What was renamed in a source keeps its identity: what has the same key and another name states its former name. */
import { describe, expect, it } from 'vitest';
import { readManifestText } from '@/contract/manifest/text/readText';
import type { Manifest } from '@/contract/manifest/schema';
import { memoryDisk } from '@/test/memoryDisk';
import { IMPORTERS } from '@/sources/importers';
import { withFormerNames } from './formerNames';
import type { Imported } from './imported';
import { ImportReport } from './importReport';

function read(kind: string, file: string, text: string): Imported {
  const importer = IMPORTERS.find((one) => one.kind === kind)!;
  return importer.read([file], memoryDisk({ [file]: text }), { name: 'x', own: {} }, new ImportReport());
}

/** `component till formerly shop` of each thing that says anything about its name. */
function renamesIn({ applications }: Manifest): string[] {
  const all = (applications ?? []).flatMap((one) => [
    { ...one, kind: 'application' },
    ...(one.components ?? []).map((part) => ({ ...part, kind: 'component' })),
  ]);
  return all.flatMap(({ kind, technicalName, formerly, reuseName }) =>
    formerly === undefined && reuseName === undefined
      ? []
      : [`${kind} ${technicalName} ${formerly === undefined ? 'reuses the name' : `formerly ${[formerly].flat().join(' and ')}`}`],
  );
}

const SOURCES: readonly [source: string, kind: string, file: string, write: (name: string) => string, renames: string[]][] = [
  [
    'ServiceNow, by sys_id',
    'table',
    'cmdb_ci.csv',
    (name) => `sys_id,name,sys_class_name\n41,${name},cmdb_ci_appl\n42,db,cmdb_ci_appl\n`,
    ['application till formerly shop', 'component till formerly shop'],
  ],
  ['a spreadsheet, by id', 'table', 's.csv', (name) => `id,name,application\n1,${name},all\n`, ['component till formerly shop']],
  [
    'Structurizr, by identifier',
    'structurizr',
    'w.dsl',
    (name) => `workspace {\nmodel {\na = softwareSystem "A" {\nb = container "${name}"\n}\n}\n}`,
    ['component till formerly shop'],
  ],
  [
    'JSON of Structurizr, by the identifier of its DSL',
    'structurizr',
    'w.json',
    (name) =>
      JSON.stringify({
        model: {
          softwareSystems: [
            {
              id: name === 'shop' ? '1' : '7',
              name: 'A',
              containers: [{ id: '2', name, properties: { 'structurizr.dsl.identifier': 'a.b' } }],
            },
          ],
        },
      }),
    ['component till formerly shop'],
  ],
  [
    'LikeC4, by path',
    'likec4',
    'm.c4',
    (name) => `model {\na = system 'A' {\nb = container '${name}'\n}\n}`,
    ['component till formerly shop'],
  ],
  [
    'CALM, by unique-id',
    'calm',
    'a.json',
    (name) => JSON.stringify({ nodes: [{ 'unique-id': 'a', 'node-type': 'service', name }], relationships: [] }),
    ['component till formerly shop'],
  ],
  [
    'ArchiMate, by identifier',
    'archimate',
    'm.xml',
    (name) =>
      `<model xmlns="http://www.opengroup.org/xsd/archimate/3.0/" xmlns:xsi="x"><elements><element identifier="a" xsi:type="ApplicationComponent"><name>${name}</name></element></elements></model>`,
    ['application till formerly shop', 'component till formerly shop'],
  ],
  [
    'Compass, by id',
    'catalog',
    'compass.yml',
    (name) => `configVersion: 1\nname: ${name}\nid: ari:a\n`,
    ['application till formerly shop', 'component till formerly shop'],
  ],
];

describe.each(SOURCES)('%s', (_, kind, file, write, renames) => {
  it('a thing that is called otherwise states its former name, in a valid manifest', () => {
    const imported = withFormerNames(read(kind, file, write('till')), read(kind, file, write('shop')));
    expect(renamesIn(imported.manifest)).toEqual(renames);
    const { manifest } = readManifestText(imported.text, 'yaml');
    expect(renamesIn(manifest!)).toEqual(renames);
    expect(imported.report.filter(({ sort }) => sort === 'things that were renamed')).toHaveLength(renames.length);
  });

  it('the same files again state nothing', () => {
    const imported = withFormerNames(read(kind, file, write('shop')), read(kind, file, write('shop')));
    expect([renamesIn(imported.manifest), imported.text]).toEqual([[], read(kind, file, write('shop')).text]);
  });
});

const table = (rows: string): Imported => read('table', 's.csv', `id,name,application\n${rows}`);

it('two that swap their names both state them', () => {
  const imported = withFormerNames(table('1,b,all\n2,a,all\n'), table('1,a,all\n2,b,all\n'));
  expect(renamesIn(imported.manifest)).toEqual(['component b formerly a', 'component a formerly b']);
});

it('a new thing with the name that another has left is another thing', () => {
  const imported = withFormerNames(table('1,b,all\n2,a,all\n'), table('1,a,all\n'));
  expect(renamesIn(imported.manifest)).toEqual(['component b formerly a', 'component a reuses the name']);
});

it('a thing of another number with the name of one that is gone takes its place', () => {
  expect(renamesIn(withFormerNames(table('2,a,all\n'), table('1,a,all\n')).manifest)).toEqual([]);
});

it('the numbers of Structurizr, which change when elements are inserted, tell no rename', () => {
  const workspace = (...names: string[]): Imported =>
    read('structurizr', 'w.json', JSON.stringify({ model: { softwareSystems: names.map((name, at) => ({ id: String(at), name })) } }));
  expect(renamesIn(withFormerNames(workspace('First', 'Web', 'Rows'), workspace('Web', 'Rows')).manifest)).toEqual([]);
});

it('a source whose names are its keys says that it tells no renames', () => {
  const compose = (name: string): Imported => read('compose', 'c.yaml', `services: { ${name}: { image: redis } }`);
  const imported = withFormerNames(compose('b'), compose('a'));
  expect([renamesIn(imported.manifest), imported.report.map(({ message }) => message).join()]).toEqual([
    [],
    expect.stringContaining('this source has no keys beside its names'),
  ]);
});
