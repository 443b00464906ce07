/** What a Structurizr workspace becomes: one small workspace per rule. */
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { ImportReport, type ReportEntry } from '@/sources/proposal/importReport';
import type { Imported } from '@/sources/proposal/imported';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { STRUCTURIZR } from './structurizr';

type Files = Record<string, string>;

const read = (files: Files | string, own: Record<string, string> = {}, paths?: string[]): Imported => {
  const all = typeof files === 'string' ? { 'w.dsl': files } : files;
  return STRUCTURIZR.read(paths ?? Object.keys(all), memoryDisk(all), { own }, new ImportReport());
};
/** Of the lines of a model. */
const model = (lines: string, own?: Record<string, string>): Imported => read(`workspace "Shop" {\n model {\n${lines}\n }\n}`, own);
const componentsOf = ({ manifest }: Imported): string[] =>
  (manifest.applications ?? []).flatMap(({ technicalName, components }) =>
    (components ?? []).map(
      (component) =>
        `${technicalName}/${component.technicalName} ${component.kind ?? 'unknown'}${component.isExternal === true ? ' external' : ''}`,
    ),
  );
const edgesOf = ({ manifest }: Imported): string[] =>
  (manifest.dependencies ?? []).map(({ source, target, dependencyType, mode }) => `${source} > ${target} ${dependencyType} ${mode}`);
const linesOf = ({ report }: Imported, type: ReportEntry['type']): string[] =>
  report.filter((entry) => entry.type === type && entry.field === undefined).map(({ line, message }) => `${line} ${message}`);

const TWO = 'a = softwareSystem "Till"\nb = softwareSystem "Stock"';

describe('elements', () => {
  it('a system with containers is an application, one without an application with one component', () => {
    const imported = model(
      'shop = softwareSystem "Web Shop" "Sells" {\n container "Basket API" "" "Java"\n }\nbank = softwareSystem "Bank" "" "External"',
    );
    expect(componentsOf(imported)).toEqual(['web-shop/basket-api WebAPI', 'bank/bank unknown external']);
    expect(imported.manifest).toMatchObject({ name: 'Shop', applications: [{ name: 'Web Shop', description: 'Sells' }, { name: 'Bank' }] });
  });

  it.each([
    ['a tag', 'container "Records" "" "Java" "Database"', 'Database'],
    ['several tags', 'container "X" "" "" "Core,Web Browser"', 'WebApp'],
    ['a product', 'container "Records" "" "PostgreSQL 16"', 'Database'],
    ['a product of two words', 'container "Records" "" "Apache Kafka"', 'EventBus'],
    ['a framework', 'container "X" "" "Swift"', 'MobileApp'],
    ['a name', 'container "Mail Worker"', 'Worker'],
    ['nothing', 'container "X" "" "COBOL"', 'unknown'],
  ])('%s tells the kind', (_what, line, kind) => {
    expect(componentsOf(model(`softwareSystem "S" {\n${line}\n}`))[0]).toMatch(new RegExp(` ${kind}$`));
  });

  it('a kind that only the name tells is reported as decided, and marked', () => {
    const imported = model('softwareSystem "S" {\n container "Mail Worker"\n}');
    expect(linesOf(imported, 'decided')).toEqual(['4 nothing states the kind of Mail Worker; by its name it is a Worker']);
    expect(imported.text).toContain('# kind guessed from the name');
  });

  it('containers of one name get that of their system in front', () => {
    const system = (name: string): string => `softwareSystem "${name}" {\n container "Database" "" "MySQL"\n}`;
    expect(componentsOf(model(`${system('Till')}\n${system('Stock')}`))).toEqual([
      'till/till-database Database',
      'stock/stock-database Database',
    ]);
  });

  it('people and groups are reported, one line each, and systems in groups are kept', () => {
    const imported = model('group "Head office" {\n ada = person "Ada"\n s = softwareSystem "Till"\n}');
    expect(componentsOf(imported)).toEqual(['till/till unknown']);
    expect(linesOf(imported, 'notMapped')).toEqual([
      '3 Head office only groups what is in it, and is not an application',
      '4 Ada is a person: describe groups of people as segments, with their number',
    ]);
  });

  it('a system outside the enterprise is external', () => {
    expect(componentsOf(model('enterprise "Us" {\n softwareSystem "Till"\n}\nsoftwareSystem "Bank"'))).toEqual([
      'till/till unknown',
      'bank/bank unknown external',
    ]);
  });

  it('properties in the block say the same as those in the line', () => {
    const block =
      'softwareSystem "S" {\n container "Records" {\n description "Keeps"\n technology "MySQL"\n tags "Core" "Database"\n properties {\n "a" "b"\n }\n }\n}';
    const imported = model(block);
    expect(imported.manifest.applications?.[0]?.components).toEqual([
      { technicalName: 'records', name: 'Records', description: 'Keeps', kind: 'Database', technologies: ['mysql'] },
    ]);
    expect(imported.report).toContainEqual(expect.objectContaining({ field: 'properties', line: 8 }));
  });
});

describe('relations', () => {
  it('the source depends on the target, in any order of definition', () => {
    expect(edgesOf(model(`a -> b "Asks"\n${TWO}`))).toEqual(['till > stock Calls Hard']);
  });

  it.each([
    ['Delivers pages to', 'stock > till'],
    ['Serves', 'stock > till'],
    ['Hosts', 'stock > till'],
    ['Notifies', 'stock > till'],
    ['Sends a notification to', 'till > stock'],
    ['Delivers e-mail using', 'till > stock'],
    ['Uses', 'till > stock'],
  ])('%s: %s', (text, edge) => {
    const imported = model(`${TWO}\na -> b "${text}"`);
    expect(edgesOf(imported)).toEqual([`${edge} Calls Hard`]);
    expect(linesOf(imported, 'decided').some((line) => line.includes('against the arrow'))).toBe(edge === 'stock > till');
  });

  it.each([
    ['Database', 'Reads orders from', 'Reads'],
    ['Database', 'Writes to', 'Writes'],
    ['Database', 'Reads from and writes to', 'ReadsWrites'],
    ['Database', 'Uses', 'ReadsWrites'],
    ['Database', 'Delivers rows to', 'ReadsWrites'],
    ['Queue', 'Sends orders to', 'Publishes'],
    ['Queue', 'Consumes', 'Consumes'],
    ['Topic', '', 'PubSub'],
    ['Identity Provider', 'Signs in with', 'UsesIdp'],
    ['API', 'Reads orders from', 'Calls'],
  ])('a %s that it %s: %s', (tag, text, type) => {
    expect(edgesOf(model(`a = softwareSystem "Till"\nb = softwareSystem "Kept" "" "${tag}"\na -> b "${text}"`))).toEqual([
      `till > kept ${type} Hard`,
    ]);
  });

  it.each([
    ['JSON/HTTPS', { protocol: 'HTTPS', transportEncryption: 'TLS' }],
    ['SQL/TCP', { protocol: 'SQL/TCP' }],
    ['gRPC over mTLS', { protocol: 'gRPC/mTLS', transportEncryption: 'mTLS', endpointAuthMethod: 'mTLS' }],
    ['Telephone', {}],
  ])('the technology %s gives %j', (technology, facts) => {
    const [dependency] = model(`${TWO}\na -> b "Uses" "${technology}"`).manifest.dependencies ?? [];
    expect(dependency).toEqual({ source: 'till', target: 'stock', dependencyType: 'Calls', mode: 'Hard', ...facts });
  });

  it('a relation tagged Asynchronous is Async, unless another of the same two is not', () => {
    expect(edgesOf(model(`${TWO}\na -> b "Tells" "" "Asynchronous"`))).toEqual(['till > stock Calls Async']);
    expect(edgesOf(model(`${TWO}\na -> b "Tells" "" "Asynchronous"\na -> b "Asks"`))).toEqual(['till > stock Calls Hard']);
  });

  it('components fold into their container, and what they use becomes what it uses', () => {
    const imported = model(
      'softwareSystem "S" {\n api = container "API" {\n c = component "Controller"\n d = component "Access"\n }\n db = container "Rows" "" "MySQL"\n}\nc -> d "Uses"\nd -> db "Reads"\nc -> db "Writes"',
    );
    expect(edgesOf(imported)).toEqual(['api > rows ReadsWrites Hard']);
    expect(linesOf(imported, 'notMapped')).toEqual([
      '5 Controller is a part of API, and is folded into it',
      '6 Access is a part of API, and is folded into it',
      '10 Controller -> Access: both belong to API',
    ]);
  });

  it('a relation of a system is dropped if one of its containers says it, mapped if it has one container, and reported otherwise', () => {
    const system = (inside: string): string => `s = softwareSystem "S" {\n${inside}\n}\nb = softwareSystem "Bank"\ns -> b "Uses"`;
    const implied = model(`${system('x = container "X"\ny = container "Y"')}\ny -> b "Asks"`);
    expect([edgesOf(implied), linesOf(implied, 'notMapped')]).toEqual([
      ['y > bank Calls Hard'],
      ['8 S -> Bank: relations of what is inside say it more exactly'],
    ]);
    expect(edgesOf(model(system('x = container "X"')))).toEqual(['x > bank Calls Hard']);
    const vague = model(system('x = container "X"\ny = container "Y"'));
    expect([edgesOf(vague), linesOf(vague, 'notMapped')]).toEqual([[], ['8 S -> Bank: S has 2 components: state which of them it is']]);
  });

  it('a relation of a system is not implied by one in the other direction', () => {
    const imported = model(
      's = softwareSystem "S" {\nx = container "X"\ny = container "Y"\n}\nb = softwareSystem "Bank"\nb -> s "Asks"\nx -> b "Asks"',
    );
    expect([edgesOf(imported), linesOf(imported, 'notMapped')]).toEqual([
      ['x > bank Calls Hard'],
      ['8 Bank -> S: S has 2 components: state which of them it is'],
    ]);
  });

  it('relations with people and with something unknown are reported', () => {
    expect(linesOf(model(`p = person "Ada"\n${TWO}\np -> a "Uses"\na -> gone "Uses"`), 'notMapped').slice(1)).toEqual([
      '6 Ada -> Till: Ada is a person, and a landscape has no dependencies of people',
      '7 a relation with gone, which is not in the model',
    ]);
  });

  it('this, an arrow without a source, and archetypes', () => {
    const imported = model(
      [
        'archetypes {',
        ' store = container {',
        '  technology "MySQL"',
        '  tag "Datastore"',
        ' }',
        ' safe = -> {',
        '  technology "HTTPS"',
        ' }',
        '}',
        'a = softwareSystem "Till"',
        'softwareSystem "Stock" {',
        ' api = container "API" {',
        '  -> a "Asks"',
        ' }',
        ' store "Rows" {',
        '  api -> this "Reads"',
        ' }',
        '}',
        'a --safe-> api',
      ].join('\n'),
    );
    expect(imported.manifest.dependencies).toEqual([
      { source: 'api', target: 'till', dependencyType: 'Calls', mode: 'Hard' },
      { source: 'api', target: 'rows', dependencyType: 'Reads', mode: 'Hard' },
      { source: 'till', target: 'api', dependencyType: 'Calls', mode: 'Hard', protocol: 'HTTPS', transportEncryption: 'TLS' },
    ]);
  });

  it('hierarchical identifiers are those of the elements around', () => {
    const imported = model(
      '!identifiers hierarchical\na = softwareSystem "Till" {\n api = container "Till API"\n db = container "Till DB"\n api -> db "Reads"\n}\nb = softwareSystem "Stock" {\n api = container "Stock API"\n api -> a.api "Asks"\n}',
    );
    expect(edgesOf(imported)).toEqual(['till-api > till-db Reads Hard', 'stock-api > till-api Calls Hard']);
  });
});

describe('deployment', () => {
  const DEPLOYED = [
    's = softwareSystem "S" {',
    ' api = container "API"',
    ' db = container "Rows" "" "MySQL"',
    '}',
    'deploymentEnvironment "Test" {',
    ' deploymentNode "Laptop" {',
    '  containerInstance api',
    ' }',
    '}',
    'deploymentEnvironment "Live" {',
    ' deploymentNode "Cloud" "" "" "Amazon Web Services" {',
    '  deploymentNode "eu-central-1a" {',
    '   deploymentNode "Cluster" "" "Kubernetes" {',
    '    containerInstance api',
    '   }',
    '  }',
    '  one = deploymentNode "Zone B" {',
    '   containerInstance db',
    '  }',
    '  two = deploymentNode "Spare" "" "" "Failover" {',
    '   containerInstance db',
    '  }',
    '  one -> two "Replicates to"',
    ' }',
    '}',
  ].join('\n');

  it('outermost nodes are hosting areas, zones and regions their zones, of the last environment', () => {
    const imported = model(DEPLOYED);
    expect(imported.manifest.hostingAreas).toEqual([
      {
        technicalName: 'cloud',
        name: 'Cloud',
        zones: [
          { technicalName: 'cloud-eu-central-1a', name: 'eu-central-1a' },
          { technicalName: 'cloud-zone-b', name: 'Zone B' },
          { technicalName: 'cloud', name: 'Cloud' },
        ],
      },
    ]);
    const components = imported.manifest.applications?.[0]?.components ?? [];
    expect(components.map(({ hostingZones, runtime }) => [hostingZones, runtime])).toEqual([
      [['cloud-eu-central-1a'], 'Containers'],
      [['cloud-zone-b', 'cloud'], undefined],
    ]);
  });

  it('the report asks for a redundancy group where one instance is for failover, and names what was left out', () => {
    const imported = model(DEPLOYED);
    expect(linesOf(imported, 'decided')).toContainEqual(
      expect.stringMatching(/^23 Rows has 2 instances, one of them for failover.* redundancyGroup/),
    );
    expect(linesOf(imported, 'notMapped')).toEqual([
      '7 the environment Test was not chosen',
      '25 a relation between parts of the deployment has no equivalent here',
    ]);
  });

  it('--environment chooses another, by name; one that is not there is refused with those that are', () => {
    expect(model(DEPLOYED, { environment: 'test' }).manifest.hostingAreas).toMatchObject([{ technicalName: 'laptop' }]);
    expect(() => model(DEPLOYED, { environment: 'Nowhere' })).toThrow(UnreadableSource);
  });
});

describe('files', () => {
  it('a file that is included stands in the place of its line, and constants in that of their names', () => {
    const files = {
      'w.dsl': '!const NAME "Till"\nworkspace "Shop" {\nmodel {\n!include parts\n}\n}',
      'parts/a.dsl': 'a = softwareSystem "${NAME}"',
      'parts/b.dsl': 'b = softwareSystem "Stock"\na -> b "Asks"',
    };
    for (const paths of [['w.dsl'], ['w.dsl', 'parts/b.dsl', 'parts/a.dsl']]) {
      const imported = read(files, {}, paths);
      expect([componentsOf(imported), edgesOf(imported)]).toEqual([
        ['till/till unknown', 'stock/stock unknown'],
        ['till > stock Calls Hard'],
      ]);
    }
  });

  it('a workspace extends another that is given', () => {
    const base = 'workspace "Base" {\nmodel {\na = softwareSystem "Till"\n}\n}';
    const imported = read({
      'base.dsl': base,
      'w.dsl': 'workspace extends base.dsl {\nmodel {\nb = softwareSystem "Stock"\nb -> a "Asks"\n}\n}',
    });
    expect([imported.manifest.name, edgesOf(imported)]).toEqual(['Base', ['stock > till Calls Hard']]);
  });

  it.each([
    ['an address', '!include https://example.com/model.dsl', 'includes a file from an address, and an import downloads nothing'],
    ['what is not there', '!include gone.dsl', 'includes a file that is not among those given'],
    ['what is outside', '!include ../other/secret.dsl', 'includes a file that is not among those given'],
  ])('an include of %s is refused with its position', (_what, line, message) => {
    const reading = (): Imported =>
      read({ 'shop/w.dsl': `workspace {\nmodel {\n${line}\n}\n}`, 'other/secret.dsl': 'x = person "Y"' }, {}, ['shop/w.dsl']);
    expect(reading).toThrow(
      expect.objectContaining({ more: expect.objectContaining({ mistakes: [{ file: 'shop/w.dsl', line: 3, column: 10, message }] }) }),
    );
  });

  it('two workspaces are refused', () => {
    expect(() => read({ 'a.dsl': 'workspace {\n}', 'b.dsl': 'workspace {\n}' })).toThrow('more than one workspace');
  });

  it('scripts, plugins, views and what is not understood are skipped, with a line', () => {
    const imported = read(
      'workspace {\n!plugin x.Y\n!script groovy {\n if (a) { b }\n}\nmodel {\na = softwareSystem "Till"\ncontaner "s3cr3t"\n}\nviews {\n styles {\n element "Person" {\n color #fff\n }\n }\n}\n}',
    );
    expect(
      imported.report.filter(({ type }) => type === 'notMapped').map(({ line, field, message }) => `${line} ${field ?? message}`),
    ).toEqual(['8 this line is not understood here, so it was skipped: did you mean container?', '2 !plugin', '3 !script', '10 views']);
    expect(JSON.stringify(imported)).not.toContain('s3cr3t');
  });

  it('comments, text blocks and lines that go on are read as Structurizr reads them', () => {
    const imported = model(
      '/* a\n b */\n// c\n# d\na = softwareSystem \\\n "Till" """\n Takes\n money\n"""\nb = softwareSystem "The \\\n  \\"Stock\\""',
    );
    expect(imported.manifest.applications).toMatchObject([{ name: 'Till', description: 'Takes\n money' }, { name: 'The "Stock"' }]);
  });
});

describe('JSON', () => {
  const workspace = (parts: object): Imported => read({ 'w.json': JSON.stringify({ name: 'Shop', model: parts }) });

  it('is read as the DSL is', () => {
    const imported = workspace({
      people: [{ id: '1', name: 'Ada', tags: 'Element,Person', relationships: [{ id: '9', sourceId: '1', destinationId: '2' }] }],
      softwareSystems: [
        {
          id: '2',
          name: 'Till',
          tags: 'Element,Software System',
          group: 'Us',
          relationships: [{ sourceId: '2', destinationId: '4', description: 'Tells', interactionStyle: 'Asynchronous' }],
        },
        {
          id: '3',
          name: 'Stock',
          location: 'External',
          containers: [{ id: '4', name: 'Rows', technology: 'MySQL', tags: 'Container', components: [{ id: '5', name: 'Table' }] }],
        },
      ],
      deploymentNodes: [{ name: 'Hall', environment: 'Live', children: [{ name: 'Rack', containerInstances: [{ containerId: '4' }] }] }],
    });
    expect(componentsOf(imported)).toEqual(['till/till unknown', 'stock/rows Database external']);
    expect(edgesOf(imported)).toEqual(['till > rows ReadsWrites Async']);
    expect(imported.manifest.hostingAreas).toMatchObject([{ technicalName: 'hall' }]);
    expect(imported.report.filter(({ type, field }) => type === 'notMapped' && field === undefined).map(({ message }) => message)).toEqual([
      'Ada is a person: describe groups of people as segments, with their number',
      'Ada -> Till: Ada is a person, and a landscape has no dependencies of people',
      'Us only groups what is in it, and is not an application',
      'Table is a part of Rows, and is folded into it',
    ]);
  });

  it('text that is not JSON is refused with its position', () => {
    expect(() => read({ 'w.json': '{"model": {\n "people": [}' })).toThrow(
      expect.objectContaining({ more: expect.objectContaining({ mistakes: [expect.objectContaining({ line: 2, column: 13 })] }) }),
    );
  });
});

describe('recognition', () => {
  it.each([
    ['w.dsl', 'workspace {\n}', true],
    ['w.dsl', 'something else', false],
    ['w.json', '{"model": {"softwareSystems": []}}', true],
    ['w.json', '{"softwareSystems": 1}', false],
    ['package.json', '{}', false],
  ])('%s with %s: %s', (path, text, isOne) => {
    expect(STRUCTURIZR.recognise({ path, text }) !== null).toBe(isOne);
  });
});
