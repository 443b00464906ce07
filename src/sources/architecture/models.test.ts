/** One model in every language: the same landscape, nothing dropped without a line, no secret passed on, nothing hostile believed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import type { Importer } from '@/sources/importer';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { LIKEC4 } from '@/sources/likec4/likec4';
import { STRUCTURIZR } from '@/sources/structurizr/structurizr';

/** A model without a language. Everything has a name of its own, and the parts of a name are its place. */
interface Model {
  people: number;
  /** Per system: per container, the number of its parts; and whether another company runs it. */
  systems: { containers: { parts: number; technology: string; tag: string }[]; isExternal: boolean }[];
  relations: { source: string; target: string; text: string; technology: string; isAsync: boolean }[];
}

const TEXTS = ['Uses', 'Reads from', 'Writes to', 'Delivers to', 'Notifies', 'Sends orders to', 'Delivers e-mail using', ''];
const names = ({ people, systems }: Pick<Model, 'people' | 'systems'>): string[] => [
  ...Array.from({ length: people }, (_, p) => `p${p}`),
  ...systems.flatMap(({ containers }, s) => [
    `s${s}`,
    ...containers.flatMap(({ parts }, c) => [`s${s}c${c}`, ...Array.from({ length: parts }, (_, d) => `s${s}c${c}d${d}`)]),
  ]),
];
const models: fc.Arbitrary<Model> = fc
  .record({
    people: fc.nat(2),
    systems: fc.array(
      fc.record({
        containers: fc.array(
          fc.record({
            parts: fc.nat(2),
            technology: fc.constantFrom('', 'MySQL', 'Java and Spring', 'Apache Kafka'),
            tag: fc.constantFrom('', 'Database', 'Queue', 'API'),
          }),
          { maxLength: 3 },
        ),
        isExternal: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .chain((elements) =>
    fc.record({
      people: fc.constant(elements.people),
      systems: fc.constant(elements.systems),
      relations: fc.array(
        fc.record({
          source: fc.constantFrom(...names(elements)),
          target: fc.constantFrom(...names(elements)),
          text: fc.constantFrom(...TEXTS),
          technology: fc.constantFrom('', 'JSON/HTTPS', 'SQL/TCP', 'Telephone'),
          isAsync: fc.boolean(),
        }),
        { maxLength: 12 },
      ),
    }),
  );

/** Each thing on a line of its own. */
function inDsl({ people, systems, relations }: Model): string {
  return [
    'workspace "Model" {',
    'model {',
    ...Array.from({ length: people }, (_, p) => `p${p} = person "P${p}"`),
    ...systems.flatMap(({ containers, isExternal }, s) => [
      `s${s} = softwareSystem "S${s}" "" "${isExternal ? 'External' : ''}" {`,
      ...containers.flatMap(({ parts, technology, tag }, c) => [
        `s${s}c${c} = container "S${s}C${c}" "" "${technology}" "${tag}" {`,
        ...Array.from({ length: parts }, (_, d) => `s${s}c${c}d${d} = component "S${s}C${c}D${d}"`),
        '}',
      ]),
      '}',
    ]),
    ...relations.map(
      ({ source, target, text, technology, isAsync }) =>
        `${source} -> ${target} "${text}" "${technology}" "${isAsync ? 'Asynchronous' : ''}"`,
    ),
    '}',
    '}',
  ].join('\n');
}

function inJson({ people, systems, relations }: Model): string {
  const from = (source: string): object[] =>
    relations
      .filter((relation) => relation.source === source)
      .map(({ target, text, technology, isAsync }) => ({
        sourceId: source,
        destinationId: target,
        description: text,
        technology,
        interactionStyle: isAsync ? 'Asynchronous' : 'Synchronous',
      }));
  const element = (id: string): object => ({ id, name: id.toUpperCase(), relationships: from(id) });
  return JSON.stringify(
    {
      name: 'Model',
      model: {
        people: Array.from({ length: people }, (_, p) => element(`p${p}`)),
        softwareSystems: systems.map(({ containers, isExternal }, s) => ({
          ...element(`s${s}`),
          tags: isExternal ? 'Element,External' : 'Element',
          containers: containers.map(({ parts, technology, tag }, c) => ({
            ...element(`s${s}c${c}`),
            technology,
            tags: `Container,${tag}`,
            components: Array.from({ length: parts }, (_, d) => element(`s${s}c${c}d${d}`)),
          })),
        })),
      },
    },
    null,
    1,
  );
}

/** `s0c1d2` is inside `s0c1`, which is inside `s0`. */
const pathOf = (name: string): string =>
  [...name.matchAll(/[a-z]\d+/g)]
    .map((_, at, all) =>
      all
        .slice(0, at + 1)
        .map(([part]) => part)
        .join(''),
    )
    .join('.');

function inLikec4({ people, systems, relations }: Model): string {
  return [
    'specification {',
    ...['actor', 'system', 'container', 'component'].map((kind) => `element ${kind}`),
    '}',
    'model {',
    ...Array.from({ length: people }, (_, p) => `p${p} = actor 'P${p}'`),
    ...systems.flatMap(({ containers, isExternal }, s) => [
      `s${s} = system 'S${s}' {`,
      ...(isExternal ? ['#External'] : []),
      ...containers.flatMap(({ parts, technology, tag }, c) => [
        `container s${s}c${c} 'S${s}C${c}' {`,
        ...(tag === '' ? [] : [`#${tag}`]),
        `technology: '${technology}'`,
        ...Array.from({ length: parts }, (_, d) => `s${s}c${c}d${d} = component "S${s}C${c}D${d}"`),
        '}',
      ]),
      '}',
    ]),
    ...relations.map(
      ({ source, target, text, technology, isAsync }) =>
        `${source} ${isAsync ? '-[async]->' : '->'} ${pathOf(target)} '${text}' { technology '${technology}' }`,
    ),
    '}',
    'views { view index { include * } }',
  ].join('\n');
}

function inLikec4Json({ people, systems, relations }: Model): string {
  const element = (name: string, kind: string, more: object = {}): [string, object] => [
    pathOf(name),
    { id: pathOf(name), kind, title: name.toUpperCase(), ...more },
  ];
  return JSON.stringify(
    {
      specification: { elements: { system: {}, container: {} } },
      elements: Object.fromEntries([
        ...Array.from({ length: people }, (_, p) => element(`p${p}`, 'person')),
        ...systems.flatMap(({ containers, isExternal }, s) => [
          element(`s${s}`, 'system', { tags: isExternal ? ['external'] : null }),
          ...containers.flatMap(({ parts, technology, tag }, c) => [
            element(`s${s}c${c}`, 'container', { technology, tags: [tag] }),
            ...Array.from({ length: parts }, (_, d) => element(`s${s}c${c}d${d}`, 'component')),
          ]),
        ]),
      ]),
      relations: Object.fromEntries(
        relations.map(({ source, target, text, technology, isAsync }, at) => [
          `r${at}`,
          { source: { model: pathOf(source) }, target: { model: pathOf(target) }, title: text, technology, kind: isAsync ? 'async' : null },
        ]),
      ),
    },
    null,
    1,
  );
}

const LANGUAGES: readonly [name: string, importer: Importer, file: string, write: (model: Model) => string][] = [
  ['Structurizr DSL', STRUCTURIZR, 'm.dsl', inDsl],
  ['Structurizr JSON', STRUCTURIZR, 'm.json', inJson],
  ['LikeC4', LIKEC4, 'm.c4', inLikec4],
  ['LikeC4 JSON', LIKEC4, 'm.json', inLikec4Json],
];

const readText = (importer: Importer, file: string, text: string): Imported =>
  importer.read([file], memoryDisk({ [file]: text }), { name: 'Model', own: {} }, new ImportReport());

/** What was imported, or the sentence of the refusal. */
function outcome(read: () => Imported): Imported | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableSource) return error.message;
    throw error;
  }
}

/** The order of what is declared differs between languages: JSON has relations at their sources. */
function sorted({ manifest }: Imported): unknown {
  const byText = (list: readonly object[] = []): string[] => list.map((item) => JSON.stringify(item)).sort();
  return [manifest.applications, byText(manifest.dependencies ?? []).map((text) => text.replace(/"protocol":"[^"]*"/, ''))];
}

describe.each(LANGUAGES)('%s', (_name, importer, file, write) => {
  it('drops nothing without a line: each element is mapped or reported, and so is each relation', () => {
    fc.assert(
      fc.property(models, (model) => {
        const imported = readText(importer, file, write(model));
        const mapped = (imported.manifest.applications ?? []).flatMap(({ name, components }) => [
          name,
          ...(components ?? []).map((one) => one.name),
        ]);
        const notMapped = imported.report.filter(({ type, field }) => type === 'notMapped' && field === undefined);
        const told = notMapped.map(({ message }) => message);
        for (const name of names(model))
          expect(mapped.includes(name.toUpperCase()) || told.some((message) => message.startsWith(`${name.toUpperCase()} is `))).toBe(true);
        // Of the relations between the same two, all that are not reported are in the manifest, in one direction or the other.
        const pairs = new Set((imported.manifest.dependencies ?? []).map((one) => `${one.source} ${one.target}`));
        const place = (name: string): string => /^s\d+(?:c\d+)?/.exec(name)?.[0] ?? name;
        const inside = (name: string): string[] => {
          const own = names(model).filter((one) => place(one) === one && one.startsWith(place(name)));
          return own.length > 1 ? own.filter((one) => one.includes('c')) : own;
        };
        const between = new Map<string, number>();
        for (const { source, target } of model.relations) between.set(`${source} ${target}`, (between.get(`${source} ${target}`) ?? 0) + 1);
        for (const [ends, count] of between) {
          const [source = '', target = ''] = ends.split(' ');
          const reported = told.filter((line) => line.startsWith(`${source} -> ${target}: `.toUpperCase())).length;
          expect(reported).toBeLessThanOrEqual(count);
          const isMapped = inside(source).some((from) =>
            inside(target).some((to) => pairs.has(`${from} ${to}`) || pairs.has(`${to} ${from}`)),
          );
          if (reported < count) expect(isMapped).toBe(true);
        }
        // Each has a line of its own.
        const lines = notMapped.filter(({ message }) => / -> /.test(message)).map(({ line }) => line);
        expect(new Set(lines).size).toBe(lines.length);
      }),
      randomRuns(60),
    );
  });

  it('says the same landscape as the first language', () => {
    const [, first, firstFile, writeFirst] = LANGUAGES[0]!;
    fc.assert(
      fc.property(models, (model) => {
        expect(sorted(readText(importer, file, write(model)))).toEqual(sorted(readText(first, firstFile, writeFirst(model))));
      }),
      randomRuns(60),
    );
  });

  it('cut off anywhere, or with a character replaced, is read or refused in a sentence', () => {
    const texts = fc.tuple(
      models,
      fc.nat(2_000),
      fc.constantFrom('', '{', '}', '"', "'", '\n', '->', '\\', '\u0000', '[', '/*', '"""', '.', '#'),
    );
    fc.assert(
      fc.property(texts, ([model, at, put]) => {
        const text = write(model);
        const place = at % text.length;
        outcome(() =>
          readText(importer, file, put === '' ? text.slice(0, place) : `${text.slice(0, place)}${put}${text.slice(place + 1)}`),
        );
      }),
      randomRuns(60),
    );
  });
});
