/** What an ArchiMate model becomes: one small model per rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { ARCHIMATE } from './archimate';

/** `Node n` is an element with this type, identifier and name. */
const element = (words: string, more = ''): string => {
  const [type = '', id = ''] = words.split(' ');
  return `<element identifier="${id}" xsi:type="${type}"><name xml:lang="en">${id}</name>${more}</element>`;
};
/** `Serving a b`. */
const relationship = (words: string, more = ''): string => {
  const [type = '', source = '', target = ''] = words.split(' ');
  return `<relationship identifier="r" source="${source}" target="${target}" xsi:type="${type}" ${more}/>`;
};
const document = (elements: readonly string[], relationships: readonly string[] = [], more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<model xmlns="http://www.opengroup.org/xsd/archimate/3.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" identifier="m">
<name>Shop</name>
<elements>
${elements.join('\n')}
</elements>
<relationships>
${relationships.join('\n')}
</relationships>
${more}</model>`;
const readText = (text: string, own: Record<string, boolean> = {}): Imported =>
  ARCHIMATE.read(['m.xml'], memoryDisk({ 'm.xml': text }), { own }, new ImportReport());
const read = (elements: readonly string[], relationships: readonly string[] = [], own: Record<string, boolean> = {}): Imported =>
  readText(
    document(
      elements.map((one) => element(one)),
      relationships.map((one) => relationship(one)),
    ),
    own,
  );
const componentsOf = ({ manifest }: Imported): string[] =>
  (manifest.applications ?? []).flatMap(({ technicalName, components }) =>
    (components ?? []).map((component) => `${technicalName}/${component.technicalName} ${component.kind ?? 'unknown'}`),
  );
const edgesOf = ({ manifest }: Imported): string[] =>
  (manifest.dependencies ?? []).map(({ source, target, dependencyType, mode }) => `${source} > ${target} ${dependencyType} ${mode}`);
const toldBy = ({ report }: Imported): string[] =>
  report.filter(({ type, field }) => type === 'notMapped' && field === undefined).map(({ message }) => message);
/** What was imported, or the refusal. */
function outcome(reading: () => Imported): Imported | string {
  try {
    return reading();
  } catch (error) {
    if (error instanceof UnreadableSource) return `${error.message} ${JSON.stringify(error.more)}`;
    throw error;
  }
}

describe('elements', () => {
  it.each([
    ['Capability', 'capabilities'],
    ['ValueStream', 'capabilities'],
    ['BusinessProcess', 'processes'],
    ['BusinessFunction', 'processes'],
    ['DataObject', 'datasets'],
    ['Location', 'hostingAreas'],
    ['ApplicationComponent', 'applications'],
    ['Node', 'applications'],
    ['Device', 'applications'],
    ['SystemSoftware', 'applications'],
  ] as const)('%s is one of the %s', (type, list) => {
    expect(read([`${type} x`]).manifest[list]).toMatchObject([{ technicalName: 'x', name: 'x' }]);
  });

  it('an application component inside another is a component of that application; so is technology', () => {
    const imported = read(
      ['ApplicationComponent inner', 'ApplicationComponent outer', 'SystemSoftware rows-database', 'Node rack'],
      ['Composition outer inner', 'Aggregation rack rows-database'],
    );
    expect(componentsOf(imported)).toEqual([
      'outer/inner unknown',
      'outer/outer unknown',
      'rack/rows-database Database',
      'rack/rack Infrastructure',
    ]);
  });

  it('with --technology, nodes, devices and system software are technologies of what they serve', () => {
    const imported = read(['ApplicationComponent app', 'SystemSoftware linux'], ['Serving linux app'], { technology: true });
    expect(imported.manifest).toMatchObject({
      technologies: [{ name: 'linux' }],
      applications: [{ components: [{ technologies: ['linux'] }] }],
      dependencies: [],
    });
  });

  it('with --segments, those whom a service serves are segments; all others get a line', () => {
    const elements = ['BusinessRole customer', 'BusinessActor clerk', 'BusinessService advice', 'BusinessProcess p'];
    const relationships = ['Serving advice customer'];
    expect(read(elements, relationships, { segments: true }).manifest.segments).toEqual([
      { technicalName: 'customer', name: 'customer', audienceType: 'Customers' },
    ]);
    expect(toldBy(read(elements, relationships)).slice(0, 2)).toEqual([
      'customer is a business role: with --segments, it becomes a segment',
      'clerk is a business actor, which has no equivalent here',
    ]);
  });

  it('names, documentation and capabilities are kept as written', () => {
    const text = document(
      [
        element('Capability sell', '<documentation>Sells &amp; &#233;&#x21;\n  all</documentation>'),
        `<element identifier="b" xsi:type="Capability"><name xml:lang="de"></name><name>Buy &lt;it&gt;</name></element>`,
      ],
      [relationship('Composition sell b')],
    );
    expect(readText(text).manifest).toMatchObject({
      name: 'Shop',
      capabilities: [
        { technicalName: 'sell', description: 'Sells & é!\n  all' },
        { technicalName: 'buy-it', name: 'Buy <it>', parent: 'sell' },
      ],
    });
  });
});

describe('relationships', () => {
  const TWO = ['ApplicationComponent a', 'ApplicationComponent b'];

  it('Serving runs against the dependency', () => expect(edgesOf(read(TWO, ['Serving a b']))).toEqual(['b > a Calls Hard']));

  it('a service stands for what realises it, in both directions', () => {
    const imported = read(
      [...TWO, 'ApplicationService s', 'TechnologyService t', 'Node n'],
      ['Realization a s', 'Serving s b', 'Realization n t', 'Serving t a'],
    );
    expect(edgesOf(imported)).toEqual(['b > a Calls Hard', 'a > n Calls Hard']);
    expect(toldBy(imported)).toEqual(['the application service s is folded into a', 'the technology service t is folded into n']);
  });

  it('a service with two realisers is each of them, which is reported', () => {
    const imported = read(
      [...TWO, 'ApplicationComponent c', 'ApplicationService s'],
      ['Realization a s', 'Realization b s', 'Serving s c'],
    );
    expect(edgesOf(imported)).toEqual(['c > a Calls Hard', 'c > b Calls Hard']);
    expect(imported.report.map(({ message }) => message)).toContain('s is realised by a, b, so what it serves depends on each of them');
  });

  it('technology that realises a component or is assigned to it runs it', () => {
    expect(edgesOf(read(['ApplicationComponent a', 'Node n', 'Device d'], ['Realization n a', 'Assignment d a']))).toEqual([
      'a > n Calls Hard',
      'a > d Calls Hard',
    ]);
  });

  it.each(['Serving', 'Realization', 'Assignment'])('%s of a process or a capability is support', (type) => {
    const imported = read(['ApplicationComponent a', 'BusinessProcess p', 'Capability c'], [`${type} a p`, `${type} a c`, `${type} p c`]);
    expect(imported.manifest).toMatchObject({
      applications: [{ processes: ['p'], capabilities: ['c'] }],
      processes: [{ capabilities: ['c'] }],
    });
    expect(toldBy(imported)).toEqual([]);
  });

  it.each(['Flow', 'Triggering'])('%s between application components is consumed asynchronously, and decided', (type) => {
    const imported = read([...TWO, 'BusinessProcess p', 'BusinessProcess q'], [`${type} a b`, `${type} p q`]);
    expect(edgesOf(imported)).toEqual(['b > a Consumes Async']);
    expect(imported.report.filter(({ sort }) => sort === 'flows between components')).toHaveLength(1);
    expect(toldBy(imported)).toHaveLength(1);
  });

  it('Access links data objects; locations are where components run', () => {
    const imported = read(['ApplicationComponent a', 'DataObject d', 'Location hall', 'Node n'], ['Access a d', 'Assignment hall n']);
    expect(imported.manifest).toMatchObject({
      hostingAreas: [{ zones: [{ technicalName: 'hall' }] }],
      applications: [{ components: [{ datasets: ['d'] }] }, { components: [{ hostingZones: ['hall'] }] }],
    });
  });

  it.each(['Association', 'Influence', 'Specialization'])('%s gets a line', (type) => {
    expect(toldBy(read(TWO, [`${type} a b`]))).toEqual([
      `${type.toLowerCase()} from a (application component) to b (application component) has no equivalent here`,
    ]);
  });

  it('a location that is only associated is not where something runs', () => {
    const imported = read(['Location hall', 'Node n'], ['Association hall n']);
    expect(imported.manifest.applications?.[0]?.components?.[0]?.hostingZones).toBeUndefined();
    expect(toldBy(imported)).toHaveLength(1);
  });

  it('what is not there, itself, and circles get lines', () => {
    const imported = read(TWO, ['Serving a gone', 'Serving a a', 'Composition a b', 'Composition b a']);
    expect(toldBy(imported)).toEqual([
      'a relationship with something that is not in the model',
      'serving from a (application component) to a (application component) has no equivalent here',
      'composition from b (application component) to a (application component) has no equivalent here',
    ]);
  });
});

describe('any model', () => {
  const TYPES = [
    'Capability',
    'BusinessProcess',
    'ApplicationComponent',
    'ApplicationService',
    'Node',
    'TechnologyService',
    'DataObject',
    'Location',
    'BusinessRole',
    'Goal',
  ];
  const RELATIONS = ['Serving', 'Realization', 'Assignment', 'Composition', 'Aggregation', 'Access', 'Flow', 'Triggering', 'Association'];
  const ids = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5'];
  const models = fc.record({
    types: fc.array(fc.constantFrom(...TYPES), { minLength: 6, maxLength: 6 }),
    relations: fc.array(fc.tuple(fc.constantFrom(...RELATIONS), fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 12 }),
  });

  it('is accounted for: each element and each relationship is mapped, or has a line of its own', () => {
    fc.assert(
      fc.property(models, ({ types, relations }) => {
        const imported = outcome(() =>
          read(
            types.map((type, at) => `${type} e${at}`),
            relations.map((words) => words.join(' ')),
          ),
        );
        if (typeof imported === 'string') return;
        const { manifest, report } = imported;
        const lists = [
          manifest.applications,
          manifest.capabilities,
          manifest.processes,
          manifest.datasets,
          manifest.hostingAreas,
        ] as readonly (readonly { technicalName: string }[])[];
        const components = (manifest.applications ?? []).flatMap((application) => application.components ?? []);
        const mapped = new Set([...lists.flat(), ...components].map(({ technicalName }) => technicalName));
        const lines = new Set(report.filter(({ type, field }) => type === 'notMapped' && field === undefined).map(({ line }) => line));
        // Elements begin on line 5, relationships two lines after them.
        for (const [at, id] of ids.entries()) expect(mapped.has(id) || lines.has(5 + at)).toBe(true);
        const left = relations.filter((_, at) => !lines.has(13 + at));
        const facts =
          (manifest.dependencies ?? []).length +
          [...components, ...(manifest.applications ?? []), ...(manifest.processes ?? [])].reduce(
            (sum, one) => sum + Object.values(one).filter(Array.isArray).flat().length,
            0,
          ) +
          (manifest.capabilities ?? []).filter(({ parent }) => parent !== undefined).length +
          report.filter(({ message }) => message.includes('folded into')).length;
        if (left.length > 0) expect(facts).toBeGreaterThan(0);
        // Types that never have an equivalent always have a line.
        for (const [at, [type]] of relations.entries()) if (type === 'Association') expect(lines.has(13 + at)).toBe(true);
      }),
      randomRuns(60),
    );
  });

  it('cut off or changed anywhere, is read or refused in a sentence', () => {
    const text = document([element('ApplicationComponent a'), element('Node n')], [relationship('Serving n a')], '<views/>');
    fc.assert(
      fc.property(fc.nat(text.length), fc.constantFrom('', '<', '>', '&', '"', '/', '\u0000', '<!--', '<![CDATA[', '<?'), (at, put) => {
        outcome(() => readText(`${text.slice(0, at)}${put}${put === '' ? '' : text.slice(at + 1)}`));
      }),
      randomRuns(100),
    );
  });

  const bomb = `<!DOCTYPE model [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
  const chain = (count: number): string =>
    document(
      Array.from({ length: count }, (_, at) => element(`Capability c${at}`)),
      Array.from({ length: count - 1 }, (_, at) => relationship(`Composition c${at} c${at + 1}`)),
    );
  it.each([
    ['a DOCTYPE', document([]).replace('<model', `${bomb}<model`)],
    ['an external entity', document([]).replace('<model', '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><model')],
    ['deep nesting', document(['<a>'.repeat(20_000)])],
    ['deep but well-formed nesting', document([`${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`])],
    ['17 MiB', document(['x'.repeat(17 * 1_024 * 1_024)])],
    ['elements inside each other', chain(200)],
    ['other XML', '<html></html>'],
    ['no XML', 'hello'],
    ['nothing', ''],
  ])('with %s, is refused', (_what, text) => {
    expect(outcome(() => readText(text))).toEqual(expect.any(String));
  });

  it('identifiers that are names of JavaScript properties are like any others', () => {
    const imported = read(['ApplicationComponent __proto__', 'ApplicationComponent constructor'], ['Serving __proto__ constructor']);
    expect(edgesOf(imported)).toEqual(['constructor > proto Calls Hard']);
  });

  it('of 50 secrets in what is not read, and in addresses, none gets out', () => {
    const secrets: string[] = [];
    const secret = (): string => {
      secrets.push(`hunter${secrets.length}secret`);
      return secrets.at(-1)!;
    };
    const properties = (): string =>
      `<properties><property propertyDefinitionRef="${secret()}"><value>${secret()}</value></property></properties>`;
    const unmapped = Array.from({ length: 6 }, (_, at) =>
      element(`Goal g${at}`, `<documentation>${secret()}</documentation>${properties()}<${secret()}>${secret()}</${secrets.at(-2)!}>`),
    );
    const text = document(
      [
        `<element identifier="a" xsi:type="ApplicationComponent" x="${secret()}"><name>A at postgres://admin:${secret()}@db/x</name><documentation>See https://ada:${secret()}@example.com</documentation>${properties()}</element>`,
        element('Node n', properties()),
        element(`${secret()} x`),
        ...unmapped,
      ],
      [
        `<relationship identifier="${secret()}" source="n" target="a" xsi:type="Serving"><name>${secret()}</name><documentation>${secret()}</documentation>${properties()}</relationship>`,
        `<relationship identifier="r" source="${secret()}" target="a" xsi:type="Serving"/>`,
        `<relationship identifier="r" source="n" target="a" xsi:type="${secret()}"/>`,
      ],
      `<views><diagrams><view><name>${secret()}</name><node><label>${secret()}</label></node></view></diagrams></views><!-- ${secret()} -->
<organizations><item><label>${secret()}</label></item></organizations><propertyDefinitions><propertyDefinition><name>${secret()}</name></propertyDefinition></propertyDefinitions><metadata><creator>${secret()}</creator></metadata>`,
    );
    const imported = readText(text);
    expect(edgesOf(imported)).toHaveLength(1);
    expect(secrets.length).toBeGreaterThanOrEqual(50);
    const out = `${imported.text}${JSON.stringify(imported)}${JSON.stringify(outcome(() => readText(text.slice(0, -9))))}${JSON.stringify(outcome(() => readText(text.replace('</elements>', ''))))}`;
    expect(secrets.filter((one) => out.includes(one))).toEqual([]);
  });
});

describe('files', () => {
  it('several are one landscape, in any order, and their identifiers are their own', () => {
    const files = {
      'a.xml': document([element('ApplicationComponent a')]),
      'b.xml': document([element('Node n'), element('ApplicationComponent a')], [relationship('Serving n a')]),
    };
    const texts = [
      ['a.xml', 'b.xml'],
      ['b.xml', 'a.xml'],
    ].map((paths) => ARCHIMATE.read(paths, memoryDisk(files), { name: 'Shop', own: {} }, new ImportReport()).text);
    expect(texts[0]).toContain('source: a-2');
    expect(texts[0]).toBe(texts[1]);
  });

  it.each([
    ['m.xml', document([]), true],
    ['m.xml', '<model><elements/></model>', false],
    ['m.json', document([]), false],
  ])('%s is recognised', (path, text, isOne) => {
    expect(ARCHIMATE.recognise({ path, text }) !== null).toBe(isOne);
  });
});
