/** What relies on what in iTop, and how many of a farm are needed. */
import { describe, expect, it } from 'vitest';
import { edgesOf, failures, importTables } from '@/test/tableImports';

const CIS = `id;finalclass;name;system_name;webserver_name;dbserver_name
1;Server;host;;;
2;WebServer;web;host;;
3;DBServer;db;host;;
4;DatabaseSchema;schema;;;db
5;WebApplication;site;;web;
`;

it('columns that name a CI say what theirs relies on, against what the links of iTop say', () => {
  const { manifest } = importTables({ 'FunctionalCI.csv': CIS });
  expect(edgesOf(manifest).sort()).toEqual([
    'db → host Calls Hard',
    'schema → db ReadsWrites Hard',
    'site → web Calls Hard',
    'web → host Calls Hard',
  ]);
  expect(failures(manifest).sort()).toEqual([
    'when db fails, schema is in Outage',
    'when host fails, db is in Outage',
    'when host fails, web is in Outage',
    'when web fails, site is in Outage',
  ]);
});

describe('a farm', () => {
  const farm = (redundancy: string, members = 'a|b|c'): Record<string, string> => ({
    'Server.csv': 'id;name\n1;a\n2;b\n3;c\n',
    'Farm.csv': `name;redundancy;members\nfarm;${redundancy};${members}\n`,
  });
  it.each([
    ['at least 1', 1, []],
    ['2', 2, []],
    ['50%', 2, []],
    ['34%', 2, []],
  ])('with %s of its three servers needs %i of them', (redundancy, minimum, fails) => {
    const { manifest } = importTables(farm(redundancy), { preset: 'itop' });
    const groups = (manifest.dependencies ?? []).map((one) => [one.target, one.redundancyGroup, one.redundancyMinimum]);
    expect(groups).toEqual(['a', 'b', 'c'].map((name) => [name, 'members', minimum]));
    expect(failures(manifest).filter((line) => line.endsWith('Outage'))).toEqual(fails);
  });

  it.each(['disabled', '', '3', '100%'])('with redundancy “%s” needs all of its three servers', (redundancy) => {
    const { manifest } = importTables(farm(redundancy), { preset: 'itop' });
    expect((manifest.dependencies ?? []).map((one) => one.redundancyGroup)).toEqual([undefined, undefined, undefined]);
    expect(failures(manifest)).toEqual(['a', 'b', 'c'].map((name) => `when ${name} fails, farm is in Outage`));
  });

  it('knows its members by what they say too, and in the form of linked objects', () => {
    const hypervisors = {
      'Hypervisor.csv': 'id;name;farm_id_friendlyname\n1;a;farm\n2;b;farm\n',
      'Farm.csv': 'id;name;redundancy\n9;farm;1\n',
    };
    const links = farm('1', '"server_id->name:a;role_id->code:x|server_id->name:b"');
    for (const files of [hypervisors, links]) {
      const { manifest } = importTables(files, { preset: 'itop' });
      expect((manifest.dependencies ?? []).map((one) => `${one.source} → ${one.target} ${one.redundancyMinimum}`)).toEqual([
        'farm → a 1',
        'farm → b 1',
      ]);
    }
  });
});

describe('a solution', () => {
  const links = 'applicationsolution_name;functionalci_name\nShop;site\nShop;db\nDepot;db\n';
  const files = (redundancy = ''): Record<string, string> => ({
    'ApplicationSolution.csv': `id;name;business_criticity;redundancy\n6;Shop;high;${redundancy}\n7;Depot;low;\n`,
    'FunctionalCI.csv': CIS,
    'lnkApplicationSolutionToFunctionalCI.csv': links,
    'BusinessProcess.csv': 'id;name;applicationsolutions_list\n8;Selling;Shop\n',
  });

  it('is made of the CIs that impact it, and depends on those that another one is made of', () => {
    const { manifest } = importTables(files());
    expect(
      (manifest.applications ?? [])
        .slice(0, 2)
        .map(({ name, criticalityTier, processes, components }) => [name, criticalityTier, processes, components?.map((one) => one.name)]),
    ).toEqual([
      ['Shop', 'BusinessCritical', ['Selling'], ['db', 'site']],
      ['Depot', 'Administrative', undefined, ['Depot']],
    ]);
    expect(failures(manifest)).toContain('when db fails, Depot is in Outage');
  });

  it('that needs one of its CIs has a component that depends on them as a group', () => {
    const { manifest } = importTables(files('1'));
    expect(
      (manifest.dependencies ?? []).filter(({ source }) => source === 'Shop').map((one) => [one.target, one.redundancyMinimum]),
    ).toEqual([
      ['site', 1],
      ['db', 1],
    ]);
  });
});

it.each([
  ['downlink', 'host → switch Calls Hard', 'when switch fails, host is in Outage'],
  ['uplink', 'switch → host Calls Hard', 'when host fails, switch is in Outage'],
])('a network device by %s: %s', (type, edge, sentence) => {
  const { manifest } = importTables({
    'FunctionalCI.csv': 'id;finalclass;name\n1;Server;host\n2;NetworkDevice;switch\n',
    'lnkConnectableCIToNetworkDevice.csv': `networkdevice_name;connectableci_name;connection_type\nswitch;host;${type}\n`,
  });
  expect([edgesOf(manifest), failures(manifest)]).toEqual([[edge], [sentence]]);
});

describe('XML', () => {
  const object = (name: string, id: number, fields: Record<string, string | number>): string =>
    `<${name} alias="${name}" id="${id}">\n${Object.entries(fields)
      .map(([field, value]) => `<${field}>${value}</${field}>`)
      .join('\n')}\n</${name}>`;
  const set = (...objects: string[]): string => `<?xml version="1.0" encoding="UTF-8"?>\n<Set>\n${objects.join('\n')}\n</Set>\n`;

  it('of several classes becomes what their tables would, by the numbers of objects', () => {
    const { manifest } = importTables({
      'cis.xml': set(
        object('WebApplication', 24, { name: 'bread &amp; butter', business_criticity: 'low', webserver_id: 23 }),
        object('WebServer', 23, { name: 'pages', system_id: 4 }),
        object('Server', 4, { name: 'host', status: 'production' }),
      ),
      'solutions.xml': set(object('ApplicationSolution', 28, { name: 'Bakery', business_criticity: 'high' })),
      'links.xml': set(object('lnkApplicationSolutionToFunctionalCI', 6, { applicationsolution_id: 28, functionalci_id: 24 })),
    });
    expect(edgesOf(manifest).sort()).toEqual(['bread-butter → pages Calls Hard', 'pages → host Calls Hard']);
    const bakery = manifest.applications?.find(({ name }) => name === 'Bakery');
    expect([bakery?.criticalityTier, bakery?.components?.map(({ name, kind }) => `${name} ${kind}`)]).toEqual([
      'BusinessCritical',
      ['bread & butter WebApp'],
    ]);
  });

  it('names the line of an object that has no name, and counts classes that are not mapped', () => {
    const { report } = importTables({
      'cis.xml': set(object('Server', 4, { name: 'host' }), object('Server', 5, { name: '' }), object('Person', 6, { name: 'Ada' })),
    });
    const told = report.filter(({ type }) => type === 'notMapped').map(({ file, line, message }) => `${file}:${line} ${message}`);
    expect(told.join('\n')).toMatch(/cis\.xml!Server:6 .*no name/);
    expect(told.join('\n')).toContain('cis.xml!Person');
  });

  it.each([
    ['a DOCTYPE', '<?xml version="1.0"?>\n<Set><!DOCTYPE x [<!ENTITY a "b">]></Set>', /cannot be read/],
    ['broken XML', '<Set><Server id="1"></Set>', /cannot be read/],
    ['deep nesting', `<Set>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</Set>`, /cannot be read/],
    ['nothing in it', '<Set></Set>', /there is no row/],
  ])('with %s is refused in a sentence', (_, text, words) => {
    expect(() => importTables({ 'cis.xml': text })).toThrow(words);
  });
});
