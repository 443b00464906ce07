/** Spreadsheets of any kind, mapping files, and what holds for every table. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { randomRuns } from '@/test/randomRuns';
import { edgesOf, importTables } from '@/test/tableImports';
import { rowsOf, workbook } from '@/test/workbooks';
import { TABLE } from './importTable';
import { impossibleValues } from './mapping/fixedValues';
import { PRESETS } from './presets/presets';

describe('a spreadsheet', () => {
  it('says by the names of its columns what they are', () => {
    const { manifest } = importTables({
      'systems.csv':
        'Name,Application,Type,Owner Team,Tier,Lifecycle,Depends on,Business Capability,Technology,Zone,External\n' +
        'web,Shop,web app,Storefront,Tier 1,live,"db, mail",Selling,nginx;React,eu-1,no\n' +
        'db,Shop,database,Storefront,Tier 1,live,,Selling,,eu-1,no\n' +
        'mail,Mail,service,Post,Tier 4,planned,,,,,yes\n',
    });
    expect(manifest).toEqual({
      version: 1,
      name: 'shop',
      hostingAreas: [{ technicalName: 'eu-1', name: 'eu-1', zones: [{ technicalName: 'eu-1', name: 'eu-1' }] }],
      technologies: ['nginx', 'React'].map((name) => ({ technicalName: name, name })),
      datasets: [],
      capabilities: [{ technicalName: 'Selling', name: 'Selling' }],
      processes: [],
      segments: [],
      applications: [
        {
          ...{
            technicalName: 'Shop',
            name: 'Shop',
            lifecycleState: 'Production',
            criticalityTier: 'MissionCritical',
            ownerTeam: 'Storefront',
          },
          capabilities: ['Selling'],
          components: [
            {
              technicalName: 'web',
              name: 'web',
              kind: 'WebApp',
              isExternal: false,
              hostingZones: ['eu-1'],
              technologies: ['nginx', 'React'],
            },
            { technicalName: 'db', name: 'db', kind: 'Database', isExternal: false, hostingZones: ['eu-1'] },
          ],
        },
        {
          ...{ technicalName: 'Mail', name: 'Mail', lifecycleState: 'Planning', criticalityTier: 'Administrative', ownerTeam: 'Post' },
          components: [{ technicalName: 'mail', name: 'mail', kind: 'WebAPI', isExternal: true }],
        },
      ],
      dependencies: [
        { source: 'web', target: 'db', dependencyType: 'ReadsWrites', mode: 'Hard' },
        { source: 'web', target: 'mail', dependencyType: 'Calls', mode: 'Hard' },
      ],
    });
  });

  it('says that it keeps a dependency whose type it does not know', () => {
    const { manifest, says } = importTables({
      'components.csv': 'Name,Type\nweb,web app\ndb,database\n',
      'links.csv': 'From,To,Relation\nweb,db,feeds\n',
    });
    expect(edgesOf(manifest)).toEqual(['web → db ReadsWrites Hard']);
    expect(says).toContain('Relation “feeds” is not a known dependencyType, so the dependency got an assumed one: 1 cell');
  });

  it('says by the names of its sheets what its rows are', () => {
    const sheets = {
      Applications: rowsOf([
        ['Name', 'Capabilities'],
        ['Shop', 'Selling'],
      ]),
      Capabilities: rowsOf([
        ['Name', 'Parent', 'RTO'],
        ['Sales', '', ''],
        ['Selling', 'Sales', '4 h'],
      ]),
      Segments: rowsOf([
        ['Name', 'Audience', 'People', 'Annual revenue', 'Capabilities'],
        ['Shoppers', 'customers', "1'200'000", '€ 3.500.000,50', 'Selling'],
      ]),
      Technologies: rowsOf([
        ['Name', 'Version', 'Vendor', 'End of support'],
        ['PostgreSQL', '16', 'PGDG', '2028-11-09'],
      ]),
      Dependencies: rowsOf([
        ['From', 'To', 'Mode'],
        ['Shop', 'Depot', 'async'],
      ]),
      Components: rowsOf([
        ['Name', 'Application'],
        ['Depot', 'Depot'],
      ]),
    };
    const { manifest } = importTables({ 'book.xlsx': workbook({ sheets }) });
    expect(manifest).toMatchObject({
      capabilities: [{ name: 'Sales' }, { name: 'Selling', parent: 'Sales', maximumTolerableDowntimeMinutes: 240 }],
      segments: [
        {
          name: 'Shoppers',
          audienceType: 'Customers',
          people: 1_200_000,
          annualRevenue: 3_500_000.5,
          capabilities: [{ capability: 'Selling' }],
        },
      ],
      technologies: [{ name: 'PostgreSQL', technologyVersion: '16', vendor: 'PGDG', endOfSupport: '2028-11-09' }],
    });
    expect(manifest.applications?.map(({ name, capabilities }) => [name, capabilities])).toEqual([
      ['Shop', ['Selling']],
      ['Depot', undefined],
    ]);
    expect(edgesOf(manifest)).toEqual(['Shop → Depot Calls Async']);
  });

  it('that has relations alone makes components of the names in them', () => {
    const { manifest, says } = importTables({ 'edges.csv': 'source,target\nweb,db\nweb,mail\n' });
    expect(edgesOf(manifest)).toEqual(['web → db Calls Hard', 'web → mail Calls Hard']);
    expect(says).toContain('no row describes any component, so 3 were made from their names');
    expect(importTables({ 's.csv': 'name,zone\na,z\n' }).says).toContain('no row describes any hosting-zone, so 1 was made from its name');
  });

  it('can be read a sheet at a time', () => {
    const book = { 'book.xlsx': workbook({ sheets: { One: rowsOf([['name'], ['a']]), Two: rowsOf([['name'], ['b']]) } }) };
    expect(importTables(book, { sheet: ['two'] }).manifest.applications?.map(({ name }) => name)).toEqual(['b']);
    expect(() => importTables(book, { sheet: ['Three'] })).toThrow('no sheet is called Three');
  });

  it('keeps formulas as text, and says of every column that it does not map', () => {
    const { manifest, report } = importTables({ 's.csv': 'name,description,cost centre\n=cmd|calc!A0,@SUM(A1),secret\n' });
    expect(manifest.applications?.[0]?.components?.[0]).toMatchObject({
      technicalName: 'cmd-calc-A0',
      name: '=cmd|calc!A0',
      description: '@SUM(A1)',
    });
    expect(report.filter(({ field }) => field !== undefined).map(({ field, column }) => [field, column])).toEqual([['cost centre', 3]]);
  });

  it.each([
    ['without a header', 'web,db\nmail,db\n'],
    ['of numbers', '1,2\n3,4\n'],
  ])('%s is refused, and nothing of it is said', (_name, text) => {
    expect(() => importTables({ 's.csv': text })).toThrow(/^no column of these tables is called name, or source and target$/);
  });

  it('two things of one name are told apart, and no reference guesses which is meant', () => {
    const { manifest, says } = importTables({ 's.csv': 'id,name,depends on\n1,web,\n2,web,\n3,app,web\n4,job,2\n' });
    expect(edgesOf(manifest)).toEqual(['job → web-2 Calls Hard']);
    expect(says).toContain('app “depends on” web, which several rows are called: use a key that only one of them has');
  });
});

it('hundreds of thousands of references in a few cells are refused', () => {
  expect(() => importTables({ 's.csv': `name,depends on\na,${'x;'.repeat(300_000)}\nb,${'y;'.repeat(300_000)}\n` })).toThrow(
    'these files expand to more than 500,000 values',
  );
});

describe('a mapping', () => {
  const TABLES = { 'a.csv': 'nr,titel,art,braucht\n1,Laden,app,2\n2,Lager,datenbank,\n3,Drucker,gerät,\n' };
  const MAPPING = `entities:
  - sheet: a
    as: component
    when: { art: [app, daten*] }
    key: nr
    name: titel
    fields:
      kind: { column: art, map: { daten*: Database, app: WebApp } }
      ownerTeam: { default: Shop }
dependencies:
  - { file: a.csv, source: nr, target: braucht, directions: forward, mode: { default: Soft } }
`;

  it('says what tables become, with its own words', () => {
    const { manifest, says } = importTables({ ...TABLES, 'map.yaml': MAPPING }, { mapping: 'map.yaml' });
    expect(manifest.applications?.map(({ name, ownerTeam, components }) => [name, ownerTeam, components?.[0]?.kind])).toEqual([
      ['Laden', 'Shop', 'WebApp'],
      ['Lager', 'Shop', 'Database'],
    ]);
    expect(edgesOf(manifest)).toEqual(['Laden → Lager ReadsWrites Soft']);
    expect(says).toContain('art “gerät” is not mapped: 1 row');
  });

  it('takes its default for an empty cell, and * for a word that it does not name', () => {
    const kinds = (map: string): unknown[] => {
      const text = `entities: [{ as: component, name: titel, fields: { kind: { column: art, map: ${map}, default: Cache } } }]`;
      const files = { 'a.csv': 'titel,art\nLaden,app\nDrucker,gerät\nRest,\n', 'map.yaml': text };
      const { manifest, says } = importTables(files, { mapping: 'map.yaml' });
      return [
        ...(manifest.applications ?? []).map(({ components }) => components?.[0]?.kind),
        says.includes('art “gerät” is not a known kind: 1 cell'),
      ];
    };
    expect(kinds('{ app: WebApp }')).toEqual(['WebApp', undefined, 'Cache', true]);
    expect(kinds("{ app: WebApp, '*': Other }")).toEqual(['WebApp', 'Other', 'Cache', false]);
  });

  it.each([
    ['entities: [{ as: robot, name: a }]', 1, /^entities\.0\.as: /],
    ['entities:\n  - { as: component, name: a, fields: { colour: b } }', 2, /^entities\.0\.fields: .*colour/],
    ['entities:\n  - { as: component, name: a, secret: b }', 2, /^entities\.0: .*secret/],
    ['dependencies: [{ source: a, target: b, type: c, directions: forward }]', 1, /must say what each type means/],
    ['dependencies: [{ source: a, target: b, directions: { x: forward } }]', 1, /must be one direction/],
    ['rows: []', 1, /rows/],
    ['entities: [{ as: component, name: a, __proto__: { x: 1 } }]', 1, /__proto__/],
  ])('of another shape is refused, with the place: %s', (text, line, message) => {
    const mistakes = mistakesOf({ ...TABLES, 'map.yaml': text });
    expect(mistakes).toEqual([expect.objectContaining({ file: 'map.yaml', line, message: expect.stringMatching(message) as string })]);
  });

  it('says which of its tables and columns there are not', () => {
    const text =
      'entities: [{ sheet: b, as: component, name: x }, { as: component, name: titel, fields: { ownerTeam: wer } }, { as: process, name: was }]';
    const { says } = importTables({ ...TABLES, 'map.yaml': text }, { mapping: 'map.yaml' });
    expect(says.filter((line) => line.includes('of the mapping'))).toEqual([
      'entities.0 of the mapping: no table is called so',
      'entities.1 of the mapping: no column is called wer',
      'entities.2 of the mapping: no column is called was',
      'entities.2 of the mapping: no table has the columns that it needs',
    ]);
  });

  it.each([
    [
      'entities:\n- as: component\n  name: titel\n  fields:\n    kind: { default: Robot }',
      5,
      'entities.0.fields.kind.default: kind cannot have the value "Robot"',
    ],
    [
      'entities:\n- as: component\n  name: titel\n  fields:\n    kind:\n      column: wer\n      map: { nobody: Databse }',
      7,
      'entities.0.fields.kind.map.nobody: kind cannot have the value "Databse"',
    ],
    [
      'dependencies:\n- source: wer\n  target: was\n  directions: forward\n  mode: { filled: { hart: Harder } }',
      5,
      'dependencies.0.mode.filled.hart: mode cannot have the value "Harder"',
    ],
  ])('that gives a field a value which it cannot have is refused with its line, also where no row has the word', (text, line, message) => {
    expect(mistakesOf({ ...TABLES, 'map.yaml': text })).toEqual([expect.objectContaining({ file: 'map.yaml', line, message })]);
  });

  it.each(PRESETS)('of the preset $name gives no field a value which it cannot have', ({ mapping }) => {
    expect(impossibleValues(mapping)).toEqual([]);
  });

  function mistakesOf(files: Record<string, string>): readonly unknown[] {
    try {
      importTables(files, { mapping: 'map.yaml' });
    } catch (error) {
      if (error instanceof UnreadableSource) return error.more.mistakes ?? [];
      throw error;
    }
    return [];
  }
});

describe('a file is recognised', () => {
  it.each([
    ['cmdb_ci.csv', 'sys_id,name,sys_class_name\n', 'it has the columns sys_id, sys_class_name of ServiceNow'],
    ['cmdb_rel_ci.csv', 'parent;type;child\n', 'it has the columns parent, type, child of ServiceNow'],
    ['Application.csv', 'id,type,displayName\n', 'it has the columns id, type, displayName of LeanIX'],
    ['FunctionalCI.csv', 'id;finalclass;name\n', 'it has the columns finalclass, name of iTop'],
    [
      'impact.csv',
      'itemtype_source,items_id_source,itemtype_impacted,items_id_impacted\n',
      'it has the columns itemtype_source, itemtype_impacted of GLPI',
    ],
    ['systems.tsv', 'name\towner\n', 'it is a .tsv file'],
    ['a.csv', '"never closed', 'it is a .csv file'],
    ['book.XLSX', '', 'it is an .xlsx workbook'],
    ['compose.yaml', 'services: {}', null],
    ['notes.txt', 'a,b', null],
  ])('%s %j', (path, text, because) => {
    expect(TABLE.recognise({ path, text })).toBe(because);
  });
});

/** Words that mean something to a preset, and some that do not. */
const WORDS = [
  ...[
    '',
    '',
    'a',
    'b',
    'c',
    'A',
    'a;b',
    'a, c',
    'ghost',
    '1',
    '2',
    'Application',
    'cmdb_ci_appl',
    'cmdb_ci_service_auto',
    'cmdb_ci_service_business',
  ],
  ...['cmdb_ci_esx_server', 'cmdb_ci_datacenter', 'cmdb_ci_printer', 'ITComponent', 'Interface', 'SaaS', 'Server', 'WebServer', 'Computer'],
  ...[
    'Depends on::Used by',
    'Contains::Contained by',
    'Located in::Houses',
    'Hosted on::Hosts',
    'Sends data to::Receives data from',
    'Cools::Cooled by',
  ],
  ...['1 - most critical', 'high', 'daily', 'outbound', '50%', '=1+1', '__proto__', 'constructor', '"', '☃'],
];
const COLUMNS = [
  ...[
    'sys_id',
    'name',
    'sys_class_name',
    'busines_criticality',
    'parent',
    'type',
    'child',
    'id',
    'displayName',
    'category',
    'relToRequires',
  ],
  ...['relToParent', 'relApplicationToITComponent', 'relProviderApplicationToInterface', 'relConsumerApplicationToInterface', 'frequency'],
  ...['finalclass', 'system_name', 'farm_name', 'redundancy', 'members', 'applicationsolution_name', 'functionalci_name', 'itemtype'],
  ...['itemtype_source', 'items_id_source', 'itemtype_impacted', 'items_id_impacted', 'depends on', 'owner', 'application', 'zone', 'x'],
];
const table = fc
  .record({
    header: fc.uniqueArray(fc.constantFrom(...COLUMNS), { minLength: 2, maxLength: 8 }),
    rows: fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 8, maxLength: 8 }), { maxLength: 8 }),
  })
  .map(({ header, rows }) => ({ header, rows: rows.map((row) => row.slice(0, header.length)) }));
const files = fc.dictionary(
  fc.constantFrom('cmdb_ci.csv', 'Application.csv', 'Farm.csv', 'FunctionalCI.csv', 'ApplicationSolution.csv', 'z.csv'),
  table,
  { minKeys: 1 },
);
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const csvOf = ({ header, rows }: { header: string[]; rows: string[][] }): string =>
  [header, ...rows].map((row) => row.map(quoted).join(',')).join('\n');

/** Undefined where there is nothing to import. */
function tryImport(tables: Record<string, string>, own: Record<string, string>): ReturnType<typeof importTables> | undefined {
  try {
    return importTables(tables, own);
  } catch (error) {
    if (error instanceof UnreadableSource) return undefined;
    throw error;
  }
}

describe('random tables', () => {
  const preset = fc.constantFrom(...PRESETS.map(({ name }) => name), 'generic');

  it('give the same bytes in whatever order their files are named', () => {
    fc.assert(
      fc.property(files, preset, (sketches, name) => {
        const tables = Object.entries(sketches).map(([path, sketch]) => [path, csvOf(sketch)] as const);
        const [one, other] = [tables, tables.toReversed()].map((list) => tryImport(Object.fromEntries(list), { preset: name }));
        expect([one?.text, one?.report]).toEqual([other?.text, other?.report]);
      }),
      randomRuns(30),
    );
  });

  it('lose no row without a line in the report', () => {
    fc.assert(
      fc.property(files, preset, (sketches, name) => {
        const imported = tryImport(Object.fromEntries(Object.entries(sketches).map(([path, sketch]) => [path, csvOf(sketch)])), {
          preset: name,
        });
        if (imported === undefined) return;
        const { tally, report } = imported;
        const filled = Object.values(sketches).flatMap(({ rows }) => rows.filter((row) => row.some((cell) => cell !== '')));
        const counted = report
          .map(({ message }) => Number(/: (\d+) rows?$/.exec(message)?.[1] ?? 0))
          .reduce((sum, count) => sum + count, 0);
        const told = new Set(
          report.filter(({ type, line = 0 }) => type === 'notMapped' && line > 1).map(({ file, line }) => `${file}:${line}`),
        );
        expect(tally.rows).toBe(filled.length);
        expect(tally.mapped + tally.left).toBe(tally.rows);
        expect(counted + told.size).toBeGreaterThanOrEqual(tally.left);
      }),
      randomRuns(30),
    );
  });
});

describe('secrets in columns that nothing maps', () => {
  const secrets = Array.from({ length: 50 }, (_, at) => `hunter2-${at}-s3cr3t`);
  const shapes: Record<string, [header: string, row: string]> = {
    servicenow: ['sys_id,name,sys_class_name', '1,a,cmdb_ci_appl'],
    leanix: ['id,type,name,displayName', '1,Application,a,a'],
    itop: ['id,finalclass,name', '1,Server,a'],
    glpi: ['itemtype,id,name', 'Computer,1,a'],
    generic: ['name,owner,tier', 'a,b,Tier 1'],
  };
  it.each(Object.keys(shapes))('of %s are neither in the manifest nor in the report', (preset) => {
    const [header, row] = shapes[preset] ?? ['', ''];
    const text = `${header},${secrets.map((_, at) => `password ${at}`).join(',')}\n${row},${secrets.join(',')},beyond-${secrets[0]}\n`;
    const { text: yaml, report } = importTables({ 't.csv': text }, { preset });
    expect(secrets.filter((secret) => `${yaml}${JSON.stringify(report)}`.includes(secret))).toEqual([]);
  });

  it('of a workbook are in no refusal', () => {
    const sheets = {
      S: rowsOf([
        ['x', 'password'],
        ['y', secrets[0] ?? ''],
      ]),
    };
    expect(() => importTables({ 'b.xlsx': workbook({ sheets }) })).toThrow(/^no column of these tables is called name/);
  });
});
