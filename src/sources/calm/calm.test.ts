/** What a CALM architecture becomes: one small architecture per rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { CALM } from './calm';

type Relationship = Record<string, unknown>;

/** `basket service` is a node with this id and type. */
const node = (words: string, more: object = {}): object => {
  const [id = '', type = ''] = words.split(' ');
  return { 'unique-id': id, 'node-type': type, name: id.toUpperCase(), ...more };
};
const connects = (source: string, destination: string, more: object = {}): Relationship => ({
  'relationship-type': { connects: { source: { node: source }, destination: { node: destination } } },
  ...more,
});
const composed = (container: string, ...nodes: string[]): Relationship => ({
  'relationship-type': { 'composed-of': { container, nodes } },
});
const deployed = (container: string, ...nodes: string[]): Relationship => ({
  'relationship-type': { 'deployed-in': { container, nodes } },
});
const read = (nodes: object[], relationships: Relationship[] = [], name?: string): Imported =>
  CALM.read(['a.json'], memoryDisk({ 'a.json': JSON.stringify({ nodes, relationships }, null, 1) }), { name, own: {} }, new ImportReport());
const componentsOf = ({ manifest }: Imported): string[] =>
  (manifest.applications ?? []).flatMap(({ technicalName, components }) =>
    (components ?? []).map((component) => `${technicalName}/${component.technicalName} ${component.kind ?? 'unknown'}`),
  );
/** What was imported, or the sentence of the refusal. */
function outcome(reading: () => Imported): Imported | string {
  try {
    return reading();
  } catch (error) {
    if (error instanceof UnreadableSource) return error.message;
    throw error;
  }
}
const toldBy = ({ report }: Imported): string[] =>
  report.filter(({ type, field }) => type === 'notMapped' && field === undefined).map(({ message }) => message);

describe('nodes', () => {
  it.each([
    ['service', 'WebAPI'],
    ['database', 'Database'],
    ['webclient', 'WebApp'],
    ['network', 'Infrastructure'],
    ['ldap', 'Identity'],
    ['something', 'unknown'],
  ])('of the type %s are of kind %s', (type, kind) => {
    expect(componentsOf(read([node(`x ${type}`)], [], 'Shop'))).toEqual([`shop/x ${kind}`]);
  });

  it('are in the application of the system that is composed of them; the rest in one with the name of the manifest', () => {
    const nodes = [
      node('till system'),
      node('api service'),
      node('db database'),
      node('mail service'),
      node('group ecosystem'),
      node('bank system'),
    ];
    const imported = read(nodes, [composed('till', 'api', 'db'), composed('group', 'till', 'bank')], 'Shop');
    expect(componentsOf(imported)).toEqual(['shop/mail WebAPI', 'till/api WebAPI', 'till/db Database', 'bank/bank unknown']);
    expect(toldBy(imported)).toEqual(['GROUP only groups what is in it, and is not an application']);
    expect(imported.report.map(({ message }) => message)).toContainEqual(
      'no relationship composed-of says which system this node belongs to, so it is in an application called Shop',
    );
  });

  it('that are actors are reported, as are their relationships', () => {
    const interacts = { 'relationship-type': { interacts: { actor: 'ada', nodes: ['api'] } } };
    expect(toldBy(read([node('ada actor'), node('api service')], [interacts]))).toEqual([
      'ADA is a person: describe groups of people as segments, with their number',
      'an actor interacts, and a landscape has no dependencies of people',
    ]);
  });

  it('that are data assets become datasets of what connects to them', () => {
    const imported = read(
      [node('api service'), node('cards data-asset', { 'data-classification': 'PII' })],
      [connects('api', 'cards')],
      'Shop',
    );
    expect(imported.manifest).toMatchObject({
      datasets: [{ technicalName: 'cards', classification: 'Confidential' }],
      applications: [{ components: [{ datasets: ['cards'] }] }],
      dependencies: [],
    });
    expect(imported.text).toContain('classification: Confidential');
  });
});

describe('relationships', () => {
  it.each([
    ['HTTPS', { protocol: 'HTTPS', transportEncryption: 'TLS' }],
    ['mTLS', { protocol: 'mTLS', transportEncryption: 'mTLS', endpointAuthMethod: 'mTLS' }],
    ['JDBC', { protocol: 'JDBC' }],
    [undefined, {}],
  ])('that connect by %s', (protocol, facts) => {
    const { manifest } = read(
      [node('web webclient'), node('api service')],
      [connects('web', 'api', { protocol, description: 'Delivers' })],
    );
    expect(manifest.dependencies).toEqual([{ source: 'web', target: 'api', dependencyType: 'Calls', mode: 'Hard', ...facts }]);
  });

  it('that say where something is deployed: the outermost node is the area, zones are nodes called so', () => {
    const imported = read(
      [node('api service'), node('db database'), node('k8s system'), node('cloud ecosystem'), node('zone-a network')],
      [deployed('k8s', 'api'), deployed('zone-a', 'db'), deployed('cloud', 'k8s', 'zone-a')],
    );
    expect(imported.manifest.hostingAreas).toMatchObject([{ name: 'CLOUD', zones: [{ name: 'CLOUD' }, { name: 'ZONE-A' }] }]);
    expect(imported.manifest.applications?.[0]?.components).toMatchObject([
      { hostingZones: ['cloud'] },
      { hostingZones: ['cloud-zone-a'] },
    ]);
  });

  it('that have no equivalent, name what is not there, or go in circles, get a line', () => {
    const imported = read(
      [node('a system'), node('b system'), node('c service')],
      [
        connects('a', 'gone'),
        { 'relationship-type': { options: [] } },
        composed('a', 'b'),
        composed('b', 'a'),
        deployed('gone', 'c'),
        deployed('c', 'gone'),
      ],
    );
    expect(toldBy(imported)).toEqual([
      'A only groups what is in it, and is not an application',
      'this names a node that is not in these files',
      'a relationship of a type that has no equivalent here, or about a node that is not there',
      'A is already part of something else, or would be part of itself',
      'this names a node that is not in these files',
      'this names a node that is not in these files',
    ]);
  });

  it('controls, interfaces, flows and metadata are counted', () => {
    const imported = read([node('a service', { interfaces: [{ port: 1 }], controls: { x: 1 } })], []);
    expect(imported.report.map(({ field }) => field).filter((field) => field !== undefined)).toEqual(['interfaces', 'controls']);
  });
});

describe('any architecture', () => {
  const ids = ['n0', 'n1', 'n2', 'n3', 'n4', 'n5'];
  const id = fc.constantFrom(...ids);
  const architectures = fc.record({
    types: fc.array(fc.constantFrom('service', 'database', 'system', 'ecosystem', 'actor', 'data-asset', 'network'), {
      minLength: 6,
      maxLength: 6,
    }),
    relationships: fc.array(
      fc.oneof(
        fc.tuple(id, id).map(([source, target]) => connects(source, target)),
        fc.tuple(id, id).map(([container, member]) => composed(container, member)),
        fc.tuple(id, id).map(([container, member]) => deployed(container, member)),
      ),
      { maxLength: 10 },
    ),
  });

  it('is read without anything being dropped: each node and each connection is mapped or has a line', () => {
    fc.assert(
      fc.property(architectures, ({ types, relationships }) => {
        const nodes = ids.map((one, at) => node(`${one} ${types[at]}`));
        const imported = outcome(() => read(nodes, relationships, 'Shop'));
        if (typeof imported === 'string') return;
        const { applications = [], datasets, hostingAreas, dependencies } = imported.manifest;
        const components = (applications ?? []).flatMap(({ name, components: own }) => [name, ...(own ?? []).map((one) => one.name)]);
        const places = (hostingAreas ?? []).flatMap(({ name, zones }) => [name, ...(zones ?? []).map((zone) => zone.name)]);
        const mapped = [...components, ...(datasets ?? []).map(({ name }) => name), ...places];
        const isOnlyPlace = (one: string): boolean => JSON.stringify(relationships).includes(`"container":"${one}"`);
        for (const one of ids)
          expect(
            mapped.includes(one.toUpperCase()) || isOnlyPlace(one) || toldBy(imported).some((line) => line.startsWith(one.toUpperCase())),
          ).toBe(true);
        const connections = relationships.filter((one) => 'connects' in (one['relationship-type'] as object)).length;
        const told = toldBy(imported).filter((line) => line.includes(' -> ')).length;
        const linked = (applications ?? [])
          .flatMap(({ components: own }) => own ?? [])
          .reduce((sum, one) => sum + (one.datasets ?? []).length, 0);
        if (connections > told) expect((dependencies ?? []).length + linked).toBeGreaterThan(0);
      }),
      randomRuns(80),
    );
  });

  it('cut off or changed anywhere, is read or refused in a sentence', () => {
    const text = JSON.stringify({ nodes: [node('a service'), node('b system')], relationships: [connects('a', 'b'), deployed('b', 'a')] });
    fc.assert(
      fc.property(fc.nat(text.length), fc.constantFrom('', '{', '}', '[', ']', '"', 'null', '1', ','), (at, put) => {
        outcome(() =>
          CALM.read(
            ['a.json'],
            memoryDisk({ 'a.json': `${text.slice(0, at)}${put}${put === '' ? '' : text.slice(at + 1)}` }),
            { own: {} },
            new ImportReport(),
          ),
        );
      }),
      randomRuns(80),
    );
  });
});

describe('files', () => {
  it('nodes of several files are one architecture, in any order', () => {
    const files = {
      'a.json': JSON.stringify({ nodes: [node('web webclient')], relationships: [connects('web', 'api')] }),
      'b.json': JSON.stringify({ nodes: [node('api service')] }),
    };
    const texts = [
      ['a.json', 'b.json'],
      ['b.json', 'a.json'],
    ].map((paths) => CALM.read(paths, memoryDisk(files), { name: 'Shop', own: {} }, new ImportReport()).text);
    expect(texts[0]).toContain('target: api');
    expect(texts[0]).toBe(texts[1]);
  });

  it.each([
    ['{"nodes": [{"unique-id": "a", "node-type": "service"}]}', true],
    ['{"nodes": [], "x": {"unique-id": "a", "node-type": "service"}}', false],
    ['{"nodes": 1}', false],
  ])('%s: %s', (text, isOne) => {
    expect(CALM.recognise({ path: 'a.json', text }) !== null).toBe(isOne);
  });
});
