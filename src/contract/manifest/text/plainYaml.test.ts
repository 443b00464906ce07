import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { parseDocument } from 'yaml';
import { IssueCollector, type ManifestPath } from '@/contract/manifest/issue';
import { readYaml } from './yaml';
import { offsetIn } from './offsets';
import { offsetsInPlainYaml, readPlainYaml } from './plainYaml';

/** What the complete YAML parser reads; null if it finds anything wrong. */
function whole(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', merge: false, logLevel: 'silent' });
  return document.errors.length + document.warnings.length > 0 ? null : document.toJS();
}

/** Pieces from which lines are made: everything that the plain reader knows, and much that it must leave to the full parser. */
const scalar = fc.constantFrom(
  'a',
  'b c',
  'true',
  'False',
  'null',
  '~',
  '1',
  '-1',
  '1.5',
  '01',
  '0x1F',
  '1e3',
  '.5',
  '-',
  '--- a',
  'a: b',
  'a:b',
  'a #b',
  'a#b',
  'x:',
  '"q"',
  '"q\\n\\u00e9"',
  '"\\x41"',
  "'it''s'",
  '"a" b',
  '[]',
  '{}',
  '[a, b]',
  '[a, [b, {c: d}]]',
  '{a: 1, b: [x, "y, z"]}',
  '{a: 1, a: 2}',
  '[a b, c]',
  '[a,b]',
  '[a, ]',
  '{a: }',
  '{a}',
  '[a: b]',
  '[-1, - 1]',
  '2029-11-08',
  '2.10.1',
  '|',
  '>',
  '&x a',
  '*x',
  '!!str 1',
  '? a',
  '@a',
  '`a',
  '%a',
  '# c',
  'é',
  '(a)',
  '/a',
  '+1',
  '+a',
  '1 2',
  '1_000',
  '{a: "b"c}',
  '[a]b',
  '"a": b',
  '[a #b]',
  "{a: 'b', c: d}",
  '.inf',
  '...',
  '---',
  'a\tb',
);
const line = fc.tuple(
  fc.constantFrom(0, 0, 1, 2, 2, 4, 4, 6),
  fc.constantFrom('', '', '- ', '-', '-  '),
  fc.oneof(
    scalar,
    fc
      .tuple(
        fc.constantFrom('a', 'b', 'k1', 'null', 'constructor', '"q"', 'a b'),
        fc.constantFrom(':', ': ', ':  '),
        fc.oneof(scalar, fc.constant('')),
        fc.constantFrom('', ' ', ' # c', '#c'),
      )
      .map((parts) => parts.join('')),
    fc.constant(''),
  ),
);
const text = fc
  .array(line, { maxLength: 9 })
  .map((lines) => lines.map(([indent, dash, rest]) => `${' '.repeat(indent)}${dash}${rest}`).join('\n'));

type Tree = string | Tree[] | { [key: string]: Tree };
const leaf = fc.constantFrom(
  'a',
  'b c',
  'true',
  '1',
  '-1.5',
  '"q # r"',
  '"\\u00e9\\n"',
  "'it''s: x'",
  '2029-11-08',
  'a:b',
  'é#',
  '(x)',
  'false',
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'k1', 'constructor'), tie('tree'), { minKeys: 1, maxKeys: 3 }),
  ),
}));

/** The tree as block YAML, with some of the variations that people use. */
function block(node: Tree, indent: number): string[] {
  const pad = ' '.repeat(indent);
  const entries: [string, Tree][] = Array.isArray(node)
    ? node.map((item) => ['-', item])
    : Object.entries(node as { [key: string]: Tree }).map(([key, value]) => [`${key}:`, value]);
  return entries.flatMap(([lead, value]) => {
    if (typeof value === 'string') return [`${pad}${lead} ${value}${indent === 2 ? ' # c' : ''}`];
    const isFlow = Object.keys(value).length === 2;
    if (isFlow) return [`${pad}${lead} ${flow(value)}`];
    const below = block(value, Array.isArray(value) && lead !== '-' ? indent : indent + 2);
    return lead === '-' ? [`${pad}- ${(below[0] ?? '').trimStart()}`, ...below.slice(1)] : [`${pad}${lead}`, '# c', '', ...below];
  });
}

function flow(node: Tree): string {
  if (typeof node === 'string') return node.includes(':') && !/^["']/.test(node) ? 'x' : node;
  if (Array.isArray(node)) return `[${node.map(flow).join(', ')}]`;
  return `{ ${Object.entries(node)
    .map(([key, value]) => `${key}: ${flow(value)}`)
    .join(', ')} }`;
}

/** Every path to a value, and how it starts. */
function pathsIn(value: unknown, path: ManifestPath = []): ManifestPath[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, Array.isArray(value) ? Number(key) : key]))
      : [];
  return [path, ...below];
}

const placesByPlain = (source: string, value: unknown): [ManifestPath, number, number][] => {
  const root = offsetsInPlainYaml(source) ?? { at: -1 };
  return pathsIn(value).map((path) => [path, offsetIn(root, path, false), offsetIn(root, path, true)]);
};
const placesByWhole = (source: string, value: unknown): [ManifestPath, number, number][] => {
  const read = readYaml(source, new IssueCollector());
  return pathsIn(value).map((path) => [path, read.offsetOf(path, false), read.offsetOf(path, true)]);
};

const ordinary = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), tree, { minKeys: 1, maxKeys: 3 })
  .map((root) => `${block(root, 0).join('\n')}\n`);

describe('the plain reader', () => {
  it('never reads a text differently from the full YAML parser', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(text, (source) => {
        const plain = readPlainYaml(source);
        if (plain !== undefined) expect(plain).toEqual(whole(source));
      }),
      randomRuns(1_000),
    );
  });

  it('reads ordinary texts, and texts with one letter changed, as the full parser does or not at all', { timeout: 60_000 }, () => {
    let [ordinaryRead, changedRead] = [0, 0];
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom(
        '',
        ' ',
        ':',
        '#',
        '-',
        ',',
        '[',
        ']',
        '{',
        '}',
        '"',
        "'",
        '\n',
        '&',
        '*',
        '!',
        '|',
        '>',
        '?',
        'x',
        '1',
        '.',
        ': ',
        ' #',
        '- ',
        '\n  ',
        '\n# ',
      ),
      fc.nat(1),
    );
    fc.assert(
      fc.property(ordinary, change, (source, [at, letter, cut]) => {
        const plain = readPlainYaml(source);
        if (plain !== undefined) ordinaryRead += 1;
        if (plain !== undefined) expect(plain).toEqual(whole(source));
        if (plain !== undefined) expect(placesByPlain(source, plain)).toEqual(placesByWhole(source, plain));
        const place = at % source.length;
        const changed = source.slice(0, place) + letter + source.slice(place + cut);
        const again = readPlainYaml(changed);
        if (again !== undefined) changedRead += 1;
        if (again !== undefined) expect(again).toEqual(whole(changed));
      }),
      randomRuns(500),
    );
    const { numRuns } = randomRuns(500);
    expect([ordinaryRead > 0.4 * numRuns, changedRead > 0.1 * numRuns]).toEqual([true, true]);
  });

  it.each(['opentelemetry-demo', 'every-field'])('reads the landscape %s', (name) => {
    const source = readFileSync(`src/test/landscapes/${name}.yaml`, 'utf8');
    expect(readPlainYaml(source)).toEqual(whole(source));
  });

  it.each([
    ['maps below maps', 'a:\n  b:\n    c: 1\n  d: x\ne:\n', { a: { b: { c: 1 }, d: 'x' }, e: null }],
    ['lists at the column of their key', 'a:\n- b: 1\n  c: 2\n- d\nf: g\n', { a: [{ b: 1, c: 2 }, 'd'], f: 'g' }],
    ['comments and empty lines anywhere', '# x\n\na: 1 # y\n  # z\n\nb: [1, "#"] # w\n', { a: 1, b: [1, '#'] }],
    ['a list of lists by indentation', 'a:\n  -\n    - 1\n    - 2\n  -\n    - 3\n', { a: [[1, 2], [3]] }],
    ['no newline at the end', 'a: b', { a: 'b' }],
  ])('reads %s', (_name, source, expected) => expect(readPlainYaml(source)).toEqual(expected));

  it.each([
    ['a text over two lines', 'a: b\n  c\n'],
    ['a block scalar', 'a: |\n  b\n'],
    ['an anchor', 'a: &b c\n'],
    ['a tag', 'a: !!str c\n'],
    ['a key twice', 'a: 1\na: 2\n'],
    ['a document marker', '---\na: 1\n'],
    ['a tab', 'a:\t1\n'],
    ['a wrong indentation', 'a:\n    b: 1\n  c: 2\n'],
    ['no map', '- a\n'],
    ['nothing', ''],
    ['a number in an unusual notation', 'a: 0x10\n'],
    ['nesting beyond the limit', `a: ${'['.repeat(40)}${']'.repeat(40)}\n`],
    ['a very long quoted text', `a: "${'x'.repeat(20_000)}"\n`],
  ])('gives up at %s', (_name, source) => expect(readPlainYaml(source)).toBeUndefined());
});
