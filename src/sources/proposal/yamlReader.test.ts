/** The fast readers read a text as the complete parser does, or leave it alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { readCompleteYaml, type Located, type LocatedField } from './locatedYaml';
import { readPlainDocument } from './plainLocatedYaml';
import { readLocatedYaml } from './yamlReader';

/** Values with their places, so that two readings can be compared. */
function shown(located: Located | LocatedField): unknown {
  const { value, position } = located;
  const key = 'keyPosition' in located ? ` key ${located.keyPosition.line}:${located.keyPosition.column}` : '';
  const inside = Array.isArray(value)
    ? value.map(shown)
    : value instanceof Map
      ? [...value].map(([name, field]) => [name, shown(field)])
      : value;
  return [`${position.line}:${position.column}${key}`, inside];
}
const whole = (text: string): unknown => {
  const { documents, mistakes } = readCompleteYaml('a.yaml', text, 1);
  return mistakes.length > 0 ? mistakes.map(({ line, message }) => `${line} ${message}`) : documents.map(shown);
};
const reading = (text: string): unknown => {
  const { documents, mistakes } = readLocatedYaml('a.yaml', text);
  return mistakes.length > 0 ? mistakes.map(({ line, message }) => `${line} ${message}`) : documents.map(shown);
};

const PIECES = [
  ...[
    'a',
    'b c',
    'true',
    'False',
    'null',
    '~',
    '1',
    '-1',
    '1.50',
    '007',
    '0x1F',
    '1e3',
    '.5',
    '5.',
    '-',
    '-a',
    '- a',
    '--a',
    '100m',
    '1Gi',
  ],
  ...['a: b', 'a:b', 'a #b', 'a#b', 'x:', ':x', '"q"', '"q\\n\\u00e9"', '"\\x41"', "'it''s'", '"a" b', '[]', '{}', '[a, b]', '[a,b]'],
  ...['{a: 1, b: [x, "y, z"]}', '{"a": 1}', '{"a":1}', '{a: {b: c}}', '[a, ]', '{a: }', '[a: b]', '[http://x:1/y, s:1]', '2029-11-08'],
  ...['|', '|-', '|+', '>', '&x a', '*x', '!!str 1', '? a', '@a', '`a', '%a', '# c', 'é', '$(A)', '/a', '+1', '<<', '=', '.inf', '.nan'],
  ...['http://x:80/y?z', 'a, b', '[a]b', '{{ x }}', '*.x', '0o17', '1_000', '1:30', "''", '""', 'a\\b', '^x$', '[-a, -1, - 1]'],
];
const piece = fc.constantFrom(...PIECES);
const key = fc.constantFrom('a', 'b', 'k.x/y-z', '"q"', "'s'", 'null', '1', '<<', 'a b', '$ref', '-x');
const line = fc
  .tuple(
    fc.constantFrom(0, 0, 2, 2, 4, 4, 6, 1),
    fc.constantFrom('', '', '- ', '-', '- - '),
    fc.oneof(
      piece,
      fc.tuple(key, fc.constantFrom(':', ': ', ':  '), fc.oneof(piece, fc.constant(''))).map((parts) => parts.join('')),
      fc.constant(''),
    ),
    fc.constantFrom('', '', '', ' ', ' # c'),
  )
  .map(([indent, dash, rest, end]) => `${' '.repeat(indent)}${dash}${rest}${end}`);
const anyText = fc
  .array(fc.oneof({ arbitrary: line, weight: 9 }, { arbitrary: fc.constantFrom('---', '--- # c', '...', '', '# c', '--- a'), weight: 1 }), {
    maxLength: 10,
  })
  .map((lines) => `${lines.join('\n')}\n`);

type Tree = string | Tree[] | { [field: string]: Tree };
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b c',
      '"q # r"',
      "'it''s: x'",
      '1',
      '-1.5',
      'true',
      'null',
      'image:1.2',
      '$(X)/y',
      'one\ntwo',
      ' in\n\nout',
      '[x, "y"]',
      '{k: v, "l": [1]}',
    ),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b.c/d', 'k-1', 'constructor'), tie('tree'), { minKeys: 1, maxKeys: 3 }),
  ),
}));

/** The tree as people write it. */
function block(node: Tree, indent: number): string[] {
  const pad = ' '.repeat(indent);
  const entries: [string, Tree][] = Array.isArray(node)
    ? node.map((item) => ['-', item])
    : Object.entries(node as { [field: string]: Tree }).map(([name, value]) => [`${name}:`, value]);
  return entries.flatMap(([lead, value]) => {
    if (typeof value === 'string' && value.includes('\n') && !value.startsWith(' '))
      return [`${pad}${lead} |${indent === 2 ? '-' : ''}`, ...value.split('\n').map((text) => `${pad}    ${text}`)];
    if (typeof value === 'string') return [`${pad}${lead} ${value.replaceAll('\n', ' ').trim()}${indent === 2 ? ' # c' : ''}`];
    const below = block(value, Array.isArray(value) && lead !== '-' ? indent : indent + 2);
    return lead === '-' ? [`${pad}- ${(below[0] ?? '').trimStart()}`, ...below.slice(1)] : [`${pad}${lead}`, '# c', '', ...below];
  });
}
const ordinary = fc
  .array(
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tree, { minKeys: 1, maxKeys: 3 }).map((root) => block(root, 0).join('\n')),
    { minLength: 1, maxLength: 3 },
  )
  .map((documents) => `${documents.join('\n---\n')}\n`);

describe('the fast reader', () => {
  it('never reads a text otherwise than the complete parser', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = readPlainDocument('a.yaml', text, 1);
        if (plain !== undefined && !/^(?:---|\.\.\.)/m.test(text)) expect(plain === null ? [] : [shown(plain)]).toEqual(whole(text));
      }),
      randomRuns(400),
    );
  });

  it('reads what people write, document by document, as the complete parser does', () => {
    let read = 0;
    fc.assert(
      fc.property(ordinary, (text) => {
        expect(reading(text)).toEqual(whole(text));
        if (text.split('---\n').every((part) => readPlainDocument('a.yaml', part, 1) !== undefined)) read += 1;
      }),
      randomRuns(150),
    );
    expect(read).toBeGreaterThan(0.2 * randomRuns(150).numRuns);
  });

  it('and with one letter changed', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('', ' ', ':', '#', '-', ',', '[', '}', '"', "'", '\n', '&', '|', ': ', '- ', '\n  '),
      fc.nat(1),
    );
    fc.assert(
      fc.property(ordinary, change, (source, [at, letter, cut]) => {
        const place = at % source.length;
        const text = source.slice(0, place) + letter + source.slice(place + cut);
        const plain = readPlainDocument('a.yaml', text, 1);
        if (plain !== undefined && !/^(?:---|\.\.\.)/m.test(text)) expect(plain === null ? [] : [shown(plain)]).toEqual(whole(text));
      }),
      randomRuns(200),
    );
  });

  it('reads JSON as YAML, with the places of its values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify({ root: value }, null, indent);
        expect(reading(text)).toEqual(whole(text));
      }),
      randomRuns(100),
    );
  });
});

it.each([
  ['Windows line ends', 'a: 1\r\nb:\r\n  - c\r\n'],
  ['a key that is given twice in JSON', '{"a": 1, "a": 2}'],
  ['anchors in one document and none in the next', 'a: &x 1\nb: *x\n---\nc: 2\n'],
  ['a directive', '%YAML 1.2\n---\na: 1\n'],
  ['an end of a document', 'a: 1\n...\nb: 2\n'],
  ['content beside the hyphens', '--- {a: 1}\n---\nb: 2\n'],
  ['hyphens in a literal block', 'a: |\n  ---\n  b\n---\nc: 1\n'],
  ['a mistake in the second document', 'a: 1\n---\nb: [\n---\nc: 2\n'],
  ['empty documents', '---\n---\n# c\n---\na: 1\n---\n'],
  ['several JSON documents', '{"a": 1}\n---\n[1, {"b": null}]\n'],
  ['a tab', 'a:\tb\n'],
  ['no line break at the end', 'a: b'],
  ['a literal block up to the end of the text', 'a: |\n  b'],
])('%s: are read as the complete parser reads them', (_, text) => {
  expect(reading(text)).toEqual(whole(text));
});
