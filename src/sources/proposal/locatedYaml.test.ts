import { describe, expect, it } from 'vitest';
import { fieldOf, textOf, type Located } from './locatedYaml';
import { readLocatedYaml } from './yamlReader';

/** The value without positions. */
function plain(located: Located | undefined): unknown {
  const value = located?.value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, field]) => [key, plain(field)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

const read = (text: string) => readLocatedYaml('a.yaml', text);
const mistakesOf = (text: string) => read(text).mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('YAML of other tools', () => {
  it('knows file, line and column of every value and key, in every document', () => {
    const { documents } = read('a: 1\n---\n# comment\nlist:\n  - x\n  - { deep: yes }\n');
    const [, second] = documents;
    expect(fieldOf(documents[0], 'a')).toMatchObject({
      value: 1,
      position: { file: 'a.yaml', line: 1, column: 4 },
      keyPosition: { line: 1, column: 1 },
    });
    const list = fieldOf(second, 'list')?.value as Located[];
    expect(list.map(({ position }) => [position.line, position.column])).toEqual([
      [5, 5],
      [6, 5],
    ]);
    expect(fieldOf(list[1], 'deep')).toMatchObject({ value: 'yes', position: { line: 6, column: 13 } });
  });

  it('follows anchors and merges: own fields win over merged ones, earlier merges over later ones', () => {
    const { documents, mistakes } = read('x: &x { a: 1, b: 1 }\ny: &y { b: 2, c: 2 }\nz: { <<: [*x, *y], a: 0 }\nw:\n  <<: *y\n');
    expect(mistakes).toEqual([]);
    expect(plain(fieldOf(documents[0], 'z'))).toEqual({ a: 0, b: 1, c: 2 });
    expect(plain(fieldOf(documents[0], 'w'))).toEqual({ b: 2, c: 2 });
  });

  it('reports every mistake with its position', () => {
    expect(mistakesOf('a: *nowhere\n')).toEqual(['1:4 there is no such anchor above']);
    expect(mistakesOf('a: &a [*a]\n')).toEqual(['1:8 the alias is inside the value that it repeats']);
    expect(mistakesOf('a: 1\na: 2\n')).toEqual(['2:1 "a" is given twice']);
    expect(mistakesOf('a: 1\n<<: 3\n')).toEqual(['2:1 << takes a set of fields, or a list of them']);
    expect(mistakesOf('? [a]\n: 1\n')).toEqual(['1:3 has a key that is not a plain name']);
  });

  it('keeps the valid documents when another cannot be read', () => {
    const { documents, mistakes } = read('a: 1\n---\nb: [1\n---\nc: 3\n');
    expect(documents.map(plain)).toContainEqual({ a: 1 });
    expect(mistakes.length).toBeGreaterThan(0);
  });

  it.each([
    ['flow lists', '['.repeat(100_000)],
    ['flow maps', '{a: '.repeat(50_000)],
    ['lists on one line', '- '.repeat(100_000)],
    ['indented maps', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('refuses %s that nest too deeply, without harm', (_name, text) => {
    expect(mistakesOf(text)).toEqual(['1:1 is nested too deeply']);
  });

  it('shares what aliases repeat, so that an alias bomb stays small', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 30; level += 1)
      lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
    const { documents, mistakes } = read(lines.join('\n'));
    expect(mistakes).toEqual([]);
    const [last] = fieldOf(documents[0], 'a29')?.value as Located[];
    expect(last?.value).toBe((fieldOf(documents[0], 'a28') as Located).value);
  });

  it('reads a scalar as it is written', () => {
    const { documents } = read('version: "3"\nport: 80\non: yes\nnothing:\n');
    expect(plain(documents[0])).toEqual({ version: '3', port: 80, on: 'yes', nothing: null });
    expect(textOf(fieldOf(documents[0], 'port'))).toBe('80');
  });
});
