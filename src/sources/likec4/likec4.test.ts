/** What a LikeC4 model becomes where LikeC4 differs from other languages: free kinds, names that leave out levels, several files. */
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { LIKEC4 } from './likec4';

const read = (files: Record<string, string>, own: Record<string, string> = {}, paths = Object.keys(files)): Imported =>
  LIKEC4.read(paths, memoryDisk(files), { own }, new ImportReport());
const model = (lines: string, specification = ''): Imported =>
  read({ 'm.c4': `specification {\n${specification}\n}\nmodel {\n${lines}\n}` });
const componentsOf = ({ manifest }: Imported): string[] =>
  (manifest.applications ?? []).flatMap(({ technicalName, components }) =>
    (components ?? []).map(
      (component) =>
        `${technicalName}/${component.technicalName} ${component.kind ?? 'unknown'}${component.isExternal === true ? ' external' : ''}`,
    ),
  );
const edgesOf = ({ manifest }: Imported): string[] =>
  (manifest.dependencies ?? []).map(({ source, target, dependencyType, mode }) => `${source} > ${target} ${dependencyType} ${mode}`);
const toldBy = ({ report }: Imported): string[] =>
  report.filter(({ type, field }) => type === 'notMapped' && field === undefined).map(({ message }) => message);

describe('kinds', () => {
  it.each([
    ['a system at the top', "s = system 'S' { c = container 'C' }", ['s/c unknown']],
    ['any kind at the top', "s = squad 'S' { c = thing 'C' { d = thing 'D' } }", ['s/c unknown']],
    ['systems in an enterprise', "e = enterprise { s = softwaresystem 'S' }", ['s/s unknown']],
    ['systems in something of an unknown kind', "e = tribe { s = existingSystem 'S' }", ['s/s unknown']],
    ['a group in a system', "s = system 'S' { g = group { c = container 'C' } }", ['s/c unknown']],
    ['people', "p = actor 'P' s = system 'S' { u = user 'U' }", ['s/s unknown']],
    ['an external system', "s = externalSystem 'S' { c = container 'C' }", ['s/c unknown external']],
    ['a kind of component', "s = system 'S' { c = database 'C' d = spa 'D' e = queue 'E' }", ['s/c Database', 's/d WebApp', 's/e Queue']],
    [
      'a shape',
      "s = system 'S' { c = container 'C' { style { shape storage } } d = container 'D' { style { shape mobile } } }",
      ['s/c Database', 's/d MobileApp'],
    ],
    ['tags that agree', "s = system 'S' { c = container 'C' { #db #database } }", ['s/c Database']],
    ['tags that do not', "s = system 'S' { c = container 'C' { #db, #api } }", ['s/c unknown']],
  ])('%s', (_what, lines, components) => {
    expect(componentsOf(model(lines))).toEqual(components);
  });

  it('what the specification says of a kind holds for its elements', () => {
    const specification =
      "element person { notation 'Person, Customer' }\nelement crew { notation 'Person' }\nelement store { technology 'MySQL 8' style { shape cylinder } }";
    const imported = model("c = crew 'Crew' s = system 'S' { d = store 'D' }", specification);
    expect(componentsOf(imported)).toEqual(['s/d Database']);
    expect(imported.manifest.technologies).toEqual([{ technicalName: 'mysql', name: 'MySQL' }]);
    expect(toldBy(imported)).toEqual(['Crew is a person: describe groups of people as segments, with their number']);
  });

  it('both ways to write an element, titles, and descriptions of several lines', () => {
    const imported = model(
      `s = system {\n  title: 'Shop'\n  description '\n    Sells\n      books\n  '\n  container c 'Cart' 'Keeps' 'Java'\n}`,
    );
    expect(imported.manifest.applications).toMatchObject([
      { technicalName: 'shop', name: 'Shop', description: 'Sells\n  books', components: [{ name: 'Cart', description: 'Keeps' }] },
    ]);
  });
});

describe('relations', () => {
  const SHOP =
    "shop = system 'Shop' { web = container 'Web' api = container 'API' { handler = component 'Handler' } db = database 'Rows' }";

  it.each([
    ['by full name', 'shop.web -> shop.api', 'web > api Calls Hard'],
    ['by a name that leaves out levels', 'shop.web -> shop.handler', 'web > api Calls Hard'],
    ['by a name that only one element has', 'web -> handler', 'web > api Calls Hard'],
    ['of a kind', "web -[async]-> api 'tells'", 'web > api Calls Async'],
    ['of a kind as a verb', 'api .reads db', 'api > rows Reads Hard'],
    ['with a title in a block', "api -> db { title 'writes orders' }", 'api > rows Writes Hard'],
    ['backwards', 'api <- web', 'web > api Calls Hard'],
    ['without blanks', 'web->api', 'web > api Calls Hard'],
  ])('%s', (_what, line, edge) => {
    expect(edgesOf(model(`${SHOP}\n${line}`))).toEqual([edge]);
  });

  it('a relation in an element starts there', () => {
    const imported = model("a = system 'A' { -> b 'asks' .calls c this -> b 'asks again' }\nb = system 'B'\nc = system 'C'");
    expect(edgesOf(imported)).toEqual(['a > b Calls Hard', 'a > c Calls Hard']);
  });

  it('the technology of a relation or of its kind is its protocol', () => {
    const imported = model(
      "a = system 'A' b = system 'B' c = system 'C' a -> b 'asks' 'gRPC' a -[safe]-> c",
      "relationship safe { technology 'HTTPS' }",
    );
    expect(imported.manifest.dependencies?.map(({ protocol }) => protocol)).toEqual(['gRPC', 'HTTPS']);
  });

  it('a name that means nothing, or several elements, is reported', () => {
    const imported = model(
      "a = system 'A' { x = container 'AX' } b = system 'B' { x = container 'BX' }\nc = system 'C'\nc -> x\nc -> nowhere",
    );
    expect(toldBy(imported)).toEqual([
      'a relation with x, which is not in the model, or stands for several elements',
      'a relation with nowhere, which is not in the model, or stands for several elements',
    ]);
  });

  it('relations of views are no relations of the model', () => {
    const imported = read({ 'm.c4': "model { a = system 'A' b = system 'B' }\nviews { dynamic view d { a -> b 'asks' { notes 'x' } } }" });
    expect([edgesOf(imported), imported.report.map(({ field }) => field)]).toEqual([[], [undefined, undefined, 'views']]);
  });
});

describe('files', () => {
  const FILES = {
    'spec.c4': 'specification { element system element container }',
    'a.c4': "model { extend shop.api { -> db 'reads' } }",
    'b.c4': "model { extend shop { api = container 'API' db = container 'Rows' 'x' 'MySQL' } }",
    'z.c4': "model { shop = system 'Shop' }\ndeployment { environment prod { node n { instanceOf shop } } }",
  };

  it('extend each other in any order, with the same bytes', () => {
    const texts = [Object.keys(FILES), Object.keys(FILES).reverse()].map((paths) => read(FILES, {}, paths).text);
    expect(edgesOf(read(FILES))).toEqual(['api > rows Reads Hard']);
    expect(texts[0]).toBe(texts[1]);
  });

  it('an instance of a system is one of each of its components', () => {
    expect(read(FILES).manifest.applications?.[0]?.components?.map(({ hostingZones }) => hostingZones)).toEqual([['n'], ['n']]);
  });

  it('environments, regions and zones are read from the deployment; --environment chooses', () => {
    const text = `model { s = system 'S' { c = container 'C' e = container 'E' } }
      deployment {
        node laptop { instanceOf c }
        environment test 'Test' { vm one { instanceOf s.c } }
        environment prod 'Production' {
          region eu 'EU' {
            zone a 'Zone A' { node k { technology 'Kubernetes' x = instanceOf s.c } }
            b = zone { instanceOf c }
          }
        }
        extend prod.eu.a { instanceOf s.e }
      }`;
    expect(read({ 'm.c4': text }).manifest).toMatchObject({
      hostingAreas: [{ name: 'EU', zones: [{ name: 'Zone A' }, { name: 'b' }] }],
      applications: [{ components: [{ runtime: 'Containers', hostingZones: ['eu-zone-a', 'eu-b'] }, { hostingZones: ['eu-zone-a'] }] }],
    });
    expect(read({ 'm.c4': text }, { environment: 'test' }).manifest.hostingAreas).toMatchObject([{ name: 'one' }]);
  });

  it('what JSON says of deployments is read too', () => {
    const json = {
      elements: { s: { kind: 'system', title: 'S', description: { txt: 'Sells' } } },
      relations: {},
      deployments: {
        elements: {
          prod: { kind: 'environment', title: 'Prod' },
          'prod.eu': { kind: 'region', title: 'EU' },
          'prod.eu.s': { element: 's' },
        },
        relations: { r: { source: {}, target: {} } },
      },
    };
    const imported = read({ 'm.json': JSON.stringify(json) });
    expect(imported.manifest).toMatchObject({
      hostingAreas: [{ name: 'EU' }],
      applications: [{ description: 'Sells', components: [{ hostingZones: ['eu'] }] }],
    });
    expect(toldBy(imported)).toEqual(['a relation between parts of the deployment has no equivalent here']);
  });

  it.each([
    ['m.c4', 'model { }', true],
    ['m.c4', 'hello', false],
    ['m.likec4', 'views { }', true],
    ['m.json', '{"elements": {"a": {"kind": "system"}}, "relations": {}}', true],
    ['m.json', '{"elements": [], "relations": []}', false],
  ])('%s with %s: %s', (path, text, isOne) => {
    expect(LIKEC4.recognise({ path, text }) !== null).toBe(isOne);
  });
});
