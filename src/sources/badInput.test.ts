/** Hostile and broken input: files that are huge, deep, repetitive, in another encoding or of another kind. An import reads them or refuses them in a sentence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import { BACKSTAGE } from './backstage/importBackstage';
import { COMPOSE } from './compose/importCompose';
import type { Imported } from './proposal/imported';
import { ImportReport } from './proposal/importReport';
import { UnreadableSource } from './proposal/unreadableSource';

type Files = Record<string, string>;

const compose = (text: string, others: Files = {}): Imported =>
  COMPOSE.read(['c.yaml'], memoryDisk({ 'c.yaml': text, ...others }), { name: 'shop', own: {} }, new ImportReport());
const backstage = (text: string, others: Files = {}): Imported =>
  BACKSTAGE.read(['c.yaml'], memoryDisk({ 'c.yaml': text, ...others }), { name: 'shop', own: {} }, new ImportReport());
const READERS = [
  ['compose', compose],
  ['backstage', backstage],
] as const;

/** What was imported, or the sentence of the refusal. */
function outcome(read: () => Imported): string | Imported {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableSource) return error.message;
    throw error;
  }
}

const componentsOf = (imported: Imported): string[] =>
  (imported.manifest.applications ?? []).flatMap(({ components }) => (components ?? []).map(({ technicalName }) => technicalName));
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const COMPONENT = 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: a }\nspec: { type: service }\n';

describe.each(READERS)('%s, given something else', (_, read) => {
  it.each([
    ['nothing', ''],
    ['blanks', ' \n\n\t\n'],
    ['a comment', '# services:\n'],
    ['a word', 'services'],
    ['a number', '42'],
    ['a list', '[1, 2, 3]'],
    ['null', 'null\n'],
    ['only document markers', '---\n---\n...\n---\n'],
    ['JSON of something else', '{"name": "package", "version": "1.0.0"}'],
    ['a page', '<!DOCTYPE html><html><body>services: x</body></html>'],
    [
      'Kubernetes',
      'apiVersion: v1\nkind: Service\nmetadata: { name: db }\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: db }\n',
    ],
    ['bytes', '\u0000\u0001\u0002\ufffd\ufffd{[('],
    ['a broken bracket', 'services: { a: [ '],
    ['a tab instead of a space', 'services:\n\ta:\n\t\timage: x\n'],
  ])('%s, refuses it in a sentence', (_name, text) => {
    expect(outcome(() => read(text))).toEqual(expect.any(String));
  });
});

describe('compose, with values of another type', () => {
  it.each([
    'services: 1',
    'services: []',
    'services: text',
    'services: { a: null }',
    'services: { a: 1, b: [], c: text, d: true }',
    'services: { a: { image: [x], build: 1, depends_on: 3, environment: 5, command: { a: b }, networks: 1, ports: {}, extends: [] } }',
    'services: { a: { environment: [[A], { B: c }, null], depends_on: [[x], { y: z }, null], links: [null, 1], env_file: { path: [1] } } }',
    'services: { a: { depends_on: { b: null, a: 1 }, network_mode: 1, volumes_from: x, profiles: {} } }\ninclude: [1, null, { path: [] }]',
    'services: { __proto__: { image: redis }, constructor: { image: mysql }, toString: { depends_on: [__proto__, hasOwnProperty] } }',
    'services: { "": { image: redis }, "  ": { image: x }, "-": {}, "a/b": {}, "\\n": {} }',
    `services: { ${'n'.repeat(500)}: { image: "redis:0.${'1'.repeat(300)}" }, ${'n'.repeat(499)}: {} }\nname: ${'p'.repeat(400)}`,
    'services: { 3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44: {}, on: {}, 1.5: {}, ~: {}, 2024-01-01: {} }',
  ])('%s: reads it or refuses it in a sentence', (text) => {
    outcome(() => compose(text));
    outcome(() => COMPOSE.read(['c.yaml'], memoryDisk({ 'c.yaml': text }), { own: {} }, new ImportReport()));
  });

  it('any values at all: reads them or refuses them in a sentence', () => {
    const value = fc.oneof(
      { withCrossShrink: true },
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('db', 'db:5432', '${X}', '${X:-${Y', 'service:a', '$', 'http://db/', 'redis:7', '!reset', null),
    );
    const fields = [
      'image',
      'build',
      'depends_on',
      'links',
      'environment',
      'env_file',
      'command',
      'networks',
      'ports',
      'profiles',
      'extends',
    ];
    const service = fc.dictionary(fc.constantFrom(...fields), value);
    const project = fc.record({
      services: fc.dictionary(fc.oneof(fc.constantFrom('a', 'db', '__proto__'), fc.string()), service),
      name: value,
      include: value,
    });
    fc.assert(
      fc.property(project, (given) => {
        outcome(() => compose(JSON.stringify(given)));
      }),
      randomRuns(60),
    );
  });
});

describe('backstage, with values of another type', () => {
  it('any values at all: reads it or refuses it in a sentence', () => {
    const value = fc.oneof(
      { withCrossShrink: true },
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('component:a', 'a', 'b', ['a', 'b'], 'x:y/z', '__proto__', 'constructor', 'grpc', ':', '/', null),
    );
    const spec = fc.dictionary(
      fc.constantFrom(
        'type',
        'lifecycle',
        'owner',
        'system',
        'domain',
        'subdomainOf',
        'subcomponentOf',
        'dependsOn',
        'providesApis',
        'consumesApis',
      ),
      value,
    );
    const entity = fc.record({
      apiVersion: fc.constant('backstage.io/v1alpha1'),
      kind: fc.constantFrom('Component', 'Resource', 'API', 'System', 'Domain', 'Group', 'User', 'Location', '__proto__'),
      metadata: fc.oneof(
        fc.record({ name: fc.oneof(fc.constantFrom('a', 'b', 'A', '__proto__'), value), namespace: value, title: value }),
        value,
      ),
      spec: fc.oneof(spec, value),
      relations: value,
    });
    fc.assert(
      fc.property(fc.array(entity, { maxLength: 6 }), (entities) => {
        outcome(() => backstage(JSON.stringify(entities)));
      }),
      randomRuns(60),
    );
  });

  it('an API whose type is the name of a JavaScript property has no protocol', () => {
    const api = (type: string): string =>
      `- { apiVersion: backstage.io/v1alpha1, kind: API, metadata: { name: x }, spec: { type: ${type} } }
- { apiVersion: backstage.io/v1alpha1, kind: Component, metadata: { name: p }, spec: { type: service, providesApis: [x] } }
- { apiVersion: backstage.io/v1alpha1, kind: Component, metadata: { name: c }, spec: { type: service, consumesApis: [x] } }
`;
    for (const type of ['constructor', '__proto__', 'toString'])
      expect(backstage(api(type)).manifest.dependencies).toEqual([{ source: 'c', target: 'p', dependencyType: 'Calls', mode: 'Hard' }]);
  });
});

describe('text as Windows and others write it', () => {
  const text = 'services:\n  db: { image: "postgres:17" }\n  web:\n    image: wordpress\n    environment:\n      DB_HOST: db\n';

  it.each([
    ['Windows line ends', text.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${text}`],
    ['both', `\ufeff${text.replaceAll('\n', '\r\n')}`],
    ['a document marker before it', `---\n${text}`],
  ])('%s: is the same manifest', (_name, given) => {
    expect(compose(given).manifest).toEqual(compose(text).manifest);
    expect(compose(given).manifest.dependencies).toHaveLength(1);
  });

  it('an entity with a byte order mark and Windows line ends is read', () =>
    expect(componentsOf(backstage(`\ufeff${COMPONENT.replaceAll('\n', '\r\n')}`))).toEqual(['a']));

  it('a .env file with a byte order mark and Windows line ends gives the same values', () => {
    const file = 'services:\n  db: {}\n  web: { environment: { X_HOST: "${DB}" } }\n';
    expect(compose(file, { '.env': '\ufeffDB=db\r\nOTHER=1\r\n' }).manifest.dependencies).toHaveLength(1);
  });

  it('of several documents, compose uses the first, and this is reported', () => {
    const imported = compose(`${text}---\nservices: { other: { image: redis } }\n`);
    expect(componentsOf(imported)).toEqual(['shop-db', 'shop-web']);
    expect(imported.report.map(({ message }) => message)).toContain('this second document was skipped: compose reads only the first');
  });
});

describe('what is large, deep or repeated', () => {
  const TOO_MUCH = expect.stringMatching(/too deeply|is larger than|too much|more than/);

  it.each(READERS)('%s: 16 MiB and more, or deep nesting, is refused', (_, read) => {
    expect(outcome(() => read(`services: "${'x'.repeat(17 * 1024 * 1024)}"`))).toEqual(expect.any(String));
    for (const deep of ['['.repeat(20_000), '{a: '.repeat(20_000), many(2_000, (index) => `${' '.repeat(index)}a:`)])
      expect(outcome(() => read(deep))).toEqual(expect.any(String));
  });

  it('anchors that repeat each other many times do not blow up', () => {
    const lines = [
      'x0: &x0 { A: db }',
      ...Array.from({ length: 40 }, (_, i) => `x${i + 1}: &x${i + 1} { <<: [${`*x${i}, `.repeat(9)}*x${i}], B${i}: db }`),
    ];
    expect(componentsOf(compose(`${lines.join('\n')}\nservices: { db: {}, web: { environment: *x40 } }\n`))).toEqual([
      'shop-db',
      'shop-web',
    ]);
  });

  it.each([
    ['environments', 'environment: *all', (index: number) => `A${index}: b`],
    ['dependencies', 'depends_on: *all', (index: number) => `s${index}: { condition: service_started }`],
  ])('a thousand services that repeat a thousand %s are refused', (_name, field, line) => {
    const all = `x-all: &all\n${many(1_000, (index) => `  ${line(index)}`)}\n`;
    expect(outcome(() => compose(`${all}services:\n${many(1_000, (index) => `  s${index}: { ${field} }`)}\n`))).toEqual(TOO_MUCH);
  });

  it('a thousand services with one large env_file are refused', () => {
    const text = `services:\n${many(1_000, (index) => `  s${index}: { env_file: big.env }`)}\n`;
    expect(outcome(() => compose(text, { 'big.env': many(1_000, (index) => `V${index}=x`) }))).toEqual(TOO_MUCH);
  });

  it('a chain of extends is followed for twenty steps, and the rest is reported', () => {
    const text = `services:\n${many(40, (index) => `  n${index}: { extends: n${index + 1} }`)}\n  n40: { image: redis }\n`;
    const { manifest, report } = compose(text);
    const kinds = manifest.applications?.[0]?.components?.map(({ kind }) => kind);
    expect(kinds).toEqual([...Array.from({ length: 20 }, () => undefined), ...Array.from({ length: 21 }, () => 'Cache')]);
    expect(report.map(({ message }) => message)).toContain('extends n21, the 21st in a row; the rest was skipped');
  });

  it('includes that double at each step are read once each', () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`f${i}.yaml`, `include: [f${i + 1}.yaml, ./f${i + 1}.yaml]\nservices: { s${i}: {} }\n`]),
    );
    expect(
      componentsOf(compose('include: [f0.yaml]\nservices: { a: {} }\n', { ...files, 'f60.yaml': 'services: { end: {} }\n' })),
    ).toHaveLength(62);
  });

  it('defaults within defaults, and variables that double each other, end', () => {
    expect(outcome(() => compose(`services: { a: { image: "${'${A:-'.repeat(20_000)}${'}'.repeat(20_000)}" } }`))).not.toBeNull();
    const doubling = many(60, (index) => `V${index + 1}=$V${index}$V${index}`);
    expect(outcome(() => compose('services: { a: { image: "${V60}" } }', { '.env': `V0=xxxxxxxx\n${doubling}\n` }))).not.toBeNull();
  });

  it('a catalog whose entities all use all others is refused', () => {
    const names = many(1_000, (index) => `    - component:c${index}`);
    const list = many(
      1_000,
      (index) =>
        `- { apiVersion: backstage.io/v1alpha1, kind: Component, metadata: { name: c${index} }, spec: { type: service, lifecycle: production, dependsOn: ${index === 0 ? '&all' : '*all'} } }`,
    ).replace('&all }', `&all [${names.replace(/^ {4}- (.*)$/gm, '"$1"').replaceAll('\n', ', ')}] }`);
    expect(outcome(() => backstage(list))).toEqual(TOO_MUCH);
  });

  it('a Location pattern with many stars is matched in bounded time', () => {
    const location = (target: string): string =>
      `apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: { name: l }\nspec: { target: "${target}" }\n---\n${COMPONENT}`;
    const path = `d/${'a/'.repeat(60)}${'a'.repeat(200)}.yaml`;
    for (const stars of [`./d/${'**/'.repeat(60)}x.yaml`, `./d/**/${'a*'.repeat(60)}x.yaml`, `./${'*/**/'.repeat(40)}x.yaml`])
      expect(componentsOf(backstage(location(stars), { [path]: COMPONENT.replace('a }', 'deep }') }))).toEqual(['a']);
    expect(componentsOf(backstage(location('./d/**/a*.yaml'), { [path]: COMPONENT.replace('a }', 'deep }') }))).toEqual(['deep', 'a']);
  });
});
